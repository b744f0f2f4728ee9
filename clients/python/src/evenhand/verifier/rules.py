"""The rules of each class in catalogue order (docs/log-format-classes.md)."""

from __future__ import annotations

import functools
import hashlib
import itertools
import operator
from fractions import Fraction
from typing import Any, Callable, Dict, Hashable, List, NamedTuple, Optional, Sequence, Tuple

from .enumerated import MOST_RULES, decision_lists, scorecards, tree_answer, tree_at, tree_count
from .forms import FormError, canonical, exact, is_hex, parse_line
from .tallies import Side, tally_sides, tally_subsets

Cells = Sequence[Optional[str]]
NO_ONE, EVERYONE = 0, 1
#: A person's answers to the predicates of a class; every rule treats people with equal answers alike.
Answers = Hashable


class Sums(NamedTuple):
    """How the state of a class keeps sums by place."""

    #: Returns the places to which a charge on a person is added.
    places: Callable[[Any], List[int]]
    #: Computes the totals of all rules from the sums.
    losses: Callable[[Dict[int, int]], List[int]]
    #: Returns answers with their totals, whose accepted ones add up to a rule's total (from rule 2 on); and rule 1's total.
    held: Callable[[Dict[int, int]], Tuple[List[Tuple[Any, int]], int]]
    #: Counts rules from 2 to below a number by the answers, as bits, that they accept.
    tally: Callable[[Sequence[Any], int], Dict[int, int]]


class Rules:
    """A class of rules: its size, and the decisions of each rule about people."""

    def __init__(
        self,
        count: int,
        answers: Callable[[Cells], Any],
        accepts: Callable[[int, Any], bool],
        sums: Optional[Sums] = None,
    ) -> None:
        self.count = count
        self.answers = answers
        self._accepts = accepts
        #: None if the state keeps one number for each rule.
        self.sums = sums

    def accepts(self, rule: int, answers: Any) -> bool:
        return rule == EVERYONE or (rule > 1 and self._accepts(rule, answers))


def read_rules(learner: Dict[str, Any], text: Optional[str]) -> Optional[Rules]:
    """Reads `hypotheses` of a learner.

    :param text: the list of rules if the record has one
    :returns: None if the record does not have the named list
    :raises FormError: for a class that the format does not allow
    """
    columns = {one["name"]: (place, one["type"]) for place, one in enumerate(learner["columns"])}
    hypotheses = learner["hypotheses"]
    if hypotheses.get("version") != 1:
        raise FormError("hypotheses of version 1")
    if hypotheses["kind"] == "listed":
        _require_keys(hypotheses, "kind version count hash")
        if not 1 <= hypotheses["count"] <= 1_000_000 or not is_hex(hypotheses["hash"], 64):
            raise FormError("a list of 1 to 1,000,000 rules and its hash")
        if text is None or hashlib.sha256(text.encode()).hexdigest() != hypotheses["hash"]:
            # Later settings may name the list of the record, so this is checked at the end.
            return None
        return _listed(hypotheses, text, columns)
    if hypotheses["kind"] != "explicit":
        found = _catalogue(hypotheses, columns)
        if hypotheses["kind"] == "trees" and learner["learner"] == "exp2" and found.count > MOST_RULES:
            raise FormError(f"at most {MOST_RULES} trees with exp2")
        return found
    _require_keys(hypotheses, "kind version rules")
    tests = [_explicit_rule(one, columns) for one in hypotheses["rules"]]
    if not 1 <= len(tests) <= 10_000:
        raise FormError("1 to 10,000 rules")
    return Rules(
        2 + len(tests),
        lambda cells: tuple(test(cells) for test in tests),
        lambda rule, answers: answers[rule - 2],
    )


def _explicit_rule(one: Dict[str, Any], columns: Dict[str, Any]) -> Callable[[Cells], bool]:
    if "from" in one:
        _require_keys(one, "from rule")
        source = _catalogue(one["from"], columns)
        if not 0 <= one["rule"] < source.count:
            raise FormError(f"a rule below {source.count}")
        return lambda cells: source.accepts(one["rule"], source.answers(cells))
    _require_keys(one, "column accepts")
    place, _ = _column(columns, one["column"])
    return lambda cells: cells[place] == one["accepts"]


