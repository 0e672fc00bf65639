"""HTTP/1.1 and server-sent events with little work: the load must not be what is measured."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple, cast
from urllib.parse import urlencode

FORM = "Content-Type: application/x-www-form-urlencoded"
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding: *chunked", re.IGNORECASE)


class Broken(Exception):
    """The server did what it must never do; the benchmark ends."""


class Answer(NamedTuple):
    status: int
    head: str
    body: bytes
    at: float
    """When its last byte was here."""

    def header(self, name: str) -> str:
        found = re.search(rf"\r\n{name}: *([^\r]*)", self.head, re.IGNORECASE)
        return found[1] if found else ""


class Line(asyncio.Protocol):
    """A keep-alive connection, one request at a time."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._waiting: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport | None = None

    async def send(self, request: bytes) -> Answer:
        assert self._transport
        if self._transport.is_closing():
            raise Broken("the server hung up between two requests")
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        answer = _answer(self._buffer, perf_counter())
        if answer and self._waiting and not self._waiting.done():
            self._waiting.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(Broken("the server hung up on a request"))


class Stream(asyncio.Protocol):
    """An open stream of events; hands each on with the time at which it was here."""

    def __init__(
        self, request: bytes, heard: Callable[[bytes, float], None], lost: Callable[[str], None]
    ) -> None:
        self._request = request
        self._heard = heard
        self._lost = lost
        self._buffer = bytearray()
        self._rest = b""
        self._begun = False
        self._transport: asyncio.Transport | None = None

    def close(self) -> None:
        self._lost = lambda _: None
        if self._transport:
            self._transport.close()

    def drop(self) -> None:
        """As when the network goes: whoever listens hears of it."""
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop has classes of its own
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self._buffer += data
        if not (self._begun or self._begins()):
            return
        for chunk in _chunks(self._buffer):
            *events, self._rest = (self._rest + chunk).split(b"\n\n")
            for event in events:
                self._heard(event, now)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost(f"a stream broke: {exc or 'closed by the server'}")

    def _begins(self) -> bool:
        head, found, _ = self._buffer.partition(b"\r\n\r\n")
        if found and not head.startswith(b"HTTP/1.1 200"):
            self._lost(f"a stream was refused: {head[:40].decode()}")
        self._begun = bool(found) and CHUNKED.search(head) is not None
        if self._begun:
            del self._buffer[: len(head) + 4]
        return self._begun


def request(method: str, path: str, host: str, *more: str, body: str = "") -> bytes:
    length = (f"Content-Length: {len(body)}",) if method == "POST" else ()
    lines = (f"{method} {path} HTTP/1.1", f"Host: {host}", *more, *length)
    return "\r\n".join((*lines, "", body)).encode()


def post(path: str, host: str, *more: str, **fields: object) -> bytes:
    """A form as a page of that host would send it."""
    origin = f"Origin: http://{host}"
    return request("POST", path, host, origin, FORM, *more, body=urlencode(fields, doseq=True))


def _answer(buffer: bytearray, now: float) -> Answer | None:
    """Takes a whole answer off the buffer; None until it is whole."""
    head, found, rest = buffer.partition(b"\r\n\r\n")
    if not found:
        return None
    body = _body(bytes(head), rest)
    if body is None:
        return None
    buffer.clear()
    return Answer(int(head[9:12]), head.decode("latin-1"), body, now)


def _body(head: bytes, rest: bytearray) -> bytes | None:
    if length := LENGTH.search(head):
        return bytes(rest) if len(rest) >= int(length[1]) else None
    if CHUNKED.search(head):
        return b"".join(_chunks(rest)) if rest.endswith(b"0\r\n\r\n") else None
    return b""


def _chunks(buffer: bytearray) -> Iterator[bytes]:
    """Takes the whole chunks off a chunked body."""
    while (end := buffer.find(b"\r\n")) >= 0:
        size = int(buffer[:end], 16)
        if len(buffer) < end + size + 4:
            return
        chunk = bytes(buffer[end + 2 : end + 2 + size])
        del buffer[: end + size + 4]
        yield chunk
