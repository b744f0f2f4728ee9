"""Objections of people, and the answers of later panels (docs/log-format.md, section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Sequence, Tuple

from .report import Report


@dataclass
class Objections:
    """Objections that no panel has answered."""

    report: Report
    #: The last round that was opened before, by round and position.
    open: Dict[Tuple[int, int], int] = field(default_factory=dict)

    def receive(self, body: Dict[str, Any], people: Sequence[str], erased: bool, last_round: int) -> None:
        """Adds an objection.

        :param people: of the round, where it is closed
        :param erased: whether the person was erased
        """
        need, name = self.report.need, (body["round"], body["position"])
        need(bool(people), "an objection to a closed round")
        need(body["position"] < len(people) and not erased, "an objection of a person of the round, not erased")
        need(name not in self.open, "a person without an open objection")
        self.open[name] = last_round

    def answer(self, body: Mapping[str, Any], seats: int) -> None:
        """Checks and adds the answers of a panel.

        :param seats: number of seats on the answering panel if its round is closed; otherwise -1
        """
        after = self.open.pop((body["round"], body["position"]), None)
        if self.report.need(after is not None, "an open objection"):
            assert after is not None
            self.report.need(body["askedIn"] > after and seats >= 0, "a closed round that was opened after the objection")
        given = body["yes"] + body["no"] + body["unsure"]
        self.report.need(given <= max(seats, 0), "at most one answer a seat")