def _catalogue(hypotheses: Dict[str, Any], columns: Dict[str, Any]) -> Rules:
    kind = hypotheses["kind"]
    if kind == "thresholds":
        _require_keys(hypotheses, "kind version cuts")
        return _thresholds(hypotheses["cuts"], columns)
    further = {"decision-lists": " longest", "trees": " depth", "scorecards": " largestPoints"}
    _require_keys(hypotheses, f"kind version predicates{further.get(kind, '')}")
    vector = _predicates(hypotheses["predicates"], columns)
    n = len(hypotheses["predicates"])
    if kind in ("conjunctions", "disjunctions", "parities"):
        return _of_subsets(kind, _at_most(n, n, 24), vector)
    if kind in ("signed-conjunctions", "signed-disjunctions"):
        count = _at_most(1 + 3**n, n, 12)
        held = functools.lru_cache(2**n)(lambda x: sum(1 << 2 * b + 1 - (x >> b & 1) for b in range(n)))
        asked = functools.lru_cache(MOST_RULES)(lambda rule: literals_of(rule - 1, n))
        if kind == "signed-conjunctions":
            return Rules(count, vector, lambda rule, x: asked(rule) & ~held(x) == 0)
        return Rules(count, vector, lambda rule, x: asked(rule) & held(x) != 0)
    if kind == "decision-lists":
        _at_most(0, n, 12)
        if hypotheses["longest"] not in range(1, 7):
            raise FormError("decision lists of 1 to 6 steps")
        return _of_functions(vector, decision_lists(n, hypotheses["longest"]))
    if kind == "scorecards":
        _at_most(0, n, 8)
        if hypotheses["largestPoints"] < 1:
            raise FormError("scorecards of 1 point or more")
        return _of_functions(vector, scorecards(n, hypotheses["largestPoints"]))
    if kind == "trees":
        _at_most(0, n, 64)
        if hypotheses["depth"] not in (2, 3):
            raise FormError("trees of depth 2 or 3")
        size = tree_count(n, hypotheses["depth"])
        tree = functools.lru_cache(MOST_RULES)(lambda rule: tree_at(rule, tuple(range(n)), hypotheses["depth"]))
        return Rules(size, vector, lambda rule, x: tree_answer(tree(rule), x))
    raise FormError("a class of the format")


def _of_subsets(kind: str, n: int, vector: Callable[[Cells], int]) -> Rules:
    """Returns a class whose rule 1 + S uses the predicates of the set S."""
    kinds: Dict[str, Tuple[Callable[[int, int], bool], Callable[[int, int], int]]] = {
        "conjunctions": (lambda rule, x: (rule - 1) & ~x == 0, operator.and_),
        "disjunctions": (lambda rule, x: (rule - 1) & x != 0, operator.or_),
        "parities": (lambda rule, x: bin((rule - 1) & x).count("1") % 2 == 1, operator.xor),
    }
    accepts, operation = kinds[kind]
    count = 1 + 2**n

    def losses(sums: Dict[int, int]) -> List[int]:
        held = list(sums.items())
        rest = [sum(total for x, total in held if accepts(rule, x)) for rule in range(2, count)]
        return [0, sum(sums.values()), *rest]

    def tally(asked: Sequence[int], below: int) -> Dict[int, int]:
        start = (1 << len(asked)) - 1 if kind == "conjunctions" else 0
        columns = [sum((x >> b & 1) << at for at, x in enumerate(asked)) for b in range(n)]
        return tally_subsets(operation, start, columns, max(0, below - 1))

    sums = Sums(lambda x: [x], losses, lambda held: (list(held.items()), sum(held.values())), tally)
    return Rules(count, vector, accepts, sums)


def _require_keys(value: Dict[str, Any], keys: str, optional: str = "") -> None:
    found = set(value)
    if not set(keys.split()) <= found <= set(keys.split()) | set(optional.split()):
        raise FormError(f"the keys {keys}, not {' '.join(sorted(found))}")


def _at_most(count: int, n: int, most: int) -> int:
    if n > most:
        raise FormError(f"at most {most} predicates")
    return count


def _column(columns: Dict[str, Any], name: str, numeric: bool = False) -> Tuple[int, str]:
    if name not in columns:
        raise FormError(f"one of the columns, not {name}")
    if numeric and columns[name][1] != "number":
        raise FormError(f"a column of numbers, not {name}")
    return columns[name]


