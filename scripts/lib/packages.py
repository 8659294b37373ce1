"""Packages for Python that a script needs, installed once beside the build output."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def install(name: str, what: str) -> Path:
    """The folder of an environment with the packages of scripts/NAME.requirements.txt.

    Where they cannot be installed, that is said, and the script ends: as a failure in CI, elsewhere as what was left out.
    """
    folder = ROOT / "target" / name
    stamp = folder / "requirements.txt"
    wanted = (ROOT / "scripts" / f"{name}.requirements.txt").read_text()
    if stamp.exists() and stamp.read_text() == wanted:
        return folder
    print(f"==> {what}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        subprocess.run([*pip, "-r", ROOT / "scripts" / f"{name}.requirements.txt"], check=True)
    except (OSError, subprocess.CalledProcessError) as fault:
        shutil.rmtree(folder, ignore_errors=True)
        print(f"LEFT OUT: {what} (cannot be installed: {fault}; Debian: apt-get install python3-venv)", file=sys.stderr)
        sys.exit(1 if os.environ.get("CI") else 0)
    stamp.write_text(wanted)
    return folder
