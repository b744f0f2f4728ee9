"""Who is on a panel, who rests, and who takes the place of a seat (docs/log-format.md, sections 3 and 4)."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .entries import Entries
from .forms import tagged
from .settings import check_selection
from .shapes import check_part
from .study import Entry, Round


class Panels(Entries):
    """Adds the choice of panels to the entries outside rounds."""

    def is_member(self, seat: str) -> bool:
        """Returns whether a seat is neither removed nor resting now."""
        return self.seats.get(seat) == "active" and seat not in self.resting

    def selection_changed(self, entry: Entry) -> None:
        self.report.need(not self.open, "a selection that changes while no round is open")
        check_selection(entry["body"]["selection"])
        self.selection = entry["body"]["selection"]

    def seat_rested(self, entry: Entry) -> None:
        seat = entry["body"]["seat"]
        self.report.need(self.is_member(seat), "a seat that neither was removed nor rests")
        self.resting.add(seat)

    def seat_returned(self, entry: Entry) -> None:
        seat = entry["body"]["seat"]
        is_resting = self.seats.get(seat) == "active" and seat in self.resting
        self.report.need(is_resting, "a seat that rests")
        self.resting.discard(seat)

    def check_panel(self, body: Dict[str, Any]) -> Optional[List[str]]:
        """Checks the panel of an opening.

        :returns: the pool in the order of the lot or of the rotation; None where there is none
        """
        panel, chosen, gamma = body["panel"], body["panelChosen"], self.settings["panel"]["gamma"]
        need, same = self.report.need, self.report.same
        check_part("panelChosen", chosen)
        for one in chosen["leftOut"]:
            check_part("seat left out", one)
        needed = max(1, -(-gamma["numerator"] * len(panel) // gamma["denominator"]))
        same("neededFlags", needed, body["neededFlags"])
        how, size = self.selection["how"], self.selection["size"]
        same("how of panelChosen", how, chosen["how"])
        left_out = [one["seat"] for one in chosen["leftOut"]]
        members = [seat for seat in self.seats if self.is_member(seat)]
        same("leftOut", [seat for seat in members if seat in left_out], left_out)
        pool = [seat for seat in members if seat not in left_out]
        if size is None:
            expected = pool if how == "everyone" else [seat for seat in pool if seat in panel]
            need(len(panel) > 0, "a seat on the panel")
            same("panel", expected, panel)
            return None
        need(size <= len(pool), f"a pool of at least {size} seats")
        closed = [one for one in self.rounds.values() if one.state == "closed" and how == "rotation"]
        turns = {seat: sum(seat in one.panel for one in closed) for seat in pool}
        order = sorted(pool, key=lambda seat: (turns[seat], tagged("panel", body["noiseSeed"], seat)))
        same("panel", [seat for seat in pool if seat in order[:size]], panel)
        return order

    def next_of(self, found: Round) -> str:
        """Returns the seat that takes the next place of a panel with an order, or an empty text."""
        assert found.order is not None
        return next((seat for seat in found.order if self.is_member(seat) and seat not in found.panel), "")
