"""Rooms copied behind the server's back, row by row: each request may find one untouched."""

from __future__ import annotations

import secrets
import sqlite3
from pathlib import Path
from typing import Any

from app.core import codes

ROWS = {
    "rooms": "code = :code",
    "members": "room = :code",
    "matches": "room = :code",
    "moves": "match IN (SELECT id FROM matches WHERE room = :code)",
    "brought": "room = :code",
}
"""What a room consists of, parents first."""


class Original:
    """A room as it is now. The server must have written all of it."""

    def __init__(self, database: Path, code: str) -> None:
        self._db = sqlite3.connect(database, isolation_level=None, timeout=20)
        self._db.execute("PRAGMA synchronous = OFF")
        self._rows = {
            table: self._db.execute(
                f"SELECT * FROM {table} WHERE {which}", {"code": code}
            ).fetchall()
            for table, which in ROWS.items()
        }
        self._code = code
        self._ids = [row[0] for table in ("members", "matches") for row in self._rows[table]]

    def copy(self) -> dict[str, str]:
        """Another room like it: what each of the old ids is called there, the code among them."""
        fresh = {id: secrets.token_hex(len(id) // 2) for id in self._ids}
        with self._db:  # commits, or rolls back
            self._db.execute("BEGIN IMMEDIATE")
            taken = frozenset(code for (code,) in self._db.execute("SELECT code FROM rooms"))
            fresh[self._code] = codes.draw(len(taken), taken.__contains__)
            for table, rows in self._rows.items():
                if rows:
                    marks = ", ".join("?" * len(rows[0]))
                    copies = [[_renamed(value, fresh) for value in row] for row in rows]
                    self._db.executemany(f"INSERT INTO {table} VALUES ({marks})", copies)
        return fresh

    def _select(self, table: str, which: str, code: str) -> list[tuple[Any, ...]]:
        return self._db.execute(f"SELECT * FROM {table} WHERE {which}", {"code": code}).fetchall()

    def close(self) -> None:
        self._db.close()


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        for old, new in names.items():
            value = value.replace(old, new)
    return value
