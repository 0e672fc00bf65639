"""A room as its rows tell it, read strictly: what cannot be read is left out and said."""

from __future__ import annotations

import logging
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select

from app.core.codec import codec, contents
from app.core.errors import NoSuchRoom
from app.core.values import Brought, Match, Member, MemberId, Room
from app.store import tables
from app.store.columns import (
    KNOCKS,
    MATCH,
    MEMBER,
    MEMORY,
    OPTIONS,
    SEATS,
    SEEN,
    SETTINGS,
    STRINGS,
)
from games import GAMES

log = logging.getLogger(__name__)

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


def load(db: Connection, code: str) -> Room:
    """Raises NoSuchRoom, also for one that is damaged on disk."""
    try:
        return _room(db, code)
    except ValueError as error:  # pydantic's are ValueErrors, and so are bytes that are no text
        log.error("a room cannot be read: %s", str(error).partition("\n")[0])
        raise NoSuchRoom(
            "This room was damaged on disk and cannot be read any more. Please open a new one."
        ) from None


def _room(db: Connection, code: str) -> Room:
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
        options=OPTIONS.validate_json(row.options),
        members=tuple(_member(m) for m in db.execute(_MEMBERS, {"code": code})),
        match=_match(match) if match else None,
        matches=db.execute(_MATCHES, {"code": code}).scalar_one() or 0,
        seen=MappingProxyType(SEEN.validate_json(row.seen)),
        knocks=KNOCKS.validate_json(row.knocks),
        settings=MappingProxyType(_readable(SETTINGS.validate_json(row.settings))),
        brought=tuple(filter(None, map(_brought, db.execute(_BROUGHT, {"code": code})))),
    )


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
        "memory": MEMORY.validate_json(row.memory),
        "seats": tuple(MemberId(id) for id in STRINGS.validate_json(row.seats)),
        "state": game.load_state(row.state),
        "stand_ins": SEATS.validate_json(row.stand_ins),
    }
    return Match(**parts)


def _readable(settings: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Those that games of this version understand."""
    found = {}
    for game in settings.keys() & GAMES.keys():
        with suppress(ValueError):
            found[game] = codec(game).read_settings(settings[game])
    return found


def _brought(row: Row[Any]) -> Brought | None:
    """None, and a line in the log, for what no game of this version can read."""
    try:
        content = contents(row.kind).load(row.content)
    except (KeyError, ValueError) as error:
        log.warning("what was brought as %s cannot be read: %s", row.id, type(error).__name__)
        return None
    return Brought(row.id, row.kind, MemberId(row.author), row.tag, content)