def _predicates(predicates: List[Dict[str, Any]], columns: Dict[str, Any]) -> Callable[[Cells], int]:
    """Returns a function from cells to answers, as bits of a number."""
    if len({canonical(one) for one in predicates}) < len(predicates):
        raise FormError("predicates that differ")
    tests = [_predicate(one, columns) for one in predicates]
    return lambda cells: sum(test(cells) << bit for bit, test in enumerate(tests))


def _predicate(one: Dict[str, Any], columns: Dict[str, Any]) -> Callable[[Cells], bool]:
    _require_keys(one, "column test value", "blank")
    if one.get("blank", "pass") != "pass":
        raise FormError('blank: "pass"')
    test, value = one["test"], one["value"]
    place, _ = _column(columns, one["column"], test in ("at-most", "above"))
    if test == "is-blank":
        if value != "":
            raise FormError("an empty value of is-blank")
        return lambda cells: cells[place] is None
    passes = "blank" in one
    if test in ("is", "is-not"):
        same = test == "is"
        return lambda cells: passes if cells[place] is None else (cells[place] == value) == same
    if test not in ("at-most", "above"):
        raise FormError("a test of the format")
    limit = float(exact(value))
    below = test == "at-most"

    def compared(cells: Cells) -> bool:
        cell = cells[place]
        return passes if cell is None else (float(cell) <= limit) == below

    return compared


def literals_of(code: int, n: int) -> int:
    """Returns the literals, as bits, of a code of ternary digits."""
    found = 0
    for b in range(n):
        code, digit = divmod(code, 3)
        if digit:
            found |= 1 << 2 * b + digit - 1
    return found


def _of_functions(vector: Callable[[Cells], int], functions: List[int]) -> Rules:
    """Returns a class from the rules' decisions on all answer vectors, as bits."""
    return Rules(len(functions), vector, lambda rule, x: functions[rule] >> x & 1 == 1)


class _Ladder:
    """The cuts of one column, ascending, and the number of its first interval."""

    def __init__(self, place: int, offset: int) -> None:
        self.place = place
        self.offset = offset
        self.cuts: List[float] = []
        self.sides: List[Tuple[Optional[str], bool]] = []

    def interval(self, cells: Cells) -> int:
        """Returns the number of cuts below the cell; -1 for a null cell that no rule accepts."""
        cell = cells[self.place]
        if cell is None:
            side, passes = self.sides[0]
            if not passes:
                return -1
            return 0 if side == "at-most" else len(self.cuts)
        value = float(cell)
        return sum(cut < value for cut in self.cuts)


