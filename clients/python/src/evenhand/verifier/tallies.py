"""Counts rules by the set of people whom they accept, without visiting each rule."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import Callable, Dict, List, Sequence, Tuple

#: The maximum number of sets of people: about a second for each 100,000.
MOST_SETS = 200_000


class TooManySets(Exception):
    """The rules accept too many different sets of people."""


def tally_subsets(operation: Callable[[int, int], int], start: int, columns: Sequence[int], below: int) -> Dict[int, int]:
    """Counts the sets of predicates with numbers 1, 2, ... below a limit by the people, as bits, whom their rules accept.

    :param operation: combines the people whom a rule accepts with the people who answer yes to a further predicate
    :param start: the people whom the rule of the empty set accepts
    :param columns: for each predicate, the people who answer yes, as bits
    :raises TooManySets: if this would take too long
    """
    found: Dict[int, int] = {}
    prefix = start
    for bit in reversed(range(len(columns) + 1)):
        if below >> bit & 1:
            for accepted, count in _extended(operation, prefix, columns[:bit]).items():
                found[accepted] = found.get(accepted, 0) + count
            prefix = operation(prefix, columns[bit]) if bit < len(columns) else prefix
    if below > 0:
        found[start] -= 1
    return found


def _extended(operation: Callable[[int, int], int], prefix: int, columns: Sequence[int]) -> Dict[int, int]:
    """Counts the sets of people whom a rule accepts with each set of further predicates."""
    found = {prefix: 1}
    for column in columns:
        for accepted, count in list(found.items()):
            further = operation(accepted, column)
            found[further] = found.get(further, 0) + count
        if len(found) > MOST_SETS:
            raise TooManySets
    return found


#: The rules of one column that accept cells up to a cut, or above it: their numbers and the ranks of their cuts.
Side = Tuple[List[int], List[int]]


def tally_sides(sides: Sequence[Tuple[Side, Side]], asked: Sequence[Tuple[int, ...]], below: int) -> Dict[int, int]:
    """Counts threshold rules with numbers below a limit by the people, as bits, whom they accept.

    :param sides: the rules of each column
    :param asked: for each person, the interval in each column; -1 if no rule accepts the cell
    """
    found: Dict[int, int] = {}
    for ladder, both in enumerate(sides):
        people: Dict[float, int] = {}
        for place, intervals in enumerate(asked):
            people[intervals[ladder]] = people.get(intervals[ladder], 0) | 1 << place
        people.pop(-1, None)
        every = sum(people.values())
        for (numbers, ranks), is_above in zip(both, (False, True)):
            last, first, up_to = bisect_left(numbers, below), 0, 0
            for interval in [*sorted(people), math.inf]:
                end = min(last, bisect_left(ranks, interval))
                if end > first:
                    accepted = every & ~up_to if is_above else up_to
                    found[accepted] = found.get(accepted, 0) + end - first
                    first = end
                up_to |= people.get(interval, 0)
    return found
