"""From signing up to taking everything away, by the client that openapi-python-client made (`scripts/api-clients` runs this).

Every call and every type below is generated; the mailbox alone is read by hand.
"""

import io
import os
import time
import zipfile
from pathlib import Path

from dramatis_client import AuthenticatedClient, Client
from dramatis_client.api.identity import sign_out, sign_up, verify_email
from dramatis_client.api.import_export import export_story
from dramatis_client.api.me import create_user, view_me
from dramatis_client.api.person_data import export_me
from dramatis_client.api.scenarios import list_newest_scenarios
from dramatis_client.api.stories import create_story
from dramatis_client.api.turns import create_message, read_turn
from dramatis_client.models import (
    CreateMessage,
    ExportStoryFormat,
    NewRecord,
    NewStory,
    Problem,
    SignUp,
    TurnState,
    VerifyEmail,
)
from site_server import PASSWORD, mailed_token

SITE = os.environ["SITE"]
ADDRESS = "walker@example.org"
LINE = "Is anybody there?"
# How long the demo may take for its reply, in seconds.
REPLY_SECS = 60


def good(answer):
    """The body of a success, as its type."""
    assert answer is not None and not isinstance(answer, Problem), answer
    return answer


visitor = Client(base_url=SITE)
ticket = good(sign_up.sync(client=visitor, body=SignUp(email=ADDRESS, password=PASSWORD))).ticket
token = mailed_token(Path(os.environ["OUTBOX"]), ADDRESS)
verified = good(verify_email.sync(client=visitor, body=VerifyEmail(token=token, ticket=ticket)))
client = AuthenticatedClient(base_url=SITE, token=verified.session.access_token)
record = good(create_user.sync(client=client, body=NewRecord()))
assert good(view_me.sync(client=client)).user_id == record.user_id

# A problem has its type, too, with a code that is one of a list.
refused = view_me.sync(client=AuthenticatedClient(base_url=SITE, token="no token at all"))
assert isinstance(refused, Problem) and refused.code == "UNAUTHENTICATED", refused

scenario = good(list_newest_scenarios.sync(client=visitor, limit=1)).results[0]
story = good(create_story.sync(client=client, body=NewStory(scenario_id=scenario.id)))
asked = good(create_message.sync(client=client, body=CreateMessage(chat_id=story.id, message=LINE)))
deadline = time.monotonic() + REPLY_SECS
while (turn := good(read_turn.sync(turn_id=asked.id, client=client))).state == TurnState.RUNNING:
    assert time.monotonic() < deadline, "no reply in time"
    time.sleep(0.2)
assert turn.state == TurnState.COMPLETE and turn.replies[0].content, turn

whole = good(export_story.sync(story.id, client=client, format_=ExportStoryFormat.JSON))
said = [message["content"] for message in whole["messages"]]
assert LINE in said and turn.replies[0].content in said, said

archive = export_me.sync_detailed(client=client)
assert archive.status_code == 200
assert f"stories/{story.id}.json" in zipfile.ZipFile(io.BytesIO(archive.parsed.payload.read())).namelist()

sign_out.sync_detailed(client=client)
assert isinstance(view_me.sync(client=client), Problem), "signed out"
print("==> from signing up to the export, by a generated client", flush=True)
