"""What the host of a room may do, and who that is."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from app.core import names, people
from app.core.errors import NoSuchThing, NotNow, NotYours
from app.core.values import HOST_MISSED, HOST_PATIENCE, MOST_PLAYERS, Device, Member, MemberId, Room


def host(room: Room, device: Device | None) -> Member:
    me = people.member(room, device)
    if me.id != room.host:
        raise NotYours("Only the host can do that.")
    return me


def remove(room: Room, device: Device, who: MemberId) -> Room:
    me, them = people.member(room, device), people.somebody(room, who)
    if me.id not in (room.host, them.keeper):
        raise NotYours("Only the host can do that.")
    if who == me.id:
        raise NotNow("Hand over the host role first, then leave.")
    return people.gone(room, them, "removed")


def pardon(room: Room, device: Device, who: MemberId, now: float) -> Room:
    """Undo a removal: the person finds their place as it was, as far as it is still free."""
    host(room, device)
    them = room.member(who)
    if them is None or them.role != "removed":
        raise NoSuchThing("That person is not here.")
    phone = room.member(them.keeper) if them.keeper else None
    if them.keeper and not (phone and phone.present):
        raise NotNow("{name} plays on a phone that is not here.", name=them.name)
    others = [person.name for person in room.people]
    free = len(room.players) < MOST_PLAYERS
    back = replace(
        them,
        role="player" if free else "watcher",
        name=names.suggestions(them.name, others)[0]
        if names.clash(them.name, others)
        else them.name,
        away=None if them.keeper else now,
    )
    return people.sit(room, them, back)


def reorder(room: Room, device: Device, who: MemberId, step: int) -> Room:
    """One place up or down in the order of seats."""
    host(room, device)
    order = list(room.people)
    here = order.index(people.somebody(room, who))
    there = min(max(here + (1 if step > 0 else -1), 0), len(order) - 1)
    order[here], order[there] = order[there], order[here]
    return ordered(room, order)


def shuffle(room: Room, device: Device, luck: Random) -> Room:
    host(room, device)
    order = list(room.people)
    luck.shuffle(order)
    return ordered(room, order)


def set_options(room: Room, device: Device, /, **changes: Any) -> Room:
    host(room, device)
    return replace(room, options=replace(room.options, **changes))


def hand_over(room: Room, device: Device, who: MemberId) -> Room:
    host(room, device)
    them = people.somebody(room, who)
    if not them.has_device:
        raise NotNow("Who has no device of their own cannot host.")
    return _hosted_by(room, them)


def take_over(room: Room, device: Device, now: float) -> Room:
    """Anybody may, once the host has been away for a minute."""
    me, absent = people.member(room, device), room.member(room.host)
    away = absent.away if absent and absent.present else 0.0
    long = away is not None and now - away >= HOST_PATIENCE
    if absent and not (room.options.free or long):
        raise NotNow("{host} is still the host.", host=absent.name)
    return _hosted_by(room, me)


def miss_host(room: Room, now: float) -> Room:
    """Say that the host is away, and offer the role once the patience is over."""
    absent = room.member(room.host)
    if absent is None or absent.away is None:
        return room
    missed, free = (now - absent.away >= patience for patience in (HOST_MISSED, HOST_PATIENCE))
    if (missed, free) == (room.options.missed, room.options.free):
        return room
    return replace(room, options=replace(room.options, missed=missed, free=free))


def _hosted_by(room: Room, them: Member) -> Room:
    options = replace(room.options, missed=False, free=False)
    return replace(room, host=them.id, options=options)


def choose_tv_language(room: Room, device: Device, language: str) -> Room:
    """The host's choice; before there is a host, whoever stands at the TV."""
    if room.closed or room.host is not None:
        host(room, device)
    return replace(room, options=replace(room.options, tv_language=language))


def ordered(room: Room, order: list[Member]) -> Room:
    """Everybody in the room at these places."""
    places = {person.id: place for place, person in enumerate(order)}
    return replace(
        room, members=tuple(replace(m, place=places.get(m.id, m.place)) for m in room.members)
    )
