"""A file with many rooms, half of them expired: what that costs those who play."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

ROOMS = 20_000
EXPIRED = ROOMS // 2
MOVES = 40
"""Of each match, so that the file stays small."""
DAY = 24 * 3600.0

NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT :rooms)"
COPIES = {
    "rooms": {
        "code": "printf('%07d', n)",
        '"match"': "\"match\" || '-' || n",
        "due": "NULL",
        "touched": "CASE WHEN n <= :expired THEN :old ELSE touched END",
    },
    "members": {"id": "id || '-' || n", "room": "printf('%07d', n)", "device": "NULL"},
    "matches": {"id": "id || '-' || n", "room": "printf('%07d', n)", "due": "NULL"},
    "moves": {'"match"': "\"match\" || '-' || n"},
}
WHICH = {
    "rooms": "code = :code",
    "members": "room = :code",
    "matches": "room = :code",
    "moves": f'number <= {MOVES} AND "match" IN (SELECT id FROM matches WHERE room = :code)',
}


def build(database: Path, rooms: int = ROOMS, expired: int = EXPIRED) -> None:
    """One of the rooms in the file, again and again. No server may be running."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("PRAGMA synchronous = OFF")
        [code] = db.execute("SELECT code FROM rooms LIMIT 1").fetchone()
        old = time.time() - DAY - 3600
        values = {"code": code, "old": old, "rooms": rooms, "expired": expired}
        for table, changed in COPIES.items():
            names = [f'"{row[1]}"' for row in db.execute(f"PRAGMA table_info({table})")]
            parts = [changed.get(name, changed.get(name.strip('"'), name)) for name in names]
            db.execute(
                f"INSERT INTO {table} ({', '.join(names)}) {NUMBERS} SELECT {', '.join(parts)}"
                f" FROM {table}, numbers WHERE {WHICH[table]}",
                values,
            )


def left(database: Path) -> int:
    """How many rooms are still in the file."""
    with closing(sqlite3.connect(database)) as db:
        [count] = db.execute("SELECT count(*) FROM rooms").fetchone()
        return int(count)
