"""The bare room: what moves cost when nothing is done but what has to be. No server does it faster.

uvicorn and plain ASGI; a writer thread commits to SQLite what waits, synchronous FULL; then every
open stream of the room is sent the same two kilobytes. No rules, no rights, no pictures. It answers
the same load as the real server, so the two can be compared: ``python -m tests.bench.ceiling``.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeAlias

import uvicorn
from starlette.types import Receive, Scope, Send

try:
    import pysqlite3 as sqlite3
except ImportError:
    import sqlite3

SIZE = 2048
"""Bytes of a fragment."""
PANEL = (
    '<div id="panel" data-key="0" data-game="ceiling"><form>'
    '<input type="hidden" name="ask" value="ask"><input type="hidden" name="seat" value="0">'
    '<input type="hidden" name="kind" value="pick"><button name="card" value="card">'
)
FRAGMENT = b"data: " + PANEL.encode().ljust(SIZE, b".") + b"\n\n"
TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE rooms (code TEXT PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE moves (code TEXT, version INTEGER, move BLOB, PRIMARY KEY (code, version))
    WITHOUT ROWID;
"""

Job: TypeAlias = tuple[tuple[str, int], bytes, asyncio.Future[None]]
"""Which room and version, the move, and whom to tell that it is on disk."""


@dataclass(eq=False)
class Room:
    code: str
    version: int = 0
    streams: set[asyncio.Event] = field(default_factory=set)


class Ceiling:
    def __init__(self, database: str) -> None:
        self._rooms: dict[str, Room] = {}
        self._database = database
        self._numbers = count(1)
        self._queue: SimpleQueue[Job] = SimpleQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        match scope["path"].strip("/").split("/"):
            case ["rooms", code, "moves"]:
                await self._move(self._rooms[code], await _body(receive))
                await _answer(send, 204)
            case ["rooms", code, "events"]:
                await self._watch(self._rooms[code], receive, send)
            case ["rooms"]:
                code = f"R{next(self._numbers)}"
                self._rooms[code] = Room(code)
                await _answer(send, 201, code=code)
            case ["rooms", _, "members" | "matches"]:
                await _answer(send, 201, member="somebody")
            case _:
                await _answer(send, 200)

    async def _move(self, room: Room, move: bytes) -> None:
        room.version += 1
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(((room.code, room.version), move, written))
        await written
        for stream in room.streams:
            stream.set()

    async def _watch(self, room: Room, receive: Receive, send: Send) -> None:
        rung = asyncio.Event()
        gone = asyncio.ensure_future(_gone(receive))
        gone.add_done_callback(lambda _: rung.set())
        room.streams.add(rung)
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with suppress(asyncio.CancelledError):  # the server stops
            while not gone.done():
                body = b"id: %d\n" % room.version + FRAGMENT
                await send({"type": "http.response.body", "body": body, "more_body": True})
                await rung.wait()
                rung.clear()
        room.streams.discard(rung)

    async def _live(self, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        Thread(target=self._write, args=(loop,), daemon=True).start()
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def _write(self, loop: asyncio.AbstractEventLoop) -> None:
        db = sqlite3.connect(self._database, isolation_level=None)
        db.executescript(TABLES)
        db.execute("PRAGMA synchronous = FULL")
        while True:
            batch = [self._queue.get()]
            with suppress(Empty):
                while True:
                    batch.append(self._queue.get_nowait())
            db.execute("BEGIN IMMEDIATE")
            for row, move, _ in batch:
                db.execute("INSERT OR REPLACE INTO rooms VALUES (?, ?)", row)
                db.execute("INSERT INTO moves VALUES (?, ?, ?)", (*row, move))
            db.execute("COMMIT")
            loop.call_soon_threadsafe(_hand_out, [written for *_, written in batch])


def _hand_out(written: Iterable[asyncio.Future[None]]) -> None:
    for future in written:
        future.set_result(None)


async def _body(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _answer(send: Send, status: int, **values: str) -> None:
    body = json.dumps(values).encode() if values else b""
    headers = [(b"set-cookie", b"device=somebody")] if values else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def main() -> None:
    uvicorn.run(
        Ceiling(os.environ["SOULROOM_DATABASE_URL"].removeprefix("sqlite:///")),
        host="127.0.0.1",
        port=int(os.environ["SOULROOM_PORT"]),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=75,
    )


if __name__ == "__main__":
    main()
