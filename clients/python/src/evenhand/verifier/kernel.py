"""Reproducible arithmetic: the kernel `portable-1` (docs/log-format-state.md)."""

from __future__ import annotations

import math
from typing import Iterable, List, Sequence, Tuple

_LN2_HIGH, _LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
_ODD = (0.6666666666666735, 0.2857142874366239, 0.1818357216161805, 0.14798198605116586)
_EVEN = (0.3999999999940942, 0.22222198432149784, 0.15313837699209373)

#: The double nearest to log2 e, and 1.5 times 2^52: adding it rounds to a whole number.
_LOG2E, _WHOLE = 1.4426950408889634, 6755399441055744.0

_C1 = 0.6931471805599453 / 1024
_C2 = (_C1 * _C1 * (1 + (_C1 * _C1) / 48)) / 2
_C3 = (_C1 * _C1 * _C1) / 6
_STEPS = 1024 * _LOG2E


def _powers(steps: int) -> List[Tuple[float, float]]:
    """Returns 2^(j/steps) for each j, as the nearest double and the double nearest to the remainder."""
    one = 1 << 200
    root = 2 * one
    for _ in range(steps.bit_length() - 1):
        root = math.isqrt(root << 200)
    found, power = [], one
    for _ in range(steps):
        near = float(power)
        found.append((near * 2.0**-200, float(power - int(near)) * 2.0**-200))
        power = power * root >> 200
    return found


_POWERS_64 = _powers(64)
_POWERS_1024 = [near for near, _ in _powers(1024)]


def portable_ln(x: float) -> float:
    """Returns ln x."""
    mantissa, k = math.frexp(x)
    mantissa, k = mantissa * 2, k - 1
    if mantissa >= math.sqrt(2):
        mantissa, k = mantissa / 2, k + 1
    f = mantissa - 1
    if f == 0:
        return k * _LN2_HIGH + k * _LN2_LOW
    s = f / (2 + f)
    z = s * s
    w = z * z
    r = w * (_EVEN[0] + w * (_EVEN[1] + w * _EVEN[2])) + z * (
        _ODD[0] + w * (_ODD[1] + w * (_ODD[2] + w * _ODD[3]))
    )
    h = 0.5 * f * f
    t = s * (h + r)
    return f - (h - t) if k == 0 else k * _LN2_HIGH - ((h - (t + k * _LN2_LOW)) - f)


def portable_exp(x: float) -> float:
    """Returns e^x, for x from -700 to 700."""
    n = (x * (64 * _LOG2E) + _WHOLE) - _WHOLE
    r = (x - n * (_LN2_HIGH / 64)) - n * (_LN2_LOW / 64)
    z = r * r
    more = r + z * ((0.5 + r * (1 / 6)) + z * (1 / 24 + r * (1 / 120)))
    j = int(n) % 64
    near, rest = _POWERS_64[j]
    return math.ldexp(near + (rest + near * more), (int(n) - j) // 64)


def weights(q: Sequence[float], totals: Sequence[float], eta: float) -> List[float]:
    """Returns q exp(-eta d) of each rule, not normalised; d is its distance to the smallest total of a rule with q > 0."""
    least = min(total for total, share in zip(totals, q) if share > 0)
    rate = -eta * _STEPS
    floor = -708 * _STEPS
    found = []
    for share, total in zip(q, totals):
        y = rate * (total - least)
        if share == 0 or y < floor:
            found.append(0.0)
            continue
        n = (y + _WHOLE) - _WHOLE
        f = y - n
        j = int(n) % 1024
        power = _POWERS_1024[j]
        found.append(share * math.ldexp(power + power * (f * (_C1 + f * (_C2 + f * _C3))), (int(n) - j) // 1024))
    return found


def in_order(values: Iterable[float]) -> float:
    """Returns a sum with one rounding for each addition. Python 3.12's sum() rounds differently."""
    total = 0.0
    for value in values:
        total += value
    return total


def in_parts(weights: Sequence[float], rules: Iterable[int]) -> float:
    """Returns the sum of the weights of these rules: rule h in part h mod 4, then (0 + 2) + (1 + 3)."""
    parts = [0.0] * 4
    for rule in rules:
        parts[rule % 4] += weights[rule]
    return (parts[0] + parts[2]) + (parts[1] + parts[3])


def divided(weights: Sequence[float]) -> List[float]:
    """Returns the weights divided by their sum."""
    total = in_parts(weights, range(len(weights)))
    return [one / total for one in weights]
