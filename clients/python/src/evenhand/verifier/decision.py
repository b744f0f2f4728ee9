"""Rules by which a panel decides (docs/log-format.md, section 4, "Rule of decision")."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Set, Tuple

from .forms import FormError
from .shapes import check_part

_KINDS = ("at-least", "weighted", "member", "groups")


def check_rule(rule: Optional[Dict[str, Any]]) -> None:
    """Checks a study's rule of decision; None means the share gamma of the members.

    :raises FormError: if the format does not allow it
    """
    if rule is None:
        return
    kind = rule.get("kind")
    if kind not in _KINDS:
        raise FormError("a rule of decision of the format")
    check_part(f"rule {kind}", rule)
    named: List[Any] = []
    if kind == "weighted":
        for one in rule["weights"]:
            check_part("weight", one)
            named.append(one["seat"])
        if any(one["weight"] > 100 for one in rule["weights"]):
            raise FormError("weights of at most 100")
    if kind == "groups":
        groups = rule["groups"]
        if len(groups) != 2 or any(not isinstance(group, list) or len(group) < rule["flags"] for group in groups):
            raise FormError("two groups, each with at least as many seats as needed flags")
        named = [seat for group in groups for seat in group]
        for seat in named:
            check_part("rule member", {"kind": "member", "seat": seat})
    if len(set(named)) != len(named):
        raise FormError("each seat of the rule once")


def share_of(gamma: Dict[str, int], total: int) -> int:
    """Returns the smallest whole number that is at least the share gamma of a total."""
    return max(1, -(-gamma["numerator"] * total // gamma["denominator"]))


def decision_of(
    settings: Dict[str, Any], panel: Sequence[str], left: Set[str]
) -> Optional[Tuple[int, Optional[Dict[str, Any]]]]:
    """Returns the needed flags of a panel, and its rule if that depends on which seats flag.

    :param left: seats that were removed before the opening
    :returns: None if the panel cannot decide
    """
    rule, share = settings.get("rule"), share_of(settings["gamma"], len(panel))
    if rule is None:
        return share, None
    if rule["kind"] == "at-least":
        return (rule["flags"], None) if rule["flags"] <= len(panel) else None
    if rule["kind"] == "member":
        if rule["seat"] in panel:
            named = {"kind": "auditor", "auditor": list(panel).index(rule["seat"])}
            return share, {"kind": "all", "rules": [named, {"kind": "at-least", "flags": share}]}
        return (share, None) if rule["seat"] in left else None
    if rule["kind"] == "weighted":
        known = {one["seat"]: one["weight"] for one in rule["weights"]}
        weights = [known.get(seat, 1) for seat in panel]
        threshold = share_of(settings["gamma"], sum(weights))
        falling = sorted(weights, reverse=True)
        needed = next(n for n in range(1, len(panel) + 1) if sum(falling[:n]) >= threshold)
        return needed, _weighted(weights, threshold)
    return _groups(rule, panel, left)


def _groups(
    rule: Dict[str, Any], panel: Sequence[str], left: Set[str]
) -> Optional[Tuple[int, Optional[Dict[str, Any]]]]:
    parts, total = [], 0
    for group in rule["groups"]:
        needed = min(rule["flags"], sum(seat not in left for seat in group))
        weights = [int(seat in group) for seat in panel]
        if sum(weights) < needed:
            return None
        total += needed
        if needed > 0:
            parts.append(_weighted(weights, needed))
    if not parts:
        return None
    return total, parts[0] if len(parts) == 1 else {"kind": "all", "rules": parts}


def _weighted(weights: Sequence[int], threshold: int) -> Dict[str, Any]:
    return {"kind": "weighted", "weights": [str(one) for one in weights], "threshold": str(threshold)}


def opened_rule(opening: Dict[str, Any]) -> Dict[str, Any]:
    """Returns the rule by which the panel of an opening decides."""
    rule: Dict[str, Any] = opening.get("rule", {"kind": "at-least", "flags": opening["neededFlags"]})
    return rule


def makes_report(rule: Dict[str, Any], places: Set[int]) -> bool:
    """Returns whether flags at these places of the panel make a report under the rule of an opening."""
    if rule["kind"] == "at-least":
        return len(places) >= rule["flags"]
    if rule["kind"] == "auditor":
        return rule["auditor"] in places
    if rule["kind"] == "weighted":
        return sum(int(rule["weights"][place]) for place in places) >= int(rule["threshold"])
    return all(makes_report(part, places) for part in rule["rules"])
