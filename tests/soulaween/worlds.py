"""Pairs of tables that some people must not be able to tell apart: they differ in a first hat."""

from __future__ import annotations

from games.contract import Seat, Viewer
from games.soulaween.guides import Guide
from games.soulaween.mat import Hat
from games.soulaween.table import State

ANN, BEN = Seat(0), Seat(1)


def choosing(ann: Hat | None, ben: Hat | None) -> State:
    return State((Guide("wuchang_1", ann), Guide("wuchang_2", ben)), phase="hats")


WORLDS: list[tuple[int, State, State, set[Viewer]]] = [
    (2, choosing("hei", None), choosing("bai", None), {BEN, None}),
    (2, choosing(None, "hei"), choosing(None, "bai"), {ANN, None}),
]
