"""A file with ten thousand rooms, half of them expired: what that costs those who play."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tests.bench.phone import connected
from tests.bench.wire import Broken, Line, post, request

ROOMS = 10_000
EXPIRED = ROOMS // 2
MOVES = 40
"""Of each match, so that the file stays small."""
DAY = 24 * 3600.0
VISITS = 200

NUMBERS = (
    f"WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT {ROOMS})"
)
COPIES = {
    "rooms": {
        "code": "printf('%07d', n)",
        '"match"': "\"match\" || '-' || n",
        "host": "host || '-' || n",
        "due": "NULL",
        "touched": "CASE WHEN n % 2 THEN :old ELSE touched END",
    },
    "members": {"id": "id || '-' || n", "room": "printf('%07d', n)", "device": "NULL"},
    "matches": {
        "id": "id || '-' || n",
        "room": "printf('%07d', n)",
        "seats": "(SELECT json_group_array(value || '-' || n) FROM json_each(seats))",
        "due": "NULL",
    },
    "moves": {'"match"': "\"match\" || '-' || n"},
}
WHICH = {
    "rooms": "code = :code",
    "members": "room = :code",
    "matches": "room = :code",
    "moves": f'number <= {MOVES} AND "match" IN (SELECT id FROM matches WHERE room = :code)',
}


def build(database: Path) -> None:
    """One of the rooms in the file, ten thousand times. No server may be running."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        [code] = db.execute("SELECT code FROM rooms LIMIT 1").fetchone()
        values = {"code": code, "old": time.time() - DAY - 3600}
        for table, changed in COPIES.items():
            names = [f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})")]
            parts = [changed.get(name, changed.get(name.strip('"'), name)) for name in names]
            db.execute(
                f"INSERT INTO {table} ({', '.join(names)}) {NUMBERS} SELECT {', '.join(parts)}"
                f" FROM {table}, numbers WHERE {WHICH[table]}",
                values,
            )


class Visits(NamedTuple):
    """Seconds each."""

    opened: list[float]
    cold: list[float]
    """The first look of a screen at a room that nobody has looked at since the start."""
    warm: list[float]
    """The next look at it."""


async def visited(host: str) -> Visits:
    """One after the other, while the server does whatever else it has to."""
    line = await connected(host, Line())
    kept = [f"/tv/{number:07}" for number in range(2, 2 * VISITS + 2, 2)]
    visits = Visits(
        [await _took(line, post("/rooms", host, "Accept: application/json")) for _ in kept],
        [await _took(line, request("GET", path, host)) for path in kept],
        [await _took(line, request("GET", path, host)) for path in kept],
    )
    line.close()
    return visits


async def _took(line: Line, sent: bytes) -> float:
    begun = perf_counter()
    answer = await line.send(sent)
    if answer.status not in (200, 201):
        raise Broken(f"{answer.status}: {answer.body[:200]!r}")
    return answer.at - begun


async def swept(database: Path) -> float:
    """Seconds from now until no expired room is in the file."""
    begun = perf_counter()
    while await asyncio.to_thread(_expired, database):
        await asyncio.sleep(0.5)
    return perf_counter() - begun


def _expired(database: Path) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        old = "SELECT count(*) FROM rooms WHERE touched < ?"
        [count] = db.execute(old, (time.time() - DAY,)).fetchone()
        return int(count)
