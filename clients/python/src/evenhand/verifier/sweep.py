"""The state of mode `guarded` and its sweep (docs/log-format-guarded.md and log-format-state.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .forms import shortest
from .kernel import in_parts, portable_exp, portable_ln
from .totals import packed, state_hash


@dataclass(frozen=True)
class Verdict:
    """A violation that the learner remembers."""

    people: Tuple[str, str]
    #: The t of its round.
    round: int
    #: Rules that accept only the first person, and rules that accept only the second; None without features.
    signs: Optional[Tuple[Sequence[int], Sequence[int]]]
    bound: float
    charge: float = 0.0
    #: t of the last opening that enforces it; None if all later openings do.
    until: Optional[int] = None


@dataclass(frozen=True)
class State:
    """The part of the state that an opening changes and a cancelled round restores."""

    verdicts: Tuple[Verdict, ...] = ()
    mixability: float = 0.0
    spent: float = 0.0
    eta: float = math.inf
    reported: bool = False
    #: L and G; None if they depend on deleted features.
    totals: Optional[Tuple[List[float], List[float]]] = None


@dataclass(frozen=True)
class PendingCharges:
    """Charges that the next opening applies, and counts of outcomes so far."""

    #: A; None if it depends on deleted features.
    charges: Optional[List[float]]
    lin: float = 0.0
    #: n and n0.
    labels: int = 0
    no_labels: int = 0


@dataclass(frozen=True)
class HashedState:
    """Everything that a state hash covers."""

    state: State
    pending: PendingCharges
    #: The state before the newest opening; None if that opening cannot be undone.
    before: Optional[Tuple[State, PendingCharges]]
    #: The rounds in the head, and the numbers that it repeats in `before`.
    rounds: Dict[str, Any]
    repeated: Dict[str, str]

    def hash(self) -> Optional[str]:
        """Returns the hash; None if it depends on deleted features."""
        parts = [(self.state, self.pending)] + ([] if self.before is None else [self.before])
        numbers: List[float] = []
        for state, pending in parts:
            if state.totals is None or pending.charges is None:
                return None
            numbers += [*state.totals[0], *state.totals[1], *pending.charges]
        size = len(numbers) // len(parts) // 3
        heads = [self._numbers(*one) for one in parts]
        before = heads[1] if len(heads) > 1 else None
        return state_hash({"learner": "guarded", "size": size, **self.rounds, **heads[0], "before": before}, packed(numbers))

    def _numbers(self, state: State, pending: PendingCharges) -> Dict[str, Any]:
        return {
            "mixability": shortest(state.mixability),
            **self.repeated,
            "spent": shortest(state.spent),
            "eta": None if state.eta == math.inf else shortest(state.eta),
            "reported": state.reported,
            "lin": shortest(pending.lin),
            "labels": pending.labels,
            "noLabels": pending.no_labels,
            "verdicts": [
                {
                    "high": one.people[0],
                    "low": one.people[1],
                    "round": one.round,
                    "count": 1,
                    "bound": shortest(one.bound),
                    "charge": shortest(one.charge),
                    **({} if one.until is None else {"until": one.until}),
                }
                for one in state.verdicts
            ],
        }


def sweep(w: List[float], G: List[float], verdicts: Sequence[Verdict], eta: float, trust: float) -> Tuple[Verdict, ...]:
    """Brings each verdict to its bound, from the last to the first; changes w and G, and returns the verdicts."""
    swept = list(verdicts)
    if not swept:
        return ()
    W = most = in_parts(w, range(len(w)))
    for place in range(len(swept) - 1, -1, -1):
        one = swept[place]
        assert one.signs is not None
        up, down = one.signs
        U, V = in_parts(w, up), in_parts(w, down)
        rest = W - U - V
        m = _move(U / W, V / W, rest / W, one, eta, trust)
        if m == 0:
            continue
        change = -one.charge if m == -eta * one.charge else m / eta
        lighter, heavier = portable_exp(-m), portable_exp(m)
        for rules, factor, move in ((up, lighter, change), (down, heavier, -change)):
            for rule in rules:
                w[rule] *= factor
                G[rule] += move
        swept[place] = replace(one, charge=one.charge + change)
        W = rest + U * lighter + V * heavier
        most = max(most, W)
        if W < most / 2:
            W = most = in_parts(w, range(len(w)))
    return tuple(swept)


def _move(u: float, d: float, r: float, one: Verdict, eta: float, trust: float) -> float:
    """Returns m of one step of the sweep."""
    b, c = one.bound, one.charge
    if u - d <= b and c == 0:
        return 0.0
    lower, upper = max(-eta * c, -20.0), min(trust - eta * c, 20.0)
    if u == 0:
        return lower
    z = (b * r + math.sqrt(b * b * r * r + 4 * (1 - b * b) * u * d)) / (2 * (1 - b) * u)
    return max(lower, min(upper, -portable_ln(min(max(z, 1e-300), 1e300))))
