"""Prints the estimates and the frontier of a record as JSON lines: python clients/python/figures.py RECORD.jsonl

Runs without installing the package.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "src"))

from evenhand import RecordError, Study  # noqa: E402

if len(sys.argv) != 2:
    sys.exit("usage: python figures.py RECORD.jsonl")
try:
    study = Study.from_record(sys.argv[1])
except (OSError, RecordError) as error:
    sys.exit(f"{sys.argv[1]}: {error}")
print(json.dumps({"study": study.record.study, "head": study.record.head, "entries": len(study.record.entries)}))
for estimate in study.estimate():
    print(json.dumps(asdict(estimate)))
for point in study.frontier():
    print(json.dumps(asdict(point)))
