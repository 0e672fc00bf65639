"""The door: newcomers of a locked room knock, and members who come with another device."""

from __future__ import annotations

from dataclasses import replace

from app.core import people
from app.core.errors import NoSuchThing, NotNow, NotYours, Removed, RoomOver
from app.core.values import KNOCK_PATIENCE, MOST_PLAYERS, Device, Knock, Member, MemberId, Room

MOST_KNOCKS = 8


def knock(
    room: Room,
    device: Device,
    *,
    id: str,
    name: str,
    mark: int | None,
    who: MemberId | None,
    now: float,
) -> Room:
    """Ask to be let in: into a locked room, or to a seat that another device holds."""
    if room.closed:
        raise RoomOver("This room has ended.")
    known = room.of_device(device)
    if known and known.role == "removed":
        raise Removed("The host removed you from this room.")
    them = room.member(who) if who else None
    if who and (them is None or not them.has_device or not them.present):
        raise NoSuchThing("That person is not here.")
    room = quiet(room, now)
    mine = room.knock_of(device)
    if mine and mine.refused:
        raise NotNow("You were not let in. Ask in the room, and knock again in a few minutes.")
    others = tuple(k for k in room.knocks if k.device != device)
    if sum(not k.refused for k in others) >= MOST_KNOCKS:
        raise NotNow("Several people are at the door already. Try again in a moment.")
    name = them.name if them else people.free_name(room, name, known)
    new = Knock(id, device, name, -1 if mark is None else mark, now, them.id if them else None)
    return replace(room, knocks=(*others, new))


def admit(room: Room, device: Device, id: str, *, new: MemberId, yes: bool, now: float) -> Room:
    """Let a knock in or send it away: the host may, and for a seat the device that holds it."""
    me = people.member(room, device)
    asked = next((k for k in room.knocks if k.id == id and not k.refused), None)
    if asked is None:
        raise NoSuchThing("Nobody is at the door any more.")
    if me.id not in (room.host, asked.member):
        raise NotYours("Only the host can do that.")
    if not yes:
        told = replace(asked, refused=True, since=now)
        return replace(room, knocks=tuple(told if k is asked else k for k in room.knocks))
    room = replace(room, knocks=tuple(k for k in room.knocks if k is not asked))
    them = room.member(asked.member)
    if them:
        room = _without_device(room, asked.device, them)
        return people.changed(
            room, them, device=asked.device, epoch=them.epoch + 1, hands=None, line=None, away=now
        )
    before = room.of_device(asked.device)
    return people.sit(
        room,
        before,
        Member(
            id=before.id if before else new,
            name=asked.name,
            mark=asked.mark,
            joined=now,
            place=people.last_place(room),
            role="player" if len(room.players) < MOST_PLAYERS else "watcher",
            device=asked.device,
            away=now,
        ),
    )


def quiet(room: Room, now: float) -> Room:
    """Whoever knocked long ago has gone away again."""
    knocks = tuple(k for k in room.knocks if now - k.since < KNOCK_PATIENCE)
    return room if len(knocks) == len(room.knocks) else replace(room, knocks=knocks)


def _without_device(room: Room, device: Device, heir: Member) -> Room:
    """A device holds one seat in a room: the newcomer's device leaves its old one behind."""
    other = room.of_device(device)
    if other is None or other.id == heir.id:
        return room
    left = people.gone(room, other, "left") if other.present else room
    return people.changed(left, left.member(other.id) or other, device=None)
