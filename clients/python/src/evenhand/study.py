"""One study, from its record to figures."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from . import estimates, tables
from .estimates import Estimate, FrontierPoint
from .record import Record, load


class Study:
    """A study as its record tells it: checked while it loads, its tables as rows or data frames, figures with intervals.

    >>> study = Study.from_record("record.jsonl")
    >>> study.estimate()
    >>> study.frame("decisions")
    """

    def __init__(self, record: Record) -> None:
        self.record = record

    @classmethod
    def from_record(cls, path: Union[str, Path], kept: Optional[Tuple[int, str]] = None) -> "Study":
        """Reads a record that was downloaded, and checks its hashes, its chain and its manifest.

        :param kept: number and hash of an entry written down earlier: then the record is held against it, too
        :raises RecordError: at the first thing that differs
        """
        return cls(load(Path(path), kept))

    def rows(self, table: str) -> List[Dict[str, Any]]:
        """A table as a list of rows.

        :raises KeyError: if there is no such table
        """
        if table not in tables.TABLES:
            raise KeyError(f"no table {table!r}; there are {', '.join(tables.TABLES)}")
        return list(tables.TABLES[table](self.record))

    def frame(self, table: str) -> Any:
        """A table as a data frame of pandas or, where that is not installed, of polars.

        :raises ImportError: if neither is installed
        """
        rows = self.rows(table)
        for package in ("pandas", "polars"):
            try:
                library = importlib.import_module(package)
            except ImportError:
                continue
            return library.DataFrame(rows)
        raise ImportError("Install pandas or polars for data frames, or use rows().")

    @property
    def closed_rounds(self) -> List[int]:
        return [one["body"]["round"] for one in self.record.entries if one["type"] == "round.closed"]

    @property
    def seat_count(self) -> int:
        """m: seats of the panel in the newest round."""
        openings = [one["body"] for one in self.record.entries if one["type"] == "round.opened"]
        return len(openings[-1]["panel"]) if openings else 0

    def estimate(self) -> List[Estimate]:
        """Wrong decisions per person and the share of rounds with a report, each with its interval and how it was made."""
        return [
            estimates.error_rate(self.rows("decisions")),
            estimates.report_rate(self.rows("pairs"), self.closed_rounds),
        ]

    def frontier(self) -> List[FrontierPoint]:
        """What the same verdicts would have reported with 1 to m needed flags. What the learner would then have done is not said."""
        return estimates.frontier(self.rows("pairs"), self.closed_rounds, self.seat_count)
