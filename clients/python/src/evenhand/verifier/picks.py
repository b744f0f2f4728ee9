"""Studies with a fixed number of picks (docs/log-format-picks.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .forms import exact, logged
from .grouped import GroupedPolicy
from .kernel import in_order
from .learner import TOLERANCE, Policy, on_grid
from .open_rounds import OpenRounds
from .report import Report
from .shapes import check_part
from .totals import UNIT

#: The bound of the absolute value of nu.
_MOST_NU = 60.0

#: Printed chances are whole multiples of 10^-15.
_UNITS = 1e15


@dataclass
class Picks:
    """The setting `picks`, and the rounds over which `average` adds up."""

    learner: Dict[str, Any]
    report: Report
    rounds: OpenRounds

    def bounds(self, n: int) -> Tuple[float, float]:
        """Returns the smallest and largest number of picks of a round with n people."""
        setting, k = self.learner["picks"], self.learner["roundSize"]
        target, rule = self._target(n), setting["rule"]
        if rule == "average":
            ahead = self.rounds.ahead_with_open
            low, high = (max(0.0, min(float(n), one)) for one in (target - ahead - k, target - ahead + k))
            return low, high
        return (0.0 if rule == "at-most" else target), (float(n) if rule == "at-least" else target)

    @property
    def is_average(self) -> bool:
        """Whether the number of picks is kept on average over all rounds."""
        return bool(self.learner["picks"]["rule"] == "average")

    def lead(self, chances: Sequence[float]) -> float:
        """Returns the amount that a round adds to `ahead`."""
        return in_order(chances) - self._target(len(chances)) if self.is_average else 0.0

    def check_sum(self, chances: Sequence[Fraction]) -> None:
        """Checks the exact sum of the logged chances, which does not require features."""
        low, high = (_rounded(bound) for bound in self.bounds(len(chances)))
        self.report.expect(low <= sum(chances) <= high, f"chances whose sum is from {float(low)} to {float(high)}")

    def charge(self, body: Dict[str, Any]) -> float:
        """Returns a, the charge for nu on each person of a round, rounded to the grid."""
        nu, n = logged(body["picks"]["nu"]), len(body["people"])
        return 0.0 if nu == 0 else on_grid(-nu / (n * logged(body["eta"]))) * UNIT

    def project(self, body: Dict[str, Any], policy: Union[Policy, GroupedPolicy], answers: Sequence[Any]) -> Optional[List[float]]:
        """Checks the numbers in `picks`; returns the chances that follow from them, None without features."""
        check_part("picks", body["picks"])
        if any(one is None for one in answers):
            self.report.skip("numbers of picks that need features", 1)
            return None
        self.check_nu(logged(body["picks"]["nu"]), policy, answers, 1e-6)
        moved = policy.charged(answers, logged(body["eta"]) * self.charge(body))
        base = [moved.chance(one) for one in answers]
        none, every = self.mixing(body, base)
        return [(1 - none - every) * one + every for one in base]

    def check_nu(self, nu: float, policy: Union[Policy, GroupedPolicy], answers: Sequence[Any], tolerance: float) -> None:
        """Checks that nu brings the number of picks to its bounds, within `tolerance` for each person."""
        n, expect = len(answers), self.report.expect
        expect(abs(nu) <= _MOST_NU, f"nu within {_MOST_NU} of 0")
        low, high = self.bounds(n)
        start = policy.mean_accepted(answers, 0.0)
        nearest = low if start < low else high
        slack = tolerance * n
        if nu == 0:
            expect(low - slack <= start <= high + slack, f"nu other than 0, as {start} people would be picked")
            return
        reached = policy.mean_accepted(answers, nu)
        expect((nu > 0) == (start < nearest), f"nu towards {nearest}")
        expect(abs(nu) == _MOST_NU or abs(reached - nearest) <= slack, f"nu by which {nearest} people are picked")

    def mixing(self, body: Dict[str, Any], base: Sequence[float]) -> Tuple[float, float]:
        """Checks and returns the logged `none` and `all`."""
        check_part("picks", body["picks"])
        (low, high), n, total = self.bounds(len(base)), len(base), math.fsum(base)
        none, every = logged(body["picks"]["none"]), logged(body["picks"]["all"])
        raised = (low - total) / (n - total) if total < low - 1e-12 else 0.0
        lowered = (total - high) / total if total > high + 1e-12 else 0.0
        for key, expected, found in (("all", raised, every), ("none", lowered, none)):
            self.report.expect(abs(expected - found) <= TOLERANCE, f"{key} near {expected}, not {found}")
        return none, every

    def _target(self, n: int) -> float:
        return float(exact(self.learner["picks"]["count"])) * n / self.learner["roundSize"]


def _rounded(bound: float) -> Fraction:
    """Returns a bound rounded to a multiple of 10^-15, halves up."""
    return Fraction(math.floor(bound * _UNITS + 0.5), int(_UNITS))
