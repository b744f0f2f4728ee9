"""What a verifier found, did not check, and counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, List, Tuple


@dataclass
class Report:
    """Problems by the entry at which they were found (0: the file), parts that were not checked, and what to know."""

    problems: List[Tuple[int, str]] = field(default_factory=list)
    not_checked: "Counter[str]" = field(default_factory=Counter)
    counts: "Counter[str]" = field(default_factory=Counter)
    #: A beacon and witnesses that only the log names.
    relied_on: List[str] = field(default_factory=list)
    chances: int = 0
    draws: int = 0
    entries: int = 0
    _seq: int = 0

    def at(self, seq: int) -> "Report":
        """Attributes what follows to an entry."""
        self._seq = seq
        return self

    def need(self, holds: bool, expected: str) -> bool:
        """Notes a problem unless something holds, and returns whether it does."""
        if not holds:
            self.problems.append((self._seq, f"expected {expected}"))
        return holds

    def same(self, what: str, expected: Any, found: Any) -> bool:
        """Notes a problem unless two values are equal, and returns whether they are."""
        return self.need(
            type(expected) is type(found) and expected == found, f"{what}: {_text(expected)}, found {_text(found)}"
        )

    def leave_out(self, what: str, count: int) -> None:
        """Counts what was not checked."""
        if count:
            self.not_checked[what] += count

    def count(self, what: str, count: int = 1) -> None:
        """Counts what is allowed, and should be known."""
        if count:
            self.counts[what] += count

    def rely_on(self, text: str) -> None:
        """Names a beacon or a witness that only the log names."""
        if text not in self.relied_on:
            self.relied_on.append(text)


def _text(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]}..."
