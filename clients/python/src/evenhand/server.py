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

#: The maximum number of tries without progress.
MAX_TRIES = 5
#: The maximum wait before a retry in seconds, even if the server's Retry-After is longer.
_MAX_WAIT = 60.0
_LOCAL = ("localhost", "127.0.0.1", "::1")

#: The exceptions of a broken connection.
CONNECTION_ERRORS = (http.client.HTTPException, ConnectionError, TimeoutError)


class ServerError(Exception):
    """The server refused a request. `code` is stable; the message is the server's and says what to do."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        super().__init__(str(problem.get("detail") or f"the server answered {status}"))
        self.status = status
        self.code = str(problem.get("code") or "unknown")
        #: The problems of each row or field.
        self.problems = problem.get("problems") or []
        self.retry_after = retry_after


class Server:
    """An API client. Retries requests if the server is busy or the connection breaks.

    >>> server = Server("https://panel.example.org", token)
    >>> for study in server.items("/studies"): print(study["name"])
    >>> server.post(f"/studies/{study['id']}/rounds/3/close")
    """

    def __init__(self, url: str, token: str, timeout: float = 60.0) -> None:
        """
        :param url: the server's address, such as https://panel.example.org
        :param token: a token from the page "Tokens for programs" of your account
        :param timeout: seconds without data after which a connection counts as broken
        :raises ValueError: for an invalid address
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"{url!r} is not a valid address, expected one such as https://panel.example.org")
        if parts.scheme == "http" and parts.hostname not in _LOCAL:
            warnings.warn("Over http, others on the network can read the token. Use https.", stacklevel=2)
        self._base = f"{parts.scheme}://{parts.netloc}/api/v1"
        self._token = token.strip()
        self._timeout = timeout

    def get(self, path: str, **query: Union[str, int, None]) -> Any:
        """Sends a GET request and returns the parsed answer.

        :raises ServerError: if the server refuses
        """
        return self._request("GET", path, query)

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
        """Sends a POST request, which takes effect once even if the connection breaks and the request is retried.

        :param key: idempotency key; a random one by default
        :raises ServerError: if the server refuses
        """
        headers = {"Idempotency-Key": key or str(uuid.uuid4()), "Content-Type": "application/json"}
        return self._request("POST", path, {}, json.dumps(body or {}).encode("utf-8"), headers)

    def put(self, path: str, body: bytes, content_type: str, **query: Union[str, int, None]) -> Any:
        """Uploads a file; the query parameter `sheet` names the sheet to read.

        :raises ServerError: if the server refuses
        """
        return self._request("PUT", path, query, body, {"Content-Type": content_type})

    def lines(self, path: str, **query: Union[str, int, None]) -> Iterator[bytes]:
        """Yields the lines of a file without their LF; a broken connection raises one of `CONNECTION_ERRORS`.

        :raises ServerError: if the server refuses
        """
        with self._open("GET", path, query) as answer:
            for line in answer:
                if not line.endswith(b"\n"):
                    raise http.client.IncompleteRead(line)
                yield line[:-1]

    def download(self, path: str, to: Union[str, Path]) -> Path:
        """Downloads a file, which has the suffix `.part` until it is complete.

        If the connection breaks, the download resumes at that byte, or from the beginning if the server cannot resume.

        :raises ServerError: if the server refuses
        """
        target = Path(to)
        part = target.with_name(f"{target.name}.part")
        etag: Optional[str] = None

        def fetch() -> Path:
            nonlocal etag
            have = part.stat().st_size if etag is not None else 0
            range_headers = {"Range": f"bytes={have}-", "If-Range": etag or ""} if have > 0 else {}
            answer = self._open("GET", path, {}, None, range_headers)
            with answer, open(part, "ab" if answer.status == 206 else "wb") as file:
                etag = answer.headers["ETag"]
                missing = int(answer.headers["Content-Length"])
                while missing > 0:
                    piece = answer.read1(1 << 16)
                    if not piece:
                        # read1 does not raise if the connection ends early.
                        raise http.client.IncompleteRead(b"", missing)
                    file.write(piece)
                    missing -= len(piece)
            os.replace(part, target)
            return target

        return self._with_retries(fetch)

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Union[str, int, None]],
        body: Optional[bytes] = None,
        headers: Optional[Dict[str, str]] = None,
    ) -> Any:
        def send() -> Any:
            with self._open(method, path, query, body, headers) as answer:
                return json.loads(answer.read())

        return self._with_retries(send)

    def _with_retries(self, send: Callable[[], T]) -> T:
        tried = 0
        while True:
            tried += 1
            try:
                return send()
            except ServerError as error:
                if error.retry_after is None or tried == MAX_TRIES:
                    raise
                time.sleep(min(error.retry_after, _MAX_WAIT))
            except CONNECTION_ERRORS:
                if tried == MAX_TRIES:
                    raise
                back_off(tried)

    def _open(
        self,
        method: str,
        path: str,
        query: Mapping[str, Union[str, int, None]],
        body: Optional[bytes] = None,
        headers: Optional[Dict[str, str]] = None,
    ) -> http.client.HTTPResponse:
        parameters = {name: value for name, value in query.items() if value is not None}
        address = f"{self._base}{urllib.parse.quote(path)}" + (f"?{urllib.parse.urlencode(parameters)}" if parameters else "")
        request = urllib.request.Request(address, data=body, method=method, headers=headers or {})
        request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        try:
            answer = urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            raise _server_error(error) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, OSError):
                raise ConnectionError(f"Could not reach {self._base}: {error.reason}") from error
            raise
        assert isinstance(answer, http.client.HTTPResponse)
        return answer


def back_off(tried: int) -> None:
    """Waits before a retry, twice as long each time, so that a restarted server is not overloaded."""
    time.sleep(min(0.05 * 2**tried, 5.0))


def _server_error(error: urllib.error.HTTPError) -> ServerError:
    with error:
        try:
            problem = json.loads(error.read())
        except (ValueError, *CONNECTION_ERRORS):
            problem = {}
    wait = error.headers.get("Retry-After")
    return ServerError(
        error.code,
        problem if isinstance(problem, dict) else {},
        float(wait) if wait is not None and wait.isdigit() else None,
    )
