"""Matchy Matchy: the same picture in the same place. First past the last space wins.

Statement numbers (MM-16 …) name the rules in games/matchy_matchy/RULES.md.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Ask, Illegal, Memory, Result, Seat
from games.matchy_matchy import pile
from games.matchy_matchy.board import LAST
from games.matchy_matchy.deck import PICTURES, THEMES_A_CARD
from games.matchy_matchy.table import (
    More,
    Move,
    Next,
    Number,
    Options,
    Past,
    Rank,
    Row,
    State,
    caller,
    forks,
    nothing,
    pictures,
    places,
    space,
)


def setup(seats: int, options: Options, memory: Memory, luck: Random) -> State:
    referent = _referent(seats, options, luck)
    return State(
        seats=seats,
        deck=tuple(luck.sample(PICTURES, len(PICTURES))),
        pile=pile.stacked(memory, luck),
        spaces=(0,) * len(forks(seats, referent)),
        rows=nothing(seats),
        referent=referent,
        board=options.board,
        before=memory.seen,
    )


def ask(state: State, seat: Seat) -> Ask | None:
    here = f"turn-{state.turn}"
    match state.phase:
        case "call":
            return Ask(f"{here}/call", frozenset({"number"})) if seat == caller(state) else None
        case "choose":
            if not pictures(state, seat):
                return None
            return Ask(f"{here}/choose", frozenset({"rank"}), state.rows[seat] is None)
        case "show":
            return Ask(f"{here}/show-{state.place}", frozenset({"next"}), waiting=False)
        case "tied":
            return Ask(f"{here}/tied", frozenset({"more", "next"}), waiting=False)
        case "over":
            return None


def apply(state: State, seat: Seat, move: Move, luck: Random) -> State:
    match move:
        case Number(number):
            return _call(state, number, luck)
        case Rank(images):
            return _rank(state, seat, images)
        case Next():
            return _next(state)
        case More():
            return _one_more(state)


def result(state: State) -> Result | None:
    """Whoever came furthest beyond the last space; several share it (MM-21, MM-22, MM-Q3)."""
    if state.phase != "over":
        return None
    teams = forks(state.seats, state.referent)
    return Result(frozenset(seat for fork in _leaders(state) for seat in teams[fork]))


def hides(state: State) -> bool:
    """From the first picture that is chosen to the last that lies open."""
    return state.phase == "choose" or (state.phase == "show" and state.place < places(state))


def memory(state: State) -> tuple[str, ...]:
    """The themes that were read aloud."""
    return pile.played(state)


def _referent(seats: int, options: Options, luck: Random) -> Seat | None:
    """For the whole match (MM-Q12)."""
    if seats % 2 == 0:
        return None
    return Seat(luck.randrange(seats)) if options.referent is None else options.referent


def _call(state: State, number: int, luck: Random) -> State:
    """The number first, then the card (MM-6)."""
    if number not in THEMES_A_CARD:
        raise Illegal("Say a number from 1 to 12.")
    theme, rest = pile.drawn(state, number, luck)
    return replace(state, phase="choose", called=number, theme=theme, pile=rest)


def _rank(state: State, seat: Seat, images: Row) -> State:
    """May be changed until the last one is in; that one opens the first place (MM-12, G-5)."""
    _check(images, pictures(state, seat))
    rows = (*state.rows[:seat], images, *state.rows[seat + 1 :])
    laid = replace(state, rows=rows)
    missing = any(row is None and pictures(state, Seat(other)) for other, row in enumerate(rows))
    return laid if missing else replace(laid, phase="show", place=1)


def _check(images: Row, count: int) -> None:
    """Exactly as many as the space says, all different (MM-Q9, MM-10)."""
    if any(image not in PICTURES for image in images):
        raise Illegal("There is no such picture in the deck.")
    if len(set(images)) < len(images):
        raise Illegal("You have each picture only once.")
    if len(images) != count:
        raise Illegal.plural(
            "Pick exactly one picture.", "Pick exactly {count} pictures.", count=count
        )


def _next(state: State) -> State:
    if state.phase == "tied":
        return replace(state, phase="over")
    if state.place < places(state):
        return replace(state, place=state.place + 1)
    return _end_turn(state)


def _end_turn(state: State) -> State:
    """Only now does anybody win (MM-Q2); all pictures go back to the hands (MM-20)."""
    assert state.theme
    standing = tuple(space(state, fork) for fork in range(len(state.spaces)))
    past = Past(state.theme, tuple(row or () for row in state.rows))
    ended = replace(
        state,
        spaces=standing,
        theme=None,
        called=None,
        rows=nothing(state.seats),
        place=0,
        past=(*state.past, past),
    )
    if max(standing) < LAST[state.board]:
        return replace(ended, phase="call", turn=state.turn + 1)
    if len(_leaders(ended)) > 1 and not state.tied:
        return replace(ended, phase="tied")
    return replace(ended, phase="over")


def _one_more(state: State) -> State:
    """The tied alone, five pictures each (MM-Q3)."""
    return replace(state, phase="call", turn=state.turn + 1, tied=_leaders(state))


def _leaders(state: State) -> tuple[int, ...]:
    best = max(state.spaces)
    return tuple(fork for fork, at in enumerate(state.spaces) if at == best)
