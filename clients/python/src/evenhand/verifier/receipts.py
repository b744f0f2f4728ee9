"""Receipts of ballots (docs/log-format-receipts.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .forms import FormError, entry_hash, is_own_signature, keyed, parse_line, proven_root, tagged
from .kept import check_kept
from .notes import decoded, note_parts
from .shapes import check_body, check_part
from .study import Study

_FIRST_LINE = "c2sp.org/tlog-proof@v1"


@dataclass
class Receipt:
    """A receipt whose parts belong together, and what the log says about its ballot."""

    name: str
    entry: Dict[str, Any]
    #: Hash of the entry.
    hash: str
    #: `opening`, `salt`, `nonce`, `shown`, `verdicts` and, if its round had proposals, `votes`.
    extra: Dict[str, Any]
    #: The checkpoint; None in a file from before there was one.
    note: Optional[str]
    #: Entries of later ballots of the seat.
    later: List[int] = field(default_factory=list)
    #: Body of `ballot.opened`, once its round was closed.
    opened: Optional[Dict[str, Any]] = None
    is_closed: bool = False
    #: First entry, and number of the last one, of parts that the log lost.
    lost: List[Tuple[int, int]] = field(default_factory=list)

    def take(self, entry: Dict[str, Any]) -> None:
        """Takes in an entry of the log."""
        body, own = entry["body"], self.entry["body"]
        if entry["type"] == "log.restored":
            self.lost.append((entry["seq"], body["lostSeq"]))
        if body.get("round") != own["round"]:
            return
        is_own = body.get("seat") == own["seat"]
        if entry["type"] == "ballot.sealed" and is_own and entry["seq"] > self.entry["seq"]:
            self.later.append(entry["seq"])
        if entry["type"] == "ballot.opened" and is_own:
            self.opened = body
        self.is_closed = self.is_closed or entry["type"] == "round.closed"


def read_receipt(name: str, text: str) -> Receipt:
    """Reads a receipt and checks what it shows by itself.

    :raises FormError: unless its parts belong together
    """
    proof = _Proof(text) if text.startswith(f"{_FIRST_LINE}\n") else None
    if not text.endswith("\n"):
        raise FormError("a receipt that ends with LF")
    extra = parse_line(proof.extra if proof else text[:-1].encode())
    check_part("receipt", extra, "", "votes:list")
    line = extra["entry"].encode()
    entry = parse_line(line)
    check_part("entry", entry)
    if entry["v"] != 1 or entry["type"] != "ballot.sealed":
        raise FormError("a receipt of ballot.sealed")
    body = entry["body"]
    check_body("ballot.sealed", body)
    _check_ballot(entry, extra)
    if proof:
        proof.check(entry, entry_hash(line))
    return Receipt(name, entry, entry_hash(line), extra, proof.note if proof else None)


def _check_ballot(entry: Dict[str, Any], extra: Dict[str, Any]) -> None:
    body, study = entry["body"], entry["study"]
    if tagged("nonce", extra["nonce"]) != body["nonceHash"]:
        raise FormError("the nonce of its entry")
    message = {
        **{key: body[key] for key in ("nonceHash", "round", "seat", "version")},
        **{key: extra[key] for key in ("opening", "shown", "verdicts", "votes") if key in extra},
        "study": study,
    }
    if keyed(extra["salt"], message) != body["commitment"]:
        raise FormError("the verdicts of its entry, and what they were given over")
    signed = [study, extra["opening"], *(body[key] for key in ("round", "seat", "version", "nonceHash", "commitment"))]
    if not is_own_signature(body["key"], body["signature"], "ballot", *signed):
        raise FormError("a signature of the ballot")


class _Proof:
    """The lines of a tlog-proof."""

    def __init__(self, text: str) -> None:
        head, _, self.note = text.partition("\n\n")
        lines = head.split("\n")[1:]
        if len(lines) < 2 or not lines[0].startswith("extra ") or not lines[1].startswith("index "):
            raise FormError("the lines extra and index")
        self.extra = decoded(lines[0][len("extra ") :])
        self.index = lines[1][len("index ") :]
        self.hashes = [decoded(line).hex() for line in lines[2:]]

    def check(self, entry: Dict[str, Any], leaf: str) -> None:
        """Checks that the proof leads from an entry to the checkpoint's root."""
        if self.index != str(entry["seq"] - 1):
            raise FormError(f"the index {entry['seq'] - 1}")
        origin, size, root = note_parts(self.note)
        first, restored, count = origin.partition("/restored-")
        if not first.endswith(f"/{entry['study']}") or (restored and not count.isdigit()):
            raise FormError("a checkpoint of its study")
        if proven_root(leaf, entry["seq"] - 1, size, self.hashes) != root:
            raise FormError("a proof that leads from its entry to its checkpoint")


def check_receipts(study: Study, receipts: Sequence[Receipt]) -> None:
    """Compares receipts with a log that was read to its end."""
    for one in receipts:
        if study.report.at(0).same(f"study of {one.name}", study.id, one.entry["study"]):
            others = [other for other in receipts if other is not one]
            _check_one(study, one, others)


def _check_one(study: Study, one: Receipt, others: Sequence[Receipt]) -> None:
    seq, report = one.entry["seq"], study.report.at(one.entry["seq"])
    is_there = seq <= len(study.hashes) and study.hashes[seq - 1] == one.hash
    if one.note is None:
        report.count("receipts without a checkpoint")
    else:
        check_kept(study, one.note, f"{one.name}: ")
    if not is_there and any(first <= seq <= last for first, last in one.lost):
        report.count("receipts of ballots that were lost")
        return
    report.need(is_there, f"{one.name}: entry {seq} as the receipt has it")
    found = study.rounds.get(one.entry["body"]["round"])
    opening = found.opening if found else "none"
    report.need(opening == one.extra["opening"], f"{one.name}: the opening of its round")
    known = {other.entry["seq"] for other in others}
    report.need(known.issuperset(one.later), f"{one.name}: no later ballot of the seat without a receipt")
    if one.is_closed and not one.later:
        report.need(_is_opened(one), f"{one.name}: ballot.opened with its parts")


def _is_opened(one: Receipt) -> bool:
    keys = ("salt", "nonce", "shown", "verdicts", "votes")
    version = one.entry["body"]["version"]
    opened = one.opened or {}
    return opened.get("version") == version and all(opened.get(key) == one.extra.get(key) for key in keys)
