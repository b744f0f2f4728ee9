"""The policy of a round as a file: computes chances on this machine, equal to the log's to the last bit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Tuple, Union

from .frames import html_table
from .policy_chances import policy_chances


class Policy:
    """A policy file (docs/policy-file.md).

    >>> policy = Policy.from_file("policy.json")  # or study.policy(round=50)
    >>> policy.chances([{"income": 30, "housing": "own"}])
    """

    #: The parsed file.
    data: Dict[str, Any]

    def __init__(self, data: Mapping[str, Any]) -> None:
        """
        :raises ValueError: if the data is not in the format evenhand-policy/1
        """
        if data.get("format") != "evenhand-policy/1":
            raise ValueError(f"format {data.get('format')!r}, expected evenhand-policy/1")
        self.data = dict(data)

    @classmethod
    def from_file(cls, path: Union[str, Path]) -> "Policy":
        """Reads a saved policy file.

        :raises ValueError: if the file is not in the format evenhand-policy/1
        """
        return cls(json.loads(Path(path).read_text(encoding="utf-8")))

    @property
    def round(self) -> int:
        return int(self.data["round"])

    def __repr__(self) -> str:
        return f"<Policy {', '.join(f'{name} {value}' for name, value in self._facts())}>"

    def _repr_html_(self) -> str:
        return html_table(["Policy", ""], [list(fact) for fact in self._facts()])

    def _facts(self) -> List[Tuple[str, Any]]:
        columns = ", ".join(str(column["name"]) for column in self.data["columns"])
        return [("round", self.round), ("entry", self.data["opening"]["seq"]), ("columns", columns)]

    def chances(self, frame: Any, rule: str = "base") -> List[float]:
        """Computes the chance of each person.

        :param frame: rows as dicts, or a data frame of pandas or polars, with the study's columns
        :param rule: `base` computes each person alone, `round` adds the round's limit and picks
        :raises ValueError: if a column is missing or unknown, or a cell is not a number
        """
        return list(policy_chances(self.data, _rows(frame), rule))  # type: ignore[no-untyped-call]


def _rows(frame: Any) -> Iterable[Mapping[str, Any]]:
    if hasattr(frame, "to_dicts"):
        return list(frame.to_dicts())
    return list(frame.to_dict("records")) if hasattr(frame, "to_dict") else list(frame)
