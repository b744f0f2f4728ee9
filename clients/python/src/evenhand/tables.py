"""Tables computed from a log, with the names and columns of the page "Data" (docs/data.md)."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any, Dict, Iterator, List, Optional, Tuple

from . import log_tables
from .log_tables import Row, entries_of, pair_of
from .record import Record


def chances(record: Record) -> Iterator[Row]:
    """Yields the chance of each person in each round."""
    for entry in entries_of(record, "round.opened"):
        body = entry["body"]
        base: List[Optional[str]] = body.get("guard", {}).get("base") or [None] * len(body["people"])
        for position, person in enumerate(body["people"]):
            yield {
                "seq": entry["seq"],
                "round": body["round"],
                "position": position,
                "person": person["person"],
                "chance": float(person["chance"]),
                "base_chance": None if base[position] is None else float(base[position] or 0),
            }


def verdicts(record: Record) -> Iterator[Row]:
    """Yields each verdict of each opened ballot."""
    openings = _openings(record)
    tolerance_rounds = {entry["body"]["round"] for entry in entries_of(record, "round.tolerances-asked")}
    for entry in entries_of(record, "ballot.opened"):
        body = entry["body"]
        people = openings[body["round"]]["people"]
        for high, low, word, *points in body["verdicts"]:
            yield {
                "seq": entry["seq"],
                "round": body["round"],
                "seat": body["seat"],
                "ballot_version": body["version"],
                **pair_of(people, high, low),
                "verdict": word,
                "tolerance": points[0] if points else None,
                "tolerance_only": body["round"] in tolerance_rounds,
            }


def pairs(record: Record) -> Iterator[Row]:
    """Yields each eligible pair of each closed round, with the counts of its verdicts."""
    openings = _openings(record)
    counts_by_round: Dict[int, Counter[Tuple[int, int, str]]] = {}
    accepted: Dict[Tuple[int, int, int], List[float]] = {}
    decided = (one for entry in entries_of(record, "round.closed") for one in entry["body"].get("annulments", []))
    annulled = {(one["round"], one["high"], one["low"]) for one in decided if one["annulled"]}
    alpha = Decimal(0)
    for entry in record.entries:
        body = entry["body"]
        if entry["type"] in ("study.created", "settings.revised"):
            alpha = Decimal(body["settings"]["learner"]["alpha"])
        elif entry["type"] == "ballot.opened":
            counts = counts_by_round.setdefault(body["round"], Counter())
            counts.update((high, low, word) for high, low, word, *_ in body["verdicts"])
            people = openings[body["round"]]["people"]
            for high, low, word, *points in body["verdicts"]:
                gap = float(people[high]["chance"]) - float(people[low]["chance"])
                if points or word == "acceptable":
                    known = accepted.setdefault((body["round"], high, low), [])
                    known.append(points[0] if points else gap * 100)
        elif entry["type"] == "round.closed":
            opening = openings[body["round"]]
            ways = {(high, low): way for high, low, way in opening["docket"] or []}
            weights = {(one["high"], one["low"]): one["weight"] for one in body["violations"]}
            counts = counts_by_round.pop(body["round"], Counter())
            for high, low in _eligible([Decimal(one["chance"]) for one in opening["people"]], alpha):
                words = {word: counts[(high, low, word)] for word in ("unfair", "acceptable", "unsure")}
                yield {
                    "seq": entry["seq"],
                    "round": body["round"],
                    **pair_of(opening["people"], high, low),
                    "docket": ways.get((high, low)),
                    **words,
                    "not_looked_at": len(opening["panel"]) - sum(words.values()),
                    "accepted_up_to": _accepted(opening, accepted.get((body["round"], high, low), [])),
                    "reported": (high, low) in weights,
                    "weight": float(weights.get((high, low), 0)),
                    "annulled": (body["round"], high, low) in annulled,
                }


def _accepted(opening: Row, points: List[float]) -> float:
    """Returns the (m - r + 1)-th largest accepted gap, with m seats of which r must flag; 0 if fewer seats stated one."""
    place = len(opening["panel"]) - opening["neededFlags"]
    return sorted(points, reverse=True)[place] if place < len(points) else 0


def decisions(record: Record) -> Iterator[Row]:
    """Yields the draw's decision about each person of each closed round, with the outcome; `outcome` is never empty."""
    openings = _openings(record)
    latest: Dict[Tuple[int, int], Tuple[int, str]] = {}
    for entry in entries_of(record, "outcome.recorded"):
        body = entry["body"]
        latest[(body["round"], body["position"])] = (entry["seq"], body["value"])
    overrides: Dict[Tuple[int, int], Tuple[str, int]] = {}
    for entry in entries_of(record, "decision.overridden"):
        body = entry["body"]
        overrides[(body["round"], body["position"])] = (body["reason"], entry["seq"])
    for entry in entries_of(record, "round.closed"):
        body = entry["body"]
        for position, decision in enumerate(body.get("draw", {}).get("decisions", [])):
            person = openings[body["round"]]["people"][position]
            no_outcome = (None, "pending" if decision == 1 else "not_selected")
            seq, outcome = latest.get((body["round"], position), no_outcome)
            reason, override_seq = overrides.get((body["round"], position), (None, None))
            yield {
                "seq": entry["seq"],
                "round": body["round"],
                "position": position,
                "person": person["person"],
                "chance": float(person["chance"]),
                "selected": decision == 1,
                "outcome": outcome,
                "outcome_seq": seq,
                "override_reason": reason,
                "override_seq": override_seq,
            }


#: The tables that can be computed from a record, by name.
TABLES = {
    "people": log_tables.people,
    "rounds": log_tables.rounds,
    "chances": chances,
    "pairs": pairs,
    "verdicts": verdicts,
    "distances": log_tables.distances,
    "decisions": decisions,
    "draws": log_tables.draws,
    "outcomes": log_tables.outcomes,
    "updates": log_tables.updates,
    "guidelines": log_tables.guidelines,
    "seats": log_tables.seats,
    "features": log_tables.features,
}


def _openings(record: Record) -> Dict[int, Dict[str, Any]]:
    """Returns the body of `round.opened` of each round, with the panel that `round.drawn` added."""
    openings = {entry["body"]["round"]: dict(entry["body"]) for entry in entries_of(record, "round.opened")}
    for entry in entries_of(record, "round.drawn"):
        body = entry["body"]
        if body["panel"] is not None:
            openings[body["round"]].update({key: body[key] for key in ("panel", "neededFlags")})
    return openings


def _eligible(values: List[Decimal], alpha: Decimal) -> Iterator[Tuple[int, int]]:
    for high, above in enumerate(values):
        for low, below in enumerate(values):
            if above - below > alpha:
                yield high, low
