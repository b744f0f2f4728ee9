"""Open rounds and the numbers t of openings (docs/log-format-state.md, "Rounds")."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .forms import shortest


@dataclass(frozen=True)
class OpenRound:
    """A round that was opened and neither closed nor cancelled."""

    #: Its number in the log.
    number: int
    t: int
    #: The amount that its close adds to `ahead`.
    ahead: float
    has_pairs: bool


class OpenRounds:
    """Tracks openings in order, and closes and cancellations in any order."""

    def __init__(self) -> None:
        #: The number of openings that can no longer be undone.
        self.t = 0
        self.open: List[OpenRound] = []
        #: t of each closed round, and whether the panel reported a pair.
        self.closed: List[Tuple[int, bool]] = []
        #: With picks on average: the sum of all closed rounds' chances minus the requested number.
        self.ahead = 0.0

    @property
    def next(self) -> int:
        """The number of the next opening."""
        return max(self.t, self.open[-1].t if self.open else 0) + 1

    @property
    def ahead_with_open(self) -> float:
        """The value of `ahead` after all open rounds close."""
        total = self.ahead
        for one in self.open:
            total += one.ahead
        return total

    def add(self, number: int, ahead: float, has_pairs: bool) -> None:
        """Opens a round."""
        t = self.next
        self.t = t - 1
        self.open.append(OpenRound(number, t, ahead, has_pairs))

    def close(self, number: int, is_reported: bool) -> int:
        """Closes an open round; returns its t."""
        one = self._remove(number)
        self.ahead += one.ahead
        self.closed.append((one.t, is_reported))
        return one.t

    def cancel(self, number: int) -> bool:
        """Cancels an open round; returns whether that undoes its opening."""
        before = self.t
        one = self._remove(number)
        is_undone = one.t == before + 1
        if is_undone:
            self.t = before
        return is_undone

    def tau(self, own: Dict[str, Any]) -> float:
        """Returns tau of the next opening: open rounds with pairs count as reported, other open rounds as not reported."""
        return _course(own, [*((one.t, one.has_pairs) for one in self.open), *self.closed])

    def settled(self, own: Dict[str, Any]) -> Tuple[float, List[Dict[str, Any]]]:
        """Returns tau after the rounds before the oldest open one, and the closed rounds after it."""
        oldest = self.open[0].t if self.open else math.inf
        later = [{"reported": is_reported, "t": t} for t, is_reported in self.closed if t > oldest]
        return _course(own, [one for one in self.closed if one[0] < oldest]), later

    def head(self, ahead: bool = False, guarded: bool = False) -> Dict[str, Any]:
        """Returns the rounds in the head of a state.

        :param ahead: in a study that picks a number of people on average
        """
        rounds: List[Dict[str, Any]] = [
            {"t": one.t, **({"ahead": shortest(one.ahead)} if ahead else {}), **({"hasPairs": one.has_pairs} if guarded else {})}
            for one in self.open
        ]
        return {
            "t": self.t,
            **({"open": rounds} if rounds else {}),
            **({"ahead": shortest(self.ahead)} if ahead else {}),
        }

    def _remove(self, number: int) -> OpenRound:
        found: Optional[OpenRound] = next((one for one in self.open if one.number == number), None)
        assert found is not None
        self.t = self.next - 1
        self.open.remove(found)
        return found


def _course(own: Dict[str, Any], rounds: Sequence[Tuple[int, bool]]) -> float:
    tau: float = own["tauStart"]
    step: float = own["step"]
    for t, is_reported in sorted(rounds):
        rise = step * min(step, own["allowance"] * (math.sqrt(t) - math.sqrt(t - 1)))
        tau = max(-step, tau - step) if is_reported else min(1.0, tau + rise)
    return tau
