"""Reads the record of an Evenhand study: checks it while it loads, makes tables of it, estimates from it."""

from .estimates import Estimate, FrontierPoint
from .record import RecordError
from .study import Study

__all__ = ["Estimate", "FrontierPoint", "RecordError", "Study"]
