"""Estimates with intervals from a study's tables, using only Python's standard library."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

Row = Dict[str, Any]


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval; `interval` is None if there are too few rounds."""

    name: str
    value: Optional[float]
    interval: Optional[Tuple[float, float]]
    #: The number of rounds used.
    rounds: int
    #: The method, in one sentence.
    how: str


@dataclass(frozen=True)
class FrontierPoint:
    """The reports that the same verdicts would make with another number of needed flags."""

    needed_flags: int
    reported_pairs: int
    rounds_with_a_report: int
    rounds: int


def error_rate(decisions: Iterable[Row]) -> Estimate:
    """Estimates wrong decisions per person by inverse propensity weighting, from the outcomes of selected people.

    The error is the sum of p + (1 - 2 p) y. The y of a selected person is weighted by 1/p; the y of other people is
    unknown and has weight 0, so the mean is unbiased. Rounds with a pending outcome are excluded. A lost outcome widens
    the interval to both of its possible values, and the estimate is in the middle. The interval comes from the spread
    between rounds, by Student's t, since the people of a round share one draw. All values are limited to [0, 1].
    """
    by_round: Dict[int, List[Row]] = defaultdict(list)
    for row in decisions:
        by_round[row["round"]].append(row)
    settled = [rows for rows in by_round.values() if all(row["outcome"] != "pending" for row in rows)]
    how = "inverse propensity weighting, over rounds without a pending outcome; interval from the spread between rounds"
    if not settled:
        return Estimate("error", None, None, 0, how)
    ends = [_mean_of(settled, end) for end in (min, max)]
    interval = None
    if len(settled) > 1:
        quantile = student_quantile(len(settled) - 1)
        (low, low_error), (high, high_error) = ends
        interval = (_cut(low - quantile * low_error), _cut(high + quantile * high_error))
    return Estimate("error", _cut(sum(mean for mean, _ in ends) / 2), interval, len(settled), how)


def _mean_of(rounds: List[List[Row]], end: Callable[..., float]) -> Tuple[float, float]:
    """Returns the mean per person and its standard error, with the smaller or the larger value of a lost outcome."""
    sums = [sum(end(_expected_errors(row)) for row in rows) for rows in rounds]
    people = sum(map(len, rounds))
    mean = sum(sums) / people
    squares = sum((found - len(rows) * mean) ** 2 for found, rows in zip(sums, rounds))
    count = len(rounds)
    return mean, math.sqrt(count / max(1, count - 1) * squares) / people


def report_rate(pairs: Iterable[Row], rounds: Iterable[int]) -> Estimate:
    """Estimates the share of closed rounds in which the panel reported a pair, with Wilson's interval."""
    reported = {row["round"] for row in pairs if row["reported"]}
    closed = list(rounds)
    count, total = sum(one in reported for one in closed), len(closed)
    how = "rounds with a report by closed rounds; Wilson's interval"
    if total == 0:
        return Estimate("report rate", None, None, 0, how)
    return Estimate("report rate", count / total, wilson(count, total), total, how)


def frontier(pairs: Iterable[Row], rounds: Iterable[int], seats: int) -> List[FrontierPoint]:
    """Counts the reports with 1 to m needed flags, exactly for the given verdicts.

    A pair that a seat did not judge counts as not flagged by it. Later rounds are taken as they were.
    """
    judged, closed = list(pairs), list(rounds)
    points = []
    for needed in range(1, seats + 1):
        over = [row for row in judged if row["unfair"] >= needed]
        points.append(FrontierPoint(needed, len(over), len({row["round"] for row in over}), len(closed)))
    return points


def wilson(count: int, total: int) -> Tuple[float, float]:
    """Returns Wilson's 95 % score interval of a share."""
    z = 1.959963984540054
    share = count / total
    center = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return (max(0.0, (center - half) / scale), min(1.0, (center + half) / scale))


def student_quantile(degrees: int) -> float:
    """Returns the 97.5 % quantile of Student's t to about 1e-9, by bisection of its integrated density."""
    log_scale = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - 0.5 * math.log(degrees * math.pi)

    def tail_to(angle: float) -> float:
        # With t = sqrt(degrees) tan(angle) the density is bounded, so Simpson's rule converges for every degree.
        return _simpson(lambda a: math.exp(log_scale) * math.sqrt(degrees) * math.cos(a) ** (degrees - 1), 0, angle)

    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail_to(middle) < 0.475 else (low, middle)
    return math.sqrt(degrees) * math.tan((low + high) / 2)


def _expected_errors(row: Row) -> Tuple[float, ...]:
    """Returns a person's expected errors: one value, or two for a lost outcome."""
    chance = row["chance"]
    if chance == 0 or row["outcome"] in ("no", "not_selected"):
        return (chance,)
    if_yes = chance + (1 - 2 * chance) / chance
    return (if_yes,) if row["outcome"] == "yes" else (chance, if_yes)


def _cut(value: float) -> float:
    return min(1.0, max(0.0, value))


def _simpson(density: Callable[[float], float], low: float, high: float, steps: int = 400) -> float:
    width = (high - low) / steps
    inner = sum((4 if i % 2 else 2) * density(low + i * width) for i in range(1, steps))
    return width / 3 * (density(low) + inner + density(high))
