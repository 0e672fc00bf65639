"""Tables of Soulfall in few letters: `tribe("C3 C2*")`, a Nomad on C3 and an Outpost on C2."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games.contract import Illegal, Memory, Seat
from games.soulfall.lords import CARDS, CardId
from games.soulfall.rules import apply, ask, setup
from games.soulfall.table import (
    Beat,
    Build,
    Choose,
    Destroy,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Options,
    Place,
    Play,
    Populate,
    Prosper,
    State,
    Steal,
    Tribe,
    Undo,
    Withdraw,
)

ANN, BEN, CID, DOT = map(Seat, range(4))
LUCK = Random(0)


def tribe(markers: str = "C3", shards: int = 1, devotions: str = "", hand: str = "") -> Tribe:
    spaces = markers.split()
    return Tribe(
        nomads=tuple(space for space in spaces if not space.endswith("*")),
        outposts=tuple(space[:-1] for space in spaces if space.endswith("*")),
        shards=shards,
        devotions=tuple(devotions.split()),
        hand=tuple(hand.split()),
    )


def table(*tribes: Tribe, current: CardId = "namu-3", pile: str = "", **more: Any) -> State:
    """Ann's turn; the pile begins with these cards and goes on with whatever is left."""
    lying = {current, *pile.split(), *(card for it in tribes for card in it.hand)}
    rest = [card for card in CARDS if card not in lying]
    given: dict[str, Any] = {"mover": ANN, "phase": "action", "turn": 1, **more}
    return State(tribes=tribes, pile=(*pile.split(), *rest), discard=(current,), **given)


def new(seats: int = 2, seed: int = 0, options: Options = Options()) -> State:  # noqa: B008  frozen
    return setup(seats, options, Memory(), Random(seed))


def played(state: State, *moves: Move) -> State:
    """The moves of whoever is to move."""
    for move in moves:
        asked = ask(state, state.mover)
        assert asked
        assert move.kind in asked.kinds, (move, state.phase)
        state = apply(state, state.mover, move, LUCK)
    return state


def refused(state: State, move: Move) -> str:
    """In which words."""
    with pytest.raises(Illegal) as no:
        apply(state, state.mover, move, LUCK)
    said = no.value
    one = not said.many or said.values["count"] == 1
    return (said.text if one else said.many).format(**said.values)


def numbers(tribe: Tribe) -> tuple[int, int, int, int, int]:
    """Nomads, Outposts, Shards, Devotions, cards in hand."""
    return (
        len(tribe.nomads),
        len(tribe.outposts),
        tribe.shards,
        len(tribe.devotions),
        len(tribe.hand),
    )


def done(beats: Sequence[Beat]) -> list[str]:
    return [beat.done for beat in beats]


def moves(state: State) -> list[Move]:
    """Every move that the rules allow, found by trying; *Undo* is none."""
    board = [f"{row}{place}" for row in "ABCDEFG" for place in range(1, 8)]
    cards = [*CARDS]
    found: list[Move] = [Draw(), Prosper(), EndTurn()]
    for kind in (Place, Populate, Build, Withdraw, Destroy):
        found += [kind(space) for space in board]
    for of_cards in (Keep, Devote, Play):
        found += [of_cards(card) for card in cards]
    found += [Choose(it) for it in ("draw", "populate", "prosper", "build", "devote", "play")]
    found += [Steal(Seat(seat)) for seat in range(len(state.tribes))]
    return [move for move in found if legal(state, move)]


def legal(state: State, move: Move) -> bool:
    asked = ask(state, state.mover)
    if asked is None or move.kind not in asked.kinds:
        return False
    try:
        apply(state, state.mover, move, Random(0))
    except Illegal:
        return False
    return not isinstance(move, Undo)
