"""Tables of people, rounds, draws and other entries of a log, with the columns of the page "Data" (docs/data.md)."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import Any, Dict, Iterator, List, Optional, Tuple

from .record import Entry, Record

Row = Dict[str, Any]


def people(record: Record) -> Iterator[Row]:
    """Yields all imported people, including erased people."""
    erased = {entry["body"]["person"]: entry["seq"] for entry in entries_of(record, "person.erased")}
    ordinal = 0
    for entry in entries_of(record, "people.imported"):
        for _ in range(entry["body"]["count"]):
            ordinal += 1
            person = f"p{ordinal}"
            yield {"person": person, "imported_seq": entry["seq"], "erased_seq": erased.get(person)}


def features(record: Record) -> Iterator[Row]:
    """Yields the features of all people who were in a round, except erased people."""
    columns = settings_of(record)["learner"]["columns"]
    names = feature_names(record)
    for person, cells in record.features.items():
        row: Row = {"person": person}
        for name, column, cell in zip(names, columns, cells):
            row[name] = float(cell) if cell is not None and column["type"] == "number" else cell
        yield row


def feature_names(record: Record) -> List[str]:
    """Returns the names of feature columns in snake case; duplicates are numbered."""
    used = {"person"}
    names = []
    for column in settings_of(record)["learner"]["columns"]:
        plain = _snake_case(column["name"])
        name, count = plain, 2
        while name in used:
            name, count = f"{plain}_{count}", count + 1
        used.add(name)
        names.append(name)
    return names


def _snake_case(title: str) -> str:
    text = "".join(one for one in unicodedata.normalize("NFKD", title) if unicodedata.category(one)[0] != "M")
    text = re.sub(r"([a-z\d])([A-Z])", r"\1_\2", text, flags=re.ASCII).lower()
    name = re.sub(r"[^a-z\d]+", "_", text, flags=re.ASCII).strip("_")
    if name == "":
        return "column"
    return name if re.match(r"[a-z]", name) else f"column_{name}"


def rounds(record: Record) -> Iterator[Row]:
    """Yields every opened round, with its opening and its end; open rounds come last."""
    open_rounds: Dict[int, Row] = {}
    alpha = Decimal(0)
    for entry in record.entries:
        kind, body = entry["type"], entry["body"]
        if kind in ("study.created", "settings.revised"):
            alpha = Decimal(body["settings"]["learner"]["alpha"])
        elif kind == "round.opened":
            open_rounds[body["round"]] = {
                "opening": dict(body, seq=entry["seq"], at=entry["at"]), "alpha": alpha, "ballots": 0
            }
        elif kind == "round.drawn" and body["panel"] is not None:
            drawn = {key: body[key] for key in ("panel", "neededFlags", "rule") if key in body}
            open_rounds[body["round"]]["opening"].update(drawn)
        elif kind == "round.extended":
            open_rounds[body["round"]]["opening"]["deadlineAt"] = body["deadlineAt"]
        elif kind == "ballot.opened":
            open_rounds[body["round"]]["ballots"] += 1
        elif kind in ("round.closed", "round.cancelled"):
            yield _round_row(open_rounds.pop(body["round"]), entry)
    for rest in open_rounds.values():
        yield _round_row(rest, None)


def _round_row(kept: Row, end: Optional[Entry]) -> Row:
    opening = kept["opening"]
    guard = opening.get("guard") or {}
    panel, rule = opening["panel"], opening.get("rule")
    is_closed = end is not None and end["type"] == "round.closed"
    return {
        "round": opening["round"],
        "opened_seq": opening["seq"],
        "opened_at": opening["at"],
        "t": opening["t"],
        "people": len(opening["people"]),
        "seats": None if panel is None else len(panel),
        "needed_flags": opening["neededFlags"],
        "rule": None if rule is None else _format_rule(rule, panel or []),
        "alpha": float(kept["alpha"]),
        "eta": _number(opening.get("eta")),
        "fairness_weight": _number(opening.get("fairnessWeight")),
        **{f"guard_{name}": _number(guard.get(name)) for name in ("tau", "limit", "pull", "target", "spent")},
        "guard_is_cut": guard.get("isCut"),
        "guideline_version": opening["guidelineVersion"],
        "deadline_at": opening["deadlineAt"],
        "state": "open" if end is None else end["type"].split(".")[1],
        "ended_seq": end and end["seq"],
        "ended_at": end and end["at"],
        "end_reason": end and end["body"]["reason"],
        "as_announced": end["body"]["asAnnounced"] if end and is_closed else None,
        "ballots": kept["ballots"] if is_closed else 0,
        "reported_pairs": len(end["body"]["violations"]) if end and is_closed else 0,
    }


def _format_rule(rule: Row, seats: List[str]) -> str:
    """Returns a rule of decision in the notation of the page "What-if"."""
    kind = rule["kind"]
    if kind == "at-least":
        return str(rule["flags"])
    if kind == "share":
        return f"{rule['gamma']['numerator']}/{rule['gamma']['denominator']}"
    if kind == "auditor":
        return seats[rule["auditor"]] if rule["auditor"] < len(seats) else ""
    if kind == "weighted":
        named = [f"{seats[seat]}={weight}" for seat, weight in enumerate(rule["weights"]) if weight != "0"]
        return f"weights({', '.join(named)}; {rule['threshold']})"
    return f"{kind}({', '.join(_format_rule(part, seats) for part in rule['rules'])})"


def distances(record: Record) -> Iterator[Row]:
    """Yields the interval that each verdict implies for the distance of its pair, for metric learning."""
    openings = {entry["body"]["round"]: entry["body"]["people"] for entry in entries_of(record, "round.opened")}
    alpha = 0.0
    for entry in record.entries:
        body = entry["body"]
        if entry["type"] in ("study.created", "settings.revised"):
            alpha = float(body["settings"]["learner"]["alpha"])
        if entry["type"] != "ballot.opened":
            continue
        for high, low, word, *points in body["verdicts"]:
            if word == "unsure":
                continue
            pair = pair_of(openings[body["round"]], high, low)
            start, end = _distance_interval(pair["gap"], alpha, word, points)
            yield {
                "seq": entry["seq"],
                "round": body["round"],
                "seat": body["seat"],
                **pair,
                "comparable": word == "unfair",
                "distance_from": start,
                "distance_to": end,
            }


def _distance_interval(gap: float, alpha: float, word: str, points: List[int]) -> Tuple[float, float]:
    limit = _cut(gap - alpha)
    start, end = (0.0, limit) if word == "unfair" else (limit, 1.0)
    if not points:
        return start, end
    middle = points[0] / 100 - alpha
    upper = 1.0 if points[0] == 100 else _cut(middle + 0.005)
    return max(start, _cut(middle - 0.005)), min(end, upper)


def _cut(value: float) -> float:
    return min(1.0, max(0.0, value))


def draws(record: Record) -> Iterator[Row]:
    """Yields the draw of every round that ended with one."""
    for entry in record.entries:
        if entry["type"] not in ("round.closed", "round.cancelled") or "draw" not in entry["body"]:
            continue
        body, draw = entry["body"], entry["body"]["draw"]
        is_closed = entry["type"] == "round.closed"
        yield {
            "seq": entry["seq"],
            "round": body["round"],
            "counts": is_closed,
            "u": float(draw["u"]),
            "hypothesis": draw.get("hypothesis") if "order" not in draw else None,
            "even_order": " ".join(map(str, draw["order"])) if "order" in draw else None,
            "selected": sum(draw["decisions"]),
            "link": body["link"],
            "beacon_signature": (body.get("beacon") or {}).get("signature") if is_closed else None,
        }


def outcomes(record: Record) -> Iterator[Row]:
    """Yields every recorded outcome of a selected person, including corrections."""
    latest = {(e["body"]["round"], e["body"]["position"]): e["seq"] for e in entries_of(record, "outcome.recorded")}
    for entry in entries_of(record, "outcome.recorded"):
        body = entry["body"]
        yield {
            "seq": entry["seq"],
            "at": entry["at"],
            **{name: body[name] for name in ("round", "position", "version")},
            "outcome": body["value"],
            "is_latest": latest[(body["round"], body["position"])] == entry["seq"],
        }


def updates(record: Record) -> Iterator[Row]:
    """Yields every update of the learner."""
    for entry in entries_of(record, "learner.updated"):
        body = entry["body"]
        hashes = {"from_seq": body["fromSeq"], "applied_seq": body["appliedSeq"], "state_hash": body["stateHash"]}
        yield {"seq": entry["seq"], "at": entry["at"], **hashes}


def guidelines(record: Record) -> Iterator[Row]:
    """Yields the hash of every version of the guidelines."""
    for entry in record.entries:
        if entry["type"] in ("study.created", "guidelines.revised"):
            text = entry["body"]["guidelines"] if entry["type"] == "study.created" else entry["body"]
            yield {"seq": entry["seq"], "at": entry["at"], "version": text["version"], "text_hash": text["hash"]}


def seats(record: Record) -> Iterator[Row]:
    """Yields every seat that was ever added."""
    removed = {entry["body"]["seat"]: entry["seq"] for entry in entries_of(record, "seat.removed")}
    for entry in entries_of(record, "seat.added"):
        body = entry["body"]
        yield {
            "seq": entry["seq"],
            "at": entry["at"],
            **{name: body[name] for name in ("seat", "replaces", "by")},
            "removed_seq": removed.get(body["seat"]),
        }


def entries_of(record: Record, kind: str) -> Iterator[Entry]:
    """Returns the entries of one type, oldest first."""
    return (entry for entry in record.entries if entry["type"] == kind)


def settings_of(record: Record) -> Row:
    """Returns the newest settings."""
    found = [one["body"]["settings"] for one in record.entries if one["type"] in ("study.created", "settings.revised")]
    return dict(found[-1])


def pair_of(people: List[Row], high: int, low: int) -> Row:
    """Returns the columns of a pair; `high` had the greater chance."""
    return {
        "high": high,
        "low": low,
        "high_person": people[high]["person"],
        "low_person": people[low]["person"],
        "gap": float(people[high]["chance"]) - float(people[low]["chance"]),
    }


def _number(decimal: Optional[str]) -> Optional[float]:
    return None if decimal is None else float(decimal)
