"""Classes whose rules are enumerated: decision lists, scorecards, trees (docs/log-format-classes.md)."""

from __future__ import annotations

from typing import Any, Iterator, List, Tuple

from .forms import FormError

#: The maximum number of rules that are enumerated or weighted one by one.
MOST_RULES = 100_000


def decision_lists(n: int, longest: int) -> List[int]:
    """Returns every list's decisions on all answer vectors, as bits, in catalogue order."""
    functions = [0, (1 << 2**n) - 1]
    for steps in list_steps(n, longest):
        final = 1 - steps[-1][1]
        function = 0
        for x in range(2**n):
            answer = next((v for a, v in steps if (x >> (a >> 1) & 1) != (a & 1)), final)
            function |= answer << x
        functions.append(function)
    return functions


_Steps = List[Tuple[int, int]]


def list_steps(n: int, longest: int) -> List[_Steps]:
    """Returns the steps (literal, answer) of rules 2, 3, ..."""
    found: List[_Steps] = []
    for length in range(1, longest + 1):
        for steps in _lists(n, length, []):
            found.append(steps)
            if len(found) > MOST_RULES - 2:
                raise FormError(f"at most {MOST_RULES} decision lists")
    return found


def _lists(n: int, length: int, begun: _Steps) -> Iterator[_Steps]:
    """Yields the steps (literal, answer) of every list with this beginning, in the order of their codes."""
    if len(begun) == length:
        ends_alike = length > 1 and begun[-1][1] == begun[-2][1]
        if ends_alike or (length == 1 and begun[0][1] == 1):
            yield begun
        return
    asked = [literal >> 1 for literal, _ in begun]
    for code in range(4 * n):
        literal, answer = code >> 1, code & 1
        is_sorted = not begun or begun[-1][1] != answer or asked[-1] < literal >> 1
        if literal >> 1 not in asked and is_sorted:
            yield from _lists(n, length, begun + [(literal, answer)])


def scorecards(n: int, most: int) -> List[int]:
    """Returns every scorecard's decisions on all answer vectors, as bits, in catalogue order."""
    if (2 * most + 1) ** n * 2**n > 2**21:
        raise FormError("scorecards few enough to enumerate")
    functions = [0, (1 << 2**n) - 1]
    known = set(functions)
    for code in range((2 * most + 1) ** n):
        points = []
        for _ in range(n):
            code, digit = divmod(code, 2 * most + 1)
            points.append(digit - most)
        sums = [sum(w for b, w in enumerate(points) if x >> b & 1) for x in range(2**n)]
        negative = sum(w for w in points if w < 0)
        positive = sum(w for w in points if w > 0)
        for theta in range(negative + 1, positive + 1):
            function = sum(1 << x for x, total in enumerate(sums) if total >= theta)
            if function not in known:
                known.add(function)
                functions.append(function)
    return functions


def tree_count(n: int, depth: int) -> int:
    """Returns C_d(n), the number of trees of a depth over n predicates."""
    if depth == 0 or n == 0:
        return 2
    c = tree_count(n - 1, depth - 1)
    e = tree_count(n - 1, depth - 2) if depth > 1 else 0
    return tree_count(n, depth - 1) + n * (c * (c - 1) - e * (e - 1))


#: An answer, or (predicate, tree for yes, tree for no).
Tree = Any


def tree_at(number: int, predicates: Tuple[int, ...], depth: int) -> Tree:
    """Returns a tree over these predicates by its number in the catalogue."""
    if depth == 0 or not predicates:
        return number
    n = len(predicates)
    shallower = tree_count(n, depth - 1)
    if number < shallower:
        return tree_at(number, predicates, depth - 1)
    c = tree_count(n - 1, depth - 1)
    e = tree_count(n - 1, depth - 2) if depth > 1 else 0
    place, rest = divmod(number - shallower, c * (c - 1) - e * (e - 1))
    others = predicates[:place] + predicates[place + 1 :]
    if rest < e * (c - e):
        yes, no = rest // (c - e), e + rest % (c - e)
    else:
        yes, no = divmod(rest - e * (c - e), c - 1)
        yes += e
        no += int(no >= yes)
    return predicates[place], tree_at(yes, others, depth - 1), tree_at(no, others, depth - 1)


def tree_answer(tree: Tree, x: int) -> bool:
    """Returns whether a tree accepts an answer vector."""
    while not isinstance(tree, int):
        tree = tree[1] if x >> tree[0] & 1 else tree[2]
    return tree == 1
