"""The learner FTPL (docs/log-format-learners.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .forms import logged
from .kernel import portable_ln
from .learner import TOLERANCE
from .picks import Picks
from .report import Report
from .rules import EVERYONE, NO_ONE, Rules
from .separators import Separator
from .settings import weight_cap
from .shapes import check_part
from .totals import UNIT

_WORD = 2**64 - 1
_HALF = 2**32 - 1
_JUMP = (0xDF900294D8F554A5, 0x170865DF4B3201FC)

#: An opening is not computed if it adds noise more often than this.
_MOST_ADDITIONS = 20_000_000


class Noise:
    """A stream of Laplace variables."""

    def __init__(self, seed: str, jumps: int = 0) -> None:
        self._state = (int(seed[:16], 16), int(seed[16:32], 16))
        for _ in range(jumps):
            self._jump()

    def sums(self, count: int, variables: int) -> List[float]:
        """Returns `count` sums, each of the next `variables` variables."""
        s0, s1 = self._state
        found = []
        for _ in range(count):
            total = 0.0
            for _ in range(variables):
                a = (s0 + s1) & _HALF
                s0, s1 = _step(s0, s1)
                b = (s0 + s1) & _HALF
                s0, s1 = _step(s0, s1)
                size = -portable_ln(((a >> 5 << 26) + (b >> 6) + 1) / 2**53)
                total += -size if a & 16 else size
            found.append(total)
        self._state = (s0, s1)
        return found

    def _jump(self) -> None:
        s0, s1 = self._state
        t0 = t1 = 0
        for word in _JUMP:
            for bit in range(64):
                if word >> bit & 1:
                    t0, t1 = t0 ^ s0, t1 ^ s1
                s0, s1 = _step(s0, s1)
        self._state = (t0, t1)


def _step(s0: int, s1: int) -> Tuple[int, int]:
    x = s0 ^ s1
    first = (s0 << 24 & _WORD | s0 >> 40) ^ x ^ (x << 16 & _WORD)
    return first, x << 37 & _WORD | x >> 27


class Drawn(NamedTuple):
    """A drawn rule, and whether another one is equally good up to rounding."""

    rule: int
    at_boundary: bool


@dataclass(frozen=True)
class Numbers:
    """The numbers that follow from the settings alone."""

    #: L, R, omega, C and the number of variables summed for each context.
    cap: int
    draws: int
    omega: float
    C: float
    variables: int


def numbers_of(learner: Dict[str, Any], count: int, s: int) -> Numbers:
    """Returns the numbers of a study.

    :param count: N
    :param s: the size of the separator
    """
    T, k, logs = learner["horizon"], learner["roundSize"], math.log(count)
    L = weight_cap(T)
    if learner["mode"] == "paper":
        C = T ** (4 / 45)
        d = 2 * k + 4 * C
        omega = math.sqrt(5 / 4 * math.sqrt(d * s) * logs / (d**3 * s * L * T)) / d
        return Numbers(L, _draws_of_paper(T), omega, C, 2 * k + 4 * math.ceil(C))
    c, eps = float(learner["fairnessMultiplier"]), float(learner["eps"])
    omega0 = math.sqrt(2 * math.sqrt(2) * math.sqrt(s * logs) / (s * k**2 * L * T))
    if "omegaMultiplier" in learner:
        omega = float(learner["omegaMultiplier"]) * omega0
        return Numbers(L, learner["resampleCount"], omega, c * eps / omega, 1)
    return Numbers(L, learner["resampleCount"], omega0 / max(1.0, c), c * eps / (8 * s * omega0), 1)


def _draws_of_paper(T: int) -> int:
    """Returns the smallest 2^a 5^b that is at least T^(38/45)."""
    least = max(1, round(T ** (38 / 45)) - 1)
    while least**45 < T**38:
        least += 1
    return min(one for one in (2**a * 5**b for a in range(21) for b in range(10)) if one >= least)


@dataclass
class Ftpl:
    """The learner FTPL, which draws rules for openings and resamples."""

    learner: Dict[str, Any]
    rules: Rules
    separator: Separator
    report: Report

    def __post_init__(self) -> None:
        self.numbers = numbers_of(self.learner, self.rules.count, self.separator.size)
        self._accepting = self.separator.accepting(self.rules.count)
        repeats = self._accepting or []
        #: The first rule that computes each function.
        self._own = [at for at, one in enumerate(self.separator.firsts(repeats)) if one]

    @property
    def is_small(self) -> bool:
        """Whether an opening can be computed in seconds."""
        if self._accepting is None:
            return False
        additions = sum(map(len, self._accepting)) + self.separator.size * self.numbers.variables
        return additions * self.numbers.draws <= _MOST_ADDITIONS

    def check_rates(self, body: Dict[str, Any]) -> None:
        """Checks omega, C and the horizon."""
        self.report.expect(body["t"] <= self.learner["horizon"], "a round within the horizon")
        for key, expected in (("eta", self.numbers.omega), ("fairnessWeight", self.numbers.C)):
            found = logged(body[key])
            self.report.expect(abs(found - expected) <= TOLERANCE * expected, f"{key} near {expected}, not {found}")

    def open(self, losses: Sequence[int], seed: str) -> "Drawing":
        """Draws h_1 ... h_R.

        :param losses: L of every rule in units
        """
        drawing = Drawing(self, [losses[rule] * UNIT for rule in self._own])
        noise = Noise(seed)
        drawing.drawn = [drawing.next(noise) for _ in range(self.numbers.draws)]
        return drawing

    def least(self, losses: Sequence[float], z: Sequence[float]) -> Drawn:
        """Returns the first rule with the smallest sum of L and noise."""
        assert self._accepting is not None
        at, accepting = z.__getitem__, self._accepting
        sums = [loss + sum(map(at, accepting[rule])) for rule, loss in zip(self._own, losses)]
        best = min(sums)
        place = sums.index(best)
        sums[place] = math.inf
        second = min(sums)
        return Drawn(self._own[place], second - best < TOLERANCE * max(abs(best), abs(second)))


class Drawing:
    """The rules of one opening; draws more from the same losses."""

    def __init__(self, ftpl: Ftpl, losses: Sequence[float]) -> None:
        self._ftpl = ftpl
        self._losses = losses
        self.drawn: List[Drawn] = []

    def next(self, noise: Noise) -> Drawn:
        """Draws one more rule."""
        ftpl = self._ftpl
        sums = noise.sums(ftpl.separator.size, ftpl.numbers.variables)
        return ftpl.least(self._losses, [one / ftpl.numbers.omega for one in sums])

    def pick(self, picks: Picks, logged_picks: Dict[str, Any], answers: Sequence[Any]) -> None:
        """Replaces rules by a constant one until the number of picks is within its bounds."""
        check_part("picks", logged_picks)
        report, accepts, R = self._ftpl.report, self._ftpl.rules.accepts, len(self.drawn)
        counts = [sum(accepts(rule, one) for one in answers) for rule, _ in self.drawn]
        low, high = picks.bounds(len(answers))
        hits, replaced = sum(counts), 0
        below = hits < low * R
        while hits < low * R - 1e-6 if below else hits > high * R + 1e-6:
            hits += (len(answers) if below else 0) - counts[replaced]
            replaced += 1
        expected = {"nu": 0.0, "all": replaced / R if below else 0.0, "none": 0.0 if below else replaced / R}
        if any(one.at_boundary for one in self.drawn):
            report.skip("numbers of picks at a boundary", 1)
        else:
            found = {key: logged(value) for key, value in logged_picks.items()}
            report.expect_equal("picks", sorted(expected.items()), sorted(found.items()))
        constant = Drawn(EVERYONE if below else NO_ONE, False)
        self.drawn[:replaced] = [constant] * replaced

    def check_chance(self, person: str, answers: Any, chance: float) -> None:
        """Checks a chance; each rule at a boundary may change it by 1/R."""
        report, R = self._ftpl.report, len(self.drawn)
        expected = sum(self._ftpl.rules.accepts(rule, answers) for rule, _ in self.drawn) / R
        slack = sum(one.at_boundary for one in self.drawn) / R + TOLERANCE
        if report.expect(abs(expected - chance) <= slack, f"a chance of {person} near {expected}, not {chance}"):
            report.chances += 1

    def check_rule(self, u: float, rule: int) -> None:
        """Checks the rule that u draws."""
        one = self.drawn[math.floor(Fraction(u) * len(self.drawn))]
        if one.at_boundary:
            self._ftpl.report.skip("rules drawn at a boundary", 1)
        elif self._ftpl.report.expect_equal("rule drawn", one.rule, rule):
            self._ftpl.report.draws += 1

    def resample(self, seed: str, position: int, answers: Any) -> Optional[int]:
        """Returns J of a person; None if a rule is at a boundary."""
        noise, most = Noise(seed, position), self._ftpl.numbers.cap
        for J in range(1, most):
            rule, at_boundary = self.next(noise)
            if at_boundary:
                return None
            if self._ftpl.rules.accepts(rule, answers):
                return J
        return most
