"""One study, from a server or from its record, to figures."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

from . import estimates, frames, tables
from .estimates import Estimate, FrontierPoint
from .frames import Table, html_table
from .log_tables import feature_names, settings_of
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
        :raises RecordError: at the first thing that differs, or if several studies match
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

    def rows(self, table: str) -> Table:
        """A table as a list of rows, which a notebook shows.

        Features and groups need a server and a token that allows features; features are also in a record.

        :raises KeyError: if the study has no such table
        :raises ServerError: if the server refuses
        """
        if table not in self.tables:
            raise KeyError(f"no table {table!r}; there are {', '.join(self.tables)}")
        if table == "groups":
            return Table(table, frames.columns_of(table), self._groups())
        if table != "features":
            return Table(table, frames.columns_of(table), tables.TABLES[table](self.record))
        if self.server is not None and not self.record.features:
            with tempfile.TemporaryDirectory() as folder:
                self.record.features = load(self.download("record", Path(folder) / "record.jsonl")).features
        kinds = [column["type"] for column in settings_of(self.record)["learner"]["columns"]]
        own = {name: "number" if kind == "number" else "text" for name, kind in zip(feature_names(self.record), kinds)}
        return Table(table, {"person": "text", **own}, tables.TABLES[table](self.record))

    def _groups(self) -> Iterator[Dict[str, Any]]:
        if self.server is None:
            raise ValueError("Groups are a server's file: a record does not hold their figures. Use Study(url, token).")
        path = f"/studies/{self.record.study}/data/groups.csv"
        lines = self.server.lines(path, upTo=len(self.record.entries))
        casts = {"integer": int, "number": float}
        columns = frames.columns_of("groups")
        for row in csv.DictReader(line.decode("utf-8") + "\n" for line in lines):
            yield {name: casts.get(kind, str)(row[name]) if row[name] else None for name, kind in columns.items()}

    def frame(self, table: str) -> Any:
        """A table as a data frame of pandas or, where that is not installed, of polars.

        :raises ImportError: if neither is installed
        """
        return self.rows(table).frame()

    @property
    def tables(self) -> List[str]:
        """The names of the study's tables; `groups` only where columns are groups."""
        has_groups = len(settings_of(self.record).get("groups", [])) > 0
        return [*tables.TABLES, *(["groups"] if has_groups else [])]

    def __repr__(self) -> str:
        return f"<Study {', '.join(f'{name} {value}' for name, value in self._facts())}>"

    def _repr_html_(self) -> str:
        return html_table(["Study", self.record.study], [list(fact) for fact in self._facts()[1:]])

    def _facts(self) -> List[Tuple[str, Any]]:
        closed, entries = len(self.closed_rounds), len(self.record.entries)
        return [("id", self.record.study), ("entries", entries), ("closed rounds", closed), ("head", self.record.head)]

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
