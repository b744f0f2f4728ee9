"""`round.opened`: people, panel, docket and chances (docs/log-format.md, sections 3 to 5, and log-format-docket.md)."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from .forms import exact, logged, shortest, tagged
from .ftpl import Ftpl
from .learner import TOLERANCE, policy_of, rates_of
from .panels import Panels
from .shapes import check_part
from .study import LINKS, MOST_OPEN, Entry, Order, Round, digest_of


class Openings(Panels):
    """Adds openings to the entries outside rounds and the panels."""

    def named(self, entry: Entry) -> int:
        """Checks and returns the number of the beacon round that an entry names."""
        assert self.beacon is not None
        number: int = entry["body"]["beaconRound"]
        start = entry["at"] + 1000 * self.beacon["delay"]
        is_first = number == 1 or self.published(number - 1) < start
        self.report.expect(self.published(number) >= start and is_first, "the first public number after the delay")
        return number

    def round_opened(self, entry: Entry) -> None:
        body, expect, expect_equal = entry["body"], self.report.expect, self.report.expect_equal
        expect(len(self.open) < MOST_OPEN, f"at most {MOST_OPEN} open rounds")
        expect_equal("round", self.last_round + 1, body["round"])
        expect(body["round"] <= LINKS, f"a round number up to {LINKS}")
        expect_equal("t", self.open_rounds.next, body["t"])
        expect_equal("appliedSeq", self.updated_to, body["appliedSeq"])
        expect(self.effects[-1] <= body["appliedSeq"], "an update of all effects before the opening")
        expect_equal("guidelineVersion", self.guidelines, body["guidelineVersion"])
        deadline = body["deadlineAt"]
        expect(deadline is None or deadline > entry["at"], "a deadline after the opening")
        people = self._people(body)
        chances = [exact(one["chance"]) for one in body["people"]]
        check_panel = self.panel_check(body)
        no_order: Order = (None, None)
        order, strata = no_order if body["panel"] is None else check_panel(body, None)
        expect((body["panel"] is None) == self.awaits_panel, "a panel, unless its lot awaits a public number")
        is_undecided = body["neededFlags"] is None and "rule" not in body
        expect(is_undecided if body["panel"] is None else True, "neither neededFlags nor rule without a panel")
        awaits = self.beacon_draws_at == "opening"
        is_drawn = self.settings["drawAt"] == "opening" and not awaits
        expect((body["drawCommitment"] is not None) == is_drawn, "drawCommitment only with a draw at opening")
        inputs = {key: value for key, value in body.items() if key != "drawCommitment"}
        round_ = Round(
            number=body["round"],
            body=body,
            opening=self.hashes[-1],
            inputs_hash=tagged("round-inputs", self.id, entry["prev"], inputs),
            deadline_at=deadline,
            draw_commitment=body["drawCommitment"],
            people=people,
            exact=chances,
            chances=[logged(one["chance"]) for one in body["people"]],
            panel=list(body["panel"] or []),
            order=order,
            strata=strata,
            check_panel=check_panel,
            answers=[self.answers(person) for person in people],
            policy=None,
        )
        round_.must_ask = body["closing"] != "no-pairs" and len(people) > 1 and self._closes_at_once(round_)
        expect_equal("closing", self._announced(round_), body["closing"])
        self._docket(round_)
        self.annulments.carry(body, any(self.eligible(round_)))
        self._policy(round_)
        if awaits or self.awaits_panel:
            round_.named = (self.named(entry), entry["seq"])
        self.last_round = body["round"]
        self.rounds[round_.number] = self.open[round_.number] = round_
        lead = self.picks.lead(round_.chances) if self.picks is not None else 0.0
        self.open_rounds.add(round_.number, lead, any(self.eligible(round_)))
        for person in people:
            self.round_of[person] = round_
            self.appeared.add(person)
        self.record_effect(entry)

    def _people(self, body: Dict[str, Any]) -> List[str]:
        expect = self.report.expect
        for one in body["people"]:
            check_part("person", one)
            expect(0 <= exact(one["chance"]) <= 1, "chances from 0 to 1")
            line = self.parts.people.get(one["person"])
            if line is not None:
                self.report.expect_equal(f"digest of {one['person']}", digest_of(line), one["digest"])
                if "features" in line:
                    count = len(self.learner["columns"]) + len(self.settings.get("groups", []))
                    self.report.expect_equal(f"cells of {one['person']}", count, len(line["features"]))
        people = [one["person"] for one in body["people"]]
        waiting, k = self.available_people(), self.learner["roundSize"]
        expect(1 <= len(people) <= k and len(set(people)) == len(people), f"1 to {k} different people")
        expect(set(people) <= set(waiting), "people who are not in another round, nor erased")
        expect((body["chosen"] == "by-lot") == self.is_audit, "people by lot in an audit and only there")
        if self.is_audit:
            lots = sorted(waiting, key=lambda person: tagged("round-people", body["noiseSeed"], person))
            self.report.expect_equal("people by lot", lots[:k], people)
        elif body["chosen"] == "in-order":
            self.report.expect_equal("people in order", waiting[:k], people)
        else:
            expect(people == sorted(people, key=lambda person: int(person[1:])), "people sorted by number")
            self.report.count("rounds whose people the operator chose")
        return people

    def _announced(self, round_: Round) -> str:
        if self._closes_at_once(round_) and not round_.must_ask:
            return "no-pairs"
        if round_.deadline_at is None:
            return "by-hand"
        return "deadline" if self.settings["panel"]["closesAtDeadline"] else "from-deadline"

    def _closes_at_once(self, round_: Round) -> bool:
        return bool(self.settings["panel"]["closesWithoutPairs"]) and not any(self.eligible(round_))

    def eligible(self, round_: Round) -> Iterator[Tuple[int, int]]:
        alpha, places = exact(self.learner["alpha"]), range(len(round_.exact))
        return (
            (high, low) for high in places for low in places if round_.exact[high] - round_.exact[low] > alpha
        )

    def _policy(self, round_: Round) -> None:
        body, skip = round_.body, self.report.skip
        if self.is_audit:
            nothing = [body["eta"], body["fairnessWeight"]]
            self.report.expect_equal("eta and C of an audit", [None, None], nothing)
            self._audited(round_)
            return
        if self.guarded is not None:
            round_.guarded = self.guarded.open(body, round_.answers, round_.exact)
            round_.policy = round_.guarded.policy
            self.report.chances += round_.guarded.chances
            return
        if self.rules is None:
            skip("chances and rates, without the list of rules", 1)
            return
        assert self.rules is not None and self.totals is not None
        if self.ftpl is not None:
            self._drawn_rules(round_, self.ftpl)
            return
        rates = rates_of(self.learner, self.rules.count, body["t"])
        if not self.report.expect(rates is not None, "a round within the horizon"):
            return
        assert rates is not None
        for key, expected in zip(("eta", "fairnessWeight"), rates):
            value = logged(body[key])
            self.report.expect(abs(value - expected) <= TOLERANCE * abs(expected), f"{key} near {expected}, not {value}")
        self.take_charges(body["appliedSeq"])
        if self.picks is not None:
            self.picks.check_sum(round_.exact)
        policy = policy_of(self.learner, self.rules, self.totals, logged(body["eta"]), round_.answers)
        if policy is None:
            is_large = self.totals.is_known
            skip("chances of a class that is too large for this program" if is_large else "chances that need features", 1)
            return
        round_.policy = policy
        moved = self.picks and self.picks.project(body, policy, round_.answers)
        for at, (person, answers, chance) in enumerate(zip(round_.people, round_.answers, round_.chances)):
            if answers is None or (self.picks is not None and not moved):
                skip("chances of people without features", 1)
                continue
            expected = moved[at] if moved else policy.chance(answers)
            if self.report.expect(abs(expected - chance) <= TOLERANCE, f"a chance of {person} near {expected}, not {chance}"):
                self.report.chances += 1

    def _drawn_rules(self, round_: Round, ftpl: Ftpl) -> None:
        """Checks the chances of FTPL."""
        assert self.totals is not None
        ftpl.check_rates(round_.body)
        self.take_charges(round_.body["appliedSeq"])
        is_picked = self.picks is not None and any(one is None for one in round_.answers)
        if not ftpl.is_small or not self.totals.is_known or is_picked:
            self.report.skip("chances that need features" if ftpl.is_small else "chances of too large a class", 1)
            return
        round_.drawing = ftpl.open(self.totals.losses(), round_.body["noiseSeed"])
        if self.picks is not None:
            round_.drawing.pick(self.picks, round_.body["picks"], round_.answers)
        for person, answers, chance in zip(round_.people, round_.answers, round_.chances):
            if answers is None:
                self.report.skip("chances of people without features", 1)
            else:
                round_.drawing.check_chance(person, answers, chance)

    def _audited(self, round_: Round) -> None:
        source = self.learner["chance"]
        place = [one["name"] for one in self.learner["columns"]].index(source["column"])
        for person, chance in zip(round_.people, round_.body["people"]):
            cells = self.cells(person)
            if cells is None:
                self.report.skip("chances of people without features", 1)
                continue
            value = exact(cells[place]) / (100 if source["unit"] == "percent" else 1)
            nearest = shortest(value.numerator / value.denominator)
            if self.report.expect_equal(f"chance of {person}", nearest, chance["chance"]):
                self.report.chances += 1

    def _docket(self, round_: Round) -> None:
        setting, logged_pairs = self.settings["presentation"]["docket"], round_.body["docket"]
        if setting == "everything":
            self.report.expect_equal("docket", None, logged_pairs)
            return
        eligible, size = list(self.eligible(round_)), setting["size"]
        count = min(4 * size // 5, len(eligible))
        distance = self.distance(round_)
        if distance is None:
            ranked = [(one[0], one[1]) for one in logged_pairs[:count]]
            fits = set(ranked) <= set(eligible) and len(set(ranked)) == count
            self.report.expect(fits, "different ranked pairs, all eligible")
            self.report.skip("rankings of dockets, without features", 1)
        else:

            apart = {(high, low): distance(high, low) for high, low in eligible}

            def priority(pair: Tuple[int, int]) -> float:
                high, low = pair
                return (round_.chances[high] - round_.chances[low]) / (0.05 + apart[pair])

            ranked = sorted(eligible, key=lambda pair: (-priority(pair), pair))[:count]
        seed, chosen = round_.body["noiseSeed"], set(ranked)
        rest = [pair for pair in eligible if pair not in chosen]
        rest.sort(key=lambda pair: tagged("docket", seed, *pair))
        expected = [[*pair, "ranked"] for pair in ranked] + [[*pair, "random"] for pair in rest[: size - count]]
        self.report.expect_equal("docket", expected, logged_pairs)

    def distance(self, round_: Round) -> Optional[Callable[[int, int], float]]:
        rows = [self.cells(person) for person in round_.people]
        if any(row is None for row in rows):
            return None
        columns = []
        for place in self.shown_places():
            cells = [row[place] for row in rows if row is not None]
            is_number = self.learner["columns"][place]["type"] == "number"
            numbers = [float(cell) for cell in cells if is_number and cell is not None]
            spread = max(numbers) - min(numbers) if numbers else 0.0
            columns.append((cells, is_number, spread))

        def distance(one: int, other: int) -> float:
            total = 0.0
            for cells, is_number, spread in columns:
                a, b = cells[one], cells[other]
                if a is None or b is None:
                    total += 0.0 if a is b else 1.0
                elif not is_number:
                    total += 0.0 if a == b else 1.0
                elif 0 < spread < math.inf:
                    total += abs(float(a) - float(b)) / spread
            return total / len(columns) if columns else 0.0

        return distance
