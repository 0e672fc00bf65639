"""Rooms as they are kept: read whole, written piece by piece, the newest ones at hand.

A change is a function from a room to a room. The difference of the two is what gets written, so
whatever decides about rooms never sees a table.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy import (
    Connection,
    Dialect,
    Insert,
    Row,
    Table,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from app.core import codes
from app.core.codec import codec, contents
from app.core.errors import NoSuchRoom, Unavailable
from app.core.settings import Settings
from app.core.values import Brought, Knock, Match, Member, MemberId, Options, Room
from app.store import tables
from app.store.sqlite import Storage, run
from games import GAMES
from games.contract import Memory, Result, Seat

log = logging.getLogger(__name__)

KEPT, FORGOTTEN_AT_ONCE = 2000, 100
"""How many rooms stay at hand; the others are read again when somebody comes."""
SWEPT_AT_ONCE = 2

Columns: TypeAlias = Mapping[str, Callable[[Any], object]]
"""What of a value is kept, and how each part is written down."""

_options = TypeAdapter(Options)
_seen = TypeAdapter(dict[str, tuple[str, ...]])
_knocks = TypeAdapter(
    tuple[Knock, ...], config={"ser_json_bytes": "base64", "val_json_bytes": "base64"}
)
_strings = TypeAdapter(tuple[str, ...])
_settings = TypeAdapter(dict[str, dict[str, Any]])
_memory = TypeAdapter(Memory)
_seats = TypeAdapter(frozenset[Seat])
_result = TypeAdapter(Result | None)


def _plain(*names: str) -> Columns:
    return {name: attrgetter(name) for name in names}


ROOM: Columns = {
    **_plain("version", "touched", "closed", "host", "created", "opener", "due"),
    "match": lambda room: room.match and room.match.id,
    "options": lambda room: _options.dump_json(room.options).decode(),
    "seen": lambda room: _seen.dump_json(dict(room.seen)).decode(),
    "knocks": lambda room: _knocks.dump_json(room.knocks).decode(),
    "settings": lambda room: _settings.dump_json(dict(room.settings)).decode(),
}
MEMBER: Columns = _plain(
    "id",
    "name",
    "mark",
    "role",
    "bot",
    "device",
    "keeper",
    "hands",
    "epoch",
    "place",
    "joined",
    "away",
    "line",
)
MATCH: Columns = {
    **_plain("id", "number", "game", "seed", "made", "paused", "due", "started", "ended"),
    "options": lambda match: codec(match.game).dump_options(match.options),
    "memory": lambda match: _memory.dump_json(match.memory).decode(),
    "format": lambda match: match.rules.format,
    "seats": lambda match: _strings.dump_json(match.seats).decode(),
    "state": lambda match: codec(match.game).dump_state(match.state),
    "stand_ins": lambda match: _seats.dump_json(match.stand_ins).decode(),
    "result": lambda match: _result.dump_json(match.result).decode(),
}


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
        wanted = select(tables.keys.c.value).where(tables.keys.c.name == "devices")
        self.device_key: bytes = self._storage.read_now(lambda db: db.execute(wanted).scalar_one())
        """With which cookies are signed: a secret, the same as long as the database lives."""

    def close(self) -> None:
        self._storage.close()

    async def room(self, code: str) -> Room:
        """The newest committed value. Raises NoSuchRoom."""
        if room := self._newest.get(code):
            return room
        room = await self._storage.read(lambda db: _load(db, code))
        room = self._newest.setdefault(code, room)  # a newer one may have been written meanwhile
        self._forget()
        return room

    async def commit(self, code: str, decide: Callable[[Room], Room]) -> Room:
        """What `decide` made of the newest room, once it is on disk. Raises what it raises."""
        return await self._storage.write(lambda db: self._commit(db, code, decide))

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

    async def due(self, now: float) -> list[str]:
        """The rooms in which something should have happened by itself."""
        rooms = tables.rooms.c
        found = select(rooms.code).where(rooms.due <= now)
        return await self._storage.read(lambda db: list(db.scalars(found)))

    async def sweep(self, touched_before: float) -> list[str]:
        """Delete some of the rooms nobody has touched since, with everything in them.

        Not all at once: other writes have their turn in between.
        """
        return await self._storage.write(lambda db: self._sweep(db, touched_before))

    async def wake(self, now: float, longest: float) -> None:
        """After a restart no page is open, and nothing is due later than `longest` from now."""
        members, matches, rooms = tables.members, tables.matches, tables.rooms
        people = members.c.bot.is_(None) & members.c.keeper.is_(None)
        away = update(members).where(people, members.c.away.is_(None)).values(away=now, line=None)
        late = update(matches).where(matches.c.due > now + longest).values(due=now)
        plays = select(matches.c.due).where(matches.c.id == rooms.c.match).scalar_subquery()
        look = update(rooms).where(rooms.c.due.is_not(None)).values(due=plays)
        await self._storage.write(lambda db: [db.execute(it) for it in (away, late, look)])
        self._newest.clear()

    async def check(self) -> None:
        """Raises Unavailable unless the writer can write, now."""
        await self._storage.check()

    def _commit(self, db: Connection, code: str, decide: Callable[[Room], Room]) -> Room:
        old = self._drafts.get(code) or self._newest.get(code) or _load(db, code)
        new = self._written(db, old, decide)
        if new is None:  # somebody else wrote this room: what we know of it is old
            old = _load(db, code)
            new = self._written(db, old, decide)
        if new is None:
            raise Unavailable("The table is busy. Nothing has changed, try again in a moment.")
        if new is not old:
            self._drafts[code] = new
        return new

    def _written(self, db: Connection, old: Room, decide: Callable[[Room], Room]) -> Room | None:
        """The changed room; None when it is no longer the one that was decided on."""
        new = decide(old)
        if new is old:
            return old
        new = replace(new, version=old.version + 1, touched=self._now())
        return new if _save(db, old, new) else None

    def _open(self, db: Connection, build: Callable[[str], Room]) -> Room:
        rooms = tables.rooms
        live: int = db.execute(select(func.count()).select_from(rooms)).scalar_one()
        room = build(codes.draw(live, lambda code: _is_taken(db, code)))
        db.execute(insert(rooms), {"code": room.code, **_row(ROOM, room)})
        self._drafts[room.code] = room
        return room

    def _sweep(self, db: Connection, touched_before: float) -> list[str]:
        rooms = tables.rooms.c
        old = select(rooms.code).where(rooms.touched < touched_before).limit(SWEPT_AT_ONCE)
        swept = list(db.scalars(old))
        db.execute(delete(tables.rooms).where(rooms.code.in_(swept)))
        for code in swept:
            self._newest.pop(code, None)
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


def _load(db: Connection, code: str) -> Room:
    row = db.execute(_ROOM, {"code": code}).one_or_none()
    if row is None:
        raise NoSuchRoom("No room {code}. Check the letters on the TV.", code=code)
    match = db.execute(_MATCH, {"id": row.match}).one_or_none()
    return Room(
        code=code,
        version=row.version,
        created=row.created,
        touched=row.touched,
        opener=row.opener,
        host=row.host,
        closed=row.closed,
        options=_options.validate_json(row.options),
        members=tuple(_member(m) for m in db.execute(_MEMBERS, {"code": code})),
        match=_match(match) if match else None,
        matches=db.execute(_MATCHES, {"code": code}).scalar_one() or 0,
        seen=MappingProxyType(_seen.validate_json(row.seen)),
        knocks=_knocks.validate_json(row.knocks),
        settings=MappingProxyType(_readable(_settings.validate_json(row.settings))),
        brought=tuple(_brought(b) for b in db.execute(_BROUGHT, {"code": code}) if _is_known(b)),
    )


def _save(db: Connection, old: Room, new: Room) -> bool:
    """Write what differs, if the room on disk is still the old one."""
    changes = _changes(ROOM, old, new)
    values = {"b_key": new.code, "b_version": old.version, **changes}
    if not _run(db, _update_of(tables.rooms, "code", tuple(changes), "version"), values):
        return False
    if new.members is not old.members:
        for member in new.members:
            _save_member(db, new.code, old.member(member.id), member)
        for id in {member.id for member in old.members} - {member.id for member in new.members}:
            db.execute(delete(tables.members).where(tables.members.c.id == id))
    if new.match is not old.match:
        _save_match(db, new, old.match, new.match)
    if new.brought is not old.brought:
        _save_brought(db, old, new)
    return True


def _save_member(db: Connection, code: str, old: Member | None, new: Member) -> None:
    if old is None:
        db.execute(insert(tables.members), {"room": code, **_row(MEMBER, new)})
    elif changes := _changes(MEMBER, old, new):
        _update(db, tables.members, "id", new.id, changes)


def _save_match(db: Connection, room: Room, old: Match | None, new: Match | None) -> None:
    if old and (new is None or new.id != old.id) and old.running:
        _update(db, tables.matches, "id", old.id, {"ended": room.touched, "due": None})
    if new is None:
        return
    if old is None or new.id != old.id:
        db.execute(insert(tables.matches), {"room": room.code, **_row(MATCH, new)})
        return
    _update(db, tables.matches, "id", new.id, _changes(MATCH, old, new))
    made = new.made - old.made
    for number, (seat, move) in enumerate(new.fresh[len(new.fresh) - made :], old.made + 1):
        entry = {"match": new.id, "number": number, "seat": seat, "time": room.touched}
        _run(db, _LOG, {**entry, "move": codec(new.game).dump_move(move)})


def _save_brought(db: Connection, old: Room, new: Room) -> None:
    known, left = ({one.id: one for one in room.brought} for room in (old, new))
    for id in known.keys() - left.keys():
        gone = (tables.brought.c.room == new.code) & (tables.brought.c.id == id)
        db.execute(delete(tables.brought).where(gone))
    for one in (left[id] for id in left.keys() - known.keys()):
        row = {"room": new.code, "id": one.id, "kind": one.kind, "author": one.author}
        text = contents(one.kind).dump(one.content)
        db.execute(insert(tables.brought), {**row, "tag": one.tag, "content": text})


def _row(columns: Columns, value: object) -> dict[str, object]:
    return {name: write(value) for name, write in columns.items()}


def _changes(columns: Columns, old: object, new: object) -> dict[str, object]:
    """Parts are frozen, so what is the same object is the same."""
    return {
        name: write(new)
        for name, write in columns.items()
        if name != "format" and getattr(old, name) is not getattr(new, name)
    }


def _update(db: Connection, table: Table, key: str, id: str, changes: dict[str, object]) -> None:
    if changes:
        _run(db, _update_of(table, key, tuple(changes)), {"b_key": id, **changes})


@cache
def _update_of(table: Table, key: str, names: tuple[str, ...], also: str = "") -> Update:
    """Building a statement costs more than running it, so each shape is built once."""
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    found = update(table).where(table.c[key] == bindparam("b_key")).values(values)
    return found.where(table.c[also] == bindparam(f"b_{also}")) if also else found


def _run(db: Connection, statement: Insert | Update, values: dict[str, object]) -> int:
    """How many rows it wrote."""
    text, names = _text_of(statement, db.dialect)
    return run(db, text, [values[name] for name in names])


@cache
def _text_of(statement: Insert | Update, dialect: Dialect) -> tuple[str, tuple[str, ...]]:
    """And the names of its values, in their order."""
    compiled = statement.compile(dialect=dialect)
    return str(compiled), tuple(getattr(compiled, "positiontup", None) or ())


_ROOM = select(tables.rooms).where(tables.rooms.c.code == bindparam("code"))
_MEMBERS = (
    select(tables.members)
    .where(tables.members.c.room == bindparam("code"))
    .order_by(tables.members.c.joined)
)
_MATCH = select(tables.matches).where(tables.matches.c.id == bindparam("id"))
_MATCHES = select(func.max(tables.matches.c.number)).where(
    tables.matches.c.room == bindparam("code")
)
_BROUGHT = select(tables.brought).where(tables.brought.c.room == bindparam("code"))
_CODE = select(tables.rooms.c.code).where(tables.rooms.c.code == bindparam("code"))
_LOG = insert(tables.moves)


def _member(row: Row[Any]) -> Member:
    return Member(**{name: row._mapping[name] for name in MEMBER})


def _match(row: Row[Any]) -> Match | None:
    """None, and a line in the log, for what this version cannot read: a room without a match."""
    try:
        if row.format != GAMES[row.game].format:
            raise ValueError(f"it is of format {row.format}")
        return _read_match(row)
    except (KeyError, ValueError) as error:  # pydantic's are ValueErrors
        log.warning("match %s cannot be read: %s", row.id, str(error).partition("\n")[0])
        return None


def _read_match(row: Row[Any]) -> Match:
    game = codec(row.game)
    parts = {name: row._mapping[name] for name in MATCH if name not in ("result", "format")}
    parts |= {
        "options": game.load_options(row.options),
        "memory": _memory.validate_json(row.memory),
        "seats": tuple(MemberId(id) for id in _strings.validate_json(row.seats)),
        "state": game.load_state(row.state),
        "stand_ins": _seats.validate_json(row.stand_ins),
    }
    return Match(**parts)


def _readable(settings: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Those that games of this version understand."""
    found = {}
    for game in settings.keys() & GAMES.keys():
        with suppress(ValueError):
            found[game] = codec(game).read_settings(settings[game])
    return found


def _is_known(row: Row[Any]) -> bool:
    return any(row.kind in game.brings for game in GAMES.values())


def _brought(row: Row[Any]) -> Brought:
    content = contents(row.kind).load(row.content)
    return Brought(row.id, row.kind, MemberId(row.author), row.tag, content)


def _is_taken(db: Connection, code: str) -> bool:
    return db.execute(_CODE, {"code": code}).first() is not None
