"""Verification of Ed25519 signatures (RFC 8032) in plain Python."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import List, Optional, Tuple

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)

#: Extended coordinates: x = X/Z, y = Y/Z, T = X Y/Z.
_Point = Tuple[int, int, int, int]


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Returns whether a key signed a message.

    :param key: 32 bytes
    :param signature: 64 bytes; any other length is not a signature
    """
    point = _decoded(key)
    if point is None or len(signature) != 64:
        return False
    scalar = int.from_bytes(signature[32:], "little")
    if scalar >= _ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % _ORDER
    x, y, z, t = point
    # S B - k A = R
    difference = _added(_times(scalar, _BASE), _times(challenge, (_P - x, y, z, _P - t)))
    return _encoded(difference) == signature[:32]


@lru_cache(maxsize=1024)
def _decoded(text: bytes) -> Optional[_Point]:
    if len(text) != 32:
        return None
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


def _encoded(point: _Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, _P - 2, _P)
    x, y = x * inverse % _P, y * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _added(a: _Point, b: _Point) -> _Point:
    e = (a[1] - a[0]) * (b[1] - b[0]) % _P
    f = (a[1] + a[0]) * (b[1] + b[0]) % _P
    g = 2 * a[3] * b[3] * _D % _P
    h = 2 * a[2] * b[2] % _P
    i, j, k, l = f - e, h - g, h + g, f + e
    return (i * j % _P, k * l % _P, j * k % _P, i * l % _P)


def _times(scalar: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    for bit, doubled in enumerate(_doubled(point)):
        if scalar >> bit & 1:
            total = _added(total, doubled)
    return total


@lru_cache(maxsize=256)
def _doubled(point: _Point) -> List[_Point]:
    """Returns a point times 1, 2, 4, ..., 2^252: a key signs many ballots."""
    found = [point]
    for _ in range(252):
        found.append(_added(found[-1], found[-1]))
    return found


_base = _decoded((4 * pow(5, _P - 2, _P) % _P).to_bytes(32, "little"))
assert _base is not None
_BASE: _Point = _base
