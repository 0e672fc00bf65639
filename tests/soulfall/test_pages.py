"""What phones and TV say of a match."""

from __future__ import annotations

import re

import pytest

from games.contract import Viewer
from games.soulfall.table import Play, State, Tribe
from tests.every_game import ISLANDS, room_of
from tests.soulfall.notation import ANN, played, table, tribe

FAR = tribe("E3")


def drawn(state: State, eyes: Viewer, island: str = "panel") -> str:
    seats = len(state.tribes)
    room = room_of("soulfall", state, seats)
    me = None if eyes is None else room.members[eyes]
    return str(ISLANDS.draw(room, me, "en", board=True)[island].html)


def read(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def panel(state: State, eyes: Viewer = ANN) -> str:
    return read(drawn(state, eyes))


# What a card of mine says before it is played


@pytest.mark.parametrize(
    ("card", "mine", "current"),
    [
        ("yshe-2", tribe("C3", hand="yshe-2"), "yshe-1"),  # the Nomad that goes home comes first
        ("oruun-1", tribe("C3 C2", hand="oruun-1"), "namu-3"),  # so does the Outpost
    ],
)
def test_a_card_that_works_does_not_say_that_it_does_nothing(
    card: str, mine: Tribe, current: str
) -> None:  # SF-Q8
    said = panel(table(mine, FAR, current=current))
    assert "Works now." in said
    assert "Does nothing now." not in said
    assert "Works now. You have" not in said


def test_a_last_card_that_a_draw_decides_does_not_say_that_it_does_nothing() -> None:  # SF-Q8
    said = panel(table(tribe(hand="ilmane-3"), FAR))
    assert "It depends on what you do first." in said
    assert "Does nothing now." not in said


def test_a_card_says_why_a_met_condition_does_nothing() -> None:  # SF-Q8
    said = panel(table(tribe("C3", 1, "sirel", "sirel-2"), FAR))
    assert "Does nothing now. Nobody there has a Shard to lose" in said


def test_a_card_whose_condition_is_not_met_says_with_which_numbers() -> None:
    said = panel(table(tribe("C3 C2", hand="yshe-1"), FAR))
    assert "Does not work now. You have 2." in said


# What a card asks


def test_the_only_action_a_card_offers_is_said_to_be_the_only_one() -> None:  # SF-Q25
    state = table(tribe("C3", 2, "korr", "thessa-2 korr-1"), FAR, current="thessa-1")
    only = "Nothing else is possible. The others cannot tell."
    assert only in panel(played(state, Play("thessa-2")))
    more = table(tribe("C3", 2, "", "thessa-2 korr-1"), FAR, current="thessa-1")
    assert only not in panel(played(more, Play("thessa-2")))
