"""Verifies a record line by line (docs/log-format.md, section 8)."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Tuple

from .closings import Closings
from .forms import FormError, entry_hash, parse_line
from .saved_checkpoints import check_saved_checkpoint
from .notes import witness_key
from .receipts import Receipt, check_receipts, read_receipt
from .report import Report
from .shapes import check_body, check_part, is_known
from .study import Parts, Trusted

_BEGINNINGS = (("rules", b'{"rules":'), ("people", b'{"digest'), ("totals", b'{"bytes":'), ("log", b'{"at":'))
_AFTER_THE_END = ("outcome.recorded", "decision.overridden", "learner.updated", "person.erased", "retention.changed", "log.restored")

#: The exceptions that reading a malformed line may raise.
_MALFORMED = (FormError, KeyError, IndexError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError)

_HANDLERS: Dict[str, Callable[[Closings, Dict[str, Any]], None]] = {
    "study.created": Closings.study_created,
    "settings.revised": Closings.settings_revised,
    "guidelines.revised": Closings.guidelines_revised,
    "people.imported": Closings.people_imported,
    "seat.added": Closings.seat_added,
    "seat.key-added": Closings.seat_key_added,
    "seat.removed": Closings.seat_removed,
    "seat.rested": Closings.seat_rested,
    "seat.returned": Closings.seat_returned,
    "seat.attributes": Closings.seat_attributes,
    "panel.selection-changed": Closings.selection_changed,
    "panel.lottery": Closings.panel_lottery,
    "round.opened": Closings.round_opened,
    "round.drawn": Closings.round_drawn,
    "round.extended": Closings.round_extended,
    "round.tolerances-asked": Closings.tolerances_asked,
    "round.seat-replaced": Closings.seat_replaced,
    "ballot.sealed": Closings.ballot_sealed,
    "round.closing": Closings.round_closing,
    "ballot.opened": Closings.ballot_opened,
    "round.closed": Closings.round_closed,
    "round.cancelled": Closings.round_cancelled,
    "outcome.recorded": Closings.outcome_recorded,
    "decision.overridden": Closings.decision_overridden,
    "annulment.proposed": Closings.annulment_proposed,
    "annulment.withdrawn": Closings.annulment_withdrawn,
    "objection.received": Closings.objection_received,
    "objection.answered": Closings.objection_answered,
    "learner.updated": Closings.learner_updated,
    "person.erased": Closings.person_erased,
    "log.restored": Closings.log_restored,
    "retention.changed": Closings.retention_changed,
    "study.ended": Closings.study_ended,
}


class CannotCheck(Exception):
    """The record cannot be checked: no entry can be read, or the log's format is unknown."""


def verify(
    path: Path,
    trusted: Trusted = Trusted(),
    checkpoints: Sequence[str] = (),
    receipts: Sequence[Tuple[str, str]] = (),
) -> Report:
    """Verifies a record.

    :param trusted: beacons and witnesses that the caller knows from a source other than the log
    :param checkpoints: checkpoints that the caller saved
    :param receipts: name and text of each ballot receipt
    :raises CannotCheck: if the record cannot be checked
    """
    report = Report()
    for witness in trusted.witnesses:
        try:
            witness_key(witness)
        except FormError as error:
            raise CannotCheck(f"{witness} is not {error}") from error
    parts = _split(path.read_bytes(), report)
    parsed_receipts = _read_receipts(receipts, report)
    files = _read_files(parts, report)
    study = None
    seq, at, head = 0, 0, "0" * 64
    for line in parts["log"]:
        seq += 1
        report.at(seq)
        hashed = entry_hash(line)
        try:
            entry = parse_line(line)
            check_part("entry", entry)
        except _MALFORMED as error:
            report.expect(False, _describe(error))
            head = hashed
            if study is not None:
                study.hashes.append(hashed)
            continue
        if entry["v"] != 1 or not is_known(entry["type"]):
            raise CannotCheck(f"entry {entry['seq']}: format {entry['v']} or type {entry['type']} is not known here")
        report.expect_equal("seq", seq, entry["seq"])
        report.expect_equal("prev", head, entry["prev"])
        report.expect(entry["at"] >= at, "a time that is not before the previous entry's")
        if study is None:
            report.expect_equal("first entry", "study.created", entry["type"])
            study = Closings(entry["study"], files, trusted, report)
        report.expect_equal("study", study.id, entry["study"])
        study.hashes.append(hashed)
        study.previous_at = at
        at, head = entry["at"], hashed
        _check_entry(study, entry)
        for receipt in parsed_receipts:
            receipt.read_entry(entry)
    if study is None:
        raise CannotCheck("no entry can be read")
    report.entries = len(study.hashes)
    _finish(study)
    report.at(0)
    for note in checkpoints:
        check_saved_checkpoint(study, note)
    check_receipts(study, parsed_receipts)
    report.count("entries that no witness cosigned", report.entries - study.witnessed)
    return report


def _read_receipts(receipts: Sequence[Tuple[str, str]], report: Report) -> List[Receipt]:
    read = []
    for name, text in receipts:
        try:
            read.append(read_receipt(name, text))
        except _MALFORMED as error:
            report.at(0).expect(False, f"{name}: a complete receipt: {_describe(error)}")
    return read


