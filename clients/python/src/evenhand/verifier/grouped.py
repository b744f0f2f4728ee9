"""Exp2 over a class of any size whose state keeps sums by place (docs/log-format-state.md).

Rules that accept the same people have the same total, so they are counted and weighted as one group.
"""

from __future__ import annotations

import copy
import math
from typing import Any, Iterator, List, NamedTuple, Sequence, Tuple

from .rules import EVERYONE, NO_ONE, Rules
from .totals import UNIT, Totals


class _Group(NamedTuple):
    """Rules that accept the same people: their start weight together, their total, and the accepted people as bits."""

    share: float
    loss: float
    accepted: int

    @property
    def size(self) -> int:
        """The number of the round's people whom the rules accept."""
        return bin(self.accepted).count("1")


class GroupedPolicy:
    """The weights of an opening.

    :param shares: the start weights of rule 0, of rule 1, and of each other rule
    :param people: the answers of the round's people, None without features
    :raises TooManySets: if this would take too long
    """

    def __init__(
        self, rules: Rules, totals: Totals, eta: float, shares: Tuple[float, float, float], people: Sequence[Any]
    ) -> None:
        assert rules.sums is not None
        held, every = rules.sums.held(totals.sums)
        self._rules, self._eta, self._share = rules, eta, shares[2]
        self._people = [one for one in people if one is not None]
        self._asked = [answers for answers, _ in held] + self._people
        self._held = len(held)
        self._losses = _sums_by_byte([total for _, total in held])
        whole = (1 << len(self._people)) - 1
        self._constants = (_Group(shares[0], 0.0, 0), _Group(shares[1], every * UNIT, whole))
        #: Subtracted from a rule's exponent for each person whom it accepts.
        self._charge = 0.0
        self._groups = list(self._below(rules.count))
        self._least = min(one.loss for one in self._groups if one.share > 0)

    def chance(self, answers: Any) -> float:
        """Returns the share of the weight that is on rules that accept this person of the round."""
        place = self._people.index(answers)
        return self._sum([one for one in self._groups if one.accepted >> place & 1]) / self._sum(self._groups)

    def mean_accepted(self, people: Sequence[Any], nu: float) -> float:
        """Returns S(nu), the expected number of accepted people of the round with weights tilted by nu."""
        tilted = [(one.size, self._weight(one) * math.exp(nu * one.size / len(people))) for one in self._groups]
        return math.fsum(size * weight for size, weight in tilted) / math.fsum(weight for _, weight in tilted)

    def charged(self, people: Sequence[Any], cost: float) -> "GroupedPolicy":
        """Returns the policy after charging each of the round's people; the cost is already multiplied by eta."""
        found = copy.copy(self)
        found._charge = cost
        return found

    def may_draw(self, rule: int, u: float, tolerance: float) -> bool:
        """Returns whether u draws this rule, up to a tolerance."""
        total, start = self._sum(self._groups), self._sum(list(self._below(rule)))
        end = start + self._sum([self._only(rule)])
        return start / total - tolerance <= u < end / total + tolerance

    def _below(self, number: int) -> Iterator[_Group]:
        """Yields the rules below a number."""
        assert self._rules.sums is not None
        yield from self._constants[:number]
        for accepted, count in self._rules.sums.tally(self._asked, number).items():
            if count > 0:
                yield self._group(accepted, count)

    def _only(self, rule: int) -> _Group:
        if rule in (NO_ONE, EVERYONE):
            return self._constants[rule]
        return self._group(sum(self._rules.accepts(rule, one) << at for at, one in enumerate(self._asked)), 1)

    def _group(self, accepted: int, count: int) -> _Group:
        held = (accepted & ((1 << self._held) - 1)).to_bytes(len(self._losses), "little")
        loss = sum(sums[byte] for sums, byte in zip(self._losses, held))
        return _Group(count * self._share, loss * UNIT, accepted >> self._held)

    def _weight(self, one: _Group) -> float:
        exponent = -self._eta * (one.loss - self._least)
        return 0.0 if exponent < -708 else one.share * math.exp(exponent - self._charge * one.size)

    def _sum(self, groups: Sequence[_Group]) -> float:
        return math.fsum(map(self._weight, groups))


def _sums_by_byte(totals: Sequence[int]) -> List[List[int]]:
    """Returns for each group of eight totals the sums of all its subsets; the index is the subset as bits."""
    found = []
    for at in range(0, len(totals), 8):
        sums = [0]
        for total in totals[at : at + 8]:
            sums += [one + total for one in sums]
        found.append(sums)
    return found
