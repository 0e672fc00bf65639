"""What a match is remembered by, and the moments one would like to see again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Talk
from games.soulaween import GAME
from games.soulaween.guides import Guide, Token
from games.soulaween.patterns import Kind, SoulSet
from games.soulaween.rules import PUTS
from games.soulaween.table import Phase, State, Turn
from games.soulaween.talk import moments, talk
from tests.every_game import playthrough
from tests.soulaween.notation import ANN, BEN, VULTURE, last, panic, played, table, tamed

WON = replace(VULTURE, tokens=("vulture",) * 3)
ROW, DIAGONAL, BLOCK = (0, 1, 2, 3), (0, 5, 10, 15), (0, 1, 4, 5)


def won_by_ann(
    *,
    behind: int = 1,
    turn: int = 25,
    left: str = "GGRRG",
    cell: int = 3,
    flipped: tuple[int, ...] = (2, 7),
    cells: tuple[int, ...] = ROW,
    kind: Kind = "needle",
    won: Guide = WON,
) -> State:
    """Ann has won, in a match of which nothing else is remarkable."""
    set_of_four: Token = "vulture"
    loser = replace(VULTURE, tokens=(set_of_four,) * behind)
    reaped = SoulSet(kind, "tamed", cells)
    turns = Turn(ANN, cell, "tamed", flipped, reaped, "vulture")
    over: Phase = "over"
    return replace(table(left, won, loser, turn=turn), phase=over, last=turns)


def test_there_is_nothing_to_say_before_the_end() -> None:
    assert talk(table("GG")) is None


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (won_by_ann(), Talk("tamed", (ANN, BEN))),
        (won_by_ann(behind=0), Talk("shutout", (ANN, BEN))),
        (won_by_ann(behind=2), Talk("hair", (ANN, BEN))),
        (won_by_ann(cell=9), Talk("afar", (ANN, BEN), 2)),
        (won_by_ann(turn=14), Talk("quick", (ANN, BEN), 14)),
        (won_by_ann(turn=50), Talk("long", (ANN, BEN), 50)),
        (won_by_ann(flipped=()), Talk("untouched", (ANN, BEN))),
        (won_by_ann(flipped=(1, 2, 3, 4)), Talk("four", (ANN, BEN), 4)),
        (won_by_ann(left="GR."), Talk("few", (ANN, BEN), 2)),
        (won_by_ann(left="GGRR" * 3), Talk("crowd", (ANN, BEN), 12)),
        (won_by_ann(cells=DIAGONAL, cell=5), Talk("diagonal", (ANN, BEN))),
        (won_by_ann(cells=(3, 6, 9, 12)), Talk("diagonal", (ANN, BEN))),
        (won_by_ann(cells=BLOCK, cell=5, kind="cloth"), Talk("cloth", (ANN, BEN))),
        (won_by_ann(cells=BLOCK, cell=5, kind="scythe"), Talk("scythe", (ANN, BEN))),
    ],
    ids=lambda given: given.id if isinstance(given, Talk) else "",
)
def test_what_is_remarkable(state: State, said: Talk) -> None:
    assert talk(state) == said


def test_nobody_wins_after_three_hundred_turns() -> None:  # SW-Q17
    assert talk(won_by_ann(won=VULTURE, turn=PUTS)) == Talk("tired", (), 300)


def test_evenings_end_with_different_sentences() -> None:
    said = set()
    for seed in range(20):
        *_, end = playthrough("soulaween", 2, 4 * seed)
        found = talk(end.state)
        assert found
        said.add(found.id)
    assert len(said) >= 5


# ---- moments ----


def kinds(*states: State) -> dict[str, tuple[int, tuple[int, ...]]]:
    """Where each kind of moment is seen, and whose it is; a quiet turn at the end."""
    quiet = replace(states[-1], turn=states[-1].turn + 1)
    return {moment.id: (moment.move, moment.seats) for moment in moments((*states, quiet))}


def test_the_first_set() -> None:
    start = table("GGR.")
    ann = played(start, tamed(0, 3))
    ben = played(replace(ann, mat=start.mat), tamed(0, 3))
    assert kinds(start, ann, ben)["first"] == (1, (ANN,))


def test_several_sets_at_once() -> None:
    start = table(".GGG / R... / R... / R...")
    choice = played(start, tamed(0, 0))
    assert choice.phase == "put", "the neighbours turn over"
    start = table(".GGG / R... / G... / G...".replace("GGG", "RGG"))
    choice = played(start, tamed(0, 0))
    assert choice.phase == "reap"
    assert kinds(start, choice)["double"] == (1, (ANN,))


def test_four_turned_over() -> None:
    start = table(".G.. / R.R. / .G..")
    assert kinds(start, played(start, panic(1, 1)))["four"] == (1, (ANN,))
    assert "four" not in kinds(start, played(start, panic(0, 0)))


def test_a_full_mat() -> None:
    start = table("GRGR / RGRG / RGRG / GRG.")
    swept = played(start, panic(3, 3))
    assert last(swept).cleaned
    assert kinds(start, swept)["swept"] == (1, (ANN,))


@pytest.mark.parametrize("seed", [0, 4, 8])
def test_moments_of_a_match_are_where_they_are_said_to_be(seed: int) -> None:
    states = tuple(step.state for step in playthrough("soulaween", 2, seed))
    found = GAME.moments(states)
    assert 2 <= len(found) <= 5
    assert [m.move for m in found] == sorted(m.move for m in found)
    kinds = {moment.id: moment.move for moment in found}
    first = states[kinds["first"]].last
    assert first
    assert first.reaped
    assert not any(s.last and s.last.reaped for s in states[: kinds["first"]])
    assert 0 < kinds["turn"] < len(states)
