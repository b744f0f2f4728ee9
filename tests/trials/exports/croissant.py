"""
Reads a folder of exported files with mlcroissant: `croissant.py FOLDER` prints a JSON object with its warnings, and the
rows of each table, each a list of cells.
"""

import json
import logging
import math
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import mlcroissant

warnings = []


class WarningCollector(logging.Handler):
    def emit(self, record):
        warnings.append(record.getMessage())


for name in (None, "absl"):
    logging.getLogger(name).addHandler(WarningCollector(logging.WARNING))


def plain(cell):
    if isinstance(cell, bytes):
        return cell.decode()
    if isinstance(cell, float) and math.isnan(cell):
        return None
    return cell.item() if hasattr(cell, "item") else cell


dataset = mlcroissant.Dataset(jsonld=str(Path(sys.argv[1]) / "croissant.json"))
tables = {}
for records in dataset.metadata.record_sets:
    fields = [field.id for field in records.fields]
    tables[records.id] = [[plain(row[field]) for field in fields] for row in dataset.records(records.id)]
try:
    installed = version("mlcroissant")
except PackageNotFoundError:
    installed = "from source"
print(json.dumps({"version": installed, "warnings": warnings, "tables": tables}, default=str))
