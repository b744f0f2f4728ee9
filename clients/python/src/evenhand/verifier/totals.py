"""The sums of charges that a state hash covers (docs/log-format-state.md)."""

from __future__ import annotations

import hashlib
import math
import struct
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

from .forms import tagged
from .rules import Rules

#: Totals are whole numbers of this unit.
UNIT = 2.0**-24

#: The charges of this many people have at most 4,096 different sums.
MOST_UNKNOWN = 12


class SumLayout(NamedTuple):
    """The layout of the sums that a state hash covers."""

    #: `learner` and `size` of the state's head.
    learner: str
    size: int
    #: The number of sums; None if they are hashed as pairs of place and sum, without sums of 0.
    length: Optional[int]
    #: Returns the places to which a charge on a person is added.
    places: Callable[[Any], List[int]]
    #: Computes the totals of all rules from the sums.
    losses: Callable[[Dict[int, int]], List[int]]


def layout_by_rule(learner: str, rules: Rules) -> SumLayout:
    """Returns a layout with one sum for each rule."""
    every = range(rules.count)
    return SumLayout(
        learner,
        rules.count,
        rules.count,
        lambda answers: [rule for rule in every if rules.accepts(rule, answers)],
        lambda sums: [sums.get(rule, 0) for rule in every],
    )


def exp2_layout(rules: Rules) -> SumLayout:
    """Returns the layout of Exp2's state."""
    if rules.sums is None:
        return layout_by_rule("exp2", rules)
    return SumLayout("exp2", rules.count, None, rules.sums.places, rules.sums.losses)


class Totals:
    """Sums of charges."""

    def __init__(self, layout: SumLayout) -> None:
        self.layout = layout
        #: Sums by place, of people with features, added to the last totals that were logged.
        self.sums: Dict[int, int] = {}
        #: The sum of the charges of each person without features.
        self._unknown: Dict[str, int] = {}

    @property
    def is_known(self) -> bool:
        """Whether all charged people have features."""
        return not self._unknown

    def add(self, person: str, answers: Any, cost: int) -> None:
        """Charges a person; answers are None for a person without features."""
        if answers is None:
            self._unknown[person] = self._unknown.get(person, 0) + cost
            return
        for place in self.layout.places(answers):
            self.sums[place] = self.sums.get(place, 0) + cost

    def losses(self) -> List[int]:
        """Returns L of every rule in units."""
        return self.layout.losses(self.sums)

    def hash(self, rounds: Dict[str, Any]) -> Optional[str]:
        """Returns the hash of the state; None if unknown.

        :param rounds: the rounds in its head
        """
        if not self.is_known:
            return None
        if self.layout.length is None:
            held = [(place, total) for place, total in sorted(self.sums.items()) if total != 0]
            numbers = [number for place, total in held for number in (float(place), total * UNIT)]
        else:
            numbers = [self.sums.get(place, 0) * UNIT for place in range(self.layout.length)]
        return state_hash({"learner": self.layout.learner, "size": self.layout.size, **rounds}, packed(numbers))

    def resume(self, data: bytes) -> bool:
        """Continues from the arrays of a logged state; returns whether they can be the sums of the logged charges."""
        numbers = struct.unpack(f"<{len(data) // 8}d", data)
        if not all(math.isfinite(one) for one in numbers):
            return False
        if self.layout.length is not None:
            if len(numbers) != self.layout.length:
                return False
            held = list(enumerate(numbers))
        else:
            held = [(int(place), total) for place, total in zip(numbers[::2], numbers[1::2])]
            ascending = all(a[0] < b[0] for a, b in zip(held, held[1:]))
            if len(numbers) % 2 or not ascending or any(total == 0 for _, total in held):
                return False
        if any((total / UNIT) % 1 for _, total in held):
            return False
        sums = {place: int(total / UNIT) for place, total in held}
        holds = self._explains(sums)
        self.sums, self._unknown = sums, {}
        return holds

    @property
    def may_explain(self) -> bool:
        """Whether there are few enough people without features to try all sums of their charges."""
        return len(self._unknown) <= MOST_UNKNOWN

    def _explains(self, sums: Dict[int, int]) -> bool:
        """Returns whether each sum is the known charges plus the charges of some of the people without features."""
        if not self.may_explain:
            return True
        rests = {0}
        for cost in self._unknown.values():
            rests |= {rest + cost for rest in rests}
        return all(sums.get(place, 0) - self.sums.get(place, 0) in rests for place in {*sums, *self.sums})


def packed(numbers: Sequence[float]) -> str:
    """Returns the SHA-256 hash of doubles in little-endian order."""
    return hashlib.sha256(struct.pack(f"<{len(numbers)}d", *numbers)).hexdigest()


def state_hash(head: Any, totals: str) -> str:
    """Returns H("state", head, totals)."""
    return tagged("state", head, totals)
