# %% [markdown]
# # Run a study
#
# An operator's whole way with a token: a draft, its file, columns, rules and settings, publication, invitations, one round
# with its outcomes. The token needs "Set up and publish studies", "Invite people", "Run the study" and "Record outcomes",
# for all studies; it is made on the page of the account, under "Tokens for programs".
#
#     python docs/run-a-study.py https://panel.example.org people.csv ada@example.org ben@example.org ... < token.txt
#
# The file has a column `income`. The token comes by standard input, so that no list of processes shows it.

# %%
import json
import sys
import time
from typing import Any, Callable

from evenhand import Server, ServerError  # pip install ./clients/python

url, file, *addresses = sys.argv[1:]
server = Server(url, sys.stdin.readline())


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def wait_for(path: str, is_done: Callable[[Any], bool]) -> Any:
    while not is_done(answer := server.get(path)):
        time.sleep(0.5)
    return answer


# %% [markdown]
# A new draft needs a file of people. The server guesses how each column is read, and what it is used for.

# %%
study_id = server.post("/studies", {"name": "Small loans", "start": "loans"})["studyId"]
study = f"/studies/{study_id}"
with open(file, "rb") as people:
    draft = server.put(f"{study}/draft/people/file", people.read(), "text/csv")
say(study=study_id, people=draft["file"]["rowCount"], columns=[one["name"] for one in draft["parts"]["people"]["columns"]])

# %% [markdown]
# Each part is sent back as a whole. `missing` says what still prevents the publication, field by field.

# %%
parts = draft["parts"]
for column in parts["people"]["columns"]:
    column["role"] = "both"
income = next(one for one in parts["people"]["columns"] if one["name"] == "income")
parts["rules"]["thresholds"] = [
    {"source": income["source"], "direction": "above", "by": "typed", "count": "", "values": "20 40 60 80"}
]
parts["settings"].update(roundSize="4", seats=str(len(addresses)), neededFlags="2", quorum="2", horizon="20")
draft = server.post(f"{study}/draft", {"revision": draft["revision"], "parts": parts})
say(missing=[f"{one['step']}.{one['field']}: {one['message']}" for one in draft["missing"]])

# %% [markdown]
# Publishing cannot be undone. The revision says which draft is meant: one that was changed meanwhile is refused.

# %%
server.post(f"{study}/draft/publish", {"revision": draft["revision"]})
published = wait_for(f"{study}/draft/publish", lambda job: job["state"] != "running")
say(published=published["state"], problems=published["problems"])

# %% [markdown]
# A server that sends mail delivers the links itself. Otherwise each link is yours to deliver, to its person alone.

# %%
invited = server.post(f"{study}/invitations/auditors", {"list": "\n".join(addresses)})
say(links=invited["links"])
wait_for(study, lambda now: now["seatCount"] == len(addresses))

# %% [markdown]
# Auditors judge in the browser; no token does that for them. The round is closed once all ballots are in.

# %%
opened = server.post(f"{study}/rounds")["rounds"][0]["round"]
say(opened=opened)
wait_for(f"{study}/rounds/{opened}", lambda now: now["state"] != "open" or now["sealedCount"] == now["seatCount"])
try:
    server.post(f"{study}/rounds/{opened}/close")
except ServerError as error:
    # A round that closes by itself was closed already.
    if error.code != "round-closed":
        raise
board = server.get(f"{study}/rounds/{opened}")
selected = [one["position"] for one in board["people"] if one["isSelected"]]
say(closed=opened, reported=len(board["reported"]), selected=selected)

# %% [markdown]
# Outcomes exist only for selected people.

# %%
outcomes = [{"round": opened, "position": position, "value": "yes"} for position in selected]
recorded = server.post(f"{study}/outcomes", {"outcomes": outcomes})["recorded"] if outcomes else []
say(recorded=len(recorded))
