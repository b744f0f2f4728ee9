"""The sums of charges that a state binds (docs/log-format-state.md)."""

from __future__ import annotations

import hashlib
import math
import struct
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

from .forms import tagged
from .rules import Rules

#: Totals are whole numbers of this unit.
UNIT = 2.0**-24

#: So many people's charges have at most 4,096 sums.
MOST_UNKNOWN = 12


class Kept(NamedTuple):
    """The sums that a state binds."""

    #: `learner` and `size` of its head.
    learner: str
    size: int
    #: How many sums; None where they are hashed as place and sum, without sums of 0.
    length: Optional[int]
    #: The places that a charge on a person is added to.
    places: Callable[[Any], List[int]]
    #: The totals of all rules by the sums.
    losses: Callable[[Dict[int, int]], List[int]]


def kept_by_rules(learner: str, rules: Rules) -> Kept:
    """Returns one sum for each rule."""
    every = range(rules.count)
    return Kept(
        learner,
        rules.count,
        rules.count,
        lambda answers: [rule for rule in every if rules.accepts(rule, answers)],
        lambda sums: [sums.get(rule, 0) for rule in every],
    )


def kept_by_exp2(rules: Rules) -> Kept:
    """Returns the sums that a state of Exp2 keeps."""
    if rules.sums is None:
        return kept_by_rules("exp2", rules)
    return Kept("exp2", rules.count, None, rules.sums.places, rules.sums.losses)


class Totals:
    """Sums of charges."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        #: Of people with features, since the last totals that were continued from.
        self.sums: Dict[int, int] = {}
        #: By person without features: the sum of the charges.
        self._unknown: Dict[str, int] = {}

    @property
    def is_known(self) -> bool:
        """Whether everyone who was charged has features."""
        return not self._unknown

    def add(self, person: str, answers: Any, cost: int) -> None:
        """Charges a person; answers are None where the person's features are gone."""
        if answers is None:
            self._unknown[person] = self._unknown.get(person, 0) + cost
            return
        for place in self.kept.places(answers):
            self.sums[place] = self.sums.get(place, 0) + cost

    def losses(self) -> List[int]:
        """Returns L of every rule in units."""
        return self.kept.losses(self.sums)

    def hash(self, rounds: Dict[str, Any]) -> Optional[str]:
        """Returns the hash of the state; None if unknown.

        :param rounds: what its head says of rounds
        """
        if not self.is_known:
            return None
        if self.kept.length is None:
            held = [(place, total) for place, total in sorted(self.sums.items()) if total != 0]
            numbers = [number for place, total in held for number in (float(place), total * UNIT)]
        else:
            numbers = [self.sums.get(place, 0) * UNIT for place in range(self.kept.length)]
        return state_hash({"learner": self.kept.learner, "size": self.kept.size, **rounds}, packed(numbers))

    def resume(self, data: bytes) -> bool:
        """Continues from the arrays of a logged state; returns whether they are such arrays."""
        numbers = struct.unpack(f"<{len(data) // 8}d", data)
        if not all(math.isfinite(one) for one in numbers):
            return False
        if self.kept.length is not None:
            if len(numbers) != self.kept.length:
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
        """Whether each sum is that of known charges and those of some people without features."""
        if not self.may_explain:
            return True
        rests = {0}
        for cost in self._unknown.values():
            rests |= {rest + cost for rest in rests}
        return all(sums.get(place, 0) - self.sums.get(place, 0) in rests for place in {*sums, *self.sums})


def packed(numbers: Sequence[float]) -> str:
    """Returns the hash of arrays of doubles."""
    return hashlib.sha256(struct.pack(f"<{len(numbers)}d", *numbers)).hexdigest()


def state_hash(head: Any, totals: str) -> str:
    """Returns H("state", head, totals)."""
    return tagged("state", head, totals)
