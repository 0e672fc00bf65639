"""What people bring along for a game: cards they write, and whatever else a game may ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.core import names, people
from app.core.codec import contents
from app.core.errors import NoSuchThing, NotNow, NotYours, RoomFull
from app.core.posted import unrolled
from app.core.values import Brought, Device, Room


def bring(
    room: Room,
    device: Device,
    kind: str,
    tag: str,
    fields: Mapping[str, object],
    *,
    id: str,
    picture: bool = False,
) -> Room:
    """With a picture, if things of this kind have one; the same id again changes nothing.

    Raises NoSuchThing, RoomFull, ValidationError, Illegal.
    """
    me, known = people.member(room, device), _known(kind)
    if known.brings.picture is not picture:
        raise NoSuchThing("Nobody can bring such a thing.")
    if any(one.id == id for one in room.brought):
        return room
    check_place(room, kind)
    if tag not in known.brings.tags:
        raise NoSuchThing("That belongs to nothing here.")
    content = known.read(_clean(unrolled(fields, known.brings.content)))
    known.brings.check(content)
    return replace(room, brought=(*room.brought, Brought(id, kind, me.id, tag, content)))


def check_place(room: Room, kind: str) -> None:
    """Raises NoSuchThing, RoomFull."""
    most = _known(kind).brings.most
    if sum(one.kind == kind for one in room.brought) >= most:
        raise RoomFull.plural(
            "The only place for such a thing is taken.",
            "All {count} places for such things are taken.",
            count=most,
        )


def drop(room: Room, device: Device, id: str) -> Room:
    me = people.member(room, device)
    mine = next((one for one in room.brought if one.id == id), None)
    if mine is None:
        raise NoSuchThing("That is not here any more.")
    if me.id not in (room.host, mine.author):
        raise NotYours("Only who brought it or the host can take it out.")
    in_play = room.match and any(item.id == id for item in room.match.memory.brought)
    if in_play and not _known(mine.kind).brings.picture:
        raise NotNow("It is part of this match. Take it out afterwards.")
    return replace(room, brought=tuple(one for one in room.brought if one is not mine))


def _known(kind: str) -> Any:
    try:
        return contents(kind)
    except KeyError:
        raise NoSuchThing("Nobody can bring such a thing.") from None


def _clean(value: Any) -> Any:
    """All texts in it, as names are cleaned."""
    match value:
        case str():
            return names.line(value)
        case list() | tuple():
            return [_clean(part) for part in value]
        case dict():
            return {key: _clean(part) for key, part in value.items()}
        case _:
            return value
