"""The look: all that a template or a script may know of a room, for one pair of eyes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.core.values import MOST_SCENARIOS, Knock, MemberId, Options, Scenario
from app.draw import texts
from games import GAMES
from games.contract import AnyGame, Ask, Result, Viewer


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
    def asked(self) -> bool:
        """Is there something for me to fill in, which a page that loads anew would wipe?"""
        match = self.match
        if match is None:
            return self.hosting
        waits = match.ask is not None and match.ask.waiting and match.paused is None
        return waits or match.step is not None

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
        absent = self.host is None or not self.host.here
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
