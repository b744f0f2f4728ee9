"""Reading of downloaded records: rules, people, totals, log, manifest, one JSON value per line (docs/log-format.md)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

GENESIS = "0" * 64

Entry = Dict[str, Any]


class RecordError(Exception):
    """The record is incomplete or was changed. The message names the place and the expected value."""


@dataclass
class Record:
    """A log whose hash chain is verified, and the features that came with it."""

    study: str
    head: str
    entries: List[Entry]
    #: The hash of each entry's line.
    hashes: List[str]
    #: The cells of each person who was in a round and is not erased; empty if the log came without features.
    features: Dict[str, List[Optional[str]]] = field(default_factory=dict)

    def check_known_entry(self, known_entry: Optional[Tuple[int, str]]) -> None:
        """Checks that the log contains an entry that the caller saved earlier.

        :param known_entry: its number and hash; None checks nothing
        :raises RecordError: if it differs or does not exist
        """
        if known_entry is None:
            return
        seq, expected = known_entry
        found = self.hashes[seq - 1] if 0 < seq <= len(self.hashes) else "no such entry"
        if found != expected:
            raise RecordError(f"entry {seq}: expected the known hash {expected}, found {found}: the log was rewritten")


def load(path: Path, known_entry: Optional[Tuple[int, str]] = None) -> Record:
    """Reads a record and checks every hash, the order of the entries, the manifest and the list of rules.

    The verifier checks checkpoints, signatures and the computation of every number:
    `npm run verify -- RECORD.jsonl`.

    :param known_entry: number and hash of an entry saved earlier; the record must contain it unchanged
    :raises RecordError: at the first difference
    """
    parts = {name: _Part() for name in ("rules", "people", "totals", "log")}
    chain = Chain()
    rules = hashlib.sha256()
    features: Dict[str, List[Optional[str]]] = {}
    manifest: Optional[Dict[str, Any]] = None
    for number, line in enumerate(_lines(path), start=1):
        if manifest is not None:
            raise RecordError(f"line {number}: unexpected line after the manifest")
        value = _parsed(line, f"line {number}")
        if "manifest" in value:
            manifest = value["manifest"]
        elif "seq" in value:
            parts["log"].add(line)
            chain.append(line)
        elif "bytes" in value:
            parts["totals"].add(line)
        elif "rules" in value:
            parts["rules"].add(line)
            rules.update(_text(value["rules"], f"line {number}"))
        else:
            parts["people"].add(line)
            if "features" in value:
                features[value["person"]] = value["features"]
    if manifest is None:
        raise RecordError("the file ends without a manifest: it is incomplete")
    _check(manifest, parts, chain)
    _check_rules(chain.entries, rules.hexdigest() if parts["rules"].count else None)
    record = Record(manifest["study"], chain.head, chain.entries, chain.hashes, features)
    record.check_known_entry(known_entry)
    return record


class Chain:
    """The entries of a log; each is checked against the previous one."""

    def __init__(self) -> None:
        self.entries: List[Entry] = []
        #: The hash of each entry's line.
        self.hashes: List[str] = []

    @property
    def head(self) -> str:
        """The hash of the last entry; zeros if there are no entries."""
        return self.hashes[-1] if self.hashes else GENESIS

    def append(self, line: bytes) -> None:
        """Appends the next line, without its LF.

        :raises RecordError: if the line does not continue the chain
        """
        seq = len(self.entries) + 1
        entry = _parsed(line, f"entry {seq}")
        if entry.get("v") != 1:
            raise RecordError(f"entry {seq}: format {entry.get('v')} is not supported, expected 1")
        if entry.get("seq") != seq:
            raise RecordError(f"entry {seq}: found the number {entry.get('seq')}")
        if entry.get("prev") != self.head:
            raise RecordError(f"entry {seq}: expected the previous hash {self.head}, found {entry.get('prev')}")
        self.entries.append(entry)
        self.hashes.append(hashlib.sha256(b"\0" + line).hexdigest())


class _Part:
    """Counts and hashes the lines of one part of a record."""

    def __init__(self) -> None:
        self.count = 0
        self._hash = hashlib.sha256()

    def add(self, line: bytes) -> None:
        self.count += 1
        self._hash.update(line + b"\n")

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def _lines(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                raise RecordError("the file ends within a line: it is incomplete")
            yield line[:-1]


def _parsed(line: bytes, place: str) -> Dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8"))
    except ValueError as error:
        raise RecordError(f"{place}: expected JSON") from error
    if not isinstance(value, dict):
        raise RecordError(f"{place}: expected an object")
    return value


def _text(value: Any, place: str) -> bytes:
    if not isinstance(value, str):
        raise RecordError(f"{place}: expected a part of a list of rules")
    return value.encode("utf-8", "surrogatepass")


def _check(manifest: Dict[str, Any], parts: Dict[str, _Part], chain: Chain) -> None:
    expected = {
        "rules": parts["rules"].count,
        "rulesHash": parts["rules"].digest,
        "entries": parts["log"].count,
        "logHash": parts["log"].digest,
        "people": parts["people"].count,
        "peopleHash": parts["people"].digest,
        "totals": parts["totals"].count,
        "totalsHash": parts["totals"].digest,
        "head": chain.head,
    }
    for name, found in expected.items():
        if manifest.get(name) != found:
            raise RecordError(f"manifest: {name} is {manifest.get(name)}, but the file has {found}")


def _check_rules(entries: List[Entry], found: Optional[str]) -> None:
    """Checks that the list of rules is the one whose hash is in the last settings, if there is one."""
    settings = [one["body"]["settings"] for one in entries if one["type"] in ("study.created", "settings.revised")]
    hypotheses = settings[-1]["learner"].get("hypotheses", {}) if settings else {}
    named = hypotheses["hash"] if hypotheses.get("kind") == "listed" else None
    if found != named:
        raise RecordError(f"list of rules: the log names {named or 'none'}, but the file has {found or 'none'}")
