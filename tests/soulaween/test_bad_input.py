from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.contract import Illegal
from games.soulaween.guides import Guide
from games.soulaween.rules import apply
from games.soulaween.table import Reap, State, Turn
from tests.soulaween.notation import (
    ANN,
    DEATH,
    VULTURE,
    mat,
)

NOT_FOUR = "Those are not four souls of one side that can be reaped together."
ONLY = "The other player’s token lets you reap only {side} souls next."


@pytest.mark.parametrize(
    ("guide", "cells", "sentence"),
    [
        (VULTURE, (0, 1, 2), NOT_FOUR),
        (VULTURE, (0, 0, 1, 2), NOT_FOUR),
        (VULTURE, (0, 1, 2, 99), NOT_FOUR),
        (VULTURE, (4, 5, 6, 7), NOT_FOUR),
        (VULTURE, (8, 9, 10, 11), NOT_FOUR),
        (VULTURE, (0, 1, 4, 5), "Only Little Death and Papa Death can reap that."),
        (replace(DEATH, tokens=("needle",)), (0, 1, 2, 3), "You have that token already."),
        (replace(VULTURE, bound="panic"), (0, 1, 2, 3), ONLY.format(side="panic")),
        (replace(VULTURE, bound="tamed"), (12, 13, 14, 15), ONLY.format(side="tamed")),
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
    with pytest.raises(Illegal) as refused:
        apply(state, ANN, Reap(cells), Random(0))
    assert refused.value.text == sentence
