"""A study's log, read from a server and verified line by line, and optionally kept on this machine."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, BinaryIO, ContextManager, Dict, Optional

from .record import Chain, Record, RecordError
from .server import BROKEN, TRIES, Server, pause


def choose(server: Server, study: Optional[str]) -> Dict[str, Any]:
    """Returns the study with this id or name, or the only one that the token reaches.

    :raises RecordError: if there is none, or if several match
    """
    reached = [one for one in server.items("/studies") if one["state"] != "draft"]
    found = [one for one in reached if study is None or study in (one["id"], one["name"])]
    if len(found) == 1:
        return dict(server.get(f"/studies/{found[0]['id']}"))
    names = ", ".join(f"{one['name']} ({one['id']})" for one in reached) or "none"
    problem = "which study is meant is not said" if study is None else f"{len(found)} studies are called {study!r}"
    raise RecordError(f"{problem}; the token reaches: {names}")


def load_online(server: Server, study: Dict[str, Any], folder: Optional[Path]) -> Record:
    """Reads the log up to the head that the server names, and checks every hash and the order of the entries as they come.

    A broken connection is resumed after the last whole line.

    :param folder: where lines are kept: the next time only new ones are read, and the server's log must continue from them
    :raises RecordError: if a line does not continue the chain, or the server's log does not continue the kept lines
    """
    chain = Chain()
    head = study["head"]
    with _kept_file(folder, study["id"], chain) as file:
        if len(chain.entries) > head["seq"]:
            raise RecordError(
                f"the server's log ends with entry {head['seq']}, kept were {len(chain.entries)}: this is another history"
            )
        _read_on(server, study["id"], chain, head["seq"], file)
    if chain.head != head["hash"]:
        raise RecordError(f"entry {head['seq']}: the server named {head['hash']}, its log has {chain.head}")
    return Record(study["id"], chain.head, chain.entries, chain.hashes)


def _read_on(server: Server, study: str, chain: Chain, up_to: int, file: Optional[BinaryIO]) -> None:
    tried = 0
    while len(chain.entries) < up_to:
        before = len(chain.entries)
        try:
            for line in server.lines(f"/studies/{study}/log", after=before, upTo=up_to):
                chain.take(line)
                if file is not None:
                    file.write(line + b"\n")
        except BROKEN:
            pass
        tried = tried + 1 if len(chain.entries) == before else 0
        if tried == TRIES:
            raise RecordError(f"the log breaks off after entry {before}, however often it is asked for")
        if len(chain.entries) < up_to:
            pause(tried)


def _kept_file(folder: Optional[Path], study: str, chain: Chain) -> ContextManager[Optional[BinaryIO]]:
    """Reads what was kept into the chain, and leaves the file open behind its last whole line."""
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
        chain.take(line[:-1])
        end += len(line)
    file.seek(end)
    file.truncate()
    return file
