"""A move can be taken back if it showed nobody anything and touched nobody else (SF-Q24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.contract import Illegal
from games.soulfall.table import Barrier, Beat, Before, State

NO_WAY_BACK: Mapping[Barrier, Callable[[], Illegal]] = {
    "turn": lambda: Illegal("There is nothing to undo yet."),
    "drawn": lambda: Illegal("You have seen new cards: that cannot be undone."),
    "turned": lambda: Illegal("A Lord card was turned up: that cannot be undone."),
    "stolen": lambda: Illegal("You have taken from somebody: that cannot be undone."),
    "destroyed": lambda: Illegal("Somebody’s Nomad was destroyed: that cannot be undone."),
}
"""Why nothing can be undone behind each barrier."""


def before(state: State) -> Before:
    me = state.tribes[state.mover]
    return Before(
        phase=state.phase,
        nomads=me.nomads,
        outposts=me.outposts,
        shards=me.shards,
        used=state.used,
        playing=state.playing,
        discard=len(state.discard),
        beats=len(state.log),
    )


def undo(state: State) -> State:
    """The last move, if it showed nobody anything and touched nobody else (SF-Q24)."""
    if not state.before:
        raise NO_WAY_BACK[state.barrier]()
    *before, then = state.before
    me = state.tribes[state.mover]
    mine = replace(me, nomads=then.nomads, outposts=then.outposts, shards=then.shards)
    log, undone = state.log[: then.beats], Beat(state.turn, state.mover, "undo")
    return replace(
        state,
        tribes=tuple(mine if tribe is me else tribe for tribe in state.tribes),
        phase=then.phase,
        used=then.used,
        playing=then.playing,
        discard=state.discard[: then.discard],
        before=tuple(before),
        log=log if log[-1:] == (undone,) else (*log, undone),
        fresh=1,
    )
