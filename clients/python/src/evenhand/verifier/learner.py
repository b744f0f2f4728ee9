"""The learner Exp2 in modes `known`, `ix` and `paper` (docs/log-format.md, section 5)."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .enumerated import MOST_RULES
from .forms import exact
from .grouped import GroupedPolicy
from .kernel import divided, in_order, portable_ln, weights
from .rules import Rules
from .settings import weight_cap
from .tallies import TooManySets
from .totals import UNIT, Totals

#: Tolerance of comparisons of real numbers.
TOLERANCE = 1e-9

#: An opening is not computed if rules times people and sums exceed this.
MOST_WORK = 3_000_000


def on_grid(cost: float) -> int:
    """Returns a cost rounded to a whole number of units."""
    bounded = min(max(cost, -(2.0**20)), 2.0**20)
    return int(((bounded + 402653184.0) - 402653184.0) / UNIT)


class Costs:
    """Charges of rounds and outcomes, in half units. Only FTPL in mode `paper` uses a person's J."""

    def __init__(self, learner: Dict[str, Any], count: int) -> None:
        self._is_ftpl = learner["learner"] == "ftpl"
        self.is_paper = learner["mode"] == "paper"
        self.cap = weight_cap(learner["horizon"]) if self._is_ftpl else math.inf
        self.g = 0.0
        if learner["mode"] == "ix":
            delta = float(learner["delta"])
            self.g = math.sqrt(portable_ln(count / delta) / (2 * learner["horizon"]))

    def half(self, p: float) -> float:
        return -1 / (2 * (1 - p)) if self.is_paper and not self._is_ftpl else -0.5

    def pairs(self, position: int, p: float, selected: bool, J: int, C: float, violations: Any) -> float:
        cost = 0.0
        for one in violations:
            x = float(one["weight"]) * C
            if one["high"] == position:
                cost += self._high(x, p, selected, J)
            if one["low"] == position:
                cost += (0.0 if selected else x * self.half(p)) if self.is_paper and not self._is_ftpl else -(x / 2)
        return cost

    def _high(self, x: float, p: float, selected: bool, J: int) -> float:
        if not self.is_paper:
            return x / 2
        if self._is_ftpl:
            return x * J - x / 2 if selected else -(x / 2)
        return x / p if selected else x * self.half(p)

    def outcome(self, value: Optional[str], p: float, J: int) -> float:
        if value is None or value == "lost":
            return 0.0
        loss = 0.0
        if value == "no":
            loss = float(J) if self._is_ftpl and self.is_paper else min(1 / (p + self.g), self.cap)
        return loss if self.is_paper and not self._is_ftpl else loss - 0.5


def rates_of(learner: Dict[str, Any], count: int, t: int) -> Optional[Tuple[float, float]]:
    """Returns eta and C of a round; None after the horizon of a study that ends there."""
    k, horizon, logs = learner["roundSize"], learner["horizon"], math.log(count)
    within = horizon is not None and t <= horizon
    if learner["mode"] == "paper":
        if not within:
            return None
        C = horizon ** (1 / 5)
        d = 2 * k + 4 * C
        return math.sqrt(2 * logs / (d**3 * horizon)), C
    if horizon is not None and not within and learner["afterHorizon"] == "end":
        return None
    block = 2 ** (t.bit_length() - 1)
    eta0 = math.sqrt(0.8 * logs / horizon if within else logs / (3 * block)) / k
    c, eps = float(learner["fairnessMultiplier"]), float(learner["eps"])
    return eta0 / max(1.0, c), c * eps / eta0


def _start_shares(learner: Dict[str, Any], count: int) -> Tuple[float, float, float]:
    """Returns q of rule 0, of rule 1, and of each other rule; for priors other than `constants` only a part of q."""
    prior = learner.get("prior")
    if prior is None:
        return 1 / count, 1 / count, 1 / count
    none, every = float(exact(prior["none"])), float(exact(prior["all"]))
    return none, every, max(0.0, 1 - none - every) / max(1, count - 2)


