"""What lies on the table, and what people may do there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from games.contract import Seat
from games.matchy_matchy.board import MOST, NUMBERS, Length
from games.matchy_matchy.matching import Meeting, earned, meetings

Phase: TypeAlias = Literal[
    "call",  # one player says a number, then the theme card is drawn
    "choose",  # everybody: which pictures, and in which order?
    "show",  # place by place
    "tied",  # several are equally far beyond the last space: share, or one more turn?
    "over",
]
Row: TypeAlias = tuple[str, ...]
"""Pictures from left to right, the strongest first (MM-11)."""


@dataclass(frozen=True)
class Options:
    board: Length = "long"
    referent: Seat | None = None
    """Odd numbers of players: who is to be matched; None leaves it to luck (MM-Q12)."""


@dataclass(frozen=True)
class Number:
    number: int
    kind: Literal["number"] = "number"


@dataclass(frozen=True)
class Rank:
    images: Row
    kind: Literal["rank"] = "rank"


@dataclass(frozen=True)
class Next:
    kind: Literal["next"] = "next"


@dataclass(frozen=True)
class More:
    kind: Literal["more"] = "more"


Move: TypeAlias = Number | Rank | Next | More


@dataclass(frozen=True)
class Theme:
    """One of the twelve on a card."""

    card: str
    number: int


@dataclass(frozen=True)
class Past:
    """A turn that is over, as everybody saw it."""

    theme: Theme
    rows: tuple[Row, ...]
    """By seat; empty for who had no part in it."""


@dataclass(frozen=True)
class State:
    """The table. A fork stands for a team, or for a single racer (MM-4)."""

    seats: int
    deck: Row
    """All pictures, as they were shuffled; everybody's hand is laid out from it."""
    pile: tuple[str, ...]
    """Theme cards, face down; the top one first."""
    spaces: tuple[int, ...]
    """Where each fork stood when the turn began (MM-18)."""
    rows: tuple[Row | None, ...]
    """By seat: what was put this turn, or None."""
    referent: Seat | None = None
    """Whom all others try to match; None where they play in teams."""
    board: Length = "long"
    before: tuple[str, ...] = ()
    """Themes that earlier matches in this room have used up."""
    phase: Phase = "call"
    turn: int = 1
    called: int | None = None
    """The number that was said."""
    theme: Theme | None = None
    place: int = 0
    """How many places lie open."""
    tied: tuple[int, ...] = ()
    """The forks that play one more turn, alone (MM-Q3)."""
    past: tuple[Past, ...] = ()


@cache
def teams(seats: int) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit face to face; with an odd number nobody has one (MM-3)."""
    if seats % 2:
        return ()
    half = seats // 2
    return tuple((Seat(seat), Seat(seat + half)) for seat in range(half))


@cache
def forks(seats: int, referent: Seat | None) -> tuple[tuple[Seat, ...], ...]:
    """Who plays for each fork (MM-4)."""
    return teams(seats) or tuple((Seat(seat),) for seat in range(seats) if seat != referent)


@cache
def compared(seats: int, referent: Seat | None) -> tuple[tuple[Seat, Seat], ...]:
    """By fork, whose two rows: those of partners, or a racer's and the referent's (MM-17)."""
    if referent is None:
        return tuple((one, other) for one, other in teams(seats))
    return tuple((racer, referent) for (racer,) in forks(seats, referent))


def caller(state: State) -> Seat:
    """Everybody in turn, the referent too (MM-Q6)."""
    return Seat((state.turn - 1) % state.seats)


def nothing(seats: int) -> tuple[None, ...]:
    """Nobody has put anything yet."""
    return (None,) * seats


def pictures(state: State, seat: Seat) -> int:
    """How many this seat puts this turn (MM-8, MM-9); 0 for who only watches one more, and where
    no number is printed."""
    if state.phase in ("tied", "over"):
        return 0
    if seat == state.referent:
        return MOST
    fork = fork_of(state, seat)
    if state.tied:
        return MOST if fork in state.tied else 0
    at = state.spaces[fork]
    return NUMBERS[at] if at < len(NUMBERS) else 0


@cache
def _fork_of(seats: int, referent: Seat | None, seat: Seat) -> int:
    return next(fork for fork, who in enumerate(forks(seats, referent)) if seat in who)


def fork_of(state: State, seat: Seat) -> int:
    """Not for the referent, who has none."""
    return _fork_of(state.seats, state.referent, seat)


def places(state: State) -> int:
    """How many there are to lay open: the most that anybody has put."""
    return max(len(row) for row in state.rows if row)


def opened(state: State, seat: Seat, place: int) -> Row:
    """What lies open of a row when that many places do (MM-12)."""
    return (state.rows[seat] or ())[:place]


def met(state: State, fork: int, place: int) -> tuple[Meeting, ...]:
    """What has come to light for a fork when that many places lie open."""
    one, other = compared(state.seats, state.referent)[fork]
    return meetings(opened(state, one, place), opened(state, other, place))


def space(state: State, fork: int) -> int:
    """Where a fork stands now. It may pass the last space (MM-Q1)."""
    return state.spaces[fork] + earned(met(state, fork, state.place))
