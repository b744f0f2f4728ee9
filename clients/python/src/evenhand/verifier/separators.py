"""Separators and state layouts of FTPL (docs/log-format-classes.md and log-format-learners.md)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from .enumerated import MOST_RULES, Tree, list_steps, tree_at
from .rules import EVERYONE, Rules, literals_of
from .totals import SumLayout, layout_by_rule

#: A separator is not computed if rules times contexts exceed this.
_MOST_CELLS = 5_000_000


class Separator:
    """The contexts of a class, and which of them each rule accepts."""

    def __init__(self, size: int, accepts: Callable[[int, int], bool], has_repeats: bool = False) -> None:
        self.size = size
        self._accepts = accepts
        self._has_repeats = has_repeats

    def accepting(self, count: int) -> Optional[List[List[int]]]:
        """Returns the contexts that each of `count` rules accepts; None if the class is too large."""
        if count > MOST_RULES or count * self.size > _MOST_CELLS:
            return None
        every = range(self.size)
        return [[p for p in every if self._accepts(rule, p)] for rule in range(count)]

    def firsts(self, accepting: Sequence[Sequence[int]]) -> List[bool]:
        """Returns for each rule whether it is the first that computes its function."""
        known, found = set(), []
        for one in accepting:
            function = tuple(one)
            found.append(not self._has_repeats or function not in known)
            known.add(function)
        return found


def separator_of(learner: Dict[str, Any], rules: Rules) -> Separator:
    """Returns the separator of a study's class.

    :raises FormError: if the format does not allow the class
    """
    hypotheses = learner["hypotheses"]
    kind, n = hypotheses["kind"], len(hypotheses.get("predicates", ()))
    single = [0] + [1 << b for b in range(n)]
    literal = [0] + [1 << a for a in range(2 * n)]
    if kind == "thresholds":
        return _by_answers(rules, _intervals(learner, rules))
    if kind == "conjunctions":
        return _by_answers(rules, [single_bit ^ (2**n - 1) for single_bit in single])
    if kind in ("disjunctions", "parities"):
        return _by_answers(rules, single)
    if kind == "signed-conjunctions":
        # The context holds all literals except these.
        return _but_constants(len(literal), lambda rule, p: literals_of(rule - 1, n) & literal[p] == 0)
    if kind == "signed-disjunctions":
        return _but_constants(len(literal), lambda rule, p: literals_of(rule - 1, n) & literal[p] != 0)
    if kind == "decision-lists":
        return _of_lists(n, hypotheses["longest"], literal)
    if kind == "trees":
        sets = _sets(n, hypotheses["depth"])
        return Separator(len(sets), lambda rule, p: rules.accepts(rule, sets[p]), True)
    return Separator((rules.count - 1).bit_length(), lambda rule, p: rule >> p & 1 == 1)


def _by_answers(rules: Rules, contexts: Sequence[Any]) -> Separator:
    return Separator(len(contexts), lambda rule, p: rules.accepts(rule, contexts[p]))


def _but_constants(size: int, accepts: Callable[[int, int], bool]) -> Separator:
    """Returns a separator from the decisions of rules from 2 on; rule 0 accepts no context, rule 1 all."""
    return Separator(size, lambda rule, p: rule == EVERYONE or (rule > 1 and accepts(rule, p)))


def _intervals(learner: Dict[str, Any], rules: Rules) -> List[Any]:
    """Returns answers with one cell in an interval of a column and all other cells null, for every interval."""
    cuts: Dict[str, int] = {}
    for one in learner["hypotheses"]["cuts"]:
        cuts[one["column"]] = cuts.get(one["column"], 0) + one.get("count", 1)
    empty = list(rules.answers([None] * len(learner["columns"])))
    found = []
    for place, count in enumerate(cuts.values()):
        found += [tuple(empty[:place] + [at] + empty[place + 1 :]) for at in range(count + 1)]
    return found or [()]


def _sets(n: int, depth: int) -> List[int]:
    """Returns the sets of at most `depth` predicates, as bits, sorted by size and then by their predicates."""
    return [sum(1 << b for b in one) for size in range(depth + 1) for one in combinations(range(n), size)]


def _of_lists(n: int, longest: int, literal: List[int]) -> Separator:
    pairs = [1 << a | 1 << b for a, b in combinations(range(2 * n), 2) if a >> 1 != b >> 1]
    contexts, lists = literal + pairs, list_steps(n, longest)

    def accepts(rule: int, p: int) -> bool:
        steps = lists[rule - 2]
        return 1 == next((answer for a, answer in steps if contexts[p] >> a & 1), 1 - steps[-1][1])

    return _but_constants(len(contexts), accepts)


def ftpl_layout(learner: Dict[str, Any], rules: Rules) -> SumLayout:
    """Returns the layout of FTPL's state."""
    hypotheses = learner["hypotheses"]
    kind, n = hypotheses["kind"], len(hypotheses.get("predicates", ()))
    if kind == "explicit":
        return layout_by_rule("ftpl", rules)
    if kind == "thresholds":
        assert rules.sums is not None
        size = 1 + len(_intervals(learner, rules)) if hypotheses["cuts"] else 1
        return SumLayout("ftpl", size, size, rules.sums.places, rules.sums.losses)
    if kind == "trees":
        return _tree_layout(n, hypotheses["depth"], rules.count)

    def losses(sums: Dict[int, int]) -> List[int]:
        held = list(sums.items())
        return [sum(total for x, total in held if rules.accepts(rule, x)) for rule in range(rules.count)]

    return SumLayout("ftpl", 2**n, 2**n, lambda x: [x], rules.sums.losses if rules.sums else losses)


def _tree_layout(n: int, depth: int, count: int) -> SumLayout:
    sets = _sets(n, depth)
    place = {one: at for at, one in enumerate(sets)}
    products: List[List[Tuple[int, int]]] = []

    def losses(sums: Dict[int, int]) -> List[int]:
        if not products:
            for number in range(count):
                product = _multiplied(tree_at(number, tuple(range(n)), depth))
                products.append([(place[one], times) for one, times in product.items() if times])
        return [sum(times * sums.get(at, 0) for at, times in product) for product in products]

    return SumLayout("ftpl", len(sets), len(sets), lambda x: [at for at, one in enumerate(sets) if one & ~x == 0], losses)


def _multiplied(tree: Tree) -> Dict[int, int]:
    """Returns a tree's multilinear coefficients by set of predicates: no + b (yes - no)."""
    if isinstance(tree, int):
        return {0: tree}
    split, yes, no = tree
    found = dict(_multiplied(no))
    for sign, part in ((1, _multiplied(yes)), (-1, _multiplied(no))):
        for one, times in part.items():
            found[one | 1 << split] = found.get(one | 1 << split, 0) + sign * times
    return found
