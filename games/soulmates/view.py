"""The table through one seat's eyes, built field by field from what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from games.contract import Seat, Viewer, phrase
from games.soulmates.table import (
    CARDS,
    SUPPLY,
    Letter,
    Past,
    Phase,
    State,
    nothing,
    pairs,
    replaced,
    soulmates,
    target,
)

LEVELS = (  # SM-31: from this many chips on
    (0, phrase("First Steps")),
    (5, phrase("Solid Connection")),
    (8, phrase("Same Wavelength")),
    (11, phrase("Thick as Thieves")),
    (14, phrase("One Heart and Soul")),
    (18, phrase("100% Soulmates")),
)


@dataclass(frozen=True)
class Board:
    """What one pair shares."""

    pair: tuple[Seat, Seat]
    chips: int
    """What lies on it now (SM-22); once the match is counted, what was ever put on it (SM-Q1)."""
    gained: int
    """How many of them came in the step just shown."""
    soulmates: bool
    fades: int | None
    """Its place in the order of leaving in the final sequence."""


@dataclass(frozen=True)
class View:
    """The table through one seat's eyes, built field by field from what that seat may know."""

    me: Viewer
    seats: int
    phase: Phase
    round: int
    rounds: int
    first: Seat
    target: Seat | None
    turn: int
    scenario: str | None
    offer: tuple[str, ...]
    """The two cards to choose from: only for the first player while choosing (SM-9)."""
    ego: Letter | None
    """My own chip."""
    guess: Letter | None
    """My card for the target."""
    locked: frozenset[Seat]
    """Who has answered; never what (G-5)."""
    open: tuple[Letter | None, ...]
    """The chips that lie face up, by seat (SM-19)."""
    cards: tuple[Letter | None, ...]
    """The revealed cards before the target, by evaluator."""
    boards: tuple[Board, ...]
    total: int
    """Chips on all boards: the sum of what they show (SM-26)."""
    supply: int
    removed: int
    """How many were taken from each board to refill the supply."""
    refilled: int
    """How many of these in the step just shown."""
    joker: Literal["none", "ready", "played", "gone"]
    wants: frozenset[Seat]
    level: str | None
    """Two players, at the end: how close (SM-31)."""
    past: tuple[Past, ...]


def view(state: State, viewer: Viewer) -> View:
    me = viewer
    boards = _boards(state)
    return View(
        me=me,
        seats=state.seats,
        phase=state.phase,
        round=state.round,
        rounds=CARDS[state.seats] // 2,
        first=state.first,
        target=target(state) if state.phase in ("guess", "reveal") else None,
        turn=state.turn,
        scenario=state.scenario,
        offer=state.stack[:2] if state.phase == "pick" and me == state.first else (),
        ego=None if me is None else state.egos[me],
        guess=None if me is None else state.guesses[me],
        locked=_locked(state),
        open=_open(state),
        cards=replaced(state.guesses, target(state), None)
        if state.phase == "reveal"
        else nothing(state.seats),
        boards=boards,
        total=sum(board.chips for board in boards),
        supply=max(0, SUPPLY - sum(state.chips) + state.removed * len(state.chips)),
        removed=state.removed,
        refilled=state.refilled,
        joker=state.joker,
        wants=state.wants,
        level=level(state.chips[0])
        if state.seats == 2 and state.phase in ("total", "over")
        else None,
        past=state.past,
    )


def level(chips: int) -> str:
    return [name for least, name in LEVELS if chips >= least][-1]


def _boards(state: State) -> tuple[Board, ...]:
    """One count a board, so that no screen shows two: what lies, and at the end what it earned."""
    won = soulmates(state) if state.phase == "over" else (False,) * len(state.chips)
    taken = 0 if state.phase in ("total", "over") else state.removed
    chips = tuple(earned - taken for earned in state.chips)
    return _laid_out(state.seats, chips, state.gained, won, state.fade)


@lru_cache(maxsize=1024)
def _laid_out(
    seats: int,
    chips: tuple[int, ...],
    gained: tuple[int, ...],
    won: tuple[bool, ...],
    fade: tuple[int, ...],
) -> tuple[Board, ...]:
    """The boards change once a reveal, and all eyes see the same."""
    fades = {board: place for place, board in enumerate(fade)}
    return tuple(
        Board(pair, chips[i], gained[i], won[i], fades.get(i))
        for i, pair in enumerate(pairs(seats))
    )


def _locked(state: State) -> frozenset[Seat]:
    """Who has answered the question that is open now."""
    match state.phase:
        case "ego" | "both":
            answers = state.egos
        case "guess":
            answers = state.guesses
        case _:
            return state.wants if state.phase == "sure" else frozenset()
    return frozenset(Seat(seat) for seat, letter in enumerate(answers) if letter is not None)


def _open(state: State) -> tuple[Letter | None, ...]:
    """A revealed chip stays face up until the end of the round (SM-19)."""
    evaluated = state.turn + (state.phase in ("reveal", "match"))
    letters: tuple[Letter | None, ...] = nothing(state.seats)
    for turn in range(evaluated):
        seat = Seat((state.first + turn) % state.seats)
        letters = replaced(letters, seat, state.egos[seat])
    return letters
