"""Objections of people, and the answers of later panels (docs/log-format.md, section 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, Sequence, Tuple

from .report import Report


@dataclass
class Objections:
    """The open objections: those that no panel has answered yet."""

    report: Report
    #: For each open objection, by round and position: the last round that was opened before it.
    open: Dict[Tuple[int, int], int] = field(default_factory=dict)

    def receive(self, body: Dict[str, Any], people: Sequence[str], erased: bool, last_round: int) -> None:
        """Adds an objection.

        :param people: the people of the round if it is closed
        :param erased: whether the person was erased
        """
        expect, name = self.report.expect, (body["round"], body["position"])
        expect(bool(people), "an objection to a closed round")
        expect(body["position"] < len(people) and not erased, "an objection of a person of the round who is not erased")
        expect(name not in self.open, "a person without an open objection")
        self.open[name] = last_round

    def answer(self, body: Mapping[str, Any], seats: int) -> None:
        """Checks and adds the answers of a panel.

        :param seats: number of seats on the answering panel if its round is closed; otherwise -1
        """
        after = self.open.pop((body["round"], body["position"]), None)
        if self.report.expect(after is not None, "an open objection"):
            assert after is not None
            self.report.expect(body["askedIn"] > after and seats >= 0, "a closed round that was opened after the objection")
        given = body["yes"] + body["no"] + body["unsure"]
        self.report.expect(given <= max(seats, 0), "at most one answer for each seat")
