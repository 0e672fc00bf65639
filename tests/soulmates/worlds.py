"""Pairs of tables that differ only in what some eyes cannot know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Memory, Seat, Viewer
from games.soulmates.bot import LETTERS
from games.soulmates.deck import DECK
from games.soulmates.rules import apply, setup
from games.soulmates.table import Both, Ego, Guess, Options, Pick, State, target
from games.soulmates.view import view

LUCK = Random(0)


def twin(state: State, eyes: Viewer, luck: Random) -> State:
    """The same to `eyes`, other in everything they cannot know: letters face down and the stack."""
    known = view(state, eyes)
    egos = tuple(
        ego if ego is None or seat == eyes or known.open[seat] else luck.choice(LETTERS)
        for seat, ego in enumerate(state.egos)
    )
    guesses = tuple(
        guess if guess is None or seat == eyes or known.cards[seat] else luck.choice(LETTERS)
        for seat, guess in enumerate(state.guesses)
    )
    below = list(luck.sample(DECK, len(state.stack)))
    stack = (*known.offer, *[card for card in below if card not in known.offer])[: len(state.stack)]
    return replace(state, egos=egos, guesses=guesses, stack=tuple(stack))


def _start() -> State:
    return setup(3, Options(), Memory(), Random(1))


def _ego(letter: str) -> State:
    state = apply(_start(), Seat(0), Pick(_start().stack[0]), LUCK)
    return apply(state, Seat(1), Ego(letter), LUCK)  # type: ignore[arg-type]  # one of A to D


def _guess(letter: str) -> State:
    state = apply(_start(), Seat(0), Pick(_start().stack[0]), LUCK)
    for seat in range(3):
        state = apply(state, Seat(seat), Ego("A"), LUCK)
    assert target(state) == 0
    return apply(state, Seat(1), Guess(letter), LUCK)  # type: ignore[arg-type]  # one of A to D


def _both(ego: str, guess: str) -> State:
    state = setup(2, Options(), Memory(), Random(1))
    state = apply(state, Seat(0), Pick(state.stack[0]), LUCK)
    return apply(state, Seat(1), Both(ego, guess), LUCK)  # type: ignore[arg-type]  # A to D


def _offer(seed: int) -> State:
    return replace(_start(), stack=tuple(Random(seed).sample(DECK, 12)))


WORLDS: list[tuple[int, State, State, set[Viewer]]] = [
    (3, _offer(1), _offer(2), {Seat(1), Seat(2), None}),
    (3, _ego("A"), _ego("D"), {Seat(0), Seat(2), None}),
    (3, _guess("A"), _guess("D"), {Seat(0), Seat(2), None}),
    (2, _both("A", "B"), _both("C", "B"), {Seat(0), None}),
    (2, _both("A", "B"), _both("A", "D"), {Seat(0), None}),
]
"""Players, one world, another, and who is blind to the difference; everybody else must see one."""
