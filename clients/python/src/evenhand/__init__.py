"""Reads an Evenhand study from a server or a file, verifies its log, and computes tables and estimates."""

from .estimates import Estimate, FrontierPoint
from .frames import Table
from .policy import Policy
from .record import RecordError
from .server import Server, ServerError
from .study import Study

__all__ = ["Estimate", "FrontierPoint", "Policy", "RecordError", "Server", "ServerError", "Study", "Table"]
