"""The moves there are: one list for whoever looks for one, people and computers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.soulfall.abilities import effect
from games.soulfall.legal import answers, buildable, devotable, free, habitable, open_actions
from games.soulfall.table import (
    Build,
    Choose,
    Destroy,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Place,
    Play,
    Populate,
    Prosper,
    State,
    Steal,
    Withdraw,
)


def moves(state: State) -> list[Move]:
    """What the mover may do now, without undoing."""
    seat, me = state.mover, state.tribes[state.mover]
    match state.phase:
        case "place":
            return [Place(space) for space in free(state)]
        case "action":
            return [move for action in open_actions(state) for move in _uses(state, action)]
        case "keep":
            return [Keep(card) for card in state.drawn]
        case "end":
            return [EndTurn()]
        case "choose":
            return [Choose(action) for action in _answers(state)]
        case "populate":
            return [Populate(space) for space in habitable(state, seat)]
        case "leap":
            return [Populate(space) for space in _answers(state)]
        case "build":
            return [Build(space) for space in buildable(me)]
        case "devote":
            return [Devote(card) for card in devotable(me)]
        case "withdraw":
            return [Withdraw(space) for space in _answers(state)]
        case "destroy":
            return [Destroy(space) for space in _answers(state)]
        case "steal" | "filch":
            return [Steal(other) for other in _answers(state)]
        case _:
            return []


def _answers(state: State) -> Sequence[Any]:
    return answers(state, state.mover, effect(state))


def _uses(state: State, action: str) -> list[Move]:
    me = state.tribes[state.mover]
    match action:
        case "draw":
            return [Draw()]
        case "prosper":
            return [Prosper()]
        case "populate":
            return [Populate(space) for space in habitable(state, state.mover)]
        case "build":
            return [Build(space) for space in buildable(me)]
        case "devote":
            return [Devote(card) for card in devotable(me)]
        case _:
            return [Play(card) for card in me.hand]
