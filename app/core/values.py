"""A room as a value: people, settings, and the match being played. Frozen, like a photograph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NewType, TypeAlias

from games import GAMES
from games.contract import AnyGame, Ask, Highlight, Memory, Result, Seat, Viewer

MemberId = NewType("MemberId", str)
Device: TypeAlias = bytes
"""SHA-256 of the secret in a device's cookie."""
Role: TypeAlias = Literal["player", "watcher", "left", "removed"]

COLOURS = ("lemon", "royal", "raspberry", "lagoon", "tangerine", "cocoa", "lilac", "leaf")
SHAPES = ("circle", "diamond", "heart", "drop", "triangle", "square", "flower", "leaf")
MARKS = len(COLOURS) * len(SHAPES)
"""A colour with a shape, by number; no two people in a room have the same. The first
eight differ in both, so that players can be told apart by either."""
MOST_PLAYERS = len(COLOURS)
MOST_MEMBERS = MARKS
"""In a room at a time, watchers included."""
HOST_MISSED, HOST_PATIENCE = 20.0, 60.0
"""Seconds after which an absent host is missed aloud, and after which the role is free to take."""
KNOCK_PATIENCE = 180.0
"""Seconds somebody stands at the door, and for which a *No* is remembered."""


class Appearance(NamedTuple):
    colour: str
    shape: str


