"""A second verifier, written from docs/log-format.md and its pages alone, in plain Python."""

from .report import Report
from .study import Trusted
from .verify import CannotCheck, verify

__all__ = ["CannotCheck", "Report", "Trusted", "verify"]
