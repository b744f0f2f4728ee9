"""The form of settings (docs/log-format.md, sections 3 and 5)."""

from __future__ import annotations

from typing import Any, Dict

from .forms import FormError, exact
from .shapes import check_part


def check_settings(settings: Dict[str, Any]) -> None:
    """Checks the form of settings.

    :raises FormError: if it is not that of the format
    """
    check_part("settings", settings)
    check_part("panel", settings["panel"])
    gamma, learner, presentation = settings["panel"]["gamma"], settings["learner"], settings["presentation"]
    check_part("gamma", gamma)
    check_part("presentation", presentation)
    docket = presentation["docket"]
    is_size = isinstance(docket, dict) and list(docket) == ["size"] and isinstance(docket["size"], int) and docket["size"] > 0
    if docket != "everything" and not is_size:
        raise FormError("a docket: everything, or a size")
    is_audit = learner.get("learner") == "fixed"
    if is_audit:
        check_part("audit", learner)
    else:
        more = {"guarded": "guarded:object", "ix": "delta:dec"}.get(learner.get("mode"), "")
        if learner.get("learner") == "ftpl" and learner.get("mode") == "known":
            more = "resampleCount:n1"
        check_part("learner", learner, more, "prior:object draw:even picks:object omegaMultiplier:text")
    for column in learner["columns"]:
        check_part("column", column)
    names = [column["name"] for column in learner["columns"]]
    alpha = exact(learner["alpha"])
    needs = {
        "names of columns that differ, none empty": len(set(names)) == len(names) and "" not in names,
        "fields that are columns": set(presentation["fields"]) <= set(names),
        "gamma of at most 1": gamma["numerator"] <= gamma["denominator"],
        "alpha from 0 to below 1": 0 <= alpha < 1,
        "drawAt, but for an audit": (settings["drawAt"] is None) == is_audit,
        "version 1": learner["version"] == 1,
    }
    if is_audit:
        needs["chances in a column"] = learner["chance"]["column"] in names
    else:
        mode, rule, horizon = learner["mode"], learner["pairRule"], learner["horizon"]
        ends = horizon is not None and learner["afterHorizon"] == "end"
        needs["pairRule all in mode guarded only"] = (mode == "guarded") == (rule == "all")
        needs["eps above 0, at most alpha"] = mode == "paper" or 0 < exact(learner["eps"]) <= alpha
        needs["a multiplier above 0"] = mode == "paper" or exact(learner["fairnessMultiplier"]) > 0
        needs["a horizon that ends"] = ends or (mode in ("known", "guarded") and learner["learner"] == "exp2")
        needs["one pair a round in mode paper"] = mode != "paper" or rule != "average"
        plain = learner["learner"] == "exp2" and mode != "paper"
        needs["prior and draw with exp2, but in mode paper"] = plain or not {"prior", "draw"} & set(learner)
    for what, holds in needs.items():
        if not holds:
            raise FormError(f"settings: {what}")
