"""What the rules keep from whom (SM numbers), and tables that differ in nothing but that."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

from games.contract import Memory, Seat, Viewer
from games.soulmates.deck import DECK
from games.soulmates.rules import apply, setup
from games.soulmates.table import Both, Ego, Guess, Letter, Options, Pick, State, target

LUCK = Random(0)


def unknown(state: State, eyes: Viewer) -> set[tuple[str, int]]:
    """What lies on the table and cannot be known to these eyes: field and place."""
    cards = {("stack", place) for place in range(_offered(state, eyes), len(state.stack))}
    egos = {("egos", seat) for seat, ego in enumerate(state.egos) if ego and seat != eyes}
    guesses = {("guesses", seat) for seat, card in enumerate(state.guesses) if card}
    return (
        cards
        | {place for place in egos if not _chip_is_open(state, place[1])}
        | {place for place in guesses if place[1] != eyes and not _card_is_open(state, place[1])}
    )


def twin(state: State, eyes: Viewer, luck: Random) -> State:
    """The same to `eyes`, other in everything that is `unknown` to them."""
    hidden = unknown(state, eyes)
    known = {card for place, card in enumerate(state.stack) if ("stack", place) not in hidden}
    others = luck.sample([card for card in DECK if card not in known], len(state.stack))
    letters = get_args(Letter)
    return replace(
        state,
        stack=tuple(
            others[place] if ("stack", place) in hidden else card
            for place, card in enumerate(state.stack)
        ),
        egos=tuple(
            luck.choice(letters) if ("egos", seat) in hidden else ego
            for seat, ego in enumerate(state.egos)
        ),
        guesses=tuple(
            luck.choice(letters) if ("guesses", seat) in hidden else card
            for seat, card in enumerate(state.guesses)
        ),
    )


def _offered(state: State, eyes: Viewer) -> int:
    """The first player alone sees the top two, and only while choosing (SM-9)."""
    return 2 if state.phase == "pick" and eyes == state.first else 0


def _chip_is_open(state: State, seat: int) -> bool:
    """From the reveal as target until the end of the round (SM-11, SM-19, SM-27, SM-28)."""
    match state.phase:
        case "guess":
            return _place(state, seat) < state.turn
        case "reveal":
            return _place(state, seat) <= state.turn
        case _:
            return state.phase == "match"


def _card_is_open(state: State, seat: int) -> bool:
    """All before the target turn together (SM-15); of two players first one, then both (SM-28)."""
    if state.phase != "reveal":
        return False
    return state.seats > 2 or _place(state, 1 - seat) <= state.turn


def _place(state: State, seat: int) -> int:
    """The first player is evaluated first, then clockwise (SM-13)."""
    return (seat - state.first) % state.seats


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
