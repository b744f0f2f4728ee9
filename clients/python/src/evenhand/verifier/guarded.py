"""Mode `guarded` (docs/log-format-guarded.md)."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .enumerated import MOST_RULES
from .forms import FormError, exact, logged, shortest
from .kernel import divided, portable_exp, portable_ln, weights
from .learner import MOST_WORK, TOLERANCE, Policy, on_grid, prior_of
from .open_rounds import OpenRounds
from .picks import Picks
from .report import Report
from .rules import Rules
from .shapes import check_part
from .sweep import PendingCharges, State, Verdict, HashedState, sweep

_MOST_VERDICTS = 256


@dataclass
class Opening:
    """The logged values of an opening: base chances, e of each person, the policy of its draw if known."""

    base: List[float]
    expected: List[float]
    is_rare: bool
    policy: Optional[Policy] = None
    chances: int = 0


@dataclass
class Guarded:
    """The learner of mode `guarded`, as it is between two entries."""

    learner: Dict[str, Any]
    rules: Rules
    report: Report
    rounds: OpenRounds
    picks: Optional[Picks] = None

    def __post_init__(self) -> None:
        self._before: Optional[Tuple[State, PendingCharges]] = None
        self._bits: Dict[Any, List[int]] = {}
        #: The state after each effect that no `learner.updated` has applied yet.
        self._remembered: List[Tuple[int, HashedState]] = []
        self._settings = {key: _number(value) for key, value in self.learner["guarded"].items()}
        self._is_small = self.rules.count <= MOST_RULES
        self._prior = prior_of(self.learner, self.rules.count) if self._is_small else []
        self._none = [0.0] * len(self._prior)
        self._ln = math.log(self.rules.count)
        totals = (self._none, self._none) if self._is_small else None
        self.state, self.pending = State(totals=totals), PendingCharges(self._none if self._is_small else None)

    def open(self, body: Dict[str, Any], answers: Sequence[Any], chances: Sequence[Fraction]) -> Opening:
        """Checks the numbers of an opening and updates the state.

        :raises FormError: if `guard` does not have the form of the format
        """
        guard, settings, expect, k = body["guard"], self._settings, self.report.expect, self.learner["roundSize"]
        more = ("lead:dec " if settings.get("upwards") else "") + ("isRare:bool" if settings.get("rareYes") else "")
        check_part("guard", guard, more)
        base, published = [logged(one) for one in guard["base"]], [float(one) for one in chances]
        if len(base) != len(chances) or not all(0 <= one <= 1 for one in base):
            raise FormError("a base chance from 0 to 1 for each person")
        self.report.expect_equal("fairnessWeight", None, body["fairnessWeight"])
        before, pending, t, n = self.state, self.pending, self.rounds.next, len(base)
        enforced = tuple(one for one in before.verdicts if one.until is None or t <= one.until)
        self.state = replace(before, verdicts=enforced)
        tau = self.rounds.tau(settings)
        ends = self.learner["horizon"] is not None and self.learner["afterHorizon"] == "end"
        expect(not ends or t <= self.learner["horizon"], "a round within the horizon")
        D = self._next_mixability()
        if D is not None:
            self._expect_near("mixability", D, guard["mixability"])
        D, eta = logged(guard["mixability"]), logged(body["eta"])
        cap = settings["pace"] / k * math.sqrt(0.4 * self._ln / t)
        expected = min(before.eta, self._ln / D if D > 0 else math.inf, cap)
        expect(abs(eta - expected) <= TOLERANCE * expected, f"eta near {expected}, not {eta}")
        self._expect_near("tau", tau, guard["tau"])
        self._expect_near("noShare", (1.5 + pending.no_labels) / (3 + pending.labels), guard["noShare"])
        is_rare = bool(settings.get("rareYes")) and pending.no_labels - pending.labels / 2 > math.sqrt(pending.labels)
        if settings.get("rareYes"):
            self.report.expect_equal("isRare", is_rare, guard["isRare"])
        reached, low, high = self._reached(body, base, chances)
        # Steps 6 and 7, computed from the logged base chances.
        limit = (float(exact(self.learner["alpha"])) + max(0.0, tau)) * (1 - 1e-9)
        self._expect_near("limit", limit, guard["limit"])
        target = max(math.fsum(reached) / n, max(reached) / 3)
        if settings.get("upwards"):
            target += (1 - target) * max(0.0, 2 * logged(guard["lead"]) - 1)
        target = min(high / n, max(low / n, target))
        self._expect_near("target", target, guard["target"])
        spread, pull, is_cut, spent = max(reached) - min(reached), 0.0, False, before.spent
        if spread > limit:
            share = 1 - limit / spread
            g = math.fsum(abs(target - one) for one in reached)
            left = max(0.0, settings["budget"] * k * math.sqrt(t * self._ln) - before.spent) / g
            pull, is_cut = min(share, left), left < share
            spent += pull * g
            is_cut = guard["isCut"] if abs(left - share) <= TOLERANCE else is_cut
        self._expect_near("pull", pull, guard["pull"])
        self.report.expect_equal("isCut", is_cut, guard["isCut"])
        self._expect_near("spent", spent, guard["spent"])
        if not guard["isCut"]:
            most = exact(self.learner["alpha"]) + max(Fraction(0), exact(guard["tau"]))
            expect(max(chances) - min(chances) <= most, "chances that differ by at most alpha and tau")
        pull, target = logged(guard["pull"]), logged(guard["target"])
        for position, chance in enumerate(published):
            moved = min(1.0, max(0.0, (1 - pull) * reached[position] + pull * target))
            self._expect_near(f"chance at position {position}", moved, body["people"][position]["chance"])
        rare = bool(guard.get("isRare"))
        share = logged(guard["noShare"])
        opening = Opening(base, [share if rare else min(1.0, 2 * one) * share for one in published], rare)
        w = self._weights(eta, t, answers, body.get("picks"))
        self._before = (before, pending)
        self.pending = replace(pending, charges=self._none if self._is_small else None, lin=0.0)
        totals = None if w is None else self.state.totals
        spent = logged(guard["spent"])
        self.state = replace(self.state, totals=totals, eta=eta, mixability=D, spent=spent, reported=False)
        if w is None:
            self.report.skip("base chances of mode guarded, without features or of too large a class", 1)
            return opening
        if settings.get("upwards"):
            constants = w[0] + w[1]
            self._expect_near("lead", w[1] / constants if constants else 0.5, guard["lead"])
        for position, one in enumerate(answers):
            if one is None:
                self.report.skip("base chances of people without features", 1)
                continue
            accepting = math.fsum(share for share, bit in zip(w, self._decisions(one)) if bit)
            if self._expect_near(f"base chance at position {position}", min(1.0, accepting), guard["base"][position]):
                opening.chances += 1
        drawn = [(1 - pull) * share for share in w]
        drawn[1] += pull * target
        drawn[0] += pull * (1 - target)
        opening.policy = Policy(self.rules, drawn)
        return opening

    def _reached(self, body: Dict[str, Any], base: List[float], chances: Sequence[Fraction]) -> Tuple[List[float], float, float]:
        """Returns the base chances mixed with a constant rule, and the bounds of the number of picks."""
        if self.picks is None:
            return base, 0.0, float(len(base))
        self.picks.check_sum(chances)
        none, every = self.picks.mixing(body, base)
        return [(1 - none - every) * one + every for one in base], *self.picks.bounds(len(base))

    def close(
        self, t: int, opening: Opening, people: Sequence[Tuple[str, Any, float]], violations: Sequence[Dict[str, Any]]
    ) -> None:
        """Charges the people of a closed round, and remembers its violations.

        :param t: the number of its opening
        :param people: name, answers and logged chance of each
        """
        for (_, answers, _), base, expected in zip(people, opening.base, opening.expected):
            self.charge(answers, on_grid(expected - 0.5), base)
        eps = float(exact(self.learner["eps"]))
        openings = self._settings.get("rememberFor")
        until = None if openings is None else self.rounds.next - 1 + openings
        found = []
        for one in violations:
            (high, above, p), (low, below, q) = people[one["high"]], people[one["low"]]
            is_known = above is not None and below is not None and self._is_small
            signs = self._signs(above, below) if is_known else None
            found.append(Verdict((high, low), t, signs, p - q - eps, until=until))
        fresh = _best([one.bound for one in found], _MOST_VERDICTS, 1)
        held = self.state.verdicts
        kept = _best([one.charge for one in held], _MOST_VERDICTS - len(fresh), -1)
        if 0 < len(kept) < len(held):
            stays = min(held[at].charge for at in kept)
            leaves = max(one.charge for at, one in enumerate(held) if at not in kept)
            if leaves != stays and stays - leaves <= TOLERANCE * stays:
                self.report.skip("which of two almost equal verdicts was dropped", 1)
                self.state = replace(self.state, totals=None)
        verdicts = (*(held[at] for at in kept), *(found[at] for at in fresh))
        self.state = replace(self.state, verdicts=verdicts, reported=self.state.reported or bool(found))
        self._before = None

    def outcome(self, opening: Opening, position: int, one: Tuple[Any, float], value: str, former: Optional[str]) -> None:
        """Charges a person for an outcome, or for a correction.

        :param one: answers and logged chance
        """
        answers, chance = one

        def cost(word: Optional[str]) -> int:
            if word not in ("yes", "no"):
                return 0
            divisor = max(chance, 1 / 3) if opening.is_rare else chance
            return on_grid(((1 if word == "no" else 0) - opening.expected[position]) / divisor)

        self.charge(answers, cost(value) - cost(former), opening.base[position])
        labels = self.pending.labels + int(value != "lost") - int(former in ("yes", "no"))
        no_labels = self.pending.no_labels + int(value == "no") - int(former == "no")
        self.pending = replace(self.pending, labels=labels, no_labels=no_labels)

    def charge(self, answers: Any, units: int, base: float) -> None:
        """Charges whole units of the grid."""
        cost, charges = units * 2.0**-24, self.pending.charges
        if units and charges is not None:
            is_unknown = answers is None
            charges = None if is_unknown else [a + cost if bit else a for a, bit in zip(charges, self._decisions(answers))]
        self.pending = replace(self.pending, charges=charges, lin=self.pending.lin + cost * base)

    def cancel(self, is_undone: bool) -> None:
        """Undoes the newest opening if cancelling its round does so; later charges stay."""
        before, self._before = self._before, None
        if before is None or not is_undone:
            return
        state, pending = before
        charges = None
        if pending.charges is not None and self.pending.charges is not None:
            charges = [a + b for a, b in zip(pending.charges, self.pending.charges)]
        self.state = state
        self.pending = replace(self.pending, charges=charges, lin=pending.lin + self.pending.lin)

    def annul(self, pairs: Sequence[Tuple[str, str]]) -> None:
        """Retires the verdicts on these people; their charges stay."""
        verdicts = tuple(one for one in self.state.verdicts if one.people not in pairs)
        self.state = replace(self.state, verdicts=verdicts)

    def erase(self, person: str) -> None:
        """Removes the verdicts on a person."""
        verdicts = tuple(one for one in self.state.verdicts if person not in one.people)
        self.state = replace(self.state, verdicts=verdicts)

    def remember_state(self, seq: int) -> None:
        """Stores the state after an effect until an update applies it."""
        self._remembered.append((seq, HashedState(self.state, self.pending, self._before, *self._rounds())))

    def _rounds(self) -> Tuple[Dict[str, Any], Dict[str, str]]:
        """Returns the rounds in the head of a state, and the numbers that it repeats in `before`."""
        head = self.rounds.head(ahead=self.picks is not None and self.picks.is_average, guarded=True)
        tau, later = self.rounds.settled(self._settings)
        numbers = {"tau": shortest(tau), **({"ahead": head.pop("ahead")} if "ahead" in head else {})}
        return {**head, **({"later": later} if later else {})}, numbers

    def hash_after(self, applied: int) -> Optional[str]:
        """Returns the hash of the state after an effect; None if it depends on deleted features."""
        taken = [whole for seq, whole in self._remembered if seq <= applied]
        self._remembered = [one for one in self._remembered if one[0] > applied]
        return taken[-1].hash() if taken else None

    def resume(self, head: Dict[str, Any], data: bytes) -> None:
        """Compares a logged state with the computed one and continues from it.

        :raises FormError: if it is not a state of the format
        """
        rounds, numbers = self._rounds()
        more = {"open": "open:list", "later": "later:list", "ahead": "ahead:dec"}
        check_part("guarded head", head, " ".join(form for key, form in more.items() if key in rounds or key in numbers))
        state, expect_near = self.state, self._expect_near
        exactly = [self.rules.count, rounds, state.reported, self.pending.labels, self.pending.no_labels]
        found = [head["size"], {key: head[key] for key in rounds}, *(head[key] for key in ("reported", "labels", "noLabels"))]
        self.report.expect_equal("state", exactly, found)
        for key, value in (("mixability", state.mixability), ("spent", state.spent), ("lin", self.pending.lin)):
            expect_near(f"state: {key}", value, head[key])
        for key, text in numbers.items():
            expect_near(f"state: {key}", float(text), head[key])
        expect_near("state: eta", state.eta, head["eta"] or "0")
        names = [(*one.people, one.until) for one in state.verdicts]
        listed = [(one["high"], one["low"], one.get("until")) for one in head["verdicts"]]
        self.report.expect_equal("state: verdicts", names, listed)
        N = self.rules.count
        if len(data) != 24 * N:
            raise FormError(f"{3 * N} doubles")
        self.report.skip("whether totals are sums of charges, in mode guarded", 1)
        if not self._is_small or len(names) != len(head["verdicts"]):
            return
        values = list(struct.unpack(f"<{3 * N}d", data))
        logged_ones = [
            replace(one, bound=logged(other["bound"]), charge=logged(other["charge"]))
            for one, other in zip(state.verdicts, head["verdicts"])
        ]
        self.state = replace(state, totals=(values[:N], values[N : 2 * N]), verdicts=tuple(logged_ones))
        self.pending = replace(self.pending, charges=values[2 * N :], lin=logged(head["lin"]))

    def _expect_near(self, what: str, expected: float, text: str) -> bool:
        found = logged(text)
        is_near = abs(expected - found) <= TOLERANCE * max(1.0, abs(expected))
        return self.report.expect(is_near, f"{what} near {expected}, not {found}")

    def _decisions(self, answers: Any) -> List[int]:
        if answers not in self._bits:
            self._bits[answers] = [int(self.rules.accepts(rule, answers)) for rule in range(self.rules.count)]
        return self._bits[answers]

    def _signs(self, above: Any, below: Any) -> Tuple[List[int], List[int]]:
        pairs = list(enumerate(zip(self._decisions(above), self._decisions(below))))
        return [rule for rule, (a, b) in pairs if a > b], [rule for rule, (a, b) in pairs if a < b]

    def _next_mixability(self) -> Optional[float]:
        """Step 1: returns D with pending charges; None if it depends on deleted features."""
        state, charges = self.state, self.pending.charges
        if state.totals is None or charges is None:
            return None
        D = state.mixability
        if any(charges):
            w = divided(weights(self._prior, [a + b for a, b in zip(*state.totals)], state.eta))
            e = 2 * state.eta if state.reported else state.eta
            a = min(charge for charge, share in zip(charges, w) if share > 0)
            Z = max(math.fsum(weights(w, charges, e)), 2.0**-1022)
            D += self.pending.lin - a + math.log(Z) / e
        return D

    def _weights(self, eta: float, t: int, answers: Sequence[Any], picks: Optional[Dict[str, Any]]) -> Optional[List[float]]:
        """Steps 1 to 5: applies charges, sweeps and projects; returns None if the weights cannot be computed."""
        state, charges, settings, verdicts = self.state, self.pending.charges, self._settings, self.state.verdicts
        is_much = self.rules.count * (len(answers) + 2 * len(verdicts)) > MOST_WORK
        if state.totals is None or charges is None or is_much or any(one.signs is None for one in verdicts):
            return None
        if self.picks is not None and any(one is None for one in answers):
            return None
        L = [a + b for a, b in zip(state.totals[0], charges)]
        G = list(state.totals[1])
        if settings["forget"] is not None:
            most = min(L) + (settings["forget"] + portable_ln(t)) / eta
            L = [min(one, most) for one in L]
        w = weights(self._prior, [a + b for a, b in zip(L, G)], eta)
        swept = sweep(w, G, verdicts, eta, settings["trust"])
        if self.picks is not None and picks is not None:
            self._project(w, G, answers, eta, logged(picks["nu"]))
        self.state = replace(state, totals=(L, G), verdicts=swept)
        return divided(w)

    def _project(self, w: List[float], G: List[float], answers: Sequence[Any], eta: float, nu: float) -> None:
        """Step 5: checks nu and applies it to w and G."""
        assert self.picks is not None
        n = len(answers)
        self.picks.check_nu(nu, Policy(self.rules, w), answers, 1e-9)
        if nu == 0:
            return
        a, rows = -nu / (n * eta), [self._decisions(one) for one in answers]
        factors = [portable_exp((nu * count) / n) for count in range(n + 1)]
        for rule in range(len(w)):
            count = sum(row[rule] for row in rows)
            w[rule] *= factors[count]
            G[rule] += a * count


def _best(values: Sequence[float], most: int, first: int) -> List[int]:
    """Returns the indices of the largest values, ascending; of equal values the first are chosen, or with -1 the last."""
    ranked = sorted(range(len(values)), key=lambda at: (-values[at], first * at))
    return sorted(ranked[:most])


def _number(value: Any) -> Any:
    """Returns the double of a setting's decimal; other values as they are."""
    return float(exact(value)) if isinstance(value, str) else value
