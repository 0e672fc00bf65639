from __future__ import annotations

from dataclasses import replace
from random import Random

from games.soulaween.mat import HATS
from games.soulaween.rules import apply, ask, hides, mover, result
from games.soulaween.table import Options, Wear
from games.soulaween.view import view
from tests.soulaween.notation import (
    ANN,
    BAI,
    BEN,
    HEI,
    drawn,
    last,
    new,
    panic,
    played,
    table,
    tamed,
)


def test_bai_turns_the_souls_at_its_corners() -> None:  # SW-20
    after = played(table("R.G. / .... / G.R.", ann=BAI), panic(1, 1))
    assert drawn(after.mat) == "G.R. / .R.. / R.G."
    assert last(after).flipped == (2, 10, 8, 0)


def test_hei_flips_as_in_the_simple_mode() -> None:  # SW-20
    before = ".R.. / G.R. / .G.."
    assert played(table(before, ann=HEI), panic(1, 1)).mat == played(table(before), panic(1, 1)).mat


def test_only_the_wuchang_player_is_asked_for_a_first_hat() -> None:  # SW-20
    start = new(Options(mode="standard", first_card="anubis", second_card="wuchang_1"))
    assert ask(start, ANN) is None
    chosen = apply(start, BEN, Wear("bai"), Random(0))
    assert [guide.hat for guide in view(chosen, None).guides] == [None, "bai"]
    assert ask(chosen, ANN)


def test_two_first_hats_are_chosen_in_secret_and_shown_together() -> None:  # SW-Q11
    start = new(Options(mode="standard", first_card="wuchang_1", second_card="wuchang_2"))
    chosen = apply(start, ANN, Wear("bai"), Random(0))
    assert [guide.hat for guide in view(chosen, ANN).guides] == ["bai", None]
    assert [guide.hat for guide in view(chosen, BEN).guides] == [None, None]
    assert view(chosen, None).locked == {ANN}
    both = apply(apply(chosen, ANN, Wear("hei"), Random(0)), BEN, Wear("bai"), Random(0))
    assert [guide.hat for guide in view(both, None).guides] == ["hei", "bai"]
    assert both.phase == "put"


def test_only_the_first_of_two_hats_is_ever_hidden() -> None:  # SW-Q11
    two = new(Options(mode="standard", first_card="wuchang_1", second_card="wuchang_2"))
    one = new(Options(mode="standard", first_card="wuchang_1", second_card="anubis"))
    assert hides(two)
    assert hides(apply(two, ANN, Wear("bai"), Random(0)))
    both = apply(apply(two, ANN, Wear("bai"), Random(0)), BEN, Wear("hei"), Random(0))
    assert not hides(both)
    assert not hides(played(both, tamed(0, 0)))  # the hat at the end of a turn is public
    assert not hides(one)
    assert not hides(new(Options()))


def test_a_first_hat_can_be_changed_while_the_other_thinks() -> None:  # SW-Q11
    start = new(Options(mode="standard", first_card="wuchang_1", second_card="wuchang_2"))
    chosen = apply(start, ANN, Wear("bai"), Random(0))
    changeable, open_ = ask(chosen, ANN), ask(chosen, BEN)
    assert changeable
    assert not changeable.waiting
    assert open_
    assert open_.waiting


def test_each_own_turn_ends_with_the_hat_for_the_own_next_flip() -> None:  # SW-21
    state = played(table("", ann=HEI, ben=BAI), tamed(0, 0))
    asked = ask(state, ANN)
    assert asked
    assert asked.kinds == {"hat"}
    assert ask(state, BEN) is None
    state = played(state, Wear("bai"), tamed(0, 1), Wear("bai"))
    assert last(state).flipped == ()
    assert last(played(state, tamed(1, 1))).flipped == (0,)


def test_everybody_flips_by_the_own_hat() -> None:  # SW-20, SW-21
    before = "R.G. / .G.. / G.R."
    assert last(played(table(before, ann=HEI, ben=BAI), panic(0, 1))).flipped == (2, 5, 0)
    assert last(played(table(before, ann=HEI, ben=BAI, turn=2), panic(0, 1))).flipped == ()


def test_a_hat_is_chosen_for_oneself_alone() -> None:  # SW-21
    for ben in (HEI, BAI):
        for hat in HATS:
            state = played(table("", ann=HEI, ben=ben), tamed(0, 0), Wear(hat))
            assert state.guides == (replace(HEI, hat=hat), ben)


def test_a_first_hat_leaves_the_others_alone() -> None:  # SW-Q11
    start = new(Options(mode="standard", first_card="wuchang_1", second_card="wuchang_2"))
    one = apply(start, BEN, Wear("bai"), Random(0))
    assert [guide.hat for guide in one.guides] == [None, "bai"]
    both = apply(one, ANN, Wear("hei"), Random(0))
    assert [guide.hat for guide in both.guides] == ["hei", "bai"]


def test_no_hat_is_changed_while_a_soul_is_to_be_put() -> None:  # SW-21
    state = table("", ann=HEI, ben=BAI)
    asked = ask(state, ANN)
    assert asked
    assert asked.kinds == {"put"}
    assert ask(state, BEN) is None


def test_a_hat_may_be_kept() -> None:  # SW-Q12
    state = played(table("", ann=HEI), tamed(0, 0), Wear("hei"))
    assert state.guides[ANN] == HEI
    assert mover(state) == BEN
    assert state.turn == 2


def test_the_hat_comes_after_the_clean_up() -> None:  # SW-21
    state = played(table("RG.R / GRGG / GGGR / GRRR", ann=HEI), panic(0, 2))
    assert state.phase == "hat"
    assert last(state).cleaned


def test_a_winning_reap_asks_for_no_hat() -> None:  # SW-Q12, SW-22
    end = played(table("GGR.", ann=replace(HEI, tokens=("wuchang",) * 2)), tamed(0, 3))
    won = result(end)
    assert won
    assert won.winners == {ANN}
    assert ask(end, ANN) is None
