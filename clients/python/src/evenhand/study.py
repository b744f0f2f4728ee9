"""A study that is read from a server or from a downloaded record."""

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
    """A study with its verified log: tables as rows or data frames, and estimates with intervals.

    >>> study = Study("https://panel.example.org", token)
    >>> study.estimate()
    >>> study.frame("decisions")
    """

    record: Record
    #: The server from which the study was read; None if it was read from a file.
    server: Optional[Server]

    def __init__(
        self,
        url: str,
        token: str,
        study: Optional[str] = None,
        known_entry: Optional[Tuple[int, str]] = None,
        folder: Union[str, Path, None] = None,
    ) -> None:
        """Reads the log from a server and checks its hash chain while it loads. The log contains no features.

        :param url: the server's address
        :param token: from the page "Tokens for programs" of your account; the scope `read` is enough
        :param study: id or name; may be omitted if the token can access only one study
        :param known_entry: number and hash of an entry saved earlier; the log must contain it unchanged
        :param folder: a folder that caches the log; later reads fetch only new entries, which must continue the cached log
        :raises RecordError: if the log is not valid, or if no study or several studies match
        :raises ServerError: if the server refuses
        """
        self.server = Server(url, token)
        chosen = choose(self.server, study)
        self.record = load_online(self.server, chosen, None if folder is None else Path(folder))
        self.record.check_known_entry(known_entry)

    @classmethod
    def from_record(cls, path: Union[str, Path], known_entry: Optional[Tuple[int, str]] = None) -> "Study":
        """Reads a downloaded record and checks its hashes, its chain and its manifest.

        :param known_entry: number and hash of an entry saved earlier; the record must contain it unchanged
        :raises RecordError: if the record is not valid
        """
        study = cls.__new__(cls)
        study.server, study.record = None, load(Path(path), known_entry)
        return study

    def download(self, file: str, to: Union[str, Path]) -> Path:
        """Downloads a file that the server generates, such as `verdicts.parquet`, or the `record`.

        :raises ServerError: if the server refuses, for example a file with features if the token does not allow them
        :raises ValueError: for a study that was read from a file
        """
        if self.server is None:
            raise ValueError("This study was read from a file, so nothing can be downloaded. Use Study(url, token).")
        path = "record" if file == "record" else f"data/{file}"
        return self.server.download(f"/studies/{self.record.study}/{path}", to)

    def policy(self, round: int) -> Policy:
        """Fetches the policy of a round and checks that the log contains the entry that it names.

        :raises ServerError: if the server refuses, for example a round before an erasure
        :raises RecordError: if the log does not contain that entry
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
        """Returns a table as a list of rows, which notebooks display.

        The table `groups` requires a server, `features` a server or a record. Both require a token that allows features.

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
        columns = {name: "number" if kind == "number" else "text" for name, kind in zip(feature_names(self.record), kinds)}
        return Table(table, {"person": "text", **columns}, tables.TABLES[table](self.record))

    def _groups(self) -> Iterator[Dict[str, Any]]:
        if self.server is None:
            raise ValueError("A record does not contain the table groups. Use Study(url, token).")
        path = f"/studies/{self.record.study}/data/groups.csv"
        lines = self.server.lines(path, upTo=len(self.record.entries))
        casts = {"integer": int, "number": float}
        columns = frames.columns_of("groups")
        for row in csv.DictReader(line.decode("utf-8") + "\n" for line in lines):
            yield {name: casts.get(kind, str)(row[name]) if row[name] else None for name, kind in columns.items()}

    def frame(self, table: str) -> Any:
        """Returns a table as a data frame of pandas or, if that is not installed, of polars.

        :raises ImportError: if neither is installed
        """
        return self.rows(table).frame()

    @property
    def tables(self) -> List[str]:
        """The names of the study's tables; `groups` only if the study has groups."""
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
        """The number of seats of the newest panel (m)."""
        types = ("round.opened", "round.drawn")
        panels = [one["body"]["panel"] for one in self.record.entries if one["type"] in types]
        return next((len(panel) for panel in reversed(panels) if panel is not None), 0)

    def estimate(self) -> List[Estimate]:
        """Estimates wrong decisions per person and the share of rounds with a report."""
        return [
            estimates.error_rate(self.rows("decisions")),
            estimates.report_rate(self.rows("pairs"), self.closed_rounds),
        ]

    def frontier(self) -> List[FrontierPoint]:
        """Counts the reports that the same verdicts would make with 1 to m needed flags; it does not replay the learner."""
        return estimates.frontier(self.rows("pairs"), self.closed_rounds, self.seat_count)
