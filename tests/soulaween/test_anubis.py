from __future__ import annotations

from dataclasses import replace

import pytest

from games.soulaween.guides import Guide
from games.soulaween.mat import Side
from games.soulaween.rules import result
from games.soulaween.table import Put
from tests.soulaween.notation import (
    ANN,
    ANUBIS,
    BEN,
    DEATH,
    VULTURE,
    drawn,
    panic,
    played,
    table,
    tamed,
)


def test_anubis_wins_with_three_tokens_of_any_side() -> None:  # SW-22
    near = replace(ANUBIS, tokens=("tamed", "panic"))
    end = played(table("GGR.", ann=near), tamed(0, 3))
    assert end.guides[ANN].tokens == ("tamed", "panic", "tamed")
    assert result(end)


@pytest.mark.parametrize(("before", "side"), [("GGR.", "tamed"), ("RRG.", "panic")])
def test_the_token_shows_the_side_and_binds_the_rival(before: str, side: Side) -> None:  # SW-23
    after = played(table(before, ann=ANUBIS), Put(3, side))
    assert after.guides == (replace(ANUBIS, tokens=(side,)), replace(VULTURE, bound=side))


BOUND = replace(VULTURE, bound="tamed")
FORBIDDEN = ".... / R... / R.RG / RGRR"


def test_who_is_bound_reaps_that_side_only() -> None:  # SW-23, SW-Q6
    after = played(table(FORBIDDEN, ann=ANUBIS, ben=BOUND, turn=2), tamed(2, 1))
    assert drawn(after.mat) == ".... / R... / .... / RRRR"
    assert after.guides[BEN].tokens == ("vulture",)


def test_a_forbidden_line_stays_for_the_other_player() -> None:  # SW-Q6, SW-11
    after = played(table(FORBIDDEN, ann=ANUBIS, ben=BOUND, turn=2), tamed(2, 1), tamed(0, 3))
    assert drawn(after.mat) == "...G / R..."
    assert after.guides[ANN].tokens == ("panic",)


def test_a_forbidden_line_does_not_stop_the_clean_up() -> None:  # SW-Q6, SW-Q7
    after = played(table(".GRG / GRGR / GGRG / RRRR", ann=BOUND), panic(0, 0))
    assert drawn(after.mat) == "...G / ..G. / GG.G"
    assert after.guides[ANN] == BOUND


def test_only_the_newest_token_binds() -> None:  # SW-24, SW-Q8
    once = replace(ANUBIS, tokens=("tamed",))
    after = played(table("RRG.", ann=once, ben=BOUND), panic(0, 3))
    assert after.guides[BEN].bound == "panic"


def test_a_token_frees_who_takes_it() -> None:  # SW-25
    after = played(table("GGR.", ben=BOUND, turn=2), tamed(0, 3))
    assert after.guides[BEN] == replace(VULTURE, tokens=("vulture",))


def test_death_is_bound_in_all_three_patterns() -> None:  # SW-26, SW-Q5
    death = replace(DEATH, bound="tamed")
    left = played(table("RG.. / G...", ann=death), panic(1, 1))
    assert drawn(left.mat) == "RR.. / RR.."
    assert left.guides[ANN] == death
    assert played(table("GR.. / R...", ann=death), tamed(1, 1)).guides[ANN].tokens == ("cloth",)


def test_anubis_and_osiris_bind_each_other() -> None:  # SW-27
    osiris = Guide("osiris", bound="panic")
    after = played(table("RRG.", ann=ANUBIS, ben=osiris, turn=2), panic(0, 3))
    assert after.guides[BEN] == Guide("osiris", tokens=("panic",))
    assert after.guides[ANN].bound == "panic"


def test_nothing_to_reap_changes_no_restriction() -> None:  # SW-Q16
    assert played(table("", ann=BOUND), tamed(0, 0)).guides[ANN] == BOUND
