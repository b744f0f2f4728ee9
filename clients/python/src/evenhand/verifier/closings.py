"""Closed and cancelled rounds, draws, public numbers (docs/log-format.md, sections 4 and 7, log-format-beacon.md)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, Dict, List, Optional, Sequence, Set, Tuple

from .ballots import Ballots
from .bls12381 import is_beacon_signature
from .decision import makes_report, opened_rule
from .forms import FormError, keyed, logged, proven_root, shortest, tagged, tree_root
from .learner import TOLERANCE, on_grid
from .notes import read_checkpoint
from .settings import weight_cap
from .shapes import check_part
from .study import LINKS, QUICKNET, Entry, Round


class Closings(Ballots):
    """Adds the ends of rounds; this class handles all entries of a study."""

    def round_closing(self, entry: Entry) -> None:
        round_ = self.open_round(entry)
        if round_ is None:
            return
        is_due = self.beacon_draws_at == "close" and round_.frozen is None
        self._require_drawn(round_)
        if not self.report.expect(is_due, "round.closing once, with a beacon and a draw at close"):
            return
        self._reason(round_, entry)
        round_.frozen = entry["body"]
        if round_.fixed is None:
            round_.named = (self.named(entry), entry["seq"])
        else:
            self.report.expect_equal("public number that a lost history committed to", round_.fixed, entry["body"]["beaconRound"])
            round_.named = (round_.fixed, entry["seq"])

    def round_drawn(self, entry: Entry) -> None:
        round_, body, expect = self.open_round_before_closing(entry), entry["body"], self.report.expect
        if round_ is None:
            return
        is_due = "beaconRound" in round_.body and round_.signature is None
        if not expect(is_due, "round.drawn once, if the opening named a public number"):
            return
        has_commitment = body["drawCommitment"] is not None
        expect(has_commitment == (self.beacon_draws_at == "opening"), "drawCommitment only with a draw at opening")
        expect((body["panel"] is not None) == (round_.body["panel"] is None), "a panel if the opening has none")
        round_.draw_commitment = body["drawCommitment"]
        self._public_number(round_, entry)
        if body["panel"] is not None:
            drawn = {key: body[key] for key in ("panel", "neededFlags", "rule") if key in body}
            round_.order, round_.strata = round_.check_panel(drawn, round_.signature)
            round_.body, round_.panel = {**round_.body, **drawn}, list(body["panel"])

    def _require_drawn(self, round_: Round) -> None:
        is_drawn = "beaconRound" not in round_.body or round_.signature is not None
        self.report.expect(is_drawn, "round.drawn before the round closes")

    def _public_number(self, round_: Round, entry: Entry) -> None:
        assert self.beacon is not None
        number = entry["body"]["beacon"]
        check_part("public number", number)
        round_.signature = number["signature"]
        if not self.report.expect(round_.named is not None, "a public number that was named"):
            return
        assert round_.named is not None
        name, seq = round_.named
        self.report.expect(entry["at"] >= self.published(name), "a public number after its publication")
        is_its = is_beacon_signature(self.beacon["key"], name, number["signature"])
        self.report.expect(is_its, f"the signature of public number {name}")
        chain = " ".join(str(self.beacon[key]) for key in ("chain", "key", "genesis", "period"))
        if chain != QUICKNET and chain not in self.trusted.beacons:
            self.report.rely_on(f"beacon {chain}")
        seen = None
        if number["checkpoint"] is not None:
            seen = self._witnessed(number["checkpoint"], seq, entry["seq"])
        if seen is None:
            self.report.count("draws whose public number was named without a witness")
        elif 1000 * seen >= self.published(name):
            self.report.count("draws whose public number was named too late for the witness")

    def _witnessed(self, note: str, named: int, seq: int) -> Optional[int]:
        signers = self.signers_of(note)
        checkpoint = read_checkpoint(note, signers)
        self.report.expect(named <= checkpoint.size < seq, f"a checkpoint of {named} to {seq - 1} entries")
        self.report.expect_equal("root of the checkpoint", tree_root(self.hashes[: checkpoint.size]), checkpoint.root)
        self.note_witnesses(checkpoint, signers)
        return min(checkpoint.cosigned) if checkpoint.cosigned else None

    def _reason(self, round_: Round, entry: Entry) -> None:
        body, announced = entry["body"], round_.body["closing"]
        sitting = [seat for seat in round_.panel if self.seats.get(seat) == "active"]
        reason = "operator"
        if announced == "no-pairs":
            reason = "no-pairs"
        elif sitting and all(seat in round_.ballots for seat in sitting):
            reason = "all-sealed"
        elif round_.deadline_at is not None and entry["at"] >= round_.deadline_at:
            reason = "deadline"
        self.report.expect_equal("reason", reason, body["reason"])
        as_announced = announced not in ("deadline", "from-deadline") or reason != "operator"
        self.report.expect_equal("asAnnounced", as_announced, body["asAnnounced"])
        if not as_announced:
            self.report.count("rounds closed otherwise than announced")
        elif reason == "operator":
            self.report.count("rounds closed by hand")

    def round_closed(self, entry: Entry) -> None:
        round_, body, expect, expect_equal = self.open_round(entry), entry["body"], self.report.expect, self.report.expect_equal
        if round_ is None:
            return
        expect(not round_.is_link_disclosed, "a round whose link was disclosed to be cancelled")
        if self.beacon_draws_at == "close":
            if expect(round_.frozen is not None, "round.closing before round.closed"):
                assert round_.frozen is not None
                for key in ("reason", "asAnnounced"):
                    expect_equal(key, round_.frozen[key], body[key])
                self._public_number(round_, entry)
        else:
            self._require_drawn(round_)
            self._reason(round_, entry)
        if self.beacon_draws_at is None and not self.is_audit:
            self.report.count("draws without a beacon")
        expected = [seat for seat in round_.panel if seat in round_.ballots]
        expect_equal("opened ballots", expected, [seat for seat, _ in round_.opened])
        expect(self.opened_since == len(round_.opened), "opened ballots directly before round.closed")
        violations = self._violations(round_)
        for one in body["violations"]:
            check_part("violation", one)
        expect_equal("violations", violations, body["violations"])
        annulled = self.annulments.decide(round_.body, round_.votes, body)
        self._link(round_, body)
        t = self.open_rounds.close(round_.number, bool(body["violations"]))
        if self.guarded is not None and round_.guarded is not None:
            people = list(zip(round_.people, round_.answers, round_.chances))
            self.guarded.annul([self._names(pair) for pair in annulled])
            self.guarded.close(t, round_.guarded, people, body["violations"])
        self._end(round_, "closed", entry)
        if self.is_audit:
            return
        self._draw(round_, body)
        self._resamples(round_, body)
        if self.costs is None:
            return
        settled = self.learner["rejectedHalves"] == "at-close" or 1 not in round_.decisions
        C = logged(round_.body["fairnessWeight"])
        a = 0.0 if self.picks is None else self.picks.charge(round_.body)
        for position, (person, p, decision) in enumerate(zip(round_.people, round_.chances, round_.decisions)):
            half = self.costs.half(p) if settled and decision == 0 else 0.0
            pairs = self.costs.pairs(position, p, decision == 1, round_.resamples[position], C, body["violations"])
            self.charge(entry, person, on_grid((half + pairs) + a))

    def round_cancelled(self, entry: Entry) -> None:
        round_, body, expect = self.open_round_before_closing(entry), entry["body"], self.report.expect
        if round_ is None:
            return
        expect(self.settings["drawAt"] != "opening", "no cancellation with a draw at opening")
        expect(not round_.opened, "no opened ballot before a cancellation")
        is_restored = body["reason"] == "restored"
        expect(round_.is_link_disclosed == is_restored, "the reason restored if and only if the link was disclosed")
        self.annulments.release(round_.number)
        self._link(round_, body)
        if "draw" in body:
            self._draw(round_, body)
        is_undone = self.open_rounds.cancel(round_.number)
        if self.guarded is not None:
            self.guarded.cancel(is_undone)
        self._end(round_, "cancelled", entry)
        self.report.count("cancelled rounds")
        self.report.count("ballots sealed in cancelled rounds", sum(len(one) for one in round_.ballots.values()))
        for person in round_.people:
            del self.round_of[person]

    def _names(self, report: Tuple[int, int, int]) -> Tuple[str, str]:
        number, high, low = report
        people = self.rounds[number].people
        return people[high], people[low]

    def _end(self, round_: Round, state: str, entry: Entry) -> None:
        round_.state = state
        del self.open[round_.number]
        self.record_effect(entry)

    def _resamples(self, round_: Round, body: Dict[str, Any]) -> None:
        """Checks J of each person, for FTPL in mode `paper`."""
        round_.resamples = [0] * len(round_.people)
        if "resamples" not in body:
            return
        numbers, decisions, most = body["resamples"], body["draw"]["decisions"], weight_cap(self.learner["horizon"])
        fits = len(numbers) == len(decisions) and all(type(one) is int for one in numbers)
        fits = fits and all(1 <= one <= most if decision else one == 0 for one, decision in zip(numbers, decisions))
        if not self.report.expect(fits, f"resamples from 1 to {most} of each selected person, 0 of others"):
            raise FormError("resamples")
        round_.resamples = numbers
        seed = tagged("resamples", body["link"])
        for position, (answers, J) in enumerate(zip(round_.answers, numbers)):
            if J == 0:
                continue
            known = round_.drawing is not None and answers is not None
            expected = round_.drawing.resample(seed, position, answers) if round_.drawing is not None and known else None
            if expected is None:
                self.report.skip("resamples that need features, or at a boundary", 1)
            else:
                self.report.expect_equal(f"resamples at position {position}", expected, J)

    def _violations(self, round_: Round) -> List[Dict[str, Any]]:
        flagged: Dict[Tuple[int, int], Set[int]] = {}
        for seat, flags in round_.opened:
            for pair in flags:
                flagged.setdefault(pair, set()).add(round_.panel.index(seat))
        own = opened_rule(round_.body)
        counted = {pair: len(places) for pair, places in flagged.items()}
        pairs = sorted(pair for pair, places in flagged.items() if makes_report(own, places))
        rule = "all" if self.is_audit else self.learner["pairRule"]

        def rank(pair: Tuple[int, int]) -> Tuple[Any, ...]:
            high, low = pair
            flags = -counted[pair] if rule == "most-flags" else 0
            return (flags, round_.exact[low] - round_.exact[high], high, low)

        first = min(pairs, key=rank) if pairs else None
        alike = {"all": "1", "average": shortest(1 / len(pairs)) if pairs else ""}
        return [
            {
                "flagCount": counted[pair],
                "high": pair[0],
                "low": pair[1],
                "weight": alike.get(rule, "1" if pair == first else "0"),
            }
            for pair in pairs
        ]

    def _link(self, round_: Round, body: Dict[str, Any]) -> None:
        link = body["link"]
        root = proven_root(tagged("seed-tree", link), round_.number - 1, LINKS, body["linkProof"])
        self.report.expect_equal("link of the seed tree", self.seed_root, root)
        self.report.expect_equal("noiseSeed", tagged("noise", link), round_.body["noiseSeed"])

    def _draw(self, round_: Round, body: Dict[str, Any]) -> None:
        draw, link, expect_equal = body["draw"], body["link"], self.report.expect_equal
        is_even = self.learner.get("draw") == "even"
        check_part("even draw" if is_even else "draw", draw)
        nonces: List[str] = []
        if self.settings["drawAt"] == "close":
            nonces = [round_.ballots[seat][0].nonce_hash if seat in round_.ballots else "" for seat in round_.panel]
        message: List[Any] = ["evenhand/1/draw", self.id, round_.number, round_.inputs_hash, nonces]
        if round_.signature is not None:
            message.append(round_.signature)
        whole = int(keyed(link, message)[:16], 16) >> 11
        u = whole / 2**53
        expect_equal("u", shortest(u), draw["u"])
        round_.decisions = draw["decisions"]
        if round_.draw_commitment is not None:
            by = draw["order"] if is_even else draw["hypothesis"]
            commitment = tagged("draw-commitment", link, round_.inputs_hash, draw["u"], by, draw["decisions"])
            expect_equal("drawCommitment", commitment, round_.draw_commitment)
        if is_even:
            order = sorted(range(len(round_.people)), key=lambda position: tagged("draw-order", link, position))
            expect_equal("order", order, draw["order"])
            if expect_equal("decisions", _even(round_.exact, order, Fraction(whole, 2**53)), draw["decisions"]):
                self.report.draws += 1
            return
        self._rule_drawn(round_, draw, u)

    def _rule_drawn(self, round_: Round, draw: Dict[str, Any], u: float) -> None:
        if self.rules is None:
            self.report.skip("rules drawn", 1)
            return
        rule, expect = draw["hypothesis"], self.report.expect
        fits = len(draw["decisions"]) == len(round_.people) and set(draw["decisions"]) <= {0, 1}
        if not expect(rule < self.rules.count and fits, "a rule of the class, and a decision for each person"):
            raise FormError("a draw")
        for person, answers, decision in zip(round_.people, round_.answers, draw["decisions"]):
            if answers is not None:
                self.report.expect_equal(f"decision for {person}", int(self.rules.accepts(rule, answers)), decision)
        if round_.drawing is not None:
            round_.drawing.check_rule(u, rule)
        elif round_.policy is None:
            self.report.skip("rules drawn", 1)
        elif expect(round_.policy.may_draw(rule, u, TOLERANCE), f"the rule that {u} draws, not {rule}"):
            self.report.draws += 1


def _even(chances: Sequence[Fraction], order: Sequence[int], u: Fraction) -> List[int]:
    decisions, reached = [0] * len(chances), Fraction(0)
    for position in order:
        start, reached = reached, reached + chances[position]
        # m is the smallest whole number >= 0 with start <= m + u.
        m = max(0, math.ceil(start - u))
        if m + u < reached:
            decisions[position] = 1
    return decisions
