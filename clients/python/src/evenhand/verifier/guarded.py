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
from .sweep import Inbox, State, Verdict, Whole, sweep

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
    """The learner between two entries."""

    learner: Dict[str, Any]
    rules: Rules
    report: Report
    rounds: OpenRounds
    picks: Optional[Picks] = None

    def __post_init__(self) -> None:
        self._before: Optional[Tuple[State, Inbox]] = None
        self._bits: Dict[Any, List[int]] = {}
        #: By effect that no update has taken in yet: the state after it.
        self._kept: List[Tuple[int, Whole]] = []
        self._own = {key: _number(value) for key, value in self.learner["guarded"].items()}
        self._is_small = self.rules.count <= MOST_RULES
        self._prior = prior_of(self.learner, self.rules.count) if self._is_small else []
        self._none = [0.0] * len(self._prior)
        self._ln = math.log(self.rules.count)
        totals = (self._none, self._none) if self._is_small else None
        self.state, self.inbox = State(totals=totals), Inbox(self._none if self._is_small else None)

    def open(self, body: Dict[str, Any], answers: Sequence[Any], chances: Sequence[Fraction]) -> Opening:
        """Checks the numbers of an opening, and changes the state.

        :raises FormError: unless `guard` has the form of the format
        """
        guard, own, need, k = body["guard"], self._own, self.report.need, self.learner["roundSize"]
        more = ("lead:dec " if own.get("upwards") else "") + ("isRare:bool" if own.get("rareYes") else "")
        check_part("guard", guard, more)
        base, published = [logged(one) for one in guard["base"]], [float(one) for one in chances]
        if len(base) != len(chances) or not all(0 <= one <= 1 for one in base):
            raise FormError("a base chance from 0 to 1 for each person")
        self.report.same("fairnessWeight", None, body["fairnessWeight"])
        before, inbox, t, n = self.state, self.inbox, self.rounds.next, len(base)
        enforced = tuple(one for one in before.verdicts if one.until is None or t <= one.until)
        self.state = replace(before, verdicts=enforced)
        tau = self.rounds.tau(own)
        ends = self.learner["horizon"] is not None and self.learner["afterHorizon"] == "end"
        need(not ends or t <= self.learner["horizon"], "a round within the horizon")
        D = self._settle()
        if D is not None:
            self._near("mixability", D, guard["mixability"])
        D, eta = logged(guard["mixability"]), logged(body["eta"])
        cap = own["pace"] / k * math.sqrt(0.4 * self._ln / t)
        expected = min(before.eta, self._ln / D if D > 0 else math.inf, cap)
        need(abs(eta - expected) <= TOLERANCE * expected, f"eta near {expected}, not {eta}")
        self._near("tau", tau, guard["tau"])
        self._near("noShare", (1.5 + inbox.no_labels) / (3 + inbox.labels), guard["noShare"])
        is_rare = bool(own.get("rareYes")) and inbox.no_labels - inbox.labels / 2 > math.sqrt(inbox.labels)
        if own.get("rareYes"):
            self.report.same("isRare", is_rare, guard["isRare"])
        reached, low, high = self._reached(body, base, chances)
        # steps 6 and 7, from the logged base chances
        limit = (float(exact(self.learner["alpha"])) + max(0.0, tau)) * (1 - 1e-9)
        self._near("limit", limit, guard["limit"])
        target = max(math.fsum(reached) / n, max(reached) / 3)
        if own.get("upwards"):
            target += (1 - target) * max(0.0, 2 * logged(guard["lead"]) - 1)
        target = min(high / n, max(low / n, target))
        self._near("target", target, guard["target"])
        spread, pull, is_cut, spent = max(reached) - min(reached), 0.0, False, before.spent
        if spread > limit:
            share = 1 - limit / spread
            g = math.fsum(abs(target - one) for one in reached)
            left = max(0.0, own["budget"] * k * math.sqrt(t * self._ln) - before.spent) / g
            pull, is_cut = min(share, left), left < share
            spent += pull * g
            is_cut = guard["isCut"] if abs(left - share) <= TOLERANCE else is_cut
        self._near("pull", pull, guard["pull"])
        self.report.same("isCut", is_cut, guard["isCut"])
        self._near("spent", spent, guard["spent"])
        if not guard["isCut"]:
            most = exact(self.learner["alpha"]) + max(Fraction(0), exact(guard["tau"]))
            need(max(chances) - min(chances) <= most, "chances no further apart than alpha and tau allow")
        pull, target = logged(guard["pull"]), logged(guard["target"])
        for position, chance in enumerate(published):
            moved = min(1.0, max(0.0, (1 - pull) * reached[position] + pull * target))
            self._near(f"chance at position {position}", moved, body["people"][position]["chance"])
        rare = bool(guard.get("isRare"))
        share = logged(guard["noShare"])
        opening = Opening(base, [share if rare else min(1.0, 2 * one) * share for one in published], rare)
        w = self._weights(eta, t, answers, body.get("picks"))
        self._before = (before, inbox)
        self.inbox = replace(inbox, charges=self._none if self._is_small else None, lin=0.0)
        totals = None if w is None else self.state.totals
        spent = logged(guard["spent"])
        self.state = replace(self.state, totals=totals, eta=eta, mixability=D, spent=spent, reported=False)
        if w is None:
            self.report.leave_out("base chances of mode guarded, without features or of too large a class", 1)
            return opening
        if own.get("upwards"):
            constants = w[0] + w[1]
            self._near("lead", w[1] / constants if constants else 0.5, guard["lead"])
        for position, one in enumerate(answers):
            if one is None:
                self.report.leave_out("base chances of people without features", 1)
                continue
            accepting = math.fsum(share for share, bit in zip(w, self._decisions(one)) if bit)
            if self._near(f"base chance at position {position}", min(1.0, accepting), guard["base"][position]):
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
        openings = self._own.get("rememberFor")
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
                self.report.leave_out("which of two verdicts left that are too alike", 1)
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
        labels = self.inbox.labels + int(value != "lost") - int(former in ("yes", "no"))
        no_labels = self.inbox.no_labels + int(value == "no") - int(former == "no")
        self.inbox = replace(self.inbox, labels=labels, no_labels=no_labels)

    def charge(self, answers: Any, units: int, base: float) -> None:
        """Charges whole units of the grid."""
        cost, charges = units * 2.0**-24, self.inbox.charges
        if units and charges is not None:
            is_lost = answers is None
            charges = None if is_lost else [a + cost if bit else a for a, bit in zip(charges, self._decisions(answers))]
        self.inbox = replace(self.inbox, charges=charges, lin=self.inbox.lin + cost * base)

    def cancel(self, is_undone: bool) -> None:
        """Undoes the newest opening if a cancellation does so; later charges stay."""
        before, self._before = self._before, None
        if before is None or not is_undone:
            return
        state, inbox = before
        charges = None
        if inbox.charges is not None and self.inbox.charges is not None:
            charges = [a + b for a, b in zip(inbox.charges, self.inbox.charges)]
        self.state = state
        self.inbox = replace(self.inbox, charges=charges, lin=inbox.lin + self.inbox.lin)

    def annul(self, pairs: Sequence[Tuple[str, str]]) -> None:
        """Retires the verdicts on these people; their charges stay."""
        verdicts = tuple(one for one in self.state.verdicts if one.people not in pairs)
        self.state = replace(self.state, verdicts=verdicts)

    def erase(self, person: str) -> None:
        """Forgets the verdicts on a person."""
        verdicts = tuple(one for one in self.state.verdicts if person not in one.people)
        self.state = replace(self.state, verdicts=verdicts)

    def keep(self, seq: int) -> None:
        """Remembers the state after an effect, until an update takes it in."""
        self._kept.append((seq, Whole(self.state, self.inbox, self._before, *self._rounds())))

    def _rounds(self) -> Tuple[Dict[str, Any], Dict[str, str]]:
        """Returns what the head of a state says of rounds, and the numbers that it repeats in `before`."""
        head = self.rounds.head(ahead=self.picks is not None and self.picks.is_average, guarded=True)
        tau, later = self.rounds.settled(self._own)
        numbers = {"tau": shortest(tau), **({"ahead": head.pop("ahead")} if "ahead" in head else {})}
        return {**head, **({"later": later} if later else {})}, numbers

    def hash_after(self, applied: int) -> Optional[str]:
        """Returns the hash of the state after an effect; None where it rests on features that are gone."""
        taken = [whole for seq, whole in self._kept if seq <= applied]
        self._kept = [one for one in self._kept if one[0] > applied]
        return taken[-1].hash() if taken else None

    def resume(self, head: Dict[str, Any], data: bytes) -> None:
        """Compares a logged state, and continues from it.

        :raises FormError: unless it has the form of one
        """
        rounds, numbers = self._rounds()
        more = {"open": "open:list", "later": "later:list", "ahead": "ahead:dec"}
        check_part("guarded head", head, " ".join(form for key, form in more.items() if key in rounds or key in numbers))
        state, near = self.state, self._near
        exactly = [self.rules.count, rounds, state.reported, self.inbox.labels, self.inbox.no_labels]
        found = [head["size"], {key: head[key] for key in rounds}, *(head[key] for key in ("reported", "labels", "noLabels"))]
        self.report.same("state", exactly, found)
        for key, value in (("mixability", state.mixability), ("spent", state.spent), ("lin", self.inbox.lin)):
            near(f"state: {key}", value, head[key])
        for key, text in numbers.items():
            near(f"state: {key}", float(text), head[key])
        near("state: eta", state.eta, head["eta"] or "0")
        names = [(*one.people, one.until) for one in state.verdicts]
        listed = [(one["high"], one["low"], one.get("until")) for one in head["verdicts"]]
        self.report.same("state: verdicts", names, listed)
        N = self.rules.count
        if len(data) != 24 * N:
            raise FormError(f"{3 * N} doubles")
        self.report.leave_out("whether totals are sums of charges, in mode guarded", 1)
        if not self._is_small or len(names) != len(head["verdicts"]):
            return
        values = list(struct.unpack(f"<{3 * N}d", data))
        logged_ones = [
            replace(one, bound=logged(other["bound"]), charge=logged(other["charge"]))
            for one, other in zip(state.verdicts, head["verdicts"])
        ]
        self.state = replace(state, totals=(values[:N], values[N : 2 * N]), verdicts=tuple(logged_ones))
        self.inbox = replace(self.inbox, charges=values[2 * N :], lin=logged(head["lin"]))

    def _near(self, what: str, expected: float, text: str) -> bool:
        found = logged(text)
        is_near = abs(expected - found) <= TOLERANCE * max(1.0, abs(expected))
        return self.report.need(is_near, f"{what} near {expected}, not {found}")

    def _decisions(self, answers: Any) -> List[int]:
        if answers not in self._bits:
            self._bits[answers] = [int(self.rules.accepts(rule, answers)) for rule in range(self.rules.count)]
        return self._bits[answers]

    def _signs(self, above: Any, below: Any) -> Tuple[List[int], List[int]]:
        pairs = list(enumerate(zip(self._decisions(above), self._decisions(below))))
        return [rule for rule, (a, b) in pairs if a > b], [rule for rule, (a, b) in pairs if a < b]

    def _settle(self) -> Optional[float]:
        """Step 1: D with pending charges; None if it cannot be known."""
        state, charges = self.state, self.inbox.charges
        if state.totals is None or charges is None:
            return None
        D = state.mixability
        if any(charges):
            w = divided(weights(self._prior, [a + b for a, b in zip(*state.totals)], state.eta))
            e = 2 * state.eta if state.reported else state.eta
            a = min(charge for charge, share in zip(charges, w) if share > 0)
            Z = max(math.fsum(weights(w, charges, e)), 2.0**-1022)
            D += self.inbox.lin - a + math.log(Z) / e
        return D

    def _weights(self, eta: float, t: int, answers: Sequence[Any], picks: Optional[Dict[str, Any]]) -> Optional[List[float]]:
        """Steps 1 to 5: takes charges in, sweeps and projects; None if the weights cannot be known."""
        state, charges, own, verdicts = self.state, self.inbox.charges, self._own, self.state.verdicts
        is_much = self.rules.count * (len(answers) + 2 * len(verdicts)) > MOST_WORK
        if state.totals is None or charges is None or is_much or any(one.signs is None for one in verdicts):
            return None
        if self.picks is not None and any(one is None for one in answers):
            return None
        L = [a + b for a, b in zip(state.totals[0], charges)]
        G = list(state.totals[1])
        if own["forget"] is not None:
            most = min(L) + (own["forget"] + portable_ln(t)) / eta
            L = [min(one, most) for one in L]
        w = weights(self._prior, [a + b for a, b in zip(L, G)], eta)
        swept = sweep(w, G, verdicts, eta, own["trust"])
        if self.picks is not None and picks is not None:
            self._project(w, G, answers, eta, logged(picks["nu"]))
        self.state = replace(state, totals=(L, G), verdicts=swept)
        return divided(w)

    def _project(self, w: List[float], G: List[float], answers: Sequence[Any], eta: float, nu: float) -> None:
        """Step 5: checks nu, and changes w and G by it."""
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
    """Returns the places of the largest values, ascending; of equal ones the first stay, or with -1 the last."""
    ranked = sorted(range(len(values)), key=lambda at: (-values[at], first * at))
    return sorted(ranked[:most])


def _number(value: Any) -> Any:
    """Returns the double of a setting's decimal; other values as they are."""
    return float(exact(value)) if isinstance(value, str) else value
