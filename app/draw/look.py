"""The look: all that a template or a script may know of a room, for one pair of eyes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.core.codec import codec
from app.core.values import MOST_PLAYERS, Brought, Knock, MemberId, Options
from app.draw import texts
from games import GAMES
from games.contract import AnyGame, Ask, Highlight, Result, Show, Talk, Viewer


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody as everybody sees them."""

    id: MemberId
    name: str
    colour: str
    shape: str
    mark: int
    mood: str
    """What everybody may read in this face: see `souls`."""
    host: bool
    here: bool
    bot: bool
    watching: bool
    keeper: MemberId | None = None
    """On whose phone this person plays."""
    seat: Viewer = None
    stood_in: bool = False
    """The computer answers for this person."""
    signs: bool = False
    """Their name may stand in pictures that people take home."""
    sits_out: bool = False
    """Plays, but has no place in this match or the next: see `Room.bench`."""

    def __hash__(self) -> int:
        """Pieces are kept by it, so it is asked for all the time; of all fields it costs more than
        the piece."""
        return hash((self.id, self.mood, self.here))


@dataclass(frozen=True)
class Step:
    """After so many of the moves that were made."""

    number: int
    of: int


@dataclass(kw_only=True)
class MatchLook:
    game: str
    """The slug."""
    title: str
    number: int
    hides: bool
    """At the moment that is shown, somebody knows what others must not."""
    seat: Viewer
    """Mine, or of those on this device the one that is asked; None for the TV and for watchers.
    While the room looks back: through whose eyes."""
    curtain: Person | None
    """Whom this device must be given to before it shows anything of theirs."""
    moment: Step | None
    """While the room looks back at a finished match: where."""
    others: tuple[Highlight, ...]
    """While the room looks back: the moments worth a look."""
    turned: bool
    """The device lies between two people, and the one on the far side is asked."""
    view: Any
    ask: Ask | None
    awaited: tuple[Person, ...]
    """Whom the match waits for."""
    seats: tuple[Person, ...]
    """The players by seat; their faces are at rest, whatever is asked of whom."""
    cast: tuple[Person, ...]
    """The same with the faces of this moment."""
    result: Result | None
    """At the moment that is shown."""
    over: bool
    """The match itself, whatever moment of it is looked back at."""
    paused: Person | None
    options: Any
    talk: Talk | None
    """The sentence by which it is remembered, once it is over."""

    @property
    def show(self) -> Show:
        """How it comes to light; another match, or another moment of it, is another show."""
        shown = GAMES[self.game].show(self.view)
        step = self.moment.number if self.moment else ""
        return replace(shown, id=f"{self.number}.{step}.{shown.id}")

    @property
    def at_end(self) -> bool:
        """What is shown is the end of the match."""
        return self.result is not None


@dataclass(kw_only=True)
class Look:
    """Made for one picture; frozen, it would take twice as long to make."""

    code: str
    version: int
    language: str
    game: str
    """The slug: see `Room.game`."""
    me: Person | None
    hosting: bool
    host: Person | None
    people: tuple[Person, ...]
    match: MatchLook | None
    options: Options
    matches: int
    brought: tuple[Brought, ...]
    in_play: frozenset[str]
    """The ids of what people brought that is part of the match on the table."""
    chosen: Mapping[str, Mapping[str, Any]]
    knocks: tuple[Knock, ...] = ()
    """Only those that I may answer."""
    removed: tuple[Person, ...] = ()
    """For the host, to undo it."""
    games: dict[str, AnyGame] = field(default_factory=lambda: GAMES)

    @property
    def tv(self) -> bool:
        return self.options.tv

    @property
    def players(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if not person.watching)

    @property
    def watchers(self) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.watching)

    @property
    def bench(self) -> tuple[Person, ...]:
        return tuple(person for person in self.players if person.sits_out)

    @property
    def demo(self) -> bool:
        """Computers play, for somebody to watch."""
        return bool(self.people) and all(person.bot for person in self.people)

    @property
    def cast(self) -> tuple[Person, ...]:
        """Whose souls are seen: the players by seat, or whoever would play next."""
        return self.match.cast if self.match else self.players

    @property
    def free_marks(self) -> tuple[int, ...]:
        """Of places that are free in the next match: marks nobody has; all while the table is
        empty."""
        taken = {person.mark % MOST_PLAYERS for person in self.players}
        free = [mark for mark in range(MOST_PLAYERS) if mark not in taken]
        most = self.games[self.game].seats[-1] - len(self.players)
        return tuple(free[: max(most, 0) if self.players else MOST_PLAYERS])

    @property
    def settings(self) -> dict[str, Any]:
        """The options of the next match; people by their ids."""
        return codec(self.game).read_settings(self.chosen.get(self.game, {}))

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
        return waits or match.moment is not None

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
        absent = self.host is None or self.options.missed
        waits = self.hosting and self.keep_waiting
        return bool(self.knocks or absent or waits or (match and match.paused))

    def places_left(self, kind: str) -> int:
        """How many more of such things people may bring."""
        most: int = self.games[self.game].brings[kind].most
        return most - sum(one.kind == kind for one in self.brought)

    @property
    def keep_waiting(self) -> tuple[Person, ...]:
        """Who is away while the match cannot go on without them: whom it asks; or, when it asks
        nobody and nobody who plays is here, all of them."""
        match = self.match
        if match is None or match.over:
            return ()
        people = [who for who in match.seats if not who.bot and not who.stood_in]
        if match.awaited or any(who.here for who in people):
            people = [who for who in match.awaited if who in people and not who.here]
        return tuple(people)

    @property
    def places(self) -> int:
        """How many more can play."""
        return MOST_PLAYERS - len(self.players)

    @property
    def teams(self) -> tuple[tuple[Person, ...], ...]:
        """Who would play together, if the match began now; nothing where all play by themselves."""
        teams = self.games[self.game].teams
        if teams is None or self.missing(self.game):
            return ()
        playing = [person for person in self.players if not person.sits_out]
        return tuple(tuple(playing[seat] for seat in team) for team in teams(len(playing)))

    def missing(self, game: str) -> int:
        """How many more players a game needs."""
        return max(min(self.games[game].seats) - len(self.players), 0)

    def author(self, id: str) -> Person | None:
        """Who brought that, as long as they are here."""
        by = next((one.author for one in self.brought if one.id == id), None)
        return next((person for person in self.people if person.id == by), None)

    def souls_to_wake(self, mark: int) -> tuple[tuple[int, Person | None], ...]:
        """Eight marks, this one among them, with whoever has them."""
        owners = {person.mark: person for person in self.people}
        first = mark - mark % MOST_PLAYERS
        return tuple((one, owners.get(one)) for one in range(first, first + MOST_PLAYERS))

    def own(self, id: str) -> Brought | None:
        """What somebody here brought, if that is what it is."""
        return next((one for one in self.brought if one.id == id), None)

    def text(self, kind: str, id: str) -> Any:
        """A piece of the game's content in my language; a room's own cards as they were written.
        None for what was taken out while it was in play."""
        own = self.own(id)
        return own.content if own else texts.content(self.game, self.language)[kind].get(id)
