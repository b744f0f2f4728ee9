"""A client of an Evenhand server's API, with a personal token (docs/programs.md)."""

from __future__ import annotations

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, TypeVar, Union

T = TypeVar("T")

#: The number of tries without progress.
TRIES = 5
#: The longest wait for a server in seconds, whatever it requests.
_LONGEST_WAIT = 60.0
_LOCAL = ("localhost", "127.0.0.1", "::1")

#: The exceptions of a broken connection.
BROKEN = (http.client.HTTPException, ConnectionError, TimeoutError)


class ServerError(Exception):
    """The server refused a request. `code` is stable; the message is the server's sentence with what to do."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        super().__init__(str(problem.get("detail") or f"the server answered {status}"))
        self.status = status
        self.code = str(problem.get("code") or "unknown")
        #: The problems by row or field.
        self.problems = problem.get("problems") or []
        self.retry_after = retry_after


class Server:
    """Sends requests to a server. Requests to a busy server and broken connections are retried.

    >>> server = Server("https://panel.example.org", token)
    >>> for study in server.items("/studies"): print(study["name"])
    >>> server.post(f"/studies/{study['id']}/rounds/3/close")
    """

    def __init__(self, url: str, token: str, timeout: float = 60.0) -> None:
        """
        :param url: its address, such as https://panel.example.org
        :param token: as shown on the account's page
        :param timeout: seconds without a byte after which a connection counts as broken
        :raises ValueError: for an invalid address
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"{url!r} is no address, expected one such as https://panel.example.org")
        if parts.scheme == "http" and parts.hostname not in _LOCAL:
            warnings.warn("Over http anyone on the network can read the token: use https.", stacklevel=2)
        self._base = f"{parts.scheme}://{parts.netloc}/api/v1"
        self._token = token.strip()
        self._timeout = timeout

    def get(self, path: str, **query: Union[str, int, None]) -> Any:
        """Reads one thing.

        :raises ServerError: if it is refused
        """
        return self._asked("GET", path, query)

    def items(self, path: str, **query: Union[str, int, None]) -> Iterator[Any]:
        """Yields all items of a list, page by page."""
        cursor: Optional[str] = None
        while True:
            page = self.get(path, **query, cursor=cursor)
            yield from page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return

    def post(self, path: str, body: Optional[Mapping[str, Any]] = None, key: Optional[str] = None) -> Any:
        """Sends a change, which is applied once, even if the connection breaks and the request is retried.

        :param key: idempotency key; a new one is made by default
        :raises ServerError: if it is refused
        """
        headers = {"Idempotency-Key": key or str(uuid.uuid4()), "Content-Type": "application/json"}
        return self._asked("POST", path, {}, json.dumps(body or {}).encode("utf-8"), headers)

    def put(self, path: str, body: bytes, content_type: str, **query: Union[str, int, None]) -> Any:
        """Sends a file; `sheet` names the sheet to read.

        :raises ServerError: if it is refused
        """
        return self._asked("PUT", path, query, body, {"Content-Type": content_type})

    def lines(self, path: str, **query: Union[str, int, None]) -> Iterator[bytes]:
        """Yields the whole lines of a file, each without its LF; a broken connection raises one of `BROKEN`.

        :raises ServerError: if it is refused
        """
        with self._opened("GET", path, query) as answer:
            for line in answer:
                if not line.endswith(b"\n"):
                    raise http.client.IncompleteRead(line)
                yield line[:-1]

    def download(self, path: str, to: Union[str, Path]) -> Path:
        """Downloads a file, which gets its name once it is complete, and ends with `.part` before that. A connection that
        breaks is resumed at that byte, or from the beginning if the server cannot resume.

        :raises ServerError: if it is refused
        """
        target = Path(to)
        part = target.with_name(f"{target.name}.part")
        etag: Optional[str] = None

        def fetch() -> Path:
            nonlocal etag
            have = part.stat().st_size if etag is not None else 0
            asked = {"Range": f"bytes={have}-", "If-Range": etag or ""} if have > 0 else {}
            answer = self._opened("GET", path, {}, None, asked)
            with answer, open(part, "ab" if answer.status == 206 else "wb") as file:
                etag = answer.headers["ETag"]
                missing = int(answer.headers["Content-Length"])
                while missing > 0:
                    piece = answer.read1(1 << 16)
                    if not piece:
                        # A connection that ends early raises nothing here.
                        raise http.client.IncompleteRead(b"", missing)
                    file.write(piece)
                    missing -= len(piece)
            os.replace(part, target)
            return target

        return self._persistently(fetch)

    def _asked(
        self,
        method: str,
        path: str,
        query: Mapping[str, Union[str, int, None]],
        body: Optional[bytes] = None,
        headers: Optional[Dict[str, str]] = None,
    ) -> Any:
        def ask() -> Any:
            with self._opened(method, path, query, body, headers) as answer:
                return json.loads(answer.read())

        return self._persistently(ask)

    def _persistently(self, ask: Callable[[], T]) -> T:
        tried = 0
        while True:
            tried += 1
            try:
                return ask()
            except ServerError as error:
                if error.retry_after is None or tried == TRIES:
                    raise
                time.sleep(min(error.retry_after, _LONGEST_WAIT))
            except BROKEN:
                if tried == TRIES:
                    raise
                pause(tried)

    def _opened(
        self,
        method: str,
        path: str,
        query: Mapping[str, Union[str, int, None]],
        body: Optional[bytes] = None,
        headers: Optional[Dict[str, str]] = None,
    ) -> http.client.HTTPResponse:
        given = {name: value for name, value in query.items() if value is not None}
        address = f"{self._base}{urllib.parse.quote(path)}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        request = urllib.request.Request(address, data=body, method=method, headers=headers or {})
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        try:
            answer = urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, OSError):
                raise ConnectionError(f"{self._base} was not reached: {error.reason}") from error
            raise
        assert isinstance(answer, http.client.HTTPResponse)
        return answer


def pause(tried: int) -> None:
    """Waits longer each time, so that a restarted server is not overloaded."""
    time.sleep(min(0.05 * 2**tried, 5.0))


def _refusal(error: urllib.error.HTTPError) -> ServerError:
    with error:
        try:
            problem = json.loads(error.read())
        except (ValueError, *BROKEN):
            problem = {}
    wait = error.headers.get("Retry-After")
    return ServerError(
        error.code,
        problem if isinstance(problem, dict) else {},
        float(wait) if wait is not None and wait.isdigit() else None,
    )
