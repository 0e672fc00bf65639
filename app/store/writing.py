"""The difference of two rooms, written piece by piece: what is the same object is not written."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Dialect,
    Insert,
    Table,
    Update,
    bindparam,
    delete,
    insert,
    update,
)

from app.core.codec import codec, contents
from app.core.values import Match, Member, Room
from app.store import tables
from app.store.columns import MATCH, MEMBER, ROOM, Columns
from app.store.sqlite import run

_LOG = insert(tables.moves)


def add(db: Connection, room: Room) -> None:
    """A new room, which is one row: nobody is in it yet."""
    db.execute(insert(tables.rooms), {"code": room.code, **_row(ROOM, room)})


def save(db: Connection, old: Room, new: Room) -> bool:
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
    _log_moves(db, room, new, new.made - old.made)


def _log_moves(db: Connection, room: Room, match: Match, count: int) -> None:
    """The last so many moves of the match, numbered from 1 at its start."""
    first = match.made - count + 1
    newest = match.fresh[len(match.fresh) - count :]
    for number, (seat, move) in enumerate(newest, first):
        entry = {"match": match.id, "number": number, "seat": seat, "time": room.touched}
        _run(db, _LOG, {**entry, "move": codec(match.game).dump_move(move)})


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
