"""Sends one call over the standard library's HTTP client, and again where that can help."""

from __future__ import annotations

import json
import random
import time
import uuid
from http.client import HTTPException
from typing import Any, Dict, Iterator, Mapping, NamedTuple, Optional, Tuple
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import OpenerDirector, Request, build_opener

from .errors import RoutewrightError

# First and longest pause in seconds. After a 429 they are longer, because the service counts calls by the minute.
PAUSES_AFTER_FAILURE = (0.5, 15.0)
PAUSES_AFTER_REFUSAL = (2.0, 30.0)


class Operation(NamedTuple):
    name: str
    method: str
    path: str
    # It changes nothing, so it may be repeated when the answer was lost.
    is_reading: bool


class Exchange:
    """Address, key and patience of a client; the operations derive from it."""

    def __init__(
        self,
        base_url: str,
        private_key: str,
        *,
        retries: int = 5,
        timeout: float = 120.0,
        opener: Optional[OpenerDirector] = None,
    ) -> None:
        """
        `retries` are those after the first attempt; `timeout` is in seconds, for one attempt. `opener` is another
        `urllib.request` opener, for instance with a proxy.
        """
        self._base_url = base_url.rstrip("/")
        self._private_key = private_key
        self._retries = retries
        self._timeout = timeout
        self._opener = opener if opener is not None else build_opener()

    def _call(
        self,
        operation: Operation,
        path: Mapping[str, str],
        query: Mapping[str, object],
        *,
        body: object = None,
        file: Optional[bytes] = None,
        repeatable: bool = False,
    ) -> Any:
        """Returns the parsed answer, None for an empty one. Raises RoutewrightError, or ValueError for an empty id."""
        request = self._request(operation, path, query, body, file)
        attempt = 0
        while True:
            try:
                return self._send(operation, request)
            except RoutewrightError as error:
                may_repeat = error.status == 429 or (error.is_passing and (repeatable or operation.is_reading))
                if attempt >= self._retries or not may_repeat:
                    raise
                first, longest = PAUSES_AFTER_REFUSAL if error.status == 429 else PAUSES_AFTER_FAILURE
                time.sleep(back_off(attempt, first, longest))
                attempt += 1

    def _iterate(
        self,
        operation: Operation,
        path: Mapping[str, str],
        query: Mapping[str, object],
        page_size: int,
        *,
        body: Optional[Mapping[str, Any]] = None,
        sorted_by: Optional[str] = None,
    ) -> Iterator[Any]:
        """Yields every record, page by page."""
        if page_size < 1:
            raise ValueError(f"{operation.name}: page_size must be at least 1, not {page_size}")
        # The stop search takes its page in the body, all other lists in the query.
        is_search = operation.name == "search_stops"
        given: Dict[str, Any] = dict(body or {}) if is_search else dict(query)
        if is_search:
            given = {"sort_by": "created_at", "sort_direction": "asc", **given}
        elif sorted_by is not None and given.get("sort") is None:
            given["sort"] = sorted_by
        offset = int(given.get("offset") or 0)
        while True:
            page = {**given, "offset": offset, "limit": page_size}
            answer = (
                self._call(operation, path, query, body=page) if is_search else self._call(operation, path, page)
            )
            records = answer["docs"] if isinstance(answer, dict) else answer
            yield from records
            offset += len(records)
            if len(records) == 0 or (isinstance(answer, dict) and offset >= answer["total"]):
                return

    def _request(
        self,
        operation: Operation,
        path: Mapping[str, str],
        query: Mapping[str, object],
        body: object,
        file: Optional[bytes],
    ) -> Request:
        address = operation.path
        for name, value in path.items():
            if not value:
                raise ValueError(f"{operation.name} needs {name}")
            address = address.replace("{" + name + "}", quote(str(value), safe=""))
        given = {name: in_query(value) for name, value in query.items() if value is not None}
        parameters = urlencode({**given, "private_key": self._private_key})
        headers = {"accept": "application/json"}
        data: Optional[bytes] = None
        if file is not None:
            data, headers["content-type"] = form_of(file)
        elif body is not None:
            data = json.dumps(body, allow_nan=False).encode()
            headers["content-type"] = "application/json"
        return Request(f"{self._base_url}{address}?{parameters}", data, headers, method=operation.method)

    def _send(self, operation: Operation, request: Request) -> Any:
        # Raised below, outside of the handlers: urllib's errors know the address, and with it the key.
        failure: RoutewrightError
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return parsed(operation, response.status, response.read())
        except RoutewrightError:
            raise
        except HTTPError as refusal:
            failure = refusal_of(operation, refusal)
        except OSError as cause:
            is_late = isinstance(cause, TimeoutError) or isinstance(getattr(cause, "reason", None), TimeoutError)
            what = f"did not answer within {self._timeout} s" if is_late else "could not be reached"
            failure = RoutewrightError(f"{operation.name}: the service {what}.", operation=operation.name, status=0)
        except HTTPException as cause:
            message = f"{operation.name}: the answer broke off ({type(cause).__name__})."
            failure = RoutewrightError(message, operation=operation.name, status=0)
        raise failure


def parsed(operation: Operation, status: int, text: bytes) -> Any:
    """The answer's content, None for an empty one."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        message = f"{operation.name}: the answer is not JSON; is base_url that of the service?"
    raise RoutewrightError(message, operation=operation.name, status=status)


def back_off(attempt: int, first: float, longest: float) -> float:
    """Seconds before retry number `attempt` (0 = the first): doubles up to the longest, and half of it is random."""
    full = min(longest, first * 2.0**attempt)
    return full / 2 + random.random() * (full / 2)


def refusal_of(operation: Operation, refusal: HTTPError) -> RoutewrightError:
    """The service's own words where the answer is the service's; a proxy's page tells only its status."""
    told: Dict[str, Any] = {}
    try:
        read = json.loads(refusal.read())
        told = read if isinstance(read, dict) else {}
    except (OSError, HTTPException, ValueError):
        pass
    return RoutewrightError(
        str(told.get("message") or f"{operation.name}: the service answered {refusal.code}."),
        operation=operation.name,
        status=refusal.code,
        message_id=told.get("message_id"),
        request_id=refusal.headers.get("x-request-id"),
    )


def in_query(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def form_of(file: bytes) -> Tuple[bytes, str]:
    """Body and content type of a form with one file."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n'
    head += f"Content-Type: {picture_type(file)}\r\n\r\n"
    return head.encode() + file + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def picture_type(file: bytes) -> str:
    """By the first bytes; the service looks at them itself."""
    if file.startswith(b"\x89PNG"):
        return "image/png"
    if file[8:12] == b"WEBP":
        return "image/webp"
    return "image/jpeg" if file.startswith(b"\xff\xd8") else "application/octet-stream"
