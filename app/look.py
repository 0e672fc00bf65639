"""A room through one pair of eyes: all that a template, a script or a bot's owner may know."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from app import texts
from app.codec import codec
from app.values import (
    MARKS,
    MOST_SCENARIOS,
    SHAPES,
    Knock,
    Match,
    Member,
    MemberId,
    Options,
    Room,
    Scenario,
    Shown,
)
from games import GAMES
from games.contract import AnyGame, Ask, Result, Seat, Viewer


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody as everybody sees them."""

    id: MemberId
    name: str
    colour: str
    shape: str
    mark: int
    host: bool
    here: bool
    bot: bool
    watching: bool
    keeper: MemberId | None = None
    """On whose phone this person plays."""
    seat: Viewer = None
    waiting: bool = False
    """The match waits for this person."""
    stood_in: bool = False
    """The computer answers for this person."""


@dataclass(kw_only=True)
class MatchLook:
    game: str
    """The slug."""
    title: str
    number: int
    open: bool
    """The game hides nothing from anybody."""
    seat: Viewer
    """Mine, or of those on this device the one that is asked; None for the TV and for watchers.
    While the room looks back: through whose eyes."""
    curtain: Person | None
    """Whom this device must be given to before it shows anything of theirs."""
    step: int | None
    """While the room looks back at a finished match: after so many of its `made` moves."""
    made: int
    decides: bool
    """The game can tell where such a match turned."""
    turned: bool
    """The device lies between two people, and the one on the far side is asked."""
    view: Any
    ask: Ask | None
    waiting: tuple[Person, ...]
    seats: tuple[Person, ...]
    """The players by seat."""
    result: Result | None
    over: bool
    paused: Person | None
    options: Any


@dataclass(kw_only=True)
class Look:
    """Made for one picture; frozen, it would take twice as long to make."""

    code: str
    version: int
    language: str
    me: Person | None
    hosting: bool
    host: Person | None
    people: tuple[Person, ...]
    match: MatchLook | None
    options: Options
    matches: int
    scenarios: tuple[Scenario, ...]
    knocks: tuple[Knock, ...] = ()
    """Only those that I may answer."""
    removed: tuple[Person, ...] = ()
    """For the host, to undo it."""
    games: dict[str, AnyGame] = field(default_factory=lambda: GAMES)

    @property
    def players(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if not person.watching)

    @property
    def watchers(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.watching)

    @property
    def game(self) -> str:
        """The game on the table, or the one chosen for the next match, or the first that fits."""
        if self.match:
            return self.match.game
        fitting = (slug for slug, game in self.games.items() if len(self.players) in game.seats)
        return self.options.game or next(fitting, next(iter(self.games)))

    @property
    def can(self) -> frozenset[str]:
        """The kinds of move I may make now."""
        match = self.match
        return match.ask.kinds if match and match.ask and not match.paused else frozenset()

    @property
    def leads(self) -> bool:
        """Am I shown *Next*? The host is; everybody, if the room wants it so or the host cannot."""
        host = self.host
        playing = (
            self.match and host and host.here and any(p.id == host.id for p in self.match.seats)
        )
        return self.hosting or self.options.next_by == "anyone" or not playing

    @property
    def interrupted(self) -> bool:
        """Is there anything at the door: a knock, a pause, an absent host or player?"""
        match = self.match
        absent = self.host is None or self.options.free
        waits = match and self.hosting and any(not who.here for who in match.waiting)
        return bool(self.knocks or absent or waits or (match and match.paused))

    @property
    def cards_left(self) -> int:
        return MOST_SCENARIOS - len(self.scenarios)

    def missing(self, game: str) -> int:
        """How many more players a game needs; negative when there are too many."""
        seats, count = self.games[game].seats, len(self.players)
        return max(min(seats) - count, 0) or min(max(seats) - count, 0)

    def text(self, kind: str, id: str) -> Any:
        """A piece of the game's content in my language; a room's own cards as they were written."""
        own = next((card for card in self.scenarios if card.id == id), None)
        return own or texts.content(self.game, self.language)[kind][id]


def look_at(room: Room, me: Member | None, language: str) -> Look:
    """What `me` may know; None is the TV, whose look is also every shared island's."""
    people, present = _people(room)
    hosting = me is not None and me.id == room.host
    return Look(
        code=room.code,
        version=room.version,
        language=language,
        me=people[me.id] if me else None,
        hosting=hosting,
        host=people.get(room.host) if room.host else None,
        people=present,
        match=_match(room, room.match, me, people) if room.match else None,
        options=room.options,
        matches=room.matches,
        scenarios=room.scenarios,
        knocks=_answerable(room, me) if me and room.knocks else (),
        removed=_removed(room, people) if hosting else (),
    )


def _answerable(room: Room, me: Member) -> tuple[Knock, ...]:
    return tuple(k for k in room.knocks if me.id in (room.host, k.member))


def _removed(room: Room, people: dict[MemberId, Person]) -> tuple[Person, ...]:
    return tuple(people[member.id] for member in room.members if member.role == "removed")


@lru_cache(maxsize=64)
def _people(room: Room) -> tuple[dict[MemberId, Person], tuple[Person, ...]]:
    """Everybody who ever was here, and who is; the same for all eyes, so once a version."""
    everybody = {member.id: _person(room, member) for member in room.members}
    return everybody, tuple(everybody[member.id] for member in room.people)


