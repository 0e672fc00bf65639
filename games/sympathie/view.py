"""The table through one seat's eyes, built field by field from what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.contract import Seat, Viewer
from games.sympathie.deck import LAYOUT
from games.sympathie.reading import (
    Cell,
    Matrix,
    Title,
    besides,
    best_read,
    best_reader,
    columns,
    crown,
    earned,
    matrix,
    riddle,
    rows,
    winners,
)
from games.sympathie.rules import ends
from games.sympathie.table import Order, Phase, State, Turn, active, laid

FULL = 5  # SY-12


@dataclass(frozen=True)
class Pile:
    """A theme in play; its place among the others is its face of the die, from one on."""

    theme: str
    layouts: int
    """How often five photographs can be laid out before some come again (SY-Q4)."""
    used: int


@dataclass(frozen=True)
class Player:
    seat: Seat
    points: int
    place: int
    """1 for most points; equal points are equal places."""
    gained: int | None
    """In the turn that is compared; None for the active player (SY-13)."""
    right: tuple[int, ...]
    """The places, from one on, in which they had the active player's photograph (SY-11)."""
    duel: str | None
    """Of the two photographs that the active player likes best, the one that was put higher."""
    reads: tuple[Seat, ...]
    """Whom they read best so far, by points a guess."""
    read_by: tuple[Seat, ...]
    """Who reads them best."""
    riddle: tuple[Seat, ...]
    """Whom they read least."""


@dataclass(frozen=True)
class View:
    me: Viewer
    seats: int
    phase: Phase
    turn: int
    turns: int | None
    round: int
    rounds: int | None
    goal: int | None
    """Points that end the match; None where rounds do."""
    last: bool
    """The turn on the table is the last one: so much is certain now."""
    active: Seat
    piles: tuple[Pile, ...]
    theme: str | None
    rolled: bool
    photos: Order
    """A, B, C, D, E."""
    order: Order | None
    """My own, while it lies face down."""
    locked: frozenset[Seat]
    """Who has put their order down; never which (SY-Q12)."""
    shown: Turn | None
    """All orders, while they are compared."""
    full: tuple[Seat, ...]
    """Who had all five places right: through the active player's eyes."""
    players: tuple[Player, ...]
    winners: frozenset[Seat]
    """From the end on."""
    crown: tuple[Title, ...]
    """What else the only winner is: said with the win."""
    titles: tuple[Title, ...]
    """What the others are."""
    matrix: Matrix
    """Rows guess, columns are guessed; before the end only for whoever asks (SY-18)."""
    understood: tuple[Cell, ...]
    """The sums of its columns."""
    past: tuple[Turn, ...]


def view(state: State, viewer: Viewer) -> View:
    table = matrix(state)
    shown = state.past[-1] if state.phase == "compare" else None
    at_end = state.phase in ("winner", "titles", "over")
    gained = earned(shown) if shown else (None,) * state.seats
    return View(
        me=viewer,
        seats=state.seats,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        round=(state.turn - 1) // state.seats + 1,
        rounds=state.turns // state.seats if state.turns else None,
        goal=state.goal,
        last=_last(state),
        active=active(state),
        piles=tuple(
            Pile(pile.theme, len(pile.photos) // LAYOUT, pile.dealt // LAYOUT)
            for pile in state.stacks
        ),
        theme=state.theme,
        rolled=state.rolled,
        photos=laid(state),
        order=None if viewer is None else state.orders[viewer],
        locked=frozenset(Seat(seat) for seat, order in enumerate(state.orders) if order),
        shown=shown,
        full=tuple(Seat(seat) for seat, points in enumerate(gained) if points == FULL),
        players=_players(table, gained, shown),
        winners=winners(state) if at_end else frozenset(),
        crown=crown(state) if at_end else (),
        titles=besides(state) if at_end else (),
        matrix=table,
        understood=columns(table),
        past=state.past,
    )


def _last(state: State) -> bool:
    if state.phase in ("theme", "rank"):
        return state.turn == state.turns
    return ends(state)


@lru_cache(maxsize=64)  # all eyes see the same
def _players(
    table: Matrix, gained: tuple[int | None, ...], shown: Turn | None
) -> tuple[Player, ...]:
    score = [cell.points for cell in rows(table)]
    return tuple(
        Player(
            seat=seat,
            points=score[seat],
            place=1 + sum(other > score[seat] for other in score),
            gained=gained[seat],
            right=_right(shown, seat) if shown else (),
            duel=_duel(shown, seat) if shown else None,
            reads=best_read(table, seat),
            read_by=best_reader(table, seat),
            riddle=riddle(table, seat),
        )
        for seat in map(Seat, range(len(table)))
    )


def _right(shown: Turn, seat: Seat) -> tuple[int, ...]:
    if seat == shown.active:
        return ()
    both = zip(shown.orders[seat], shown.orders[shown.active], strict=True)
    return tuple(place for place, (guess, truth) in enumerate(both, 1) if guess == truth)


def _duel(shown: Turn, seat: Seat) -> str:
    best = shown.orders[shown.active][:2]
    return next(photo for photo in shown.orders[seat] if photo in best)
