"""The form of settings (docs/log-format.md, sections 3 and 5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, List

from .decision import check_rule
from .forms import FormError, exact
from .shapes import check_part


def check_settings(settings: Dict[str, Any]) -> None:
    """Checks settings.

    :raises FormError: if the format does not allow it
    """
    check_part("settings", settings, "", "groups:list")
    check_part("panel", settings["panel"], "", "rule:object")
    check_rule(settings["panel"].get("rule"))
    gamma, learner, presentation = settings["panel"]["gamma"], settings["learner"], settings["presentation"]
    check_part("gamma", gamma)
    check_selection(settings["panel"]["selection"])
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
        is_exp2 = learner.get("learner") == "exp2"
        further = "prior:object draw:even picks:object" if is_exp2 else "picks:object"
        if not is_exp2 and learner.get("mode") == "known":
            further += " omegaMultiplier:text"
        check_part("learner", learner, more, further)
    for column in learner["columns"]:
        check_part("column", column)
    names = [column["name"] for column in learner["columns"]]
    alpha = exact(learner["alpha"])
    needs = {
        "names of columns that differ, none empty": len(set(names)) == len(names) and "" not in names,
        "fields that are columns": set(presentation["fields"]) <= set(names),
        "groups with names that no column has": _are_groups(settings.get("groups"), names),
        "gamma of at most 1": gamma["numerator"] <= gamma["denominator"],
        "alpha from 0 to below 1": 0 <= alpha < 1,
        "drawAt, except in an audit": (settings["drawAt"] is None) == is_audit,
        "version 1": learner["version"] == 1,
    }
    if is_audit:
        needs["chances in a column"] = learner["chance"]["column"] in names
    else:
        mode, rule, horizon = learner["mode"], learner["pairRule"], learner["horizon"]
        ends = horizon is not None and learner["afterHorizon"] == "end"
        needs["pairRule all in mode guarded and only there"] = (mode == "guarded") == (rule == "all")
        needs["eps above 0, at most alpha"] = mode == "paper" or 0 < exact(learner["eps"]) <= alpha
        needs["a multiplier above 0"] = mode == "paper" or exact(learner["fairnessMultiplier"]) > 0
        needs["a horizon that ends"] = ends or (mode in ("known", "guarded") and learner["learner"] == "exp2")
        needs["a pairRule other than average in mode paper"] = mode != "paper" or rule != "average"
        plain = learner["learner"] == "exp2" and mode != "paper"
        needs["prior and draw only with exp2, and not in mode paper"] = plain or not {"prior", "draw"} & set(learner)
        needs["mode known or paper with ftpl"] = learner["learner"] == "exp2" or mode in ("known", "paper")
        needs["a list of rules only with exp2"] = learner["learner"] == "exp2" or learner["hypotheses"].get("kind") != "listed"
        needs["delta above 0 and below 1"] = mode != "ix" or 0 < exact(learner["delta"]) < 1
        needs["an omegaMultiplier above 0"] = exact(learner.get("omegaMultiplier", "1")) > 0
        if "resampleCount" in learner:
            count = learner["resampleCount"]
            is_decimal = weight_cap(horizon) <= count <= 1_000_000 and 10**15 % count == 0
            needs["a resampleCount of 2^a 5^b, from L to a million"] = ends and is_decimal
    _require("settings", needs)
    if "picks" in learner:
        _check_picks(learner)
    if learner.get("mode") == "guarded":
        _check_guarded(learner)


def check_selection(selection: Dict[str, Any]) -> None:
    """Checks the setting of how panels are chosen.

    :raises FormError: if the format does not allow it
    """
    is_stratified = selection.get("how") == "stratified"
    check_part("selection", selection, "quotas:list" if is_stratified else "")
    quotas = selection.get("quotas", [])
    for quota in quotas:
        check_part("quota", quota)
    names = {(quota["attribute"], quota["value"]) for quota in quotas}
    is_counted = is_stratified or selection["how"] in ("by-lot", "rotation")
    needs = {
        "a size if and only if panels are chosen by lot or rotation": is_counted == (selection["size"] is not None),
        "different quotas if and only if the lot is stratified": len(names) == len(quotas) and bool(quotas) == is_stratified,
        "names and values that are not empty": all(all(name) for name in names),
        "quotas whose maximum is not below their minimum": all(quota["least"] <= quota["most"] for quota in quotas),
    }
    _require("selection", needs)


def weight_cap(horizon: int) -> int:
    """Returns L of FTPL: the smallest whole number whose cube is at least T."""
    found = max(1, round(horizon ** (1 / 3)) - 1)
    while found**3 < horizon:
        found += 1
    return found


def check_prior(learner: Dict[str, Any], count: int) -> None:
    """Checks the prior, if there is one, of a class with `count` rules.

    :raises FormError: if the format does not allow it
    """
    prior = learner.get("prior")
    if prior is None:
        return
    kind = f"prior {prior.get('kind')}"
    if kind not in ("prior constants", "prior score", "prior records"):
        raise FormError("a kind of prior that the format names")
    check_part(kind, prior)
    shares = [exact(prior[key]) for key in ("none", "all", "keep") if key in prior]
    together = shares[0] + shares[1]
    needs = {
        "shares from 0 to 1": all(0 <= one <= 1 for one in shares),
        "a sum of none and all of at most 1, or exactly 1 with two rules": together == 1 if count == 2 else together <= 1,
    }
    if kind == "prior score":
        for one in prior["rules"]:
            check_part("rule of a prior", one)
        rules = [one["rule"] for one in prior["rules"]]
        needs["different rules of the class"] = 0 < len(set(rules)) == len(rules) and max(rules) < count
        needs["weights above 0"] = all(exact(one["weight"]) > 0 for one in prior["rules"])
    if kind == "prior records":
        needs["a rate above 0"] = exact(prior["rate"]) > 0
        needs[f"{count} losses"] = len([exact(one) for one in prior["losses"]]) == count
    _require("prior", needs)


def _check_picks(learner: Dict[str, Any]) -> None:
    check_part("picks setting", learner["picks"])
    count = exact(learner["picks"]["count"])
    is_drawn = learner.get("draw") == "even" if learner["learner"] == "exp2" else count.denominator == 1
    needs = {
        "a count above 0, at most roundSize": 0 < count <= learner["roundSize"],
        "an even draw with exp2, a whole count with ftpl": is_drawn,
        "a mode other than paper": learner["mode"] != "paper",
    }
    _require("picks", needs)


def _check_guarded(learner: Dict[str, Any]) -> None:
    own = learner["guarded"]
    check_part("guarded", own, "", "upwards:bool rareYes:bool rememberFor:n1")
    tau, forget = exact(own["tauStart"]), own["forget"]
    needs = {
        "alpha of at least 0.00001": exact(learner["alpha"]) >= Fraction(1, 100_000),
        "rejectedHalves at-close": learner["rejectedHalves"] == "at-close",
        "a multiplier of 1": exact(learner["fairnessMultiplier"]) == 1,
        "step above 0, at most 1": 0 < exact(own["step"]) <= 1,
        "tauStart from 0 to 1": 0 <= tau <= 1,
        "forget above 0, at most 1000": forget is None or 0 < exact(forget) <= 1000,
        "rememberFor at most 10000": own.get("rememberFor", 1) <= 10_000,
        "upwards and rareYes true or absent": own.get("upwards", True) and own.get("rareYes", True),
    }
    for key in ("allowance", "pace", "trust", "budget"):
        needs[f"{key} above 0, at most 1000"] = 0 < exact(own[key]) <= 1000
    _require("guarded", needs)


def _are_groups(groups: Any, names: List[str]) -> bool:
    if groups is None:
        return True
    are_names = bool(groups) and all(isinstance(one, str) and one for one in groups)
    return are_names and len({*names, *groups}) == len(names) + len(groups)


def _require(what: str, needs: Dict[str, bool]) -> None:
    for expected, holds in needs.items():
        if not holds:
            raise FormError(f"{what}: {expected}")
