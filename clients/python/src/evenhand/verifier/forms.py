"""Canonical JSON, decimals, hashes, trees and signatures (docs/log-format.md, section 1)."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from fractions import Fraction
from typing import Any, List, Sequence

from .ed25519 import is_signed

_DEEPEST = 32
_LARGEST = 2**53 - 1
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+-][0-9]{1,4})?\Z")
_HEX = re.compile(r"[0-9a-f]*\Z")


class FormError(Exception):
    """A value that the format does not allow. The message names what was expected."""


def canonical(value: Any, depth: int = 1) -> str:
    """Returns the canonical JSON of a value.

    :raises FormError: for a value that the format does not allow
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int):
        if abs(value) > _LARGEST:
            raise FormError("a number within 2^53 - 1 of 0")
        return str(value)
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise FormError("a text without lone surrogates")
        # json escapes U+007F only with ensure_ascii.
        return json.dumps(value, ensure_ascii=False)
    if depth > _DEEPEST:
        raise FormError(f"nesting at most {_DEEPEST} deep")
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(canonical(one, depth + 1) for one in value) + "]"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key], depth + 1)}" for key in keys) + "}"
    raise FormError("a whole number")


def parse_line(line: bytes) -> Any:
    """Reads one line without its LF.

    :raises FormError: if the line is not canonical JSON
    """
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FormError("one JSON value") from error
    if canonical(value).encode() != line:
        raise FormError("canonical JSON")
    return value


def exact(text: Any) -> Fraction:
    """Returns the exact value of a decimal.

    :raises FormError: for any other text
    """
    if not isinstance(text, str) or not _DECIMAL.match(text):
        raise FormError("a decimal")
    return Fraction(text)


def logged(text: Any) -> float:
    """Returns the double of a logged decimal.

    :raises FormError: if it is not the shortest decimal of that double
    """
    exact(text)
    if shortest(float(text)) != text:
        raise FormError(f"the shortest decimal of a double, not {text}")
    return float(text)


def shortest(value: float) -> str:
    """Returns a double as ECMAScript's String(x) prints it."""
    digits, _, exponent = repr(value).partition("e")
    sign = "-" if digits.startswith("-") else ""
    whole, _, part = digits.lstrip("-").partition(".")
    part = "" if part == "0" else part
    point = len(whole) + int(exponent or 0)
    every = (whole + part).lstrip("0")
    point -= len(whole + part) - len(every)
    every = every.rstrip("0")
    if not every:
        return "0"
    if 0 < point <= 21:
        if len(every) <= point:
            return sign + every.ljust(point, "0")
        return f"{sign}{every[:point]}.{every[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{every}"
    power = point - 1
    mantissa = every[0] + (f".{every[1:]}" if every[1:] else "")
    return f"{sign}{mantissa}e{'+' if power > 0 else '-'}{abs(power)}"


def is_hex(value: Any, length: int) -> bool:
    """Returns whether a value is a text of `length` lower-case hex digits."""
    return isinstance(value, str) and len(value) == length and bool(_HEX.match(value))


def entry_hash(line: bytes) -> str:
    """Returns the RFC 6962 leaf hash of a line without its LF."""
    return hashlib.sha256(b"\0" + line).hexdigest()


def tagged(tag: str, *parts: Any) -> str:
    """Returns H(tag, ...)."""
    return hashlib.sha256(canonical([f"evenhand/1/{tag}", *parts]).encode()).hexdigest()


def keyed(key: Any, message: Any) -> str:
    """Returns K(key, message).

    :raises FormError: if the key is not hex
    """
    if not isinstance(key, str) or len(key) % 2 or not _HEX.match(key):
        raise FormError("a key in hex")
    return hmac.new(bytes.fromhex(key), canonical(message).encode(), hashlib.sha256).hexdigest()


def is_own_signature(key: str, signature: str, tag: str, *parts: Any) -> bool:
    """Returns whether a signature in hex is S(tag, ...) by a key in hex."""
    message = canonical([f"evenhand/1/{tag}", *parts]).encode()
    return is_signed(bytes.fromhex(key), message, bytes.fromhex(signature))


def tree_root(leaves: Sequence[str]) -> str:
    """Returns the RFC 6962 root over leaf hashes in hex."""
    if not leaves:
        return hashlib.sha256().hexdigest()
    # Roots of full trees, each at most half the size of the previous one.
    stack: List[List[Any]] = []
    for leaf in leaves:
        stack.append([1, bytes.fromhex(leaf)])
        while len(stack) > 1 and stack[-1][0] == stack[-2][0]:
            size, right = stack.pop()
            stack[-1] = [2 * size, _node(stack[-1][1], right)]
    root = stack.pop()[1]
    while stack:
        root = _node(stack.pop()[1], root)
    return root.hex()


def proven_root(leaf: str, index: int, size: int, proof: Sequence[str]) -> str:
    """Returns the root that an inclusion proof (RFC 6962, 2.1.1) leads to from a leaf hash.

    :raises FormError: if the number of hashes is wrong
    """
    if not 0 <= index < size:
        raise FormError(f"a leaf below {size}")
    root, last = bytes.fromhex(leaf), size - 1
    for text in proof:
        if not is_hex(text, 64) or last == 0:
            raise FormError("an inclusion proof")
        other = bytes.fromhex(text)
        if index % 2 or index == last:
            root = _node(other, root)
            while index % 2 == 0 and index:
                index, last = index // 2, last // 2
        else:
            root = _node(root, other)
        index, last = index // 2, last // 2
    if last:
        raise FormError("a complete inclusion proof")
    return root.hex()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def digest_root(digests: Sequence[str]) -> str:
    """Returns the RFC 6962 root over 32-byte digests, in hex."""
    return tree_root([hashlib.sha256(b"\0" + bytes.fromhex(one)).hexdigest() for one in digests])