def appearance(mark: int) -> Appearance:
    return Appearance(
        COLOURS[mark % len(COLOURS)], SHAPES[(mark + mark // len(COLOURS)) % len(SHAPES)]
    )


if TYPE_CHECKING:
    from dataclasses import replace as replace  # of which a type checker knows the fields
else:

    def replace(value, **changes):
        """As that one, for values that check nothing when they are made, in a sixth of its time."""
        new = object.__new__(type(value))
        inside = new.__dict__
        inside.update(value.__dict__)
        for name in _worked_out(type(value)):
            inside.pop(name, None)
        inside.update(changes)
        return new


@cache
def _worked_out(kind: type) -> tuple[str, ...]:
    """What its values keep once they know it: it is another's then."""
    return tuple(name for name, it in vars(kind).items() if isinstance(it, cached_property))


@dataclass(frozen=True, kw_only=True, eq=False)
class Member:
    id: MemberId
    name: str
    mark: int
    joined: float
    place: int
    """Where this person stands in the order of seats."""
    role: Role = "player"
    bot: str | None = None
    """The strength of a computer player; None for people."""
    device: Device | None = None
    keeper: MemberId | None = None
    """Whose device plays for this person: one phone for two."""
    hands: MemberId | None = None
    """In whose hands this device is, where it plays for several and they have secrets."""
    epoch: int = 0
    """Raised when the seat changes hands, so that what the old device holds is void."""
    away: float | None = None
    """Since when no page of theirs is open; None while one is. See `Room.is_here`."""
    line: str | None = None
    """The token of the page that was opened last."""
    signs: bool = False
    """Their name may stand in pictures that people take home."""

    @property
    def colour(self) -> str:
        return appearance(self.mark).colour

    @property
    def shape(self) -> str:
        return appearance(self.mark).shape

    @property
    def is_bot(self) -> bool:
        return self.bot is not None

    @property
    def has_device(self) -> bool:
        """Neither a computer nor a guest on somebody's phone."""
        return self.bot is None and self.keeper is None

    @property
    def present(self) -> bool:
        """In the room, here or away: neither left nor removed."""
        return self.role in ("player", "watcher")


class Moment(NamedTuple):
    """A moment of a finished match, looked back at by everybody in the room."""

    step: int
    """After how many moves."""
    state: Any
    eyes: Viewer
    """What this seat saw then; None: what was public."""
    others: tuple[Highlight, ...] = ()
    """Which moments of the match are worth a look."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Match:
    id: str
    number: int
    game: str
    options: Any
    memory: Memory
    """As it was at its start: with seed and moves it replays the match."""
    seats: tuple[MemberId, ...]
    seed: str
    state: Any
    started: float
    made: int = 0
    """Moves made so far, which is also the number of the last one."""
    fresh: tuple[tuple[Seat, Any], ...] = ()
    """The newest moves, for the log: as many of them as one change may make."""
    stand_ins: frozenset[Seat] = frozenset()
    paused: MemberId | None = None
    due: float | None = None
    """When a computer player will answer."""
    ended: float | None = None
    shown: Moment | None = None
    """While people look back. Not kept."""

    @property
    def rules(self) -> AnyGame:
        return GAMES[self.game]

    @cached_property
    def result(self) -> Result | None:
        return self.rules.result(self.state)

    @cached_property
    def asks(self) -> tuple[Ask | None, ...]:
        """What each seat is asked."""
        return tuple(self.rules.ask(self.state, Seat(seat)) for seat in range(len(self.seats)))

    @property
    def running(self) -> bool:
        return self.ended is None

    def seat_of(self, member: MemberId | None) -> Viewer:
        return Seat(self.seats.index(member)) if member in self.seats else None


@dataclass(frozen=True)
class Options:
    """What a room's host can set."""

    game: str = ""
    next_by: Literal["host", "anyone"] = "host"
    first: MemberId | None = None
    """Who begins the next match; None leaves it to luck."""
    locked: bool = False
    hidden: bool = False
    """The code and QR are not shown on the TV."""
    wifi: str = ""
    """The network phones must join first, as ``name:password``; only the TV shows it."""
    missed: bool = False
    """The host has been away so long that it is said."""
    free: bool = False
    """So long that anyone may take over."""
    tv: bool = False
    """A TV shows this room: people can look up to it."""
    tv_language: str = ""
    """Chosen by hand; empty leaves it to the TV's browser."""


@dataclass(frozen=True)
class Knock:
    """Somebody at the door: a newcomer of a locked room, or a member with another device."""

    id: str
    device: Device
    name: str
    mark: int
    since: float
    member: MemberId | None = None
    refused: bool = False


@dataclass(frozen=True)
class Brought:
    """Something a person of this room brought along for a game."""

    id: str
    kind: str
    author: MemberId
    tag: str
    """What it belongs to, in the game's own words."""
    content: Any
    """Of the type that the game declares for this kind."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Room:
    code: str
    version: int
    created: float
    touched: float
    opener: Device | None = None
    host: MemberId | None = None
    closed: float | None = None
    options: Options = Options()
    members: tuple[Member, ...] = ()
    match: Match | None = None
    matches: int = 0
    """How many matches were started here."""
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By game: content that earlier matches used up, what was used longest ago first."""
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: MappingProxyType({}))
    """By game: the options for its next match, as `Codec.read_settings` leaves them."""
    knocks: tuple[Knock, ...] = ()
    brought: tuple[Brought, ...] = ()

    @property
    def people(self) -> tuple[Member, ...]:
        """Everybody in the room, in the order of seats."""
        return _index(self.members).people

    @cached_property
    def players(self) -> tuple[Member, ...]:
        return tuple(member for member in self.people if member.role == "player")

    @property
    def game(self) -> str:
        """The game on the table, or the one chosen for the next match, or one that fits; an empty
        table shows the one that begins with few and has places for more."""
        if self.match:
            return self.match.game
        open_to_all = sorted(
            GAMES, key=lambda slug: (min(GAMES[slug].seats), -len(GAMES[slug].seats))
        )
        fitting = (slug for slug in open_to_all if len(self.players) in GAMES[slug].seats)
        return self.options.game or next(fitting, open_to_all[0])

    @cached_property
    def bench(self) -> tuple[Member, ...]:
        """Who would play and has no place: in the match on the table, or in the next one."""
        if self.match:
            return tuple(player for player in self.players if player.id not in self.match.seats)
        return self.players[max(GAMES[self.game].seats) :]

    @cached_property
    def due(self) -> float | None:
        """When something happens here by itself, in seconds since 1970."""
        times = [knock.since + KNOCK_PATIENCE for knock in self.knocks]
        host = self.member(self.host)
        if host and host.away is not None and not self.options.free:
            times.append(host.away + (HOST_PATIENCE if self.options.missed else HOST_MISSED))
        if self.match and self.match.due is not None:
            times.append(self.match.due)
        return min(times, default=None)

    def member(self, id: MemberId | str | None) -> Member | None:
        return _index(self.members).by_id.get(MemberId(id or ""))

    def held_by(self, keeper: Member) -> tuple[Member, ...]:
        """Who plays on this member's device: they and their guests."""
        return (keeper, *(guest for guest in self.people if guest.keeper == keeper.id))

    def is_here(self, them: Member) -> bool:
        """A computer always is, a guest is where the phone is, and people while a page is open."""
        phone = self.member(them.keeper) if them.keeper else them
        return them.present and phone is not None and phone.present and phone.away is None

    def knock_of(self, device: Device) -> Knock | None:
        return next((knock for knock in self.knocks if knock.device == device), None)

    def of_device(self, device: Device | None) -> Member | None:
        return _index(self.members).by_device.get(device) if device else None


class _Index(NamedTuple):
    people: tuple[Member, ...]
    by_id: dict[MemberId, Member]
    by_device: dict[Device, Member]


@lru_cache(maxsize=4096)
def _index(members: tuple[Member, ...]) -> _Index:
    """The same at most versions of a room: moves change nobody."""
    return _Index(
        people=tuple(sorted((m for m in members if m.present), key=attrgetter("place"))),
        by_id={member.id: member for member in members},
        by_device={member.device: member for member in members if member.device},
    )
