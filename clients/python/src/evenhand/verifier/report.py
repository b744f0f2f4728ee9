"""The result of a verification."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, List, Tuple


@dataclass
class Report:
    """Problems by the entry at which they were found (0: the file), what was not checked, and facts to know."""

    problems: List[Tuple[int, str]] = field(default_factory=list)
    not_checked: "Counter[str]" = field(default_factory=Counter)
    counts: "Counter[str]" = field(default_factory=Counter)
    #: The beacon and the witnesses that are known only from the log.
    relied_on: List[str] = field(default_factory=list)
    chances: int = 0
    draws: int = 0
    entries: int = 0
    _seq: int = 0

    def at(self, seq: int) -> "Report":
        """Attributes the following problems to an entry."""
        self._seq = seq
        return self

    def expect(self, holds: bool, expected: str) -> bool:
        """Adds a problem unless a condition holds; returns whether it holds."""
        if not holds:
            self.problems.append((self._seq, f"expected {expected}"))
        return holds

    def expect_equal(self, what: str, expected: Any, found: Any) -> bool:
        """Adds a problem unless two values are equal; returns whether they are."""
        return self.expect(
            type(expected) is type(found) and expected == found, f"{what}: {_text(expected)}, found {_text(found)}"
        )

    def skip(self, what: str, count: int) -> None:
        """Counts items that were not checked."""
        if count:
            self.not_checked[what] += count

    def count(self, what: str, count: int = 1) -> None:
        """Counts a fact that is allowed but should be known."""
        if count:
            self.counts[what] += count

    def rely_on(self, text: str) -> None:
        """Adds a beacon or a witness that is known only from the log."""
        if text not in self.relied_on:
            self.relied_on.append(text)


def _text(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
