from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.contract import Illegal, Seat
from games.soulaween.guides import Guide
from games.soulaween.rules import apply
from games.soulaween.table import Move, Reap, State, Turn, Wear
from tests.soulaween.notation import (
    ANN,
    BEN,
    DEATH,
    HEI,
    VULTURE,
    mat,
    row,
    table,
    tamed,
)


@pytest.mark.parametrize(
    ("guide", "cells", "sentence"),
    [
        (VULTURE, (0, 1, 2), "not four souls"),
        (VULTURE, (0, 0, 1, 2), "not four souls"),
        (VULTURE, (0, 1, 2, 99), "not four souls"),
        (VULTURE, (4, 5, 6, 7), "not four souls"),
        (VULTURE, (8, 9, 10, 11), "not four souls"),
        (VULTURE, (0, 1, 4, 5), "Only Little Death and Papa Death"),
        (replace(DEATH, tokens=("needle",)), (0, 1, 2, 3), "You have that token already"),
        (replace(VULTURE, bound="panic"), (0, 1, 2, 3), "only panic souls"),
        (replace(VULTURE, bound="tamed"), (12, 13, 14, 15), "only tamed souls"),
    ],
)
def test_a_set_that_cannot_be_reaped_is_refused_in_words(
    guide: Guide, cells: tuple[int, ...], sentence: str
) -> None:
    state = State(
        (guide, VULTURE),
        phase="reap",
        mat=mat("GGGG / GG.G / .... / RRRR"),
        last=Turn(ANN, 15, "panic", ()),
    )
    with pytest.raises(Illegal, match=sentence):
        apply(state, ANN, Reap(cells), Random(0))


def test_who_has_no_hats_cannot_change_them() -> None:
    with pytest.raises(Illegal, match="Only a Wuchang"):
        apply(table(""), ANN, Wear("bai"), Random(0))


@pytest.mark.parametrize(("seat", "move"), [(BEN, tamed(0, 0)), (ANN, row(0)), (BEN, Wear("bai"))])
def test_what_is_not_asked_has_to_wait(seat: Seat, move: Move) -> None:
    with pytest.raises(Illegal, match="has to wait"):
        apply(table("GGGG", ann=HEI, ben=HEI), seat, move, Random(0))
