"""What the rules keep from whom (SY numbers), and tables that differ in nothing but that."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.contract import Seat, Viewer
from games.sympathie.table import Stack, State, laid
from tests.sympathie.notation import dealt, placed, table


def unknown(state: State, eyes: Viewer) -> set[tuple[str | int, ...]]:
    """What lies face down: the piles from the next photograph on (SY-6), and the others' orders
    until all are opened (SY-7, SY-8)."""
    piles = {
        ("stacks", number, "photos", place)
        for number, pile in enumerate(state.stacks)
        for place in range(pile.dealt, len(pile.photos))
    }
    orders = {
        ("orders", seat, place)
        for seat, order in enumerate(state.orders)
        if order and seat != eyes
        for place in range(len(order))
    }
    return {*piles, *orders}


def twin(state: State, eyes: Viewer, luck: Random) -> State:
    """The same to `eyes`, other in everything that is `unknown` to them."""
    hidden = unknown(state, eyes)
    orders: Any = tuple(
        tuple(luck.sample(laid(state), 5)) if ("orders", seat, 0) in hidden else order
        for seat, order in enumerate(state.orders)
    )
    stacks = tuple(_shuffled(pile, luck) for pile in state.stacks)
    return replace(state, stacks=stacks, orders=orders)


def _shuffled(pile: Stack, luck: Random) -> Stack:
    left = pile.photos[pile.dealt :]
    return replace(pile, photos=(*pile.photos[: pile.dealt], *luck.sample(left, len(left))))


def _piles(seed: int) -> State:
    return twin(table(3), None, Random(seed))


def _order(seat: int, letters: str) -> State:
    return placed(dealt(table(3)), seat, letters)


WORLDS: list[tuple[int, State, State, set[Viewer]]] = [
    (3, _piles(1), _piles(2), {Seat(0), Seat(1), Seat(2), None}),
    (3, _order(0, "ABCDE"), _order(0, "EDCBA"), {Seat(1), Seat(2), None}),
    (3, _order(2, "ABCDE"), _order(2, "ABCED"), {Seat(0), Seat(1), None}),
]
"""Players, one world, another, and who is blind to the difference; everybody else must see one."""