@lru_cache(maxsize=64)
def _players(room: Room) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """By seat, and those of them who are waited for."""
    assert room.match
    everybody, _ = _people(room)
    seats = tuple(everybody[id] for id in room.match.seats)
    return seats, tuple(person for person in seats if person.waiting)


def as_json(look: Look) -> dict[str, Any]:
    """The look for scripts: same view, same rights."""
    return {
        "code": look.code,
        "version": look.version,
        "me": look.me and look.me.id,
        "host": look.host and look.host.id,
        "game": look.game,
        "members": [_person_json(person) for person in look.people],
        "options": asdict(look.options),
        "knocks": [{"id": k.id, "name": k.name, "member": k.member} for k in look.knocks],
        "removed": [_person_json(person) for person in look.removed],
        "scenarios": [asdict(card) for card in look.scenarios],
        "match": look.match and _match_json(look.match),
    }


def _match_json(match: MatchLook) -> dict[str, Any]:
    return {
        "game": match.game,
        "number": match.number,
        "seat": match.seat,
        "view": codec(match.game).show_view(match.view),
        "ask": match.ask
        and {
            "id": match.ask.id,
            "kinds": sorted(match.ask.kinds),
            "waiting": match.ask.waiting,
        },
        "waiting": [person.seat for person in match.waiting],
        "result": match.result and {"winners": sorted(match.result.winners)},
        "over": match.over,
        "paused": match.paused is not None,
    }


def _person_json(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "colour": person.colour,
        "shape": person.shape,
        "seat": person.seat,
        "here": person.here,
        "bot": person.bot,
        "watching": person.watching,
    }


def _person(room: Room, member: Member) -> Person:
    match = room.match
    seat = match.seat_of(member.id) if match else None
    waiting = match is not None and seat is not None and match.running and _waits(match, seat)
    stood_in = match is not None and seat in match.stand_ins
    host, here = member.id == room.host, _is_here(room, member)
    return _seen(member, seat, host=host, here=here, waiting=waiting, stood_in=stood_in)


@lru_cache(maxsize=4096)
def _seen(
    member: Member, seat: Viewer, *, host: bool, here: bool, waiting: bool, stood_in: bool
) -> Person:
    return Person(
        id=member.id,
        name=member.name,
        colour=MARKS[member.mark],
        shape=SHAPES[member.mark],
        mark=member.mark,
        host=host,
        here=here,
        bot=member.is_bot,
        watching=member.role == "watcher",
        keeper=member.keeper,
        seat=seat,
        waiting=waiting,
        stood_in=stood_in,
    )


def _is_here(room: Room, member: Member) -> bool:
    """A guest is where the phone is."""
    phone = room.member(member.keeper) if member.keeper else member
    return member.present and phone is not None and phone.away is None


def _waits(match: Match, seat: Seat) -> bool:
    ask = match.rules.ask(match.state, seat)
    return ask is not None and ask.waiting


def _match(
    room: Room, match: Match, me: Member | None, people: dict[MemberId, Person]
) -> MatchLook:
    held = [s for one in room.kept_by(me) if (s := match.seat_of(one.id)) is not None] if me else []
    seat = _acting(match, held)
    seats, waiting = _players(room)
    if match.shown:
        return _looking_back(match, match.shown, seats)
    veiled = me is not None and seat is not None and _is_veiled(match, me, held, seat)
    eyes = None if veiled else seat
    return MatchLook(
        game=match.game,
        title=match.rules.title,
        number=match.number,
        open=match.rules.open,
        seat=eyes,
        curtain=seats[seat] if veiled and seat is not None else None,
        step=None,
        made=match.made,
        decides=match.rules.turning is not None,
        turned=len(held) > 1 and seat is not None and held.index(seat) == 1,
        view=match.rules.view(match.state, eyes),
        ask=match.rules.ask(match.state, eyes) if eyes is not None and match.running else None,
        waiting=waiting,
        seats=seats,
        result=match.result,
        over=not match.running,
        paused=people.get(match.paused) if match.paused else None,
        options=match.options,
    )


def _looking_back(match: Match, shown: Shown, seats: tuple[Person, ...]) -> MatchLook:
    """A moment of a finished match."""
    step, state, eyes = shown
    result = match.rules.result(state)
    return MatchLook(
        game=match.game,
        title=match.rules.title,
        number=match.number,
        open=match.rules.open,
        seat=eyes,
        curtain=None,
        step=step,
        made=match.made,
        decides=match.rules.turning is not None,
        turned=False,
        view=match.rules.view(state, eyes),
        ask=None,
        waiting=(),
        seats=seats,
        result=result,
        over=result is not None,
        paused=None,
        options=match.options,
    )


def _acting(match: Match, held: list[Seat]) -> Viewer:
    """Of the seats on one device the one that is waited for, else the first."""
    if len(held) < 2:
        return held[0] if held else None
    return next((seat for seat in held if _waits(match, seat)), held[0])


def _is_veiled(match: Match, me: Member, held: list[Seat], seat: Seat) -> bool:
    """A device for several with secrets shows them only to whoever said that they hold it."""
    return (
        len(held) > 1 and not match.rules.open and match.running and match.seats[seat] != me.hands
    )
