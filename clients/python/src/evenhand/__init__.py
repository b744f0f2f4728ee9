"""Reads an Evenhand study from a server or a file: checks it while it loads, makes tables of it, estimates from it."""

from .estimates import Estimate, FrontierPoint
from .record import RecordError
from .server import Server, ServerError
from .study import Study

__all__ = ["Estimate", "FrontierPoint", "RecordError", "Server", "ServerError", "Study"]
