"""A server of the tests' own, as a person meets it: a new database, the starter catalogue, a mailbox."""

import email
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from email import policy
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "ui/openapi.json"
BASE = "/api/v1"
PASSWORD = "a long evening by the river"
SERVER = Path(os.environ.get("DRAMATIS_BIN", ROOT / "target/debug/dramatis"))
# How long the server may take to start with an empty database, in seconds.
START_SECS = 180
# How long an email may take, in seconds.
MAIL_SECS = 30


def mailed_token(outbox: Path, address: str) -> str:
    """The secret of the newest link mailed to this address."""
    deadline = time.monotonic() + MAIL_SECS
    while time.monotonic() < deadline:
        for file in sorted(outbox.glob("*.eml"), key=lambda file: file.stat().st_mtime, reverse=True):
            mail = email.message_from_bytes(file.read_bytes(), policy=policy.default)
            text = mail.get_body(("plain",)).get_content()
            found = re.search(r"oobCode=([\w-]+)", text)
            if address in str(mail["to"]) and found:
                return found.group(1)
        time.sleep(0.2)
    sys.exit(f"no mail reached {address}")


class Server:
    """A server of its own: a new database with the starter catalogue, on a free port."""

    def __init__(self, folder: Path):
        self.data = folder / "data"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.origin = f"http://127.0.0.1:{port}"
        self.log = folder / "server.log"
        settings = {
            "DRAMATIS_ADDR": f"127.0.0.1:{port}",
            "DRAMATIS_PUBLIC_URL": self.origin,
            "DRAMATIS_DATA_DIR": str(self.data),
            "DRAMATIS_BUNDLES": str(ROOT / "bundles"),
            "DRAMATIS_CATALOGUE": str(ROOT / "catalogue"),
            "DRAMATIS_LOG": "warn",
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([SERVER, "serve", "--seed-if-empty"], env=os.environ | settings, stdout=log, stderr=log)
        deadline = time.monotonic() + START_SECS
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.2)

    def is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.origin}/readyz", timeout=2):
                return True
        except OSError:
            return False

    def call(self, method: str, path: str, body=None, token: str | None = None):
        headers = {"content-type": "application/json", "accept": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + BASE + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
        except urllib.error.HTTPError as refusal:
            sys.exit(f"{method} {path}: {refusal.code} {refusal.read().decode()}")
        return json.loads(text) if text else None

    def person(self, name: str) -> str:
        """The access token of somebody who signed up, confirmed their address and has a record."""
        address = f"{name}@example.org"
        ticket = self.call("POST", "/auth/sign-up", {"email": address, "password": PASSWORD})["ticket"]
        verified = self.call("POST", "/auth/verify-email", {"token": mailed_token(self.data / "outbox", address), "ticket": ticket})
        token = verified["session"]["accessToken"]
        self.call("POST", "/users/", {}, token)
        return token

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
