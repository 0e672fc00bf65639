"""A move can be taken back if it showed nobody anything and touched nobody else (SF-Q24)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.soulfall.rules import apply
from games.soulfall.table import (
    Before,
    Build,
    Choose,
    Destroy,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Play,
    Populate,
    Prosper,
    State,
    Steal,
    Undo,
    Withdraw,
)
from games.soulfall.view import view
from tests.soulfall.notation import ANN, BEN, done, new, played, refused, table, tribe

FAR = tribe("E3")
SEEN = "You have seen new cards: that cannot be undone."
TURNED = "A Lord card was turned up: that cannot be undone."
STOLEN = "You have taken from somebody: that cannot be undone."
DESTROYED = "Somebody’s Nomad was destroyed: that cannot be undone."


def as_it_was(before: State, after: State) -> bool:
    """But for the log, and the number of moves, which also counts what was taken back."""
    told = {"log": before.log, "fresh": before.fresh, "moves": before.moves}
    return replace(after, **told) == before  # type: ignore[arg-type]  # three fields of it


@pytest.mark.parametrize("move", [Populate("C4"), Prosper(), Build("C3")])
def test_what_touches_nobody_else_can_be_undone(move: Move) -> None:
    state = table(tribe("C3 C2", 2, "", "vael-1"), FAR)
    assert as_it_was(state, played(state, move, Undo()))


def test_one_move_after_the_other_is_undone_back_to_the_start_of_the_turn() -> None:
    start = table(tribe("C3 C2"), FAR)
    one = played(start, Populate("C4"))
    two = played(one, Build("C3"))
    three = played(two, Prosper())
    assert three.phase == "end"
    back = played(three, Undo())
    assert as_it_was(two, back)
    back = played(back, Undo())
    assert as_it_was(one, back)
    back = played(back, Undo())
    assert as_it_was(start, back)
    assert refused(back, Undo()) == "There is nothing to undo yet."


def test_after_undoing_another_move_is_free() -> None:
    state = played(table(tribe(), FAR), Populate("C4"), Undo(), Populate("C2"))
    assert state.tribes[ANN].nomads == ("C3", "C2")
    assert state.used == ("populate",)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((Draw(),), SEEN),
        ((Draw(), Keep("bohn-1")), SEEN),
        ((Devote("oruun-1"),), TURNED),
        ((Play("oruun-1"),), TURNED),
        ((Devote("yshe-1"),), STOLEN),
    ],
)
def test_behind_each_barrier_the_refusal_says_why(moves: tuple[Move, ...], said: str) -> None:
    ann = tribe("C3", hand="oruun-1 yshe-1")
    state = table(ann, tribe("E3", 1, "yshe"), pile="bohn-1 bohn-2")
    after = played(state, *moves)
    assert refused(after, Undo()) == said
    assert view(after, ANN).back
    later = played(after, Prosper()) if after.phase == "action" else after
    if later is not after:
        assert as_it_was(after, played(later, Undo()))


def test_what_was_stolen_or_destroyed_stays_so() -> None:
    ben = tribe("E3 E2", 3, hand="korr-1 korr-2")
    thief = table(tribe("C3", 1, "sirel", "sirel-2"), ben, tribe("G1", 2), pile="bohn-1")
    asked = played(thief, Play("sirel-2"), Keep("bohn-1"))
    assert refused(played(asked, Steal(BEN)), Undo()) == STOLEN
    hand = table(tribe("C3", hand="dral-3"), ben)
    assert refused(played(hand, Play("dral-3"), Populate("C4")), Undo()) == STOLEN
    vow = table(tribe("C3", hand="korr-2"), tribe("E3", 1, "bohn"), pile="oruun-1 bohn-1")
    assert refused(played(vow, Play("korr-2"), Keep("oruun-1")), Undo()) == STOLEN
    ruin = table(tribe("C3", hand="ashkar-3"), ben, current="ashkar-1")
    after = played(ruin, Play("ashkar-3"), Populate("C4"), Destroy("E2"))
    assert refused(after, Undo()) == DESTROYED


def test_within_a_lord_card_the_choices_can_be_undone() -> None:
    """Back to the card that was turned up, and no further."""
    state = table(tribe("C3 C2", 2, "namu", "ilmane-1"), FAR, current="namu-3")
    asked = played(state, Play("ilmane-1"))
    chosen = played(asked, Choose("populate"))
    settled = played(chosen, Populate("C4"))
    assert settled.phase == "choose"
    back = played(settled, Undo())
    assert as_it_was(chosen, back)
    back = played(back, Undo())
    assert as_it_was(asked, back)
    assert refused(back, Undo()) == TURNED


def test_the_last_answer_to_a_card_takes_it_from_the_discards_again() -> None:
    state = table(tribe("C3 C2 C4 B2", 2, hand="yshe-1"), FAR)
    asked = played(state, Play("yshe-1"))
    after = played(asked, Withdraw("B2"))
    assert after.discard[-1] == "yshe-1"
    assert as_it_was(asked, played(after, Undo()))


def test_the_turn_of_another_cannot_be_undone() -> None:
    state = played(table(tribe(), FAR), Populate("C4"), Prosper(), Build("C3"), EndTurn())
    assert state.mover == BEN
    assert refused(state, Undo()) == "There is nothing to undo yet."


def test_the_log_says_that_something_was_undone() -> None:
    state = table(tribe(), FAR)
    once = played(state, Prosper(), Undo())
    assert done(once.log) == ["undo"]
    assert once.fresh == 1
    assert done(played(once, Prosper(), Undo()).log) == ["undo"]


def test_undoing_needs_no_luck() -> None:
    state = played(table(tribe(), FAR), Populate("C4"))
    assert apply(state, ANN, Undo(), Random(1)) == apply(state, ANN, Undo(), Random(2))


def test_the_question_after_undoing_is_a_new_one() -> None:
    state = played(new(), *[])
    assert state.moves == 0
    before = table(tribe(), FAR)
    after = played(before, Prosper(), Undo())
    assert after.moves == before.moves + 2


def test_what_is_kept_for_undoing_is_gone_with_the_turn() -> None:
    state = played(table(tribe(), FAR), Populate("C4"), Prosper(), Build("C3"))
    assert len(state.before) == 3
    assert all(isinstance(it, Before) for it in state.before)
    assert played(state, EndTurn()).before == ()


def test_the_mover_sees_what_would_be_undone() -> None:
    state = played(table(tribe(), FAR), Populate("C4"))
    back = view(state, ANN).back
    assert back
    assert back.why is None
    assert back.beat
    assert (back.beat.done, back.beat.space) == ("populate", "C4")
    assert view(state, BEN).back is None
    assert view(state, None).back is None
