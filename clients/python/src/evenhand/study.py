"""One study, from a server or from its record, to figures."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple, Union

from . import estimates, tables
from .estimates import Estimate, FrontierPoint
from .online import choose, load_online
from .policy import Policy
from .record import Record, RecordError, load
from .server import Server


class Study:
    """A study as its log tells it: checked while it loads, its tables as rows or data frames, figures with intervals.

    >>> study = Study("https://panel.example.org", token)
    >>> study.estimate()
    >>> study.frame("decisions")
    """

    record: Record
    #: Where it came from; None if it was read from a file.
    server: Optional[Server]

    def __init__(
        self,
        url: str,
        token: str,
        study: Optional[str] = None,
        kept: Optional[Tuple[int, str]] = None,
        folder: Union[str, Path, None] = None,
    ) -> None:
        """Reads the log from a server, and checks its hashes and its chain while it comes. Features are not in it.

        :param url: the server's address
        :param token: made on the page of the account; reading is enough
        :param study: id or name; left out where the token reaches one only
        :param kept: number and hash of an entry written down earlier: then the log is held against it, too
        :param folder: where the log is kept: the next time only what is new is read, and it must go on from what was kept
        :raises RecordError: at the first thing that differs, or if it is not clear which study is meant
        :raises ServerError: if the server refuses
        """
        self.server = Server(url, token)
        chosen = choose(self.server, study)
        self.record = load_online(self.server, chosen, None if folder is None else Path(folder))
        self.record.hold_against(kept)

    @classmethod
    def from_record(cls, path: Union[str, Path], kept: Optional[Tuple[int, str]] = None) -> "Study":
        """Reads a record that was downloaded, and checks its hashes, its chain and its manifest.

        :param kept: number and hash of an entry written down earlier: then the record is held against it, too
        :raises RecordError: at the first thing that differs
        """
        made = cls.__new__(cls)
        made.server, made.record = None, load(Path(path), kept)
        return made

    def download(self, file: str, to: Union[str, Path]) -> Path:
        """Keeps a table or a format of another program as the server makes it, such as `verdicts.parquet`, or the `record`.

        :raises ServerError: if the server refuses, such as a file with features to a token without them
        :raises ValueError: for a study that was read from a file
        """
        if self.server is None:
            raise ValueError("This study was read from a file: no server is known that could be asked.")
        path = "record" if file == "record" else f"data/{file}"
        return self.server.download(f"/studies/{self.record.study}/{path}", to)

    def policy(self, round: int) -> Policy:
        """Fetches the policy of a round, and compares the log entry that it names with the log.

        :raises ServerError: if the server refuses, such as a round before an erasure
        :raises RecordError: if it names another entry than the log has
        :raises ValueError: for a study that was read from a file
        """
        if self.server is None:
            raise ValueError("This study was read from a file, which holds no policy. Use Policy.from_file.")
        found = Policy(self.server.get(f"/studies/{self.record.study}/rounds/{round}/policy"))
        seq, hash = found.data["opening"]["seq"], found.data["opening"]["hash"]
        if seq > len(self.record.hashes) or self.record.hashes[seq - 1] != hash:
            raise RecordError(f"the policy names entry {seq} with {hash}, which the log does not have")
        return found

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
        """m: seats of the newest panel."""
        types = ("round.opened", "round.drawn")
        panels = [one["body"]["panel"] for one in self.record.entries if one["type"] in types]
        return next((len(panel) for panel in reversed(panels) if panel is not None), 0)

    def estimate(self) -> List[Estimate]:
        """Wrong decisions per person and the share of rounds with a report, each with its interval and how it was made."""
        return [
            estimates.error_rate(self.rows("decisions")),
            estimates.report_rate(self.rows("pairs"), self.closed_rounds),
        ]

    def frontier(self) -> List[FrontierPoint]:
        """What the same verdicts would have reported with 1 to m needed flags. What the learner would then have done is not said."""
        return estimates.frontier(self.rows("pairs"), self.closed_rounds, self.seat_count)
