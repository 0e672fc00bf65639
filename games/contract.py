"""What a game is: a few facts and a handful of pure functions, bundled in one frozen record.

A game knows nothing of rooms, devices, databases or HTML. It is asked and it answers, and the same
question always gets the same answer: clock, luck and names belong to the app.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NewType, Protocol, Self, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A place in a match: 0, 1, 2 … clockwise. Seat 0 begins."""

Viewer: TypeAlias = Seat | None
"""Whose eyes a view is for; ``None`` is the TV or a spectator, who see only what is public."""


class HasKind(Protocol):
    """A move says what it is: ``Guess("A").kind == "guess"``. Forms and logs use that word."""

    @property
    def kind(self) -> str: ...


State = TypeVar("State")
Move = TypeVar("Move", bound=HasKind)
View = TypeVar("View")
Options = TypeVar("Options")


@dataclass(frozen=True)
class Ask:
    """What the game wants from a seat now."""

    id: str
    """Changes whenever the question changes: ``"round-3/guess-2"``."""
    kinds: frozenset[str]
    """The kinds of move that answer it."""
    waiting: bool = True
    """False when it is already answered and may still be changed, or merely allowed."""


def phrase(text: str) -> str:
    """The same text, marked as a message id: translators get it, though it is said elsewhere."""
    return text


class Objection(Exception):
    """A no in words: a message id in English; the app translates it, then fills in the values."""

    many: str = ""
    """The message id for other numbers than one; a language's rule for `count` may know more."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.values = values

    @classmethod
    def plural(cls, one: str, many: str, *, count: int, **values: object) -> Self:
        """``Illegal.plural("Pick one picture.", "Pick {count} pictures.", count=3)``."""
        said = cls(one, count=count, **values)
        said.many = many
        return said


class Illegal(Objection):
    """The move breaks a rule: ``Illegal("A soul lies there already.")``."""


@dataclass(frozen=True)
class Result:
    """A finished match: who won. Several share a win; nobody is a shared loss or a draw."""

    winners: frozenset[Seat]


@dataclass(frozen=True)
class Item:
    """Something that people brought, as a game knows it: which one, never what is on it."""

    id: str
    kind: str
    tag: str = ""
    """What it belongs to, in the game's own words."""


@dataclass(frozen=True)
class Memory:
    """What an evening already holds for a game, by the ids of its content."""

    seen: tuple[str, ...] = ()
    """Content that earlier matches in this room have used up, once each; what was used longest
    ago comes first."""
    brought: tuple[Item, ...] = ()
    """Content that the people in this room made themselves."""


@dataclass(frozen=True)
class Brings:
    """A kind of thing that people may bring along: cards they write, photographs."""

    most: int
    """How many a room keeps."""
    content: type[Any]
    """A frozen dataclass of texts; the app reads it from a form and cleans every text."""
    check: Callable[[Any], None]
    """Raises Illegal when the content does not fit the game."""
    tags: frozenset[str] = frozenset({""})
    """What such a thing may belong to."""


@dataclass(frozen=True)
class Strength:
    """A computer player of a game."""

    title: str
    """As people choose it, a message id: ``phrase("easy")``."""
    play: Callable[[Any, Ask, Random], Any]
    """A legal answer to what is asked, from the view of its seat and nothing else."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[State, Move, View, Options]):
    """Everything the app knows about a game."""

    title: str
    pitch: str
    """One sentence for the shelf, a `phrase`."""
    minutes: int
    seats: range
    """The numbers of players it can be played by."""
    credits: str
    """Whose game it is: ``"Shi Chen; Play With Us Design, 2019"``. Names are not translated."""

    format: int = 1
    """Raised when states, moves or options are written down in another way than before."""
    state: type[State]
    moves: tuple[type[Move], ...]
    view_type: type[View]
    options: type[Options]
    """Its fields all have defaults: ``options()`` is the game as most people want it. A field of
    type ``Seat | None`` names a person: the app finds their seat whenever the order turns."""

    setup: Callable[[int, Options, Memory, Random], State]
    ask: Callable[[State, Seat], Ask | None]
    """None: this seat has nothing to do."""
    apply: Callable[[State, Seat, Move, Random], State]
    """The next state, or raises Illegal. The app has already checked the ask."""
    view: Callable[[State, Viewer], View]
    result: Callable[[State], Result | None]
    hides: Callable[[State], bool] = lambda state: True
    """Does a seat know now what another must not? Else one device can show every seat without a
    curtain."""
    memory: Callable[[State], tuple[str, ...]]
    """What this match has used up so far, in the order of use: the newest of `Memory.seen` for the
    next match in this room."""

    bots: Mapping[str, Strength]
    """The weakest first; the middle one stands in for people."""
    turning: Callable[[tuple[State, ...]], int] | None = None
    """Of all states of a finished match, the number of the move that decided it."""
    teams: Callable[[int], tuple[tuple[Seat, ...], ...]] | None = None
    """Who plays together, by the number of players."""
    brings: Mapping[str, Brings] = field(default_factory=dict)
    """What people may bring along for it, by kind; a kind is one game's."""
    check: Callable[[], None] = lambda: None
    """Looks through the game's content; raises ValueError with one line about what is wrong."""

    @property
    def stand_in(self) -> str:
        """The strength that plays for people."""
        return tuple(self.bots)[len(self.bots) // 2]


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