def prior_of(learner: Dict[str, Any], count: int) -> List[float]:
    """Returns q of every rule (docs/log-format-guarded.md, priors)."""
    none, every, other = _start_shares(learner, count)
    cold = [none, every] + [other] * (count - 2)
    if not _is_warm(learner):
        return cold
    prior = learner["prior"]
    keep = float(exact(prior["keep"]))
    if prior["kind"] == "score":
        warm = [0.0] * count
        total = in_order(float(exact(one["weight"])) for one in prior["rules"])
        for one in prior["rules"]:
            warm[one["rule"]] = float(exact(one["weight"])) / total
    else:
        losses = [float(exact(one)) for one in prior["losses"]]
        warm = divided(weights(cold, losses, float(exact(prior["rate"]))))
    return [keep * a + (1 - keep) * b for a, b in zip(cold, warm)]


def _is_warm(learner: Dict[str, Any]) -> bool:
    """Returns whether rules from 2 on have different q."""
    return learner.get("prior", {"kind": "constants"})["kind"] != "constants"


class Policy:
    """The policy of an opening: one weight for each rule."""

    def __init__(self, rules: Rules, weights: Sequence[float]) -> None:
        self._rules = rules
        self._weights = weights
        self._total = math.fsum(weights)

    def chance(self, answers: Any) -> float:
        """Returns the share of the weight that is on rules that accept these answers."""
        accepting = (w for rule, w in enumerate(self._weights) if w and self._rules.accepts(rule, answers))
        return math.fsum(accepting) / self._total

    def mean_accepted(self, people: Sequence[Any], nu: float) -> float:
        """Returns S(nu), the expected number of accepted people of a round with weights tilted by nu."""
        by_count = [0.0] * (len(people) + 1)
        for weight, count in zip(self._weights, self._accepted(people)):
            by_count[count] += weight
        tilted = [weight * math.exp(nu * count / len(people)) for count, weight in enumerate(by_count)]
        return math.fsum(count * weight for count, weight in enumerate(tilted)) / math.fsum(tilted)

    def charged(self, people: Sequence[Any], cost: float) -> "Policy":
        """Returns the policy after charging each of these people; the cost is already multiplied by eta."""
        exponents = [-cost * count for count in self._accepted(people)]
        most = max(exponents)
        weights = [weight * math.exp(max(-708.0, one - most)) for weight, one in zip(self._weights, exponents)]
        return Policy(self._rules, weights)

    def _accepted(self, people: Sequence[Any]) -> List[int]:
        return [sum(self._rules.accepts(rule, one) for one in people) for rule in range(len(self._weights))]

    def may_draw(self, rule: int, u: float, tolerance: float) -> bool:
        """Returns whether u draws this rule, up to a tolerance."""
        start = math.fsum(self._weights[:rule]) / self._total
        end = math.fsum(self._weights[: rule + 1]) / self._total
        return start - tolerance <= u < end + tolerance


def policy_of(
    learner: Dict[str, Any], rules: Rules, totals: Totals, eta: float, people: Sequence[Any]
) -> Optional[Union[Policy, GroupedPolicy]]:
    """Returns the policy of an opening; None if features were deleted or the class is too large.

    :param people: the answers of the round's people
    """
    if not totals.is_known:
        return None
    if rules.sums is not None and not _is_warm(learner):
        try:
            return GroupedPolicy(rules, totals, eta, _start_shares(learner, rules.count), people)
        except TooManySets:
            return None
    held = len(totals.sums) if rules.sums is not None else 0
    if rules.count > MOST_RULES or rules.count * (len(people) + held) > MOST_WORK:
        return None
    losses = [loss * UNIT for loss in totals.losses()]
    return Policy(rules, weights(prior_of(learner, rules.count), losses, eta))
