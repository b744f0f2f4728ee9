# %% [markdown]
# # Run a study
#
# An operator's whole way with a token: a draft, its people, rules and settings, publication, invitations, one round with
# its outcomes. All is in one Excel or OpenDocument file with four sheets, each with a row of headings:
#
# * `people`: one person a row;
# * `settings`: name and value, such as `roundSize` and 4. Names are those of `GET /studies/{studyId}/draft`;
# * `rules`: column and condition, such as `income` and `above 40`. Auditors see all columns, rules use only these;
# * `invitations`: email and role (auditor, researcher or observer). Further columns are attributes of auditors.
#
# The token needs "Set up and publish studies", "Invite people", "Run the study" and "Record outcomes",
# for all studies; it is made on the page of the account, under "Tokens for programs".
#
#     python docs/run-a-study.py https://panel.example.org study.xlsx < token.txt
#
# The token comes by standard input, so that no list of processes shows it.

# %%
import json
import sys
import time
from typing import Any, Callable, List

from evenhand import Server, ServerError  # pip install ./clients/python

url, file = sys.argv[1:]
server = Server(url, sys.stdin.readline())
book_type = "application/octet-stream"
with open(file, "rb") as opened:
    book = opened.read()


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)


def wait_for(path: str, is_done: Callable[[Any], bool]) -> Any:
    while not is_done(answer := server.get(path)):
        time.sleep(0.5)
    return answer


# %% [markdown]
# A new draft needs people. The server reads the workbook: this program needs no library for it.

# %%
study_id = server.post("/studies", {"name": "Small loans", "start": "loans"})["studyId"]
study = f"/studies/{study_id}"


def rows_of(sheet: str) -> List[List[str]]:
    """The filled rows of a sheet, of which the first are its headings."""
    rows = server.put(f"{study}/sheet", book, book_type, sheet=sheet)["rows"]
    return [[cell or "" for cell in row] for row in rows if any(row)]


draft = server.put(f"{study}/draft/people/file", book, book_type, sheet="people")
say(study=study_id, people=draft["file"]["rowCount"], columns=[one["name"] for one in draft["parts"]["people"]["columns"]])

# %% [markdown]
# Each part is sent back as a whole. `missing` says what still prevents the publication, field by field.

# %%
parts = draft["parts"]
rules = rows_of("rules")[1:]
for column in parts["people"]["columns"]:
    column["role"] = "both" if column["name"] in [name for name, _ in rules] else "shown"
for setting, value in rows_of("settings")[1:]:
    *way, last = setting.split(".")
    place = parts["purpose"] if setting in parts["purpose"] else parts["settings"]
    for step in way:
        place = place[step]
    place[last] = value == "TRUE" if isinstance(place[last], bool) else value
server.post(f"{study}/draft", {"revision": draft["revision"], "parts": parts})
lines = "\n".join(" ".join(rule) for rule in rules)
draft = server.put(f"{study}/draft/rules/file", lines.encode("utf-8"), "text/plain")
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
people = "\n".join("\t".join(row) for row in rows_of("invitations"))
invited = server.post(f"{study}/invitations/list", {"list": people})
say(links=invited["links"])
seats = int(draft["parts"]["settings"]["seats"])
wait_for(study, lambda now: now["seatCount"] == seats)

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
