"""Receipts of ballots (docs/log-format-receipts.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .forms import FormError, entry_hash, is_own_signature, keyed, parse_line, proven_root, tagged
from .saved_checkpoints import check_saved_checkpoint
from .notes import decoded, note_parts
from .shapes import check_body, check_part
from .study import Study

_FIRST_LINE = "c2sp.org/tlog-proof@v1"


@dataclass
class Receipt:
    """A receipt whose parts match, and the log's entries about its ballot."""

    name: str
    entry: Dict[str, Any]
    #: Hash of the entry.
    hash: str
    #: `opening`, `salt`, `nonce`, `shown`, `verdicts` and, if its round had proposals, `votes`.
    extra: Dict[str, Any]
    #: The checkpoint; None for a receipt that was made before the first checkpoint.
    note: Optional[str]
    #: The numbers of the entries of later ballots of the seat.
    later: List[int] = field(default_factory=list)
    #: The body of `ballot.opened`; None until the round closes.
    opened: Optional[Dict[str, Any]] = None
    is_closed: bool = False
    #: The first and the last entry of each part that was lost before a restore.
    lost: List[Tuple[int, int]] = field(default_factory=list)

    def read_entry(self, entry: Dict[str, Any]) -> None:
        """Reads an entry of the log."""
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
    """Reads a receipt and checks everything that can be checked without the log.

    :raises FormError: if its parts do not match
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
        raise FormError("the nonce that its entry names by its hash")
    message = {
        **{key: body[key] for key in ("nonceHash", "round", "seat", "version")},
        **{key: extra[key] for key in ("opening", "shown", "verdicts", "votes") if key in extra},
        "study": study,
    }
    if keyed(extra["salt"], message) != body["commitment"]:
        raise FormError("the verdicts, and the data shown, to which its entry commits")
    signed = [study, extra["opening"], *(body[key] for key in ("round", "seat", "version", "nonceHash", "commitment"))]
    if not is_own_signature(body["key"], body["signature"], "ballot", *signed):
        raise FormError("a valid signature of the ballot")


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
        """Checks that the inclusion proof leads from an entry to the checkpoint's root."""
        if self.index != str(entry["seq"] - 1):
            raise FormError(f"the index {entry['seq'] - 1}")
        origin, size, root = note_parts(self.note)
        first, restored, count = origin.partition("/restored-")
        if not first.endswith(f"/{entry['study']}") or (restored and not count.isdigit()):
            raise FormError("a checkpoint of its study")
        if proven_root(leaf, entry["seq"] - 1, size, self.hashes) != root:
            raise FormError("a proof that leads from its entry to its checkpoint")


def check_receipts(study: Study, receipts: Sequence[Receipt]) -> None:
    """Compares receipts with a log, after its last entry was read."""
    for one in receipts:
        if study.report.at(0).expect_equal(f"study of {one.name}", study.id, one.entry["study"]):
            others = [other for other in receipts if other is not one]
            _check_one(study, one, others)


def _check_one(study: Study, one: Receipt, others: Sequence[Receipt]) -> None:
    seq, report = one.entry["seq"], study.report.at(one.entry["seq"])
    is_there = seq <= len(study.hashes) and study.hashes[seq - 1] == one.hash
    if one.note is None:
        report.count("receipts without a checkpoint")
    else:
        check_saved_checkpoint(study, one.note, f"{one.name}: ")
    if not is_there and any(first <= seq <= last for first, last in one.lost):
        report.count("receipts of lost ballots")
        return
    report.expect(is_there, f"{one.name}: entry {seq} as the receipt has it")
    found = study.rounds.get(one.entry["body"]["round"])
    opening = found.opening if found else "none"
    report.expect(opening == one.extra["opening"], f"{one.name}: the opening of its round")
    known = {other.entry["seq"] for other in others}
    report.expect(known.issuperset(one.later), f"{one.name}: no later ballot of the seat without a receipt")
    if one.is_closed and not one.later:
        report.expect(_is_opened(one), f"{one.name}: ballot.opened with the receipt's contents")


def _is_opened(one: Receipt) -> bool:
    keys = ("salt", "nonce", "shown", "verdicts", "votes")
    version = one.entry["body"]["version"]
    opened = one.opened or {}
    return opened.get("version") == version and all(opened.get(key) == one.extra.get(key) for key in keys)
