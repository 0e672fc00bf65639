"""Whose eyes see what: a room and a member become a look."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from app.core.play import acting, seats_of
from app.core.values import (
    Knock,
    Match,
    Member,
    MemberId,
    Room,
    replace,
)
from app.draw.look import Look, MatchLook, Person, Step
from games.contract import Ask, Seat, Viewer

FACES = 16_384
"""Of how many people it is kept how they look: eight of each room that is kept."""


def look_at(room: Room, me: Member | None, language: str) -> Look:
    """What `me` may know; None is the TV, whose look is also every shared island's."""
    public = _public(room, language)
    if me is None:
        return public
    people, _ = _people(room)
    hosting = me.id == room.host
    match = public.match
    return replace(
        public,
        me=people[me.id],
        hosting=hosting,
        match=_through(match, room, room.match, me) if match and room.match else None,
        knocks=_answerable(room, me) if room.knocks else (),
        removed=_removed(room, people) if hosting else (),
    )


@lru_cache(maxsize=64)
def _public(room: Room, language: str) -> Look:
    """The same for all eyes, so once a version."""
    people, present = _people(room)
    return Look(
        code=room.code,
        version=room.version,
        language=language,
        game=room.game,
        me=None,
        hosting=False,
        host=people.get(room.host) if room.host else None,
        people=present,
        match=_match(room, room.match) if room.match else None,
        options=room.options,
        matches=room.matches,
        brought=room.brought,
        in_play=_in_play(room),
        chosen=room.settings,
    )


def _in_play(room: Room) -> frozenset[str]:
    return frozenset(item.id for item in room.match.memory.brought) if room.match else frozenset()


def _answerable(room: Room, me: Member) -> tuple[Knock, ...]:
    mine = (knock for knock in room.knocks if me.id in (room.host, knock.member))
    return tuple(knock for knock in mine if not knock.refused)


def _removed(room: Room, people: dict[MemberId, Person]) -> tuple[Person, ...]:
    """Those who can be let back in: a guest only while the phone is here."""
    out = (member for member in room.members if member.role == "removed")
    phones = {member.id for member in room.people}
    return tuple(people[m.id] for m in out if m.keeper is None or m.keeper in phones)


@lru_cache(maxsize=64)
def _people(room: Room) -> tuple[dict[MemberId, Person], tuple[Person, ...]]:
    """Everybody who ever was here, and who is; the same for all eyes, so once a version."""
    everybody = {member.id: _person(room, member) for member in room.members}
    return everybody, tuple(everybody[member.id] for member in room.people)


class _Players(NamedTuple):
    seats: tuple[Person, ...]
    cast: tuple[Person, ...]
    awaited: tuple[Person, ...]


@lru_cache(maxsize=64)
def _players(room: Room) -> _Players:
    """By seat, at rest and with the faces of the moment; and those who are waited for."""
    match = room.match
    assert match
    everybody, _ = _people(room)
    seats = tuple(everybody[id] for id in match.seats)
    moods = [_mood(match, ask) for ask in match.asks]
    cast = tuple(
        who if mood == who.mood or who.mood == "asleep" else _with(who, mood)
        for who, mood in zip(seats, moods, strict=True)
    )
    asked = zip(seats, match.asks, strict=True)
    waits = (who for who, ask in asked if match.running and ask and ask.waiting)
    return _Players(seats, cast, tuple(waits))


def _person(room: Room, member: Member) -> Person:
    match = room.match
    seat = match.seat_of(member.id) if match else None
    stood_in = match is not None and seat in match.stand_ins
    host, here = member.id == room.host, room.is_here(member)
    mood = "calm" if here or stood_in else "asleep"
    out = member in room.bench
    return _seen(member, seat, mood, host=host, here=here, stood_in=stood_in, sits_out=out)


def _mood(match: Match, ask: Ask | None) -> str:
    """Who is asked thinks; who has answered and may still change it holds a card."""
    if not match.running or match.paused:
        return "calm"
    if ask is None or (not ask.waiting and "next" in ask.kinds):
        return "calm"
    return "think" if ask.waiting else "locked"


@lru_cache(maxsize=FACES)
def _with(who: Person, mood: str) -> Person:
    return replace(who, mood=mood)


@lru_cache(maxsize=FACES)
def _seen(
    member: Member,
    seat: Viewer,
    mood: str,
    *,
    host: bool,
    here: bool,
    stood_in: bool,
    sits_out: bool,
) -> Person:
    return Person(
        id=member.id,
        name=member.name,
        colour=member.colour,
        shape=member.shape,
        mark=member.mark,
        mood=mood,
        host=host,
        here=here,
        bot=member.is_bot,
        watching=member.role == "watcher",
        keeper=member.keeper,
        seat=seat,
        stood_in=stood_in,
        signs=member.signs or member.is_bot,
        sits_out=sits_out,
    )


def _match(room: Room, match: Match) -> MatchLook:
    """As it is, or the moment of it that the room looks back at; to nobody's eyes but those that it
    looks through."""
    people, _ = _people(room)
    seats, cast, awaited = _players(room)
    step, state, eyes, others = match.shown or (None, match.state, None, ())
    return MatchLook(
        game=match.game,
        title=match.rules.title,
        number=match.number,
        hides=match.rules.hides(state),
        seat=eyes,
        curtain=None,
        moment=None if step is None else Step(step, match.made),
        others=others,
        turned=False,
        view=match.rules.view(state, eyes),
        ask=None,
        awaited=() if match.shown else awaited,
        seats=seats,
        cast=seats if match.shown else cast,
        result=match.rules.result(state) if match.shown else match.result,
        over=not match.running,
        paused=people.get(match.paused) if match.paused and not match.shown else None,
        options=match.options,
        talk=match.rules.talk(state),
    )


def _through(public: MatchLook, room: Room, match: Match, me: Member) -> MatchLook:
    """What more a member sees of it, from the seat that this device acts for."""
    held = seats_of(room, match, me)
    seat = acting(match, held)
    if match.shown or seat is None:
        return public
    turned = len(held) > 1 and held.index(seat) == 1
    if _is_veiled(match, me, held, seat):
        return replace(public, curtain=public.seats[seat], turned=turned)
    return replace(
        public,
        seat=seat,
        turned=turned,
        view=match.rules.view(match.state, seat),
        ask=match.asks[seat] if match.running else None,
    )


def _is_veiled(match: Match, me: Member, held: list[Seat], seat: Seat) -> bool:
    """A device for several with secrets shows them only to whoever said that they hold it."""
    return (
        len(held) > 1
        and match.running
        and match.seats[seat] != me.hands
        and match.rules.hides(match.state)
    )
