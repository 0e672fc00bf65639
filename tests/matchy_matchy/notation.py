"""Tables of Matchy Matchy in few letters: `chosen(["abc", "bad"])`, two rows of three pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.contract import Memory, Seat
from games.matchy_matchy.deck import PICTURES
from games.matchy_matchy.rules import apply, ask, setup
from games.matchy_matchy.table import (
    More,
    Next,
    Number,
    Options,
    Rank,
    Row,
    State,
    caller,
    pictures,
)

LUCK = Random(0)
OTHERS = "zyxwv", "utsrq", "ponml", "kjihg"
"""Rows that meet nobody's."""
FIVE, FOUR, THREE, TWO, ONE = 0, 4, 9, 17, 24
"""Spaces that say so."""


def row(letters: str) -> Row:
    """A picture for each letter of the alphabet."""
    return tuple(PICTURES[ord(letter) - ord("a")] for letter in letters)


def new(seats: int = 4, options: Options = Options(), seed: int = 1) -> State:  # noqa: B008  frozen
    return setup(seats, options, Memory(), Random(seed))


def at(*spaces: int, referent: int | None = None, seats: int | None = None) -> State:
    """The forks stand there, and a number is to be called."""
    odd = referent is not None
    count = seats or (len(spaces) + 1 if odd else 2 * len(spaces))
    state = new(count, Options(referent=None if referent is None else Seat(referent)))
    return replace(state, spaces=spaces)


def called(state: State, number: int = 1) -> State:
    return apply(state, caller(state), Number(number), LUCK)


def put(state: State, *rows: str) -> State:
    """Seat after seat puts its row; "" for who has none to put."""
    for seat, letters in enumerate(rows):
        if letters:
            state = apply(state, Seat(seat), Rank(row(letters)), LUCK)
    return state


def chosen(state: State, *rows: str) -> State:
    """A number was called and all rows are in: the first place lies open."""
    return put(called(state), *rows)


def onward(state: State, times: int = 1) -> State:
    for _ in range(times):
        state = apply(state, Seat(0), Next(), LUCK)
    return state


def turned(state: State) -> State:
    """The last place lies open."""
    while state.place < max(len(row or ()) for row in state.rows):
        state = onward(state)
    return state


def ended(state: State, *rows: str) -> State:
    """A whole turn."""
    return onward(turned(chosen(state, *rows)))


def more(state: State) -> State:
    return apply(state, Seat(0), More(), LUCK)


def asked(state: State, seat: int) -> tuple[set[str], bool] | None:
    """The kinds of answer wanted of this seat, and whether it is waited for."""
    question = ask(state, Seat(seat))
    return (set(question.kinds), question.waiting) if question else None


def anything(state: State, luck: Random) -> State:
    """A turn in which everybody puts any pictures at all; its last place lies open."""
    state = called(state, luck.randrange(1, 13))
    for seat in map(Seat, range(state.seats)):
        if count := pictures(state, seat):
            state = apply(state, seat, Rank(any_row(luck, count)), luck)
    return turned(state)


def any_row(luck: Random, count: int, among: Sequence[str] = PICTURES) -> Row:
    return tuple(luck.sample(among, count))
