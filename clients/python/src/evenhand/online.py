"""Reading of a study's log from a server: verified line by line and optionally cached on this machine."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, BinaryIO, ContextManager, Dict, Optional

from .record import Chain, Record, RecordError
from .server import CONNECTION_ERRORS, MAX_TRIES, Server, back_off


def choose(server: Server, study: Optional[str]) -> Dict[str, Any]:
    """Returns the study with this id or name, or the only one that the token can access.

    :raises RecordError: if no study or several studies match
    """
    accessible = [one for one in server.items("/studies") if one["state"] != "draft"]
    found = [one for one in accessible if study is None or study in (one["id"], one["name"])]
    if len(found) == 1:
        return dict(server.get(f"/studies/{found[0]['id']}"))
    names = ", ".join(f"{one['name']} ({one['id']})" for one in accessible) or "none"
    problem = "name a study by its id or name" if study is None else f"{len(found)} studies match {study!r}"
    raise RecordError(f"{problem}; the token can access: {names}")


def load_online(server: Server, study: Dict[str, Any], folder: Optional[Path]) -> Record:
    """Reads the log up to the head that the server names and checks every hash and the order of the entries.

    If the connection breaks, reading resumes after the last complete line.

    :param folder: a folder that caches the log; only new entries are fetched, and they must continue the cached log
    :raises RecordError: if a line does not continue the chain, or the server's log does not continue the cached log
    """
    chain = Chain()
    head = study["head"]
    with _cache_file(folder, study["id"], chain) as file:
        if len(chain.entries) > head["seq"]:
            raise RecordError(
                f"the server's log ends with entry {head['seq']}, but {len(chain.entries)} are cached: the log was rewritten"
            )
        _read_remaining(server, study["id"], chain, head["seq"], file)
    if chain.head != head["hash"]:
        raise RecordError(f"entry {head['seq']}: the server named the hash {head['hash']}, but its log has {chain.head}")
    return Record(study["id"], chain.head, chain.entries, chain.hashes)


def _read_remaining(server: Server, study: str, chain: Chain, up_to: int, file: Optional[BinaryIO]) -> None:
    tried = 0
    while len(chain.entries) < up_to:
        before = len(chain.entries)
        try:
            for line in server.lines(f"/studies/{study}/log", after=before, upTo=up_to):
                chain.append(line)
                if file is not None:
                    file.write(line + b"\n")
        except CONNECTION_ERRORS:
            pass
        tried = tried + 1 if len(chain.entries) == before else 0
        if tried == MAX_TRIES:
            raise RecordError(f"the connection broke {MAX_TRIES} times after entry {before}")
        if len(chain.entries) < up_to:
            back_off(tried)


def _cache_file(folder: Optional[Path], study: str, chain: Chain) -> ContextManager[Optional[BinaryIO]]:
    """Appends the cached lines to the chain; returns the file, open for writing after its last complete line."""
    if folder is None:
        return contextlib.nullcontext()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{study}.log.jsonl"
    path.touch()
    file = open(path, "r+b")
    end = 0
    for line in file:
        if not line.endswith(b"\n"):
            break
        chain.append(line[:-1])
        end += len(line)
    file.seek(end)
    file.truncate()
    return file
