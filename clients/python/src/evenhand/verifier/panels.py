"""How panels are chosen, resting seats, and replaced seats (docs/log-format.md, sections 3 and 4)."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .decision import decision_of
from .entries import Entries
from .forms import tagged
from .lottery import Lottery, Strata, read_attributes
from .settings import check_selection
from .shapes import check_part
from .study import CheckPanel, Entry, Order, Round


class Panels(Entries):
    """Adds the choice of panels to the entries outside rounds."""

    def is_member(self, seat: str) -> bool:
        """Returns whether a seat is neither removed nor resting now."""
        return self.seats.get(seat) == "active" and seat not in self.resting

    def selection_changed(self, entry: Entry) -> None:
        self.report.expect(not self.open, "no open round at a change of the selection")
        check_selection(entry["body"]["selection"])
        self.selection, self.lottery = entry["body"]["selection"], None

    def panel_lottery(self, entry: Entry) -> None:
        self.lottery = Lottery(entry["body"])
        problem = self.lottery.problem(self.selection)
        self.report.expect(problem is None, f"a lottery with {problem}")

    def seat_attributes(self, entry: Entry) -> None:
        seat = entry["body"]["seat"]
        self.report.expect(self.seats.get(seat) == "active", "a seat that is not removed")
        self.attributes[seat] = read_attributes(entry["body"]["attributes"])

    def seat_rested(self, entry: Entry) -> None:
        seat = entry["body"]["seat"]
        self.report.expect(self.is_member(seat), "a seat that is neither removed nor resting")
        self.resting.add(seat)

    def seat_returned(self, entry: Entry) -> None:
        seat = entry["body"]["seat"]
        is_resting = self.seats.get(seat) == "active" and seat in self.resting
        self.report.expect(is_resting, "a resting seat")
        self.resting.discard(seat)

    def panel_check(self, body: Dict[str, Any]) -> CheckPanel:
        """Checks which seats were left out of a round; returns the check of its panel, based on the current members."""
        chosen, expect, expect_equal = body["panelChosen"], self.report.expect, self.report.expect_equal
        check_part("panelChosen", chosen)
        for one in chosen["leftOut"]:
            check_part("seat left out", one)
        left = {seat for seat, state in self.seats.items() if state == "removed"}
        how, size = self.selection["how"], self.selection["size"]
        expect_equal("how of panelChosen", how, chosen["how"])
        left_out = [one["seat"] for one in chosen["leftOut"]]
        members = [seat for seat in self.seats if self.is_member(seat)]
        expect_equal("leftOut", [seat for seat in members if seat in left_out], left_out)
        pool = [seat for seat in members if seat not in left_out]
        closed = [one for one in self.rounds.values() if one.state == "closed" and how == "rotation"]
        turns = {seat: sum(seat in one.panel for one in closed) for seat in pool}
        lottery, strata = self.lottery, None
        if how == "stratified":
            strata = Strata(pool, self.selection["quotas"], self.attributes)

        def check(logged: Dict[str, Any], signature: Optional[str]) -> Order:
            panel = logged["panel"]
            decision = decision_of(self.settings["panel"], panel, left)
            if expect(decision is not None, "a panel that can decide under the rule"):
                assert decision is not None
                expect_equal("neededFlags", decision[0], logged["neededFlags"])
                expect_equal("rule", decision[1], logged.get("rule"))
            if size is None:
                expected = pool if how == "everyone" else [seat for seat in pool if seat in panel]
                expect(len(panel) > 0, "at least one seat on the panel")
                expect_equal("panel", expected, panel)
                return None, None
            expect(size <= len(pool), f"a pool of at least {size} seats")
            seed = body["noiseSeed"] if signature is None else tagged("panel-lot", body["noiseSeed"], signature)
            order = sorted(pool, key=lambda seat: (turns[seat], tagged("panel", seed, seat)))
            drawn: List[str] = order[:size]
            if strata is not None:
                found = strata.draw(lottery, order, seed)
                expect(found is not None, "a lottery over panels of the pool")
                drawn = found or []
            expect_equal("panel", [seat for seat in pool if seat in drawn], panel)
            return order, strata

        return check

    def next_of(self, round_: Round, place: int) -> str:
        """Returns the seat that takes a place of a panel with an order, or an empty text."""
        assert round_.order is not None
        free = [seat for seat in round_.order if self.is_member(seat) and seat not in round_.panel]
        others, strata = round_.panel[:place] + round_.panel[place + 1 :], round_.strata
        fits = [seat for seat in free if strata is None or strata.meets([*others, seat])]
        return (fits or free or [""])[0]
