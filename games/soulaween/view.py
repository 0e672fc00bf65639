"""The table through somebody's eyes: all of it, but for the first hats until both are chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.contract import Seat, Viewer
from games.soulaween.guides import Guide, hat, reapable
from games.soulaween.mat import SIDES, Side, cells, empty, flips, leaving, put, shown
from games.soulaween.patterns import Scythe, SoulSet
from games.soulaween.rules import choices, mover
from games.soulaween.table import Phase, State, Turn


@dataclass(frozen=True)
class Preview:
    """What would come of a put."""

    cell: int
    side: Side
    flips: tuple[int, ...]
    takes: tuple[SoulSet, ...]
    """One of these would be reaped."""
    cleans: tuple[int, ...]
    """These would leave the full mat."""


@dataclass(frozen=True)
class View:
    me: Viewer
    phase: Phase
    turn: int
    mover: Seat
    guides: tuple[Guide, Guide]
    locked: frozenset[Seat]
    """Who has chosen a first hat; which one, nobody else sees before both have (SW-Q11)."""
    scythe: Scythe
    mat: tuple[Side | None, ...]
    supply: int
    jars: tuple[tuple[Side, ...], tuple[Side, ...]]
    """The side of what each has reaped, one after the other."""
    last: Turn | None
    choices: tuple[SoulSet, ...]
    """What the mover chooses from, for all to see."""
    previews: tuple[Preview, ...]
    """For every free cell and side: only for the seat that is to put."""


def view(state: State, viewer: Viewer) -> View:
    mat = shown(state.mat)
    putting = state.phase == "put" and viewer == mover(state)
    return View(
        me=viewer,
        phase=state.phase,
        turn=state.turn,
        mover=mover(state),
        guides=(_seen(state, Seat(0), viewer), _seen(state, Seat(1), viewer)),
        locked=_locked(state),
        scythe=state.scythe,
        mat=mat,
        supply=mat.count(None),
        jars=state.jars,
        last=state.last,
        choices=choices(state) if state.phase == "reap" else (),
        previews=tuple(_previews(state)) if putting else (),
    )


def _seen(state: State, seat: Seat, viewer: Viewer) -> Guide:
    guide = state.guides[seat]
    return guide if state.phase != "hats" or seat == viewer else replace(guide, hat=None)


def _locked(state: State) -> frozenset[Seat]:
    hats = enumerate(guide.hat for guide in state.guides)
    return frozenset(Seat(seat) for seat, hat in hats if hat and state.phase == "hats")


def _previews(state: State) -> Iterator[Preview]:
    guide = state.guides[mover(state)]
    for cell in empty(state.mat):
        turning = flips(state.mat, cell, hat(guide))
        for side in SIDES:
            mat = put(state.mat, cell, side, hat(guide))
            takes = reapable(mat, guide, state.scythe)
            gone = 0 if takes else leaving(mat, side)
            yield Preview(cell, side, turning, takes, cells(gone))
