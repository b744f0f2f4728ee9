"""Stratified lots: attributes of seats, lotteries over panels, their draws (docs/log-format-panels.md)."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Set, Tuple

from .forms import tagged
from .shapes import check_part

#: Sum of the weights of a lottery.
WEIGHT = 2**32

Attributes = Dict[str, str]


def read_attributes(listed: List[Dict[str, Any]]) -> Attributes:
    """Returns the attributes of a seat, value by name.

    :raises AssertionError: if a name occurs twice or a text is empty
    """
    for one in listed:
        check_part("attribute", one)
    read = {one["name"]: one["value"] for one in listed}
    assert len(read) == len(listed) and all(name and value for name, value in read.items())
    return read


class Lottery:
    """A lottery over panels."""

    def __init__(self, body: Dict[str, Any]) -> None:
        for kind in body["types"]:
            check_part("type of a lottery", kind)
        for panel in body["panels"]:
            check_part("panel of a lottery", panel)
        self.kinds = [kind["quotas"] for kind in body["types"]]
        self.seats = [kind["seats"] for kind in body["types"]]
        self.panels = body["panels"]

    def problem(self, selection: Dict[str, Any]) -> Optional[str]:
        """Returns what was expected of a lottery under a selection; None if it is valid."""
        if selection["how"] != "stratified":
            return "a stratified lot"
        quotas = selection["quotas"]
        known = all(kind == sorted(set(kind)) and set(kind) <= set(range(len(quotas))) for kind in self.kinds)
        if not known or not self.kinds or any(one >= other for one, other in zip(self.kinds, self.kinds[1:])):
            return "types by quotas of the selection, in order"
        counts = [panel["counts"] for panel in self.panels]
        if len({tuple(one) for one in counts}) < len(counts):
            return "panels that differ"
        if not all(self._is_panel(one, selection["size"], quotas) for one in counts):
            return "panels of the size that meet every quota"
        return None if sum(panel["weight"] for panel in self.panels) == WEIGHT else f"weights of {WEIGHT}"

    def _is_panel(self, counts: List[int], size: int, quotas: List[Dict[str, Any]]) -> bool:
        fits = len(counts) == len(self.seats) and all(0 <= one <= most for one, most in zip(counts, self.seats))
        counted = [sum(one for one, kind in zip(counts, self.kinds) if at in kind) for at in range(len(quotas))]
        return (
            fits
            and sum(counts) == size
            and all(quota["least"] <= one <= quota["most"] for quota, one in zip(quotas, counted))
        )

    def drawn(self, seed: str) -> List[int]:
        """Draws a panel; returns its number of seats of each type."""
        number, passed = int(tagged("lottery", seed)[:8], 16), 0
        for panel in self.panels:
            passed += panel["weight"]
            if passed > number:
                counts: List[int] = panel["counts"]
                return counts
        return []


class Strata:
    """The seats of a pool, grouped by the quotas towards which they count."""

    def __init__(self, pool: List[str], quotas: List[Dict[str, Any]], attributes: Dict[str, Attributes]) -> None:
        self.quotas = quotas
        self.counted: List[Set[str]] = [
            {seat for seat in pool if attributes.get(seat, {}).get(quota["attribute"]) == quota["value"]}
            for quota in quotas
        ]
        self.kind_of = {seat: [at for at, seats in enumerate(self.counted) if seat in seats] for seat in pool}

    def draw(self, lottery: Optional[Lottery], order: List[str], seed: str) -> Optional[List[str]]:
        """Returns the panel that a lottery draws; None if the lottery is not over panels of this pool.

        :param order: the pool in the order of the lot
        """
        kinds = sorted(self.kind_of.values())
        if lottery is None or kinds != [kind for kind, seats in zip(lottery.kinds, lottery.seats) for _ in range(seats)]:
            return None
        left: Dict[Tuple[int, ...], int] = dict(zip((tuple(kind) for kind in lottery.kinds), lottery.drawn(seed)))
        panel = []
        for seat in order:
            kind = tuple(self.kind_of[seat])
            if left.get(kind, 0) > 0:
                left[kind] -= 1
                panel.append(seat)
        return panel

    def meets(self, panel: List[str]) -> bool:
        """Returns whether a panel meets the quotas with the attributes at the opening."""
        counts = [len(seats.intersection(panel)) for seats in self.counted]
        return all(quota["least"] <= one <= quota["most"] for quota, one in zip(self.quotas, counts))
