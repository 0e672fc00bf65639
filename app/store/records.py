"""Which rooms there are, the newest ones at hand.

A change is a function from a room to a room. The difference of the two is what gets written, so
whatever decides about rooms never sees a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, delete, func, select, update
from sqlalchemy.exc import NoResultFound

from app.core import codes
from app.core.codec import codec
from app.core.errors import CannotStart, Unavailable
from app.core.settings import Settings
from app.core.values import Match, Room, replace
from app.store import tables
from app.store.reading import load
from app.store.sqlite import Storage
from app.store.writing import add, save
from games.contract import Seat

KEPT, FORGOTTEN_AT_ONCE = 2000, 100
"""How many rooms stay at hand; the others are read again when somebody comes."""
SWEPT_AT_ONCE = 2

_CODE = select(tables.rooms.c.code).where(tables.rooms.c.code == bindparam("code"))


class Records:
    """The only place that knows which rooms there are."""

    def __init__(
        self,
        settings: Settings,
        now: Callable[[], float] = time.time,
        watched: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._now = now
        self._watched = watched
        """Rooms that somebody looks at stay at hand longest."""
        self._newest: dict[str, Room] = {}
        """By code; the one used longest ago first."""
        self._drafts: dict[str, Room] = {}
        """Written in the transaction that is under way."""
        self._storage = Storage(settings, self._ended)
        self.device_key = _device_key(self._storage)
        """With which cookies are signed: a secret, the same as long as the database lives."""

    def close(self) -> None:
        self._storage.close()

    async def room(self, code: str) -> Room:
        """The newest committed value. Raises NoSuchRoom."""
        if room := self._newest.get(code):
            return room
        room = await self._storage.read(lambda db: load(db, code))
        room = self._newest.setdefault(code, room)  # a newer one may have been written meanwhile
        self._forget()
        return room

    async def commit(
        self,
        code: str,
        decide: Callable[[Room], Room],
        also: Callable[[Connection], None] | None = None,
    ) -> Room:
        """What `decide` made of the newest room, once it is on disk, and with it whatever `also`
        writes. Raises what they raise."""
        return await self._storage.write(lambda db: self._commit(db, code, decide, also))

    async def open(self, build: Callable[[str], Room]) -> Room:
        """A new room under a code that no other has: drawn here, where nobody can draw it too."""
        return await self._storage.write(lambda db: self._open(db, build))

    async def moves(self, match: Match) -> tuple[tuple[Seat, Any], ...]:
        """The log of a match: who did what, in order."""
        log = select(tables.moves).where(tables.moves.c.match == match.id)
        rows = log.order_by(tables.moves.c.number)
        read = codec(match.game).load_move
        return await self._storage.read(
            lambda db: tuple((Seat(row.seat), read(row.move)) for row in db.execute(rows))
        )

    async def picture(self, code: str, id: str, size: Literal["large", "small"]) -> bytes | None:
        """Of something that was brought, as WebP; None where nobody has brought such a thing."""
        found = select(tables.pictures.c[size]).where(
            tables.pictures.c.room == code, tables.pictures.c.id == id
        )
        return await self._storage.read(lambda db: db.execute(found).scalar_one_or_none())

    async def due(self, now: float) -> list[str]:
        """The rooms in which something should have happened by itself."""
        rooms = tables.rooms.c
        found = select(rooms.code).where(rooms.due <= now)
        return await self._storage.read(lambda db: list(db.scalars(found)))

    async def sweep(self, touched_before: float) -> list[str]:
        """Delete some of the rooms nobody has touched since, with everything in them.

        Not all at once: other writes have their turn in between.
        """
        swept = await self._storage.write(lambda db: self._sweep(db, touched_before))
        for code in swept:
            self._newest.pop(code, None)
        return swept

    async def scrub(self) -> None:
        """No byte of the rooms that were swept stays on disk."""
        await self._storage.scrub()

    async def wake(self, now: float, longest: float) -> None:
        """After a restart no page or TV is there, and nothing is due later than in `longest`."""
        members, matches, rooms = tables.members, tables.matches, tables.rooms
        people = members.c.bot.is_(None) & members.c.keeper.is_(None)
        away = update(members).where(people, members.c.away.is_(None)).values(away=now, line=None)
        late = update(matches).where(matches.c.due > now + longest).values(due=now)
        plays = select(matches.c.due).where(matches.c.id == rooms.c.match).scalar_subquery()
        look = update(rooms).where(rooms.c.due.is_not(None)).values(due=plays)
        lit = func.json_extract(rooms.c.options, "$.tv")
        unlit = func.json_set(rooms.c.options, "$.tv", func.json("false"))
        dark = update(rooms).where(lit == 1).values(options=unlit)
        await self._storage.write(lambda db: [db.execute(it) for it in (away, late, look, dark)])
        self._newest.clear()

    async def check(self) -> None:
        """Raises Unavailable unless the writer can write, now."""
        await self._storage.check()

    def _commit(
        self,
        db: Connection,
        code: str,
        decide: Callable[[Room], Room],
        also: Callable[[Connection], None] | None,
    ) -> Room:
        old = self._drafts.get(code) or self._newest.get(code) or load(db, code)
        new = self._written(db, old, decide)
        if new is None:  # somebody else wrote this room: what we know of it is old
            old = load(db, code)
            new = self._written(db, old, decide)
        if new is None:
            raise Unavailable("The table is busy. Nothing has changed, try again in a moment.")
        if new is not old:
            self._drafts[code] = new
            if also:
                also(db)
        return new

    def _written(self, db: Connection, old: Room, decide: Callable[[Room], Room]) -> Room | None:
        """The changed room; None when it is no longer the one that was decided on."""
        new = decide(old)
        if new is old:
            return old
        new = replace(new, version=old.version + 1, touched=self._now())
        return new if save(db, old, new) else None

    def _open(self, db: Connection, build: Callable[[str], Room]) -> Room:
        rooms = tables.rooms
        live: int = db.execute(select(func.count()).select_from(rooms)).scalar_one()
        room = build(codes.draw(live, lambda code: _is_taken(db, code)))
        add(db, room)
        self._drafts[room.code] = room
        return room

    def _sweep(self, db: Connection, touched_before: float) -> list[str]:
        rooms = tables.rooms.c
        old = select(rooms.code).where(rooms.touched < touched_before).limit(SWEPT_AT_ONCE)
        swept = list(db.scalars(old))
        db.execute(delete(tables.rooms).where(rooms.code.in_(swept)))
        return swept

    def _ended(self, committed: bool) -> None:
        if committed:
            for code, room in self._drafts.items():
                self._newest.pop(code, None)
                self._newest[code] = room
            self._forget()
        self._drafts.clear()

    def _forget(self) -> None:
        if len(self._newest) <= KEPT:
            return
        codes = tuple(self._newest)
        idle = [code for code in codes if not self._watched(code)]
        for code in (*idle, *codes)[: len(codes) - KEPT + FORGOTTEN_AT_ONCE]:
            self._newest.pop(code, None)


def _device_key(storage: Storage) -> bytes:
    wanted = select(tables.keys.c.value).where(tables.keys.c.name == "devices")
    try:
        key: bytes = storage.read_now(lambda db: db.execute(wanted).scalar_one())
    except (Unavailable, NoResultFound):
        storage.close()
        raise CannotStart("The database has lost its key for cookies. Restore a backup.") from None
    return key


def _is_taken(db: Connection, code: str) -> bool:
    return db.execute(_CODE, {"code": code}).first() is not None
