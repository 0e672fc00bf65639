"""What the rules keep from whom (MM numbers), and tables that differ in nothing but that."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Memory, Seat, Viewer
from games.matchy_matchy.deck import PICTURES
from games.matchy_matchy.rules import apply, setup
from games.matchy_matchy.table import Next, Number, Options, Rank, Row, State

LUCK = Random(0)


def unknown(state: State, eyes: Viewer) -> set[tuple[str | int, ...]]:
    """The pile (MM-6), other people's pictures that lie face down (MM-7, MM-12), and on the TV the
    order in which the pictures lie in people's hands."""
    pile = {("pile", place) for place in range(len(state.pile))}
    deck = {("deck", place) for place in range(len(state.deck)) if eyes is None}
    rows = {
        ("rows", seat, place)
        for seat, row in enumerate(state.rows)
        if row and seat != eyes
        for place in range(state.place, len(row))
    }
    return {*pile, *deck, *rows}


def twin(state: State, eyes: Viewer, luck: Random) -> State:
    """The same to `eyes`, other in everything that is `unknown` to them."""
    return replace(
        state,
        pile=tuple(luck.sample(state.pile, len(state.pile))),
        deck=tuple(luck.sample(state.deck, len(state.deck))) if eyes is None else state.deck,
        rows=tuple(
            row if row is None or seat == eyes else _otherwise(row, state.place, luck)
            for seat, row in enumerate(state.rows)
        ),
    )


def _otherwise(row: Row, place: int, luck: Random) -> Row:
    """Other pictures where the row lies face down."""
    seen = row[:place]
    rest = [picture for picture in PICTURES if picture not in seen]
    return (*seen, *luck.sample(rest, len(row) - len(seen)))


def _choosing(seats: int, images: Row) -> State:
    """Seat 1 alone has put its row."""
    state = setup(seats, Options(referent=Seat(1)), Memory(), Random(1))
    state = apply(state, Seat(0), Number(5), LUCK)
    return apply(state, Seat(1), Rank(images), LUCK)


def _showing(images: Row, places: int) -> State:
    """Four players, all rows are in, that many places lie open; seat 1 has put `images`."""
    state = apply(setup(4, Options(), Memory(), Random(1)), Seat(0), Number(5), LUCK)
    for seat in range(4):
        row = images if seat == 1 else PICTURES[20 + seat : 25 + seat]
        state = apply(state, Seat(seat), Rank(row), LUCK)
    for _ in range(places - 1):
        state = apply(state, Seat(0), Next(), LUCK)
    return state


def _pile(seed: int) -> State:
    state = setup(4, Options(), Memory(), Random(1))
    return replace(state, pile=tuple(Random(seed).sample(state.pile, len(state.pile))))


FIRST, LATER = PICTURES[:5], PICTURES[:4] + PICTURES[9:10]
ALL: set[Viewer] = {*map(Seat, range(4)), None}
WORLDS: list[tuple[int, State, State, set[Viewer]]] = [
    (4, _pile(1), _pile(2), ALL),
    (4, _choosing(4, FIRST), _choosing(4, FIRST[::-1]), ALL - {Seat(1)}),
    (3, _choosing(3, FIRST), _choosing(3, LATER), {Seat(0), Seat(2), None}),
    (4, _showing(FIRST, 4), _showing(LATER, 4), ALL - {Seat(1)}),
    (4, _showing(FIRST, 5), _showing(LATER, 5), set()),
]
"""Players, one world, another, and who is blind to the difference; everybody else must see one."""
