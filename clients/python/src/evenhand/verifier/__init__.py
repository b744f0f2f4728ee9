"""A verifier in plain Python. It implements docs/log-format.md; its authors had also read tests/replay."""

from .report import Report
from .study import Trusted
from .verify import CannotCheck, verify

__all__ = ["CannotCheck", "Report", "Trusted", "verify"]
