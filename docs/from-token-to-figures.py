# %% [markdown]
# # From a token to figures
#
# Loads a study from a server, verifies it while it comes, and prints its estimates. A token that may read is enough; it is
# made on the page of the account, under "Tokens for programs". Run it cell by cell in an editor that knows `# %%`, or whole:
#
#     python docs/from-token-to-figures.py https://panel.example.org [STUDY] < token.txt
#
# The token comes by standard input, so that it stands in no history and no list of processes.

# %%
import json
import sys
from dataclasses import asdict

from evenhand import Study  # pip install ./clients/python

url, *named = sys.argv[1:]
token = sys.stdin.readline().strip()

# %% [markdown]
# Every line of the log is hashed and must name the one before it; the last one must be the head that the server names. With
# `folder="..."` the log is kept, and the next time it has to go on from there.

# %%
study = Study(url, token, study=named[0] if named else None)
print(json.dumps({"study": study.record.study, "head": study.record.head, "entries": len(study.record.entries)}))

# %% [markdown]
# Tables are lists of rows, or data frames where pandas or polars is installed (`study.frame`). Outcomes are one-sided:
# of somebody who was not selected nobody will ever know.

# %%
decisions = study.rows("decisions")
print(json.dumps({"decided": len(decisions), "selected": sum(row["selected"] for row in decisions)}))

# %% [markdown]
# Wrong decisions per person and rounds with a report, each with a 95 % interval and how it was made.

# %%
for estimate in study.estimate():
    print(json.dumps(asdict(estimate)))

# %% [markdown]
# The same verdicts counted again for every number of needed flags. What the learner would have done then is not said.

# %%
for point in study.frontier():
    print(json.dumps(asdict(point)))
