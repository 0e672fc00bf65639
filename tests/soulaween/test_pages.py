"""What the pages of Soulaween show, where templates have to think."""

from __future__ import annotations

import re
from dataclasses import replace

from games.contract import Seat
from games.soulaween.mat import Mat
from games.soulaween.table import State
from games.soulaween.view import view
from tests.every_game import playthrough, room_of, seen


def choosing() -> State:
    """A moment in which one of several sets must be reaped."""
    for seed in range(0, 400, 3):
        for step in playthrough("soulaween", 2, seed):
            if step.state.phase == "reap":
                state: State = step.state
                return state
    raise AssertionError("never")


def test_every_set_to_choose_from_is_marked_on_its_own_cells() -> None:
    state = choosing()
    choices = view(state, None).choices
    html = seen(room_of("soulaween", state, 2), None)
    cells = re.findall(r'<span class="soulaween-cell([^"]*)"', html)
    for number, souls in enumerate(choices, 1):
        marked = {cell for cell, classes in enumerate(cells) if f"marks-{number}" in classes}
        assert marked == set(souls.cells)


def test_the_row_is_read_out_cell_by_cell() -> None:
    mat = Mat(tamed=0b0001, panic=0b0100)
    html = seen(room_of("soulaween", replace(choosing(), phase="put", mat=mat), 2), None)
    assert "Row 1: tamed soul, empty, panic soul, empty." in html


def test_the_mover_hears_what_a_put_would_do() -> None:
    state = State(guides=choosing().guides, mat=Mat(tamed=1))
    html = seen(room_of("soulaween", state, 2), Seat(0))
    assert 'aria-label="B1, empty. Flips one."' in html
    assert 'aria-label="D4, empty. Flips nothing."' in html
