"""`evenhand verify RECORD`: verifies a record with the second verifier.

Exits with 0 if the record holds, 1 if it does not, 2 if it cannot be checked, 3 if it holds in part, 4 if it holds but
relies on a beacon or a witness that the server chose.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from .verifier import CannotCheck, Report, Trusted, verify

_MOST_SHOWN = 20


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="evenhand", description="Verifies a record as it was downloaded.")
    verifying = parser.add_subparsers(dest="command", required=True).add_parser("verify")
    verifying.add_argument("record", type=Path)
    verifying.add_argument("--checkpoint", type=Path, action="append", default=[], help="a note that you kept")
    verifying.add_argument("--receipt", type=Path, action="append", default=[], help="a receipt of a ballot")
    verifying.add_argument("--beacon", action="append", default=[], help='"HASH PUBLICKEY START PERIOD" that you trust')
    verifying.add_argument("--witness", action="append", default=[], help="the verifier key of a witness that you trust")
    given = parser.parse_args(arguments)
    try:
        notes = [path.read_text(encoding="utf-8") for path in given.checkpoint]
        receipts = [(path.name, path.read_text(encoding="utf-8")) for path in given.receipt]
        report = verify(given.record, Trusted(given.beacon, given.witness), notes, receipts)
    except (CannotCheck, OSError, ValueError) as error:
        print(f"Cannot check: {error}", file=sys.stderr)
        return 2
    print("\n".join(_words(report)))
    return _exit_code(report)


def _exit_code(report: Report) -> int:
    if report.problems:
        return 1
    if report.not_checked or report.counts:
        return 3
    return 4 if report.relied_on else 0


def _words(report: Report) -> List[str]:
    answers = {
        0: "The record holds.",
        1: f"The record does not hold: {len(report.problems)} problems.",
        3: "The record holds in part: nothing differs, but see below.",
        4: "The record holds, relying on a beacon or witnesses that its server chose.",
    }
    lines = [answers[_exit_code(report)]]
    lines += [f"entry {seq}: {text}" if seq else text for seq, text in report.problems[:_MOST_SHOWN]]
    if len(report.problems) > _MOST_SHOWN:
        lines.append(f"and {len(report.problems) - _MOST_SHOWN} more")
    lines.append(f"checked: {report.entries} entries, {report.chances} chances, {report.draws} draws")
    lines += [f"not checked: {what} ({count})" for what, count in sorted(report.not_checked.items())]
    lines += [f"note: {what}: {count}" for what, count in sorted(report.counts.items())]
    lines += [f"relies on {text}" for text in report.relied_on]
    return lines


if __name__ == "__main__":
    sys.exit(main())