def _check_entry(study: Closings, entry: Dict[str, Any]) -> None:
    kind, report = entry["type"], study.report
    try:
        is_late = study.ended_at is not None and kind not in _AFTER_THE_END
        report.expect(not is_late, f"no {kind} after study.ended")
        closing = [one.number for one in study.open.values() if one.opened]
        is_next = kind in ("ballot.opened", "round.closed") and entry["body"].get("round") in closing
        report.expect(not closing or is_next, f"no {kind} between opened ballots and the close")
        newest = study.newest_open
        if newest is not None and newest.must_ask:
            newest.must_ask = False
            report.expect(kind == "round.tolerances-asked", f"round.tolerances-asked after the opening, not {kind}")
        check_body(kind, entry["body"], _conditional_keys(study, kind, entry["body"]))
        _HANDLERS[kind](study, entry)
    except _MALFORMED as error:
        report.expect(False, _describe(error))
    study.opened_since = study.opened_since + 1 if kind == "ballot.opened" else 0


def _describe(error: Exception) -> str:
    return str(error) if isinstance(error, FormError) else f"an entry of the format ({type(error).__name__}: {error})"


def _conditional_keys(study: Closings, kind: str, body: Any) -> str:
    """Returns the keys that a body has only in some studies or rounds."""
    more: List[str] = []
    if kind == "round.opened":
        more += ["guard:object"] if study.learner.get("mode") == "guarded" else []
        more += ["picks:object"] if "picks" in study.learner else []
        more += ["beaconRound:n1"] if study.beacon_draws_at == "opening" or study.awaits_panel else []
        more += ["annulments:list"] if isinstance(body, dict) and body.get("annulments") else []
    if kind in ("round.opened", "round.drawn") and isinstance(body, dict):
        more += ["rule:object"] if "rule" in body else []
    voted_on = study.open.get(body.get("round", 0)) if isinstance(body, dict) else None
    is_voted_on = voted_on is not None and "annulments" in voted_on.body
    if kind == "ballot.opened" and is_voted_on:
        more.append("votes:list")
    if kind == "round.closed":
        more += [] if study.is_audit else ["draw:object"]
        more += ["beacon:object"] if study.beacon_draws_at == "close" else []
        is_resampled = study.learner["learner"] == "ftpl" and study.learner["mode"] == "paper"
        more += ["resamples:list"] if is_resampled else []
        more += ["annulments:list"] if is_voted_on else []
    if kind == "round.cancelled" and not study.is_audit and study.beacon is None:
        more.append("draw:object")
    return " ".join(more)


def _split(data: bytes, report: Report) -> Dict[str, List[bytes]]:
    parts: Dict[str, List[bytes]] = {name: [] for name, _ in _BEGINNINGS}
    lines = data.split(b"\n")
    report.expect(lines.pop() == b"", "an LF after the last line")
    manifest = None
    order = [name for name, _ in _BEGINNINGS]
    at = 0
    for number, line in enumerate(lines, start=1):
        if manifest is not None:
            report.expect(False, "nothing after the manifest")
        if line.startswith(b'{"manifest":'):
            manifest = line
            continue
        name = next((name for name, begin in _BEGINNINGS if line.startswith(begin)), "log")
        report.expect(order.index(name) >= at, f"line {number}: rules, people, totals, log in this order")
        at = max(at, order.index(name))
        parts[name].append(line)
    if report.expect(manifest is not None, "a manifest as the last line: this file is incomplete"):
        _check_manifest(manifest or b"", parts, report)
    return parts


def _check_manifest(line: bytes, parts: Dict[str, List[bytes]], report: Report) -> None:
    try:
        manifest = parse_line(line)["manifest"]
        log = parts["log"]
        expected = {
            "format": 1,
            "study": parse_line(log[0])["study"] if log else None,
            "head": entry_hash(log[-1]) if log else None,
            "featuresOf": sum(one.startswith(b'{"digestKey"') for one in parts["people"]),
        }
        for name, count in (("rules", "rules"), ("people", "people"), ("totals", "totals"), ("log", "entries")):
            expected[count] = len(parts[name])
            text = b"".join(one + b"\n" for one in parts[name])
            expected[f"{name}Hash"] = hashlib.sha256(text).hexdigest()
        for key in sorted({*expected, *manifest}):
            report.expect_equal(f"manifest: {key}", expected.get(key), manifest.get(key))
    except _MALFORMED as error:
        report.expect(False, f"a manifest ({_describe(error)})")


def _read_files(parts: Dict[str, List[bytes]], report: Report) -> Parts:
    found, rules = Parts(), []
    for name, line in ((name, line) for name in ("rules", "people", "totals") for line in parts[name]):
        try:
            value = parse_line(line)
            if name == "rules":
                if report.expect(isinstance(_require_keys(value, "rules")["rules"], str), "the list of rules as text"):
                    rules.append(value["rules"])
            elif name == "people":
                _require_keys(value, "digest person" if "digest" in value else "digestKey features person")
                report.expect(value["person"] not in found.people, "one line for each person")
                found.people[value["person"]] = value
            else:
                data = base64.b64decode(_require_keys(value, "bytes hash")["bytes"], validate=True)
                if report.expect_equal("totals", hashlib.sha256(data).hexdigest(), value["hash"]):
                    found.totals[value["hash"]] = data
        except _MALFORMED as error:
            report.expect(False, f"{name}: {_describe(error)}")
    found.rules = "".join(rules) if rules else None
    return found


def _require_keys(value: Dict[str, Any], keys: str) -> Dict[str, Any]:
    if set(value) != set(keys.split()):
        raise FormError(f"the keys {keys}")
    return value


def _finish(study: Closings) -> None:
    report = study.report.at(0)
    try:
        study.check_people()
        hypotheses = study.learner.get("hypotheses", {})
        named = hypotheses.get("hash") if hypotheses.get("kind") == "listed" else None
        text = study.parts.rules
        report.at(0).expect_equal("list of rules", named, text and hashlib.sha256(text.encode()).hexdigest())
    except _MALFORMED as error:
        report.expect(False, _describe(error))
