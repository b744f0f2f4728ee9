"""A record as it is downloaded: rules, people, totals, log, manifest, one JSON value a line (docs/log-format.md, section 8)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple

GENESIS = "0" * 64

Entry = Dict[str, Any]


class RecordError(Exception):
    """The file is no whole and unchanged record. The message names the place and what was expected."""


@dataclass
class Record:
    """A log, and the other parts of a record. Loading has checked the chain, and the manifest of a record."""

    study: str
    head: str
    entries: List[Entry]
    #: By entry: the hash of its line.
    hashes: List[str]
    #: Cells by person, of people who were in a round and not erased.
    features: Dict[str, List[Optional[str]]] = field(default_factory=dict)

    def hold_against(self, kept: Optional[Tuple[int, str]]) -> None:
        """Checks that an entry written down earlier is unchanged.

        :raises RecordError: if it differs, or does not exist
        """
        if kept is None:
            return
        seq, expected = kept
        found = self.hashes[seq - 1] if 0 < seq <= len(self.hashes) else "no such entry"
        if found != expected:
            raise RecordError(f"entry {seq}: kept was {expected}, found {found}: this is another history")


def load(path: Path, kept: Optional[Tuple[int, str]] = None) -> Record:
    """Reads a record and checks it: every hash, the order of the entries, all that the manifest counts, and the list of rules.

    Checking checkpoints, signatures and the computation of every number is the task of the verifier:
    `npm run verify -- RECORD.jsonl`.

    :param kept: number and hash of an entry written down earlier; the record must contain it unchanged
    :raises RecordError: at the first difference
    """
    parts = {name: _Part() for name in ("rules", "people", "totals", "log")}
    chain = Chain()
    rules = hashlib.sha256()
    features: Dict[str, List[Optional[str]]] = {}
    manifest: Optional[Dict[str, Any]] = None
    for number, line in enumerate(_lines(path), start=1):
        if manifest is not None:
            raise RecordError(f"line {number}: nothing may follow the manifest")
        value = _parsed(line, f"line {number}")
        if "manifest" in value:
            manifest = value["manifest"]
        elif "seq" in value:
            parts["log"].take(line)
            chain.take(line)
        elif "bytes" in value:
            parts["totals"].take(line)
        elif "rules" in value:
            parts["rules"].take(line)
            rules.update(_text(value["rules"], f"line {number}"))
        else:
            parts["people"].take(line)
            if "features" in value:
                features[value["person"]] = value["features"]
    if manifest is None:
        raise RecordError("the file ends without a manifest: it is not whole")
    _check(manifest, parts, chain)
    _check_rules(chain.entries, rules.hexdigest() if parts["rules"].count else None)
    record = Record(manifest["study"], chain.head, chain.entries, chain.hashes, features)
    record.hold_against(kept)
    return record


class Chain:
    """The entries of a log, each checked against the previous one."""

    def __init__(self) -> None:
        self.entries: List[Entry] = []
        #: By entry: the hash of its line.
        self.hashes: List[str] = []

    @property
    def head(self) -> str:
        """The hash of the last entry; without entries, the zeros before the first one."""
        return self.hashes[-1] if self.hashes else GENESIS

    def take(self, line: bytes) -> None:
        """Adds the next line, without its LF.

        :raises RecordError: if it does not continue the chain
        """
        seq = len(self.entries) + 1
        entry = _parsed(line, f"entry {seq}")
        if entry.get("v") != 1:
            raise RecordError(f"entry {seq}: format {entry.get('v')} is not known here, only 1")
        if entry.get("seq") != seq:
            raise RecordError(f"entry {seq}: its number is {entry.get('seq')}")
        if entry.get("prev") != self.head:
            raise RecordError(f"entry {seq}: names {entry.get('prev')} as the one before, which is {self.head}")
        self.entries.append(entry)
        self.hashes.append(hashlib.sha256(b"\0" + line).hexdigest())


class _Part:
    """Counts and hashes the lines that pass."""

    def __init__(self) -> None:
        self.count = 0
        self._hash = hashlib.sha256()

    def take(self, line: bytes) -> None:
        self.count += 1
        self._hash.update(line + b"\n")

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def _lines(path: Path) -> Iterator[bytes]:
    with open(path, "rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                raise RecordError("the file ends within a line: it is not whole")
            yield line[:-1]


def _parsed(line: bytes, place: str) -> Dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8"))
    except ValueError as error:
        raise RecordError(f"{place}: not JSON") from error
    if not isinstance(value, dict):
        raise RecordError(f"{place}: not an object")
    return value


def _text(value: Any, place: str) -> bytes:
    if not isinstance(value, str):
        raise RecordError(f"{place}: not a part of a list of rules")
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
            raise RecordError(f"manifest: {name} is {manifest.get(name)}, the file has {found}")


def _check_rules(entries: List[Entry], found: Optional[str]) -> None:
    """The list of rules is the one that the last settings name by its hash, if they name one."""
    settings = [one["body"]["settings"] for one in entries if one["type"] in ("study.created", "settings.revised")]
    hypotheses = settings[-1]["learner"].get("hypotheses", {}) if settings else {}
    named = hypotheses["hash"] if hypotheses.get("kind") == "listed" else None
    if found != named:
        raise RecordError(f"list of rules: the log names {named or 'none'}, the file has {found or 'none'}")
