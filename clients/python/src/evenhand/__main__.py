"""`evenhand verify RECORD`: verifies a downloaded record.

Exit codes: 0 the record is correct, 1 it is not, 2 it cannot be checked, 3 it is correct as far as it could be checked, 4 it is correct but relies on a
beacon or a witness that the server chose.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from .verifier import CannotCheck, Report, Trusted, verify

_MAX_SHOWN = 20


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="evenhand", description="Verifies a downloaded record.")
    verifying = parser.add_subparsers(dest="command", required=True).add_parser("verify")
    verifying.add_argument("record", type=Path)
    verifying.add_argument("--checkpoint", type=Path, action="append", default=[], help="a checkpoint that you saved")
    verifying.add_argument("--receipt", type=Path, action="append", default=[], help="the receipt of a ballot")
    verifying.add_argument("--beacon", action="append", default=[], help='"HASH PUBLICKEY START PERIOD" that you trust')
    verifying.add_argument("--witness", action="append", default=[], help="a witness's verifier key that you trust")
    options = parser.parse_args(arguments)
    try:
        notes = [path.read_text(encoding="utf-8") for path in options.checkpoint]
        receipts = [(path.name, path.read_text(encoding="utf-8")) for path in options.receipt]
        report = verify(options.record, Trusted(options.beacon, options.witness), notes, receipts)
    except (CannotCheck, OSError, ValueError) as error:
        print(f"Cannot check: {error}", file=sys.stderr)
        return 2
    print("\n".join(_summary(report)))
    return _exit_code(report)


def _exit_code(report: Report) -> int:
    if report.problems:
        return 1
    if report.not_checked or report.counts:
        return 3
    return 4 if report.relied_on else 0


def _summary(report: Report) -> List[str]:
    answers = {
        0: "The record is correct.",
        1: f"The record is not correct: {len(report.problems)} problems.",
        3: "The record is correct as far as it could be checked:",
        4: "The record is correct, relying on a beacon or witnesses that its server chose.",
    }
    lines = [answers[_exit_code(report)]]
    lines += [f"entry {seq}: {text}" if seq else text for seq, text in report.problems[:_MAX_SHOWN]]
    if len(report.problems) > _MAX_SHOWN:
        lines.append(f"and {len(report.problems) - _MAX_SHOWN} more")
    lines.append(f"checked: {report.entries} entries, {report.chances} chances, {report.draws} draws")
    lines += [f"not checked: {what} ({count})" for what, count in sorted(report.not_checked.items())]
    lines += [f"note: {what}: {count}" for what, count in sorted(report.counts.items())]
    lines += [f"relies on {text}" for text in report.relied_on]
    return lines


if __name__ == "__main__":
    sys.exit(main())
