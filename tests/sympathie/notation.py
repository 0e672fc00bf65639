"""Tables of Sympathie in few letters: `ranked(state, "ABCDE", "BACDE", …)`, an order a seat."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Item, Memory, Seat
from games.sympathie.rules import apply, ask, setup
from games.sympathie.table import (
    Next,
    Options,
    Order,
    Rank,
    State,
    Theme,
    Turn,
    active,
    laid,
    nothing,
)

LUCK = Random(0)
SIX = ("places", "rooms", "freetime", "work", "wall", "gifts")
"""Named, so that a machine on which a theme is missing sees the same."""
PETER, SABINE, EVA, KLAUS = map(Seat, range(4))


def table(seats: int = 4, options: Options = Options(themes=SIX), seed: int = 1) -> State:  # noqa: B008  frozen
    return setup(seats, options, Memory(), Random(seed))


def evening(*seen: str, own: int = 0) -> Memory:
    return Memory(seen, tuple(Item(f"own-{n}", "photo") for n in range(own)))


def dealt(state: State, theme: str = "rooms") -> State:
    return apply(state, active(state), Theme(theme), LUCK)


def order(state: State, letters: str) -> Order:
    """The photographs on the table in this order; `ABCDE` is how they lie."""
    return tuple(laid(state)["ABCDE".index(letter)] for letter in letters)


def placed(state: State, seat: int, letters: str) -> State:
    return apply(state, Seat(seat), Rank(order(state, letters)), LUCK)


def ranked(state: State, *orders: str) -> State:
    for seat, letters in enumerate(orders):
        state = placed(state, seat, letters)
    return state


def onward(state: State) -> State:
    return apply(state, Seat(0), Next(), LUCK)


def a_turn(state: State, *orders: str) -> State:
    """A whole turn, up to the next; without orders everybody puts A B C D E."""
    return onward(ranked(dealt(state), *(orders or ("ABCDE",) * state.seats)))


GUESSES = {0: "BCDEA", 1: "ACDEB", 2: "BCADE", 3: "BACDE", 5: "ABCDE"}
"""By points, where the active player has A B C D E; `test_scoring` counts them by hand."""


def with_past(state: State, *turns: dict[int, int]) -> State:
    """Turns as they are on the scoring sheet: for each, by guesser, the points."""
    return replace(state, past=tuple(_turn(n, state.seats, had) for n, had in enumerate(turns)))


def _turn(number: int, seats: int, had: dict[int, int]) -> Turn:
    photos = tuple(f"{number}{letter}" for letter in "ABCDE")
    who = Seat(number % seats)
    orders = tuple(
        photos
        if seat == who
        else tuple(photos["ABCDE".index(it)] for it in GUESSES[had.get(seat, 0)])
        for seat in range(seats)
    )
    return Turn(who, "rooms", photos, orders)


def compared(state: State) -> State:
    """As it is when the last of these turns was just compared."""
    return replace(
        state,
        phase="compare",
        turn=len(state.past),
        theme=state.stacks[0].theme,
        stacks=(replace(state.stacks[0], dealt=5), *state.stacks[1:]),
        orders=nothing(state.seats),
    )


def asked(state: State, seat: int) -> tuple[set[str], bool] | None:
    """The kinds of answer wanted of this seat, and whether it is waited for."""
    question = ask(state, Seat(seat))
    return (set(question.kinds), question.waiting) if question else None
