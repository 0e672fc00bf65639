"""Rooms as they are kept: read whole, written piece by piece, the newest ones at hand.

A change is a function from a room to a room. The difference of the two is what gets written, so
whatever decides about rooms never sees a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
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
from app.core.codec import codec
from app.core.errors import NoSuchRoom
from app.core.settings import Settings
from app.core.values import Device, Knock, Match, Member, MemberId, Options, Room, Scenario
from app.store import tables
from app.store.sqlite import Storage, run
from games.contract import Result, Seat

KEPT = 1000
"""How many rooms stay at hand; the others are read again when somebody comes."""

Columns: TypeAlias = Mapping[str, Callable[[Any], object]]
"""What of a value is kept, and how each part is written down."""

_options = TypeAdapter(Options)
_seen = TypeAdapter(dict[str, tuple[str, ...]])
_knocks = TypeAdapter(
    tuple[Knock, ...], config={"ser_json_bytes": "base64", "val_json_bytes": "base64"}
)
_strings = TypeAdapter(tuple[str, ...])
_memory = TypeAdapter(tuple[tuple[str, ...], tuple[str, ...]])
_seats = TypeAdapter(frozenset[Seat])
_result = TypeAdapter(Result | None)
_card = TypeAdapter(tuple[str, tuple[str, ...]])


def _plain(*names: str) -> Columns:
    return {name: attrgetter(name) for name in names}


ROOM: Columns = {
    **_plain("version", "touched", "closed", "host", "created", "opener"),
    "match": lambda room: room.match and room.match.id,
    "options": lambda room: _options.dump_json(room.options).decode(),
    "seen": lambda room: _seen.dump_json(dict(room.seen)).decode(),
    "knocks": lambda room: _knocks.dump_json(room.knocks).decode(),
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
)
MATCH: Columns = {
    **_plain("id", "number", "game", "seed", "made", "paused", "due", "started", "ended"),
    "options": lambda match: codec(match.game).dump_options(match.options),
    "memory": lambda match: _memory.dump_json(match.memory).decode(),
    "seats": lambda match: _strings.dump_json(match.seats).decode(),
    "state": lambda match: codec(match.game).dump_state(match.state),
    "stand_ins": lambda match: _seats.dump_json(match.stand_ins).decode(),
    "result": lambda match: _result.dump_json(match.result).decode(),
}


class Records:
    """The only place that knows which rooms there are."""

    def __init__(self, settings: Settings) -> None:
        self._newest: dict[str, Room] = {}
        """Committed, by code; the one used longest ago first."""
        self._drafts: dict[str, Room] = {}
        """Written in the transaction that is under way."""
        self._storage = Storage(settings, self._ended)

    def close(self) -> None:
        self._storage.close()

    async def room(self, code: str) -> Room:
        """The newest committed value. Raises NoSuchRoom."""
        if room := self._newest.get(code):
            return room
        return await self._storage.read(lambda db: _load(db, code))

    async def commit(self, code: str, decide: Callable[[Room], Room]) -> Room:
        """What `decide` made of the newest room, once it is on disk. Raises what it raises."""
        return await self._storage.write(lambda db: self._commit(db, code, decide))

    async def open(self, build: Callable[[str], Room]) -> Room:
        """A new room under a code that no other has: drawn here, where nobody can draw it too."""
        return await self._storage.write(lambda db: self._open(db, build))

    async def knows(self, device: Device) -> bool:
        """Has this device a seat or a room anywhere? Only then is its cookie one of ours."""
        return await self._storage.read(lambda db: _knows(db, device))

    async def moves(self, match: Match) -> tuple[tuple[Seat, Any], ...]:
        """The log of a match: who did what, in order."""
        log = select(tables.moves).where(tables.moves.c.match == match.id)
        rows = log.order_by(tables.moves.c.number)
        read = codec(match.game).load_move
        return await self._storage.read(
            lambda db: tuple((Seat(row.seat), read(row.move)) for row in db.execute(rows))
        )

    async def due(self) -> tuple[Room, ...]:
        """The rooms in which something happens by itself."""
        matches = tables.matches.c
        codes = select(tables.rooms.c.code).join(tables.matches, matches.id == tables.rooms.c.match)
        found = codes.where(matches.due.is_not(None))
        return await self._storage.read(
            lambda db: tuple(_load(db, code) for code in db.scalars(found).all())
        )

    async def sweep(self, touched_before: float) -> None:
        """Delete the rooms nobody has touched since, with everything in them."""
        await self._storage.write(lambda db: self._sweep(db, touched_before))

    async def everyone_away(self, now: float) -> None:
        """After a restart no page is open; those that come back are here again."""
        away = update(tables.members).where(
            tables.members.c.away.is_(None), tables.members.c.bot.is_(None)
        )
        await self._storage.write(lambda db: db.execute(away.values(away=now)))

    async def check(self) -> None:
        """Raises Unavailable unless the writer can write, now."""
        await self._storage.check()

    def _commit(self, db: Connection, code: str, decide: Callable[[Room], Room]) -> Room:
        old = self._drafts.get(code) or self._newest.get(code) or _load(db, code)
        new = decide(old)
        if new is not old:
            new = replace(new, version=old.version + 1, touched=time.time())
            _save(db, old, new)
            self._drafts[code] = new
        return new

    def _open(self, db: Connection, build: Callable[[str], Room]) -> Room:
        taken = frozenset(db.scalars(select(tables.rooms.c.code)))
        room = build(codes.draw(taken))
        db.execute(insert(tables.rooms), {"code": room.code, **_row(ROOM, room)})
        self._drafts[room.code] = room
        return room

    def _sweep(self, db: Connection, touched_before: float) -> None:
        old = select(tables.rooms.c.code).where(tables.rooms.c.touched < touched_before)
        for code in db.scalars(old).all():
            db.execute(delete(tables.rooms).where(tables.rooms.c.code == code))
            self._newest.pop(code, None)

    def _ended(self, committed: bool) -> None:
        if committed:
            for code, room in self._drafts.items():
                self._newest.pop(code, None)
                self._newest[code] = room
            while len(self._newest) > KEPT:
                del self._newest[next(iter(self._newest))]
        self._drafts.clear()


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
        scenarios=tuple(_scenario(s) for s in db.execute(_SCENARIOS, {"code": code})),
    )


def _save(db: Connection, old: Room, new: Room) -> None:
    """Write what differs."""
    _update(db, tables.rooms, "code", new.code, _changes(ROOM, old, new))
    if new.members is not old.members:
        for member in new.members:
            _save_member(db, new.code, old.member(member.id), member)
    if new.match is not old.match:
        _save_match(db, new, old.match, new.match)
    if new.scenarios is not old.scenarios:
        _save_scenarios(db, old, new)


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
    if new.made > old.made and new.last:
        seat, move = new.last
        entry = {"match": new.id, "number": new.made, "seat": seat, "time": room.touched}
        _run(db, _LOG, {**entry, "move": codec(new.game).dump_move(move)})


def _save_scenarios(db: Connection, old: Room, new: Room) -> None:
    written = tables.scenarios.c
    for card in set(old.scenarios) - set(new.scenarios):
        db.execute(delete(tables.scenarios).where(written.room == new.code, written.id == card.id))
    for card in set(new.scenarios) - set(old.scenarios):
        text = _card.dump_json((card.question, card.answers)).decode()
        row = {"room": new.code, "id": card.id, "author": card.author, "text": text}
        db.execute(insert(tables.scenarios), row)


def _row(columns: Columns, value: object) -> dict[str, object]:
    return {name: write(value) for name, write in columns.items()}


def _changes(columns: Columns, old: object, new: object) -> dict[str, object]:
    """Parts are frozen, so what is the same object is the same."""
    return {
        name: write(new)
        for name, write in columns.items()
        if getattr(old, name) is not getattr(new, name)
    }


def _update(db: Connection, table: Table, key: str, id: str, changes: dict[str, object]) -> None:
    if changes:
        _run(db, _update_of(table, key, tuple(changes)), {"b_key": id, **changes})


@cache
def _update_of(table: Table, key: str, names: tuple[str, ...]) -> Update:
    """Building a statement costs more than running it, so each shape is built once."""
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    return update(table).where(table.c[key] == bindparam("b_key")).values(values)


def _run(db: Connection, statement: Insert | Update, values: dict[str, object]) -> None:
    text, names = _text_of(statement, db.dialect)
    run(db, text, [values[name] for name in names])


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
_SCENARIOS = select(tables.scenarios).where(tables.scenarios.c.room == bindparam("code"))
_LOG = insert(tables.moves)


def _member(row: Row[Any]) -> Member:
    return Member(**{name: row._mapping[name] for name in MEMBER})


def _match(row: Row[Any]) -> Match:
    game = codec(row.game)
    parts = {name: row._mapping[name] for name in MATCH if name != "result"}
    parts |= {
        "options": game.load_options(row.options),
        "memory": _memory.validate_json(row.memory),
        "seats": tuple(MemberId(id) for id in _strings.validate_json(row.seats)),
        "state": game.load_state(row.state),
        "stand_ins": _seats.validate_json(row.stand_ins),
    }
    return Match(**parts)


def _scenario(row: Row[Any]) -> Scenario:
    question, answers = _card.validate_json(row.text)
    return Scenario(row.id, MemberId(row.author), question, answers)


def _knows(db: Connection, device: Device) -> bool:
    seat = select(tables.members.c.id).where(tables.members.c.device == device)
    room = select(tables.rooms.c.code).where(tables.rooms.c.opener == device)
    return bool(db.execute(seat).first() or db.execute(room).first())
