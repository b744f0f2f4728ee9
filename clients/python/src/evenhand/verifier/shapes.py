"""Keys and types of entry bodies (docs/log-format.md, section 3)."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict

from .forms import FormError, is_hex, logged

_BODIES = {
    "study.created": "settings:object seedTree:object checkpoints:object guidelines:object beacon:object?",
    "settings.revised": "settings:object",
    "guidelines.revised": "version:n1 hash:hex",
    "people.imported": "fileHash:hex first:person last:person count:n1 root:hex",
    "seat.added": "seat:seat replaces:seat? by:link-copied|link-mailed|account key:hex?",
    "seat.key-added": "seat:seat key:hex by:object?",
    "seat.removed": "seat:seat",
    "seat.rested": "seat:seat reason:on-leave|unavailable|own-request",
    "seat.returned": "seat:seat",
    "seat.attributes": "seat:seat attributes:list",
    "panel.selection-changed": "selection:object",
    "panel.lottery": "method:leximin|maximin types:list panels:list",
    "round.opened": "round:n1 t:n1 appliedSeq:n0 people:list chosen:in-order|by-operator|by-lot "
    "closing:no-pairs|by-hand|deadline|from-deadline eta:dec? fairnessWeight:dec? panel:list? panelChosen:object neededFlags:n1? "
    "noiseSeed:hex docket:list? guidelineVersion:n1 deadlineAt:n0? drawCommitment:hex?",
    "round.drawn": "round:n1 beacon:object panel:list? neededFlags:n1? drawCommitment:hex?",
    "round.extended": "round:n1 deadlineAt:n0",
    "round.tolerances-asked": "round:n1 pairs:list",
    "round.seat-replaced": "round:n1 place:n0 seat:seat",
    "ballot.sealed": "round:n1 seat:seat version:n1 commitment:hex nonceHash:hex key:hex signature:sig",
    "round.closing": "round:n1 reason:no-pairs|all-sealed|deadline|operator asAnnounced:bool beaconRound:n1",
    "ballot.opened": "round:n1 seat:seat version:n1 salt:hex nonce:hex shown:hex verdicts:list",
    "round.closed": "round:n1 reason:no-pairs|all-sealed|deadline|operator asAnnounced:bool violations:list link:hex linkProof:list",
    "round.cancelled": "round:n1 "
    "reason:wrong-people|too-few-auditors|guidelines|trouble|operator|restored link:hex linkProof:list",
    "outcome.recorded": "round:n1 position:n0 version:n1 value:yes|no|lost",
    "decision.overridden": "round:n1 position:n0 decision:n0 reason:legal-duty|safety|new-information|wrong-data|other decidedBy:text",
    "annulment.proposed": "round:n1 high:n0 low:n0 reason:given-by-mistake|wrong-data|guidelines-changed|other by:text",
    "annulment.withdrawn": "round:n1 high:n0 low:n0 by:text",
    "objection.received": "round:n1 position:n0 digest:hex",
    "objection.answered": "round:n1 position:n0 askedIn:n1 yes:n0 no:n0 unsure:n0",
    "learner.updated": "fromSeq:n0 appliedSeq:n0 stateHash:hex",
    "person.erased": "person:person cause:operator|retention state:object?",
    "retention.changed": "days:n1?",
    "log.restored": "lostSeq:n1 lostHead:hex lostCheckpoint:text? origin:text lostClosings:list skippedLinks:n0 shownLinks:list",
    "study.ended": "reason:operator",
}

_PARTS = {
    "entry": "v:n1 study:text seq:n1 prev:hex at:n0 type:text body:object",
    "seedTree": "root:hex size:n1",
    "checkpoints": "origin:text key:hex witnesses:list",
    "guidelines": "version:n1 hash:hex",
    "beacon": "scheme:bls-unchained-g1-rfc9380 chain:hex key:text genesis:n0 period:n1 delay:n0",
    "proof of a key": "key:hex signature:sig",
    "person": "person:person digest:hex chance:dec",
    "annulment": "round:n1 high:n0 low:n0",
    "violation": "high:n0 low:n0 flagCount:n1 weight:dec",
    "draw": "u:dec hypothesis:n0 decisions:list",
    "even draw": "u:dec order:list decisions:list",
    "public number": "signature:text checkpoint:text?",
    "lost closing": "entry:text proof:list checkpoint:text",
    "state": "head:object totals:hex",
    "head": "learner:text size:n1 t:n0",
    "settings": "learner:object panel:object drawAt:close|opening? presentation:object",
    "panel": "gamma:object quorum:n0 closesWithoutPairs:bool closesAtDeadline:bool "
    "selection:object",
    "selection": "how:everyone|by-operator|by-lot|stratified|rotation size:n1?",
    "quota": "attribute:text value:text least:n0 most:n0",
    "attribute": "name:text value:text",
    "type of a lottery": "quotas:list seats:n1",
    "panel of a lottery": "counts:list weight:n1",
    "panelChosen": "how:everyone|by-operator|by-lot|stratified|rotation leftOut:list",
    "seat left out": "seat:seat reason:conflict",
    "gamma": "numerator:n1 denominator:n1",
    "rule at-least": "kind:at-least flags:n1",
    "rule weighted": "kind:weighted weights:list",
    "rule member": "kind:member seat:seat",
    "rule groups": "kind:groups groups:list flags:n1",
    "weight": "seat:seat weight:n1",
    "presentation": "fields:list chanceFormat:in-100 docket:any lookFirst:bool reasons:bool notes:bool repeat:bool "
    "tolerance:bool",
    "column": "name:text type:number|category|text",
    "learner": "learner:exp2|ftpl version:n1 kernel:portable-1 mode:known|paper|ix|guarded columns:list "
    "hypotheses:object roundSize:n1 horizon:n1? afterHorizon:end|anytime alpha:dec eps:dec fairnessMultiplier:text "
    "pairRule:average|largest-gap|most-flags|all rejectedHalves:at-close|when-settled",
    "guarded": "allowance:text step:text tauStart:text pace:text trust:text budget:text forget:text?",
    "prior constants": "kind:constants none:text all:text",
    "prior score": "kind:score none:text all:text column:text keep:text rules:list",
    "prior records": "kind:records none:text all:text count:n1 keep:text rate:text losses:list",
    "rule of a prior": "rule:n0 weight:text",
    "picks setting": "rule:exactly|at-least|at-most|average count:text",
    "picks": "nu:dec none:dec all:dec",
    "guard": "tau:dec limit:dec pull:dec target:dec spent:dec mixability:dec noShare:dec base:list isCut:bool",
    "guarded head": "learner:guarded size:n1 t:n0 mixability:dec tau:dec spent:dec eta:dec? reported:bool lin:dec "
    "labels:n0 noLabels:n0 verdicts:list before:object?",
    "receipt": "entry:text opening:hex salt:hex nonce:hex shown:hex verdicts:list",
    "audit": "learner:fixed version:n1 columns:list chance:object roundSize:n1 alpha:dec",
}

_PERSON = re.compile(r"p[1-9][0-9]*\Z")
_SEAT = re.compile(r"s[1-9][0-9]*\Z")


def _whole(least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_logged(value: Any) -> bool:
    logged(value)
    return True


_TYPES: Dict[str, Callable[[Any], bool]] = {
    "any": lambda value: True,
    "n0": _whole(0),
    "n1": _whole(1),
    "bool": lambda value: isinstance(value, bool),
    "text": lambda value: isinstance(value, str),
    "list": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "hex": lambda value: is_hex(value, 64),
    "sig": lambda value: is_hex(value, 128),
    "dec": _is_logged,
    "person": lambda value: isinstance(value, str) and bool(_PERSON.match(value)),
    "seat": lambda value: isinstance(value, str) and bool(_SEAT.match(value)),
}


def check_body(kind: str, body: Any, more: str = "") -> None:
    """Checks that a body has exactly the keys of its type of entry, with the right types.

    :param more: additional keys, written as in the tables of this file
    :raises FormError: if a key is missing, unknown or of the wrong type
    """
    _check(f"{kind}", f"{_BODIES[kind]} {more}", body, "")


def check_part(kind: str, value: Any, more: str = "", optional: str = "") -> None:
    """Checks an object within a body in the same way; keys of `optional` may be absent."""
    _check(kind, f"{_PARTS[kind]} {more}", value, optional)


def is_known(kind: str) -> bool:
    """Returns whether the format has entries of this type."""
    return kind in _BODIES


def _check(what: str, shape: str, value: Any, optional: str) -> None:
    if not isinstance(value, dict):
        raise FormError(f"{what}: an object")
    needed = dict(one.split(":", 1) for one in shape.split())
    allowed = {**needed, **dict(one.split(":", 1) for one in optional.split())}
    if not set(needed) <= set(value) <= set(allowed):
        raise FormError(f"{what}: the keys {' '.join(sorted(needed))}, not {' '.join(sorted(value))}")
    for key, found in value.items():
        kind = allowed[key]
        if kind.endswith("?"):
            if found is None:
                continue
            kind = kind[:-1]
        fits = _TYPES[kind](found) if kind in _TYPES else found in kind.split("|")
        if not fits:
            raise FormError(f"{what}: {key} as {kind}, not {str(found)[:80]}")