def _thresholds(listed: List[Dict[str, Any]], columns: Dict[str, Any]) -> Rules:
    ladders: List[_Ladder] = []
    #: For each rule from 2 on: the column's ladder, the cut's rank, whether it tests `cell <= cut`.
    rules: List[Tuple[int, int, bool]] = []
    values: List[Fraction] = []
    singles = sum("count" not in one for one in listed)
    if singles > 100_000 or singles + sum(one.get("count", 0) for one in listed) > 5_000_000:
        raise FormError("at most 5,000,000 cuts, of which 100,000 are listed")
    for one in listed:
        _require_keys(one, "column from step count" if "count" in one else "column cut", "side blank")
        place, _ = _column(columns, one["column"], True)
        if not ladders or ladders[-1].place != place:
            if any(ladder.place == place for ladder in ladders):
                raise FormError("all cuts of a column next to each other")
            offset = sum(len(ladder.cuts) + 1 for ladder in ladders)
            ladders.append(_Ladder(place, offset))
            values = []
        side, passes = one.get("side"), "blank" in one
        if one.get("blank", "pass") != "pass" or one.get("side", "above") not in ("at-most", "above"):
            raise FormError('a side, and blank: "pass"')
        sides = ["at-most", "above"] if side is None else [side]
        ladder = ladders[-1]
        for cut in _cuts(one):
            if values and cut <= values[-1]:
                raise FormError("ascending cuts")
            values.append(cut)
            for each in sides:
                rules.append((len(ladders) - 1, len(ladder.cuts), each == "at-most"))
            ladder.cuts.append(float(cut))
            ladder.sides.append((side, passes))
    for ladder in ladders:
        if any(passes for _, passes in ladder.sides) and (
            len(set(ladder.sides)) > 1 or ladder.sides[0][0] is None
        ):
            raise FormError("one side and blank for all cuts of a column")
    last = sum(len(ladder.cuts) + 1 for ladder in ladders)

    def accepts(rule: int, answers: Tuple[int, ...]) -> bool:
        ladder, rank, at_most = rules[rule - 2]
        interval = answers[ladder]
        return interval >= 0 and (rank >= interval) == at_most

    def places(answers: Tuple[int, ...]) -> List[int]:
        own = [ladder.offset + at for ladder, at in zip(ladders, answers) if at >= 0]
        return own + [last]

    def losses(sums: Dict[int, int]) -> List[int]:
        found = [0, sums.get(last, 0)]
        #: For each ladder: the cumulative sums of its intervals.
        upto = [
            list(itertools.accumulate(sums.get(ladder.offset + at, 0) for at in range(len(ladder.cuts) + 1)))
            for ladder in ladders
        ]
        for ladder, rank, at_most in rules:
            found.append(upto[ladder][rank] if at_most else upto[ladder][-1] - upto[ladder][rank])
        return found

    def held(sums: Dict[int, int]) -> Tuple[List[Tuple[Any, int]], int]:
        ends = [ladder.offset for ladder in ladders[1:]] + [last]
        columns = [(at, one.offset, end) for at, (one, end) in enumerate(zip(ladders, ends))]
        nowhere = [-1] * len(ladders)
        return [
            ((*nowhere[:at], place - offset, *nowhere[at + 1 :]), total)
            for at, offset, end in columns
            for place, total in sums.items()
            if offset <= place < end
        ], sums.get(last, 0)

    @functools.lru_cache(1)
    def by_side() -> List[Tuple[Side, Side]]:
        found: List[Tuple[Side, Side]] = [(([], []), ([], [])) for _ in ladders]
        for number, (ladder, rank, at_most) in enumerate(rules, 2):
            numbers, ranks = found[ladder][0 if at_most else 1]
            numbers.append(number)
            ranks.append(rank)
        return found

    return Rules(
        2 + len(rules),
        lambda cells: tuple(ladder.interval(cells) for ladder in ladders),
        accepts,
        Sums(places, losses, held, lambda asked, below: tally_sides(by_side(), asked, below)),
    )


def _cuts(one: Dict[str, Any]) -> List[Fraction]:
    if "count" not in one:
        return [exact(one["cut"])]
    start, step = exact(one["from"]), exact(one["step"])
    scale = max(len(one[key].partition(".")[2]) for key in ("from", "step"))
    last = start + step * (one["count"] - 1)
    if step <= 0 or one["count"] < 1 or scale > 15 or max(-start, last) * 10**scale > 10**15:
        raise FormError("a step above 0, and cuts of at most 15 digits")
    return [start + step * at for at in range(one["count"])]


def _listed(hypotheses: Dict[str, Any], text: str, columns: Dict[str, Any]) -> Rules:
    first, *lines = text.split("\n")
    if not lines or lines.pop() != "" or len(lines) != hypotheses["count"]:
        raise FormError(f"{hypotheses['count']} lines of rules")
    predicates = parse_line(first.encode("utf-8"))
    if len(predicates) > 2_000:
        raise FormError("at most 2,000 predicates")
    vector = _predicates(predicates, columns)
    rules = []
    for line in lines:
        any_of = "|" in line
        asked = [int(one) for one in line.split("|" if any_of else "&")]
        ordered = all(a < b for a, b in zip(asked, asked[1:]))
        if not ordered or ("|" if any_of else "&").join(map(str, asked)) != line:
            raise FormError(f"a rule, not {line}")
        if len(asked) > 24 or asked[-1] >= len(predicates):
            raise FormError(f"a rule of at most 24 predicates, not {line}")
        rules.append((any_of, sum(1 << one for one in asked)))

    def accepts(rule: int, x: int) -> bool:
        any_of, mask = rules[rule - 2]
        return x & mask != 0 if any_of else x & mask == mask

    return Rules(2 + len(rules), vector, accepts)
