"""Tables as lists of rows, which notebooks display, and as data frames of pandas or polars."""

from __future__ import annotations

import html
import importlib
from datetime import datetime, timezone
from typing import Any, Dict, Iterable, List

Row = Dict[str, Any]

_PAIR = "high:integer low:integer high_person low_person gap:number"
_CHANCE = "seq:integer round:integer position:integer person chance:number"
#: The columns of every table, with their types unless text. Those of `features` depend on the study.
_COLUMNS = {
    "people": "person imported_seq:integer erased_seq:integer",
    "rounds": "round:integer opened_seq:integer opened_at:time t:integer people:integer seats:integer needed_flags:integer"
    " rule alpha:number eta:number fairness_weight:number guard_tau:number guard_limit:number guard_pull:number"
    " guard_target:number guard_spent:number guard_is_cut:boolean guideline_version:integer deadline_at:time state"
    " ended_seq:integer ended_at:time end_reason as_announced:boolean ballots:integer reported_pairs:integer",
    "chances": f"{_CHANCE} base_chance:number",
    "pairs": f"seq:integer round:integer {_PAIR} docket unfair:integer acceptable:integer unsure:integer"
    " not_looked_at:integer accepted_up_to:number reported:boolean weight:number annulled:boolean",
    "verdicts": f"seq:integer round:integer seat ballot_version:integer {_PAIR} verdict tolerance:integer"
    " tolerance_only:boolean",
    "distances": f"seq:integer round:integer seat {_PAIR} comparable:boolean distance_from:number distance_to:number",
    "decisions": f"{_CHANCE} selected:boolean outcome outcome_seq:integer override_reason override_seq:integer",
    "draws": "seq:integer round:integer counts:boolean u:number hypothesis:integer even_order selected:integer link"
    " beacon_signature",
    "outcomes": "seq:integer at:time round:integer position:integer version:integer outcome is_latest:boolean",
    "updates": "seq:integer at:time from_seq:integer applied_seq:integer state_hash",
    "guidelines": "seq:integer at:time version:integer text_hash",
    "seats": "seq:integer at:time seat replaces by removed_seq:integer",
    "groups": "first_column first_group second_column second_group people:integer expected_rate:number"
    " expected_impact_ratio:number selected:integer realised_rate:number realised_rate_from:number"
    " realised_rate_to:number realised_impact_ratio:number known_outcomes:integer outcome_rate:number"
    " outcome_rate_from:number outcome_rate_to:number higher:integer higher_from:integer higher_to:integer lower:integer"
    " lower_from:integer lower_to:integer",
}


def columns_of(table: str) -> Dict[str, str]:
    """Returns the type of each column: text, integer, number, boolean or time."""
    named = (one.partition(":") for one in _COLUMNS[table].split())
    return {name: kind or "text" for name, _, kind in named}


class Table(List[Row]):
    """A list of rows, each a dict by column. Notebooks display the first rows. Times are in milliseconds since 1970."""

    def __init__(self, name: str, columns: Dict[str, str], rows: Iterable[Row]) -> None:
        super().__init__(rows)
        self.name = name
        #: The type of each column.
        self.columns = columns

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self):,} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        shown = [[row[name] for name in self.columns] for row in self[:10]]
        return f"<p><b>{self.name}</b>, {len(self):,} rows</p>" + html_table(list(self.columns), shown)

    def frame(self) -> Any:
        """Returns a data frame of pandas or, if that is not installed, of polars.

        :raises ImportError: if neither is installed
        """
        for package, make in (("pandas", self._pandas), ("polars", self._polars)):
            try:
                library = importlib.import_module(package)
            except ImportError:
                continue
            return make(library)
        raise ImportError("Install pandas or polars for data frames, or use rows().")

    def _pandas(self, pandas: Any) -> Any:
        types = {"text": "object", "integer": "Int64", "number": "float64", "boolean": "boolean"}
        types["time"] = "datetime64[ns, UTC]"
        cells = {name: pandas.Series(self._cells(name), dtype=types[kind]) for name, kind in self.columns.items()}
        return pandas.DataFrame(cells)

    def _polars(self, polars: Any) -> Any:
        types = {"text": polars.Utf8, "integer": polars.Int64, "number": polars.Float64, "boolean": polars.Boolean}
        types["time"] = polars.Datetime("ms", "UTC")
        schema = {name: types[kind] for name, kind in self.columns.items()}
        return polars.DataFrame({name: self._cells(name) for name in self.columns}, schema=schema)

    def _cells(self, name: str) -> List[Any]:
        cells = [row[name] for row in self]
        if self.columns[name] != "time":
            return cells
        return [None if at is None else datetime.fromtimestamp(at / 1000, timezone.utc) for at in cells]


def html_table(head: List[str], rows: List[List[Any]]) -> str:
    """Returns an HTML table with escaped cells."""
    lines = [_html_row("th", head)] + [_html_row("td", ["" if cell is None else cell for cell in row]) for row in rows]
    return f"<table>{''.join(lines)}</table>"


def _html_row(tag: str, cells: List[Any]) -> str:
    return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
