"""Is this space, card or person one that may be named? If not, a sentence says why."""

from __future__ import annotations

from games.contract import Illegal, Seat
from games.soulfall import abilities, legal
from games.soulfall.board import BOARDS, Space
from games.soulfall.legal import destroyable, robbable
from games.soulfall.lords import CardId
from games.soulfall.table import State


def free(state: State, space: Space) -> None:
    if space not in BOARDS[len(state.tribes)].near:
        raise Illegal("There is no such space on this board.")
    if space not in legal.free(state):
        raise Illegal("That space is taken.")


def held(state: State, card: CardId) -> None:
    if card not in state.tribes[state.mover].hand:
        raise Illegal("That card is not in your hand.")


def target(state: State, space: Space) -> None:
    """Why this Nomad cannot be destroyed (SF-19, SF-20)."""
    where = abilities.effect(state).what
    if space in destroyable(state, state.mover, where):
        return
    me = state.tribes[state.mover]
    if space in (*me.nomads, *me.outposts):
        raise Illegal("That is your own. Choose a Nomad of somebody else.")
    if any(space in tribe.outposts for tribe in state.tribes):
        raise Illegal("An Outpost cannot be destroyed.")
    if not any(space in tribe.nomads for tribe in state.tribes):
        raise Illegal("No Nomad stands there.")
    if space not in destroyable(state, state.mover):
        raise Illegal("A tribe’s last Nomad cannot be destroyed.")
    if where == "beside":
        raise Illegal("That Nomad is not next to one of your markers.")
    raise Illegal("That tribe does not have more Nomads than you.")


def victim(state: State, seat: Seat) -> None:
    """Why no Shard can be taken there (SF-20)."""
    whom = abilities.effect(state).what
    if seat in robbable(state, state.mover, whom):
        return
    if seat == state.mover or seat not in range(len(state.tribes)):
        raise Illegal("Choose one of the other players.")
    if state.tribes[seat].shards == 1:
        raise Illegal("A tribe’s last Shard cannot be taken.")
    raise Illegal("Choose somebody with more Shards than you.")
