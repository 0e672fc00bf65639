"""What lies on the table, and what people may do there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.contract import Seat
from games.sympathie.deck import DECK, LAYOUT

Phase: TypeAlias = Literal[
    "theme",  # the active player chooses one, or lets the die decide
    "rank",  # everybody: the active player's order of the five photographs
    "compare",  # all orders lie open
    "winner",  # most points
    "titles",  # best reader, open book, sphinx
    "over",  # who reads whom
]
End: TypeAlias = Literal["usual", "two", "three", "points"]
Order: TypeAlias = tuple[str, ...]
"""Five photographs, the one that is liked most first."""

THEMES = 6
"""As many are in play at most: one for each face of the die (SY-2)."""
PROPOSED = {3: 15, 4: 20, 5: 25, 6: 35}  # SY-17, by the number of players
FEWEST_POINTS, MOST_POINTS = 5, 100


@dataclass(frozen=True)
class Options:
    end: End = "usual"
    """After two or three rounds, or at a number of points; usual are three rounds with three or
    four players and two with more (SY-Q8)."""
    points: int | Literal[""] = 0
    """How many end it, from 5 to 100 (SY-Q17); 0, or an empty field, stands for the number that the
    book proposes (SY-17)."""
    themes: tuple[str, ...] = ()
    """The six in play, in the order of the die; none stands for the first six there are."""

    here = tuple(theme for theme, photos in DECK.items() if len(photos) >= LAYOUT)
    """What the set-up brought to choose from: no setting, so it has no type."""
    proposed = PROPOSED
    """By the number of players; no setting either."""


@dataclass(frozen=True)
class Theme:
    theme: str
    kind: Literal["theme"] = "theme"


@dataclass(frozen=True)
class Roll:
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True)
class Rank:
    photos: Order
    kind: Literal["rank"] = "rank"


@dataclass(frozen=True)
class Next:
    kind: Literal["next"] = "next"


Move: TypeAlias = Theme | Roll | Rank | Next


@dataclass(frozen=True)
class Stack:
    """The photographs of one theme, as a pile that is dealt from the top."""

    theme: str
    photos: Order
    """From the first that was dealt on; what was used again and again lies at the bottom."""
    dealt: int = 0
    """How many of these have been on the table."""


@dataclass(frozen=True)
class Turn:
    """A turn that is over, as everybody saw it."""

    active: Seat
    theme: str
    photos: Order
    """As they lay on the table: A, B, C, D, E."""
    orders: tuple[Order, ...]
    """By seat. The active player's is how it is, the others' what they thought."""


@dataclass(frozen=True)
class State:
    seats: int
    stacks: tuple[Stack, ...]
    """In the order of the die."""
    turns: int | None
    """After as many the match is over (SY-16); None where points end it."""
    goal: int | None
    """Points that end it (SY-17)."""
    phase: Phase = "theme"
    turn: int = 1
    theme: str | None = None
    rolled: bool = False
    """The die chose this theme."""
    orders: tuple[Order | None, ...] = ()
    """By seat, while they lie face down."""
    past: tuple[Turn, ...] = ()
    """Every turn that was compared."""


def active(state: State) -> Seat:
    """Seat 0 begins; then clockwise (SY-15)."""
    return Seat((state.turn - 1) % state.seats)


def stack(state: State) -> Stack:
    """The theme on the table."""
    return next(pile for pile in state.stacks if pile.theme == state.theme)


def laid(state: State) -> Order:
    """The photographs on the table: A, B, C, D, E."""
    if state.theme is None:
        return ()
    pile = stack(state)
    return pile.photos[pile.dealt - LAYOUT : pile.dealt]


def nothing(seats: int) -> tuple[None, ...]:
    return (None,) * seats
