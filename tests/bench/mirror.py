"""A whole move of each game's largest table: computers decide, phones and the TV see it.

The bench reads seed and start of a match from the database, as only who owns the file can, and
plays along in its own memory. So it knows whom to ask and what they would answer, and the server is
asked for nothing but the moves.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from app.core.codec import codec
from app.core.play import luck
from games import GAMES
from games.contract import Seat
from tests.bench.phone import Phone, Turn

TABLES = 8
NEWEST = "SELECT seats, seed, state, made FROM matches WHERE room = ? ORDER BY number DESC LIMIT 1"


class Mirror:
    """The same match in our own memory."""

    def __init__(self, database: Path, slug: str, code: str) -> None:
        self._database = database
        self._slug = slug
        self._code = code
        self._luck = Random(code)
        self._state: Any = None
        self._made = 0

    def turn(self, phones: list[Phone]) -> tuple[Phone, Turn]:
        """Who answers next, and what; after a match the host asks for another."""
        game = GAMES[self._slug]
        if self._state is None:
            self._begin()
        if game.result(self._state) is not None:
            self._state = None
            return phones[0], Turn("again", {})
        seats = [Seat(seat) for seat in range(len(phones))]
        asks = [(seat, ask) for seat in seats if (ask := game.ask(self._state, seat))]
        seat, ask = next((pair for pair in asks if pair[1].waiting), asks[0])
        bot = next(iter(game.bots.values()))
        move = bot.play(game.view(self._state, seat), ask, self._luck)
        self._made += 1
        self._state = game.apply(self._state, seat, move, luck(self._seed, self._made))
        fields = json.loads(codec(self._slug).dump_move(move))
        given = {name: value for name, value in fields.items() if value is not None}
        phone = next(phone for phone in phones if phone.member == self._members[seat])
        return phone, Turn("moves", {"ask": ask.id, "seat": seat, **given})

    def _begin(self) -> None:
        with closing(sqlite3.connect(self._database)) as db:
            seats, self._seed, state, self._made = db.execute(NEWEST, (self._code,)).fetchone()
        self._members = json.loads(seats)
        self._state = codec(self._slug).load_state(state)
