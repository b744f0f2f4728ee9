"""Checkpoints and verifier keys (docs/log-format-checkpoints.md)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from .ed25519 import is_signed
from .forms import FormError

_NOTE = re.compile(r"(([^\n]+)\n(0|[1-9][0-9]*)\n([^\n]+)\n)\n((?:\u2014 [^\s+]+ \S+\n)+)\Z")
_KEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)\Z")


@dataclass
class Signers:
    """The signers of a log's checkpoints: its own key in hex, and verifier keys of witnesses."""

    origin: str
    key: str
    witnesses: Sequence[str]


@dataclass
class Checkpoint:
    """A checkpoint that the log signed."""

    size: int
    root: str
    #: POSIX seconds at which witnesses cosigned.
    cosigned: List[int]


def read_checkpoint(note: str, signers: Signers) -> Checkpoint:
    """Reads a note of a log.

    :raises FormError: if the log's key did not sign it, or a witness's signature is invalid
    """
    origin, size, root = note_parts(note)
    if origin != signers.origin:
        raise FormError(f"a note of {signers.origin}")
    text, _, rest = note.partition("\n\n")
    text, lines = f"{text}\n", rest.splitlines()
    own = _signature(lines, signers.origin, b"\1" + bytes.fromhex(signers.key))
    if own is None or not is_signed(bytes.fromhex(signers.key), text.encode(), own):
        raise FormError("a note signed by the log's key")
    times = []
    for witness in signers.witnesses:
        name, typed = witness_key(witness)
        signature = _signature(lines, name, typed)
        if signature is None:
            continue
        at = int.from_bytes(signature[:8], "big")
        message = f"cosignature/v1\ntime {at}\n{text}".encode()
        if not is_signed(typed[1:], message, signature[8:]):
            raise FormError(f"a valid signature of {name}")
        times.append(at)
    return Checkpoint(size, root, times)


def note_parts(note: str) -> Tuple[str, int, str]:
    """Returns origin, size and root of a note, without checking a signature.

    :raises FormError: if it is not a checkpoint
    """
    match = _NOTE.match(note)
    if match is None:
        raise FormError("a signed note")
    root = decoded(match[4])
    if len(root) != 32:
        raise FormError("a root of 32 bytes")
    return match[2], int(match[3]), root.hex()


def witness_key(text: str) -> Tuple[str, bytes]:
    """Returns name and typed key of a witness.

    :raises FormError: if the text is not a verifier key of type 0x04 with the right key id
    """
    match = _KEY.match(text)
    typed = decoded(match[3]) if match else b""
    if match is None or len(typed) != 33 or typed[0] != 4 or _id(match[1], typed).hex() != match[2]:
        raise FormError("a verifier key of type 0x04")
    return match[1], typed


def _signature(lines: Sequence[str], name: str, typed: bytes) -> Optional[bytes]:
    for line in lines:
        _, signer, text = line.split(" ")
        data = decoded(text)
        if signer == name and data[:4] == _id(name, typed):
            return data[4:]
    return None


def _id(name: str, typed: bytes) -> bytes:
    return hashlib.sha256(f"{name}\n".encode() + typed).digest()[:4]


def decoded(text: str) -> bytes:
    """Returns the bytes of standard base64.

    :raises FormError: if the text is not standard base64
    """
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise FormError("base64") from error
    if base64.b64encode(found).decode() != text:
        raise FormError("base64")
    return found
