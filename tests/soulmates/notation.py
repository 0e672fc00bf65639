"""Tables of Soulmates in few letters: `placed("AAC")`, three ego chips that lie face down."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.contract import Memory, Seat
from games.soulmates.rules import apply, ask, result, setup
from games.soulmates.table import (
    Both,
    Ego,
    Guess,
    Joker,
    Letter,
    Next,
    Options,
    Pick,
    Reveal,
    State,
    pairs,
    target,
)

LUCK = Random(0)
LONGEST = 500


def table(seats: int, seen: Memory = Memory(), seed: int = 1) -> State:  # noqa: B008  frozen
    return setup(seats, Options(), seen, Random(seed))


def picked(seats: int) -> State:
    state = table(seats)
    return apply(state, state.first, Pick(state.stack[0]), LUCK)


def placed(egos: str, first: int = 0) -> State:
    """Everybody's ego chip lies; nobody is evaluated yet."""
    state = replace(picked(len(egos)), first=Seat(first))
    for seat, letter in enumerate(egos):
        state = apply(state, Seat(seat), Ego(_letter(letter)), LUCK)
    return state


def evaluated(state: State, guesses: str) -> State:
    """All cards before the target are down: a letter per seat, the target's is not used."""
    for seat, letter in enumerate(guesses):
        if seat != target(state):
            state = apply(state, Seat(seat), Guess(_letter(letter)), LUCK)
    return state


def onward(state: State) -> State:
    return apply(state, Seat(0), Next(), LUCK)


def round_of(egos: str, guesses: str = "") -> State:
    """A round up to the match; without guesses everybody is right about nobody."""
    state = placed(egos)
    for _ in egos:
        wrong = "B" if state.egos[target(state)] == "A" else "A"
        state = onward(evaluated(state, guesses or wrong * len(egos)))
    return state


def locked(egos: str, guesses: str, first: int = 0) -> State:
    """Two players have locked in, and nothing is shown."""
    state = replace(picked(2), first=Seat(first))
    for seat in (Seat(0), Seat(1)):
        state = apply(state, seat, Both(_letter(egos[seat]), _letter(guesses[seat])), LUCK)
    return state


def two(egos: str, guesses: str, *, joker: bool = False, first: int = 0) -> State:
    """The joker is played or not; the first half lies open."""
    state = locked(egos, guesses, first)
    if not joker:
        return apply(state, Seat(0), Reveal(), LUCK)
    return apply(apply(state, Seat(0), Joker(), LUCK), Seat(1), Joker(), LUCK)


def board(state: State, one: int, two: int) -> int:
    return state.chips[pairs(state.seats).index((Seat(one), Seat(two)))]


def asked(state: State, seat: Seat) -> tuple[set[str], bool] | None:
    """The kinds of answer wanted of this seat, and whether it is waited for."""
    question = ask(state, seat)
    return (set(question.kinds), question.waiting) if question else None


def _letter(letter: str) -> Letter:
    assert letter in ("A", "B", "C", "D")
    return letter  # type: ignore[return-value]  # just asserted


def next_best(state: State) -> State:
    """One move of a table where all always choose A and play the joker."""
    for seat in range(state.seats):
        asked = ask(state, Seat(seat))
        if asked and (asked.waiting or "next" in asked.kinds):
            move: Any = {
                "pick": Pick(state.stack[0] if state.stack else ""),
                "ego": Ego("A"),
                "guess": Guess("A"),
                "both": Both("A", "A"),
                "joker": Joker(),
                "next": Next(),
            }[min(asked.kinds)]
            return apply(state, Seat(seat), move, LUCK)
    raise AssertionError(state)


def rounds_of(seats: int) -> list[State]:
    """A whole match, one state a round: the one where a card is chosen."""
    return [state for state in match(seats) if state.phase == "pick"]


def finished(seats: int) -> State:
    return match(seats)[-1]


def match(seats: int) -> list[State]:
    states = [table(seats)]
    while result(states[-1]) is None:
        states.append(next_best(states[-1]))
        assert len(states) < LONGEST
    return states


def over(chips: tuple[int, ...]) -> State:
    seats = {1: 2, 3: 3, 6: 4, 10: 5}[len(chips)]
    return replace(table(seats), chips=chips, gained=(0,) * len(chips), phase="over", stack=())


def onward_with(luck: Random) -> State:
    done = replace(table(4), chips=(9, 1, 2, 3, 4, 5), phase="total", stack=())
    return apply(done, Seat(0), Next(), luck)
