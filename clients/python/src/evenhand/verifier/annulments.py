"""Proposals to annul reports (docs/log-format-annulments.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from .decision import makes_report, opened_rule
from .report import Report
from .shapes import check_part

Pair = Tuple[int, int, int]

_MOST = 5


@dataclass
class Proposal:
    """A proposal that no panel has decided yet."""

    pair: Pair
    by: str
    #: The open round whose panel votes on it; None until a round opens with it.
    carried_by: Optional[int] = None


@dataclass
class Annulments:
    """Reports and the open proposals about them."""

    report: Report
    #: Whether each report is in force.
    reports: Dict[Pair, bool] = field(default_factory=dict)
    proposals: List[Proposal] = field(default_factory=list)

    def propose(self, body: Dict[str, Any], is_seat: bool) -> None:
        pair = _pair(body)
        self._check_proposer(body, is_seat)
        self.report.expect(self.reports.get(pair, False), "a report that is in force")
        self.report.expect(self._find(pair) is None, "a report without an open proposal")
        self.proposals.append(Proposal(pair, body["by"]))

    def withdraw(self, body: Dict[str, Any], is_seat: bool) -> None:
        self._check_proposer(body, is_seat)
        found = self._find(_pair(body))
        is_own = found is not None and found.by == body["by"] and found.carried_by is None
        self.report.expect(is_own, "a proposal of the same proposer that no open round carries")
        self._drop(_pair(body))

    def carry(self, body: Dict[str, Any], is_judged: bool) -> None:
        """Checks the proposals of an opening."""
        named = body.get("annulments", [])
        for one in named:
            check_part("annulment", one)
        waiting = [one for one in self.proposals if one.carried_by is None][:_MOST] if is_judged else []
        self.report.expect_equal("annulments", [list(one.pair) for one in waiting], [list(_pair(one)) for one in named])
        for one in self.proposals:
            if one.pair in [_pair(other) for other in named]:
                one.carried_by = body["round"]

    def release(self, number: int) -> None:
        """Makes the proposals of a cancelled round pending again."""
        for one in self.proposals:
            if one.carried_by == number:
                one.carried_by = None

    def check_votes(self, opening: Dict[str, Any], votes: Sequence[Any]) -> None:
        fits = len(votes) == len(opening.get("annulments", [])) and all(one in ("annul", "keep", None) for one in votes)
        self.report.expect(fits, "a vote, or null, for each proposal")

    def decide(
        self, opening: Dict[str, Any], votes: Mapping[int, Sequence[Any]], body: Dict[str, Any]
    ) -> List[Pair]:
        """Checks a panel's decisions; returns the reports that it annulled.

        :param votes: the votes of each place of the panel
        """
        expected = []
        for number, one in enumerate(opening.get("annulments", [])):
            places = {place for place, own in votes.items() if len(own) > number and own[number] == "annul"}
            is_annulled = makes_report(opened_rule(opening), places)
            expected.append({**one, "annulled": is_annulled, "voteCount": len(places)})
        found = body.get("annulments", [])
        for one in found:
            check_part("annulment", one, "voteCount:n0 annulled:bool")
        self.report.expect_equal("annulments", expected, found)
        annulled = [_pair(one) for one in found if one["annulled"]]
        for one in found:
            self._drop(_pair(one))
        self.reports.update({pair: False for pair in annulled})
        self.reports.update({(body["round"], one["high"], one["low"]): True for one in body["violations"]})
        return annulled

    def _check_proposer(self, body: Dict[str, Any], is_seat: bool) -> None:
        self.report.expect(body["by"] == "operator" or is_seat, "an operator, or a seat that is not removed")

    def _find(self, pair: Pair) -> Optional[Proposal]:
        return next((one for one in self.proposals if one.pair == pair), None)

    def _drop(self, pair: Pair) -> None:
        self.proposals = [one for one in self.proposals if one.pair != pair]


def _pair(one: Dict[str, Any]) -> Pair:
    return (one["round"], one["high"], one["low"])
