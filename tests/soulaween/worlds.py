"""Pairs of tables that some people must not be able to tell apart: they differ in a first hat."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from games.contract import Seat, Viewer
from games.soulaween.guides import Guide
from games.soulaween.mat import HATS, Hat
from games.soulaween.table import State

ANN, BEN = Seat(0), Seat(1)


def choosing(ann: Hat | None, ben: Hat | None) -> State:
    return State((Guide("wuchang_1", ann), Guide("wuchang_2", ben)), phase="hats")


WORLDS: list[tuple[int, State, State, set[Viewer]]] = [
    (2, choosing("hei", None), choosing("bai", None), {BEN, None}),
    (2, choosing(None, "hei"), choosing(None, "bai"), {ANN, None}),
]


def unknown(state: State, eyes: Viewer) -> set[tuple[str, int, str]]:
    """Two first hats are chosen in secret (SW-Q11); all else lies open."""
    return {
        ("guides", seat, "hat")
        for seat, guide in enumerate(state.guides)
        if state.phase == "hats" and seat != eyes and guide.hat
    }


def twin(state: State, eyes: Viewer, luck: Random) -> State:
    """The same to `eyes`, with other first hats where those are still hidden."""
    hidden = unknown(state, eyes)
    ann, ben = (
        replace(guide, hat=luck.choice(HATS)) if ("guides", seat, "hat") in hidden else guide
        for seat, guide in enumerate(state.guides)
    )
    return replace(state, guides=(ann, ben))
