"""What a match is remembered by: the least likely that happened; and moments to see again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.contract import Highlight, Seat, Talk
from games.soulfall import GAME
from games.soulfall.lords import LORDS
from games.soulfall.table import Beat, State, Tribe
from games.soulfall.talk import moments, sayings, talk
from tests.every_game import playthrough
from tests.soulfall.notation import ANN, BEN, CID, table, tribe

EVENINGS = 30
SPACES = [f"{row}{place}" for row in "ABCDE" for place in range(1, 4)]


def having(nomads: int, devotions: int, shards: int, outposts: int) -> Tribe:
    """(Nomads + Devotions) × (Shards + Outposts), as SF-24 has it."""
    markers = SPACES[:nomads] + [f"{space}*" for space in SPACES[nomads : nomads + outposts]]
    return tribe(" ".join(markers), shards, " ".join(LORDS[:devotions]))


def over(*tribes: Tribe, **more: Any) -> State:
    return table(*tribes, phase="over", **more)


def said(state: State) -> set[Talk]:
    """Whatever could be said."""
    return {talk for _, talk in sayings(state)}


def kind(state: State, name: str) -> set[Talk]:
    return {it for it in said(state) if it.id == name}


def deed(done: Any, seat: Seat = ANN, other: Seat | None = None) -> Beat:
    return Beat(9, seat, done, other=other)


def test_there_is_nothing_to_say_before_the_end() -> None:
    assert talk(table(having(5, 2, 4, 2), tribe())) is None


def test_what_is_least_likely_is_said() -> None:
    """Who loses with more things is rarer than who wins by eight points (SF-24)."""
    fewer = over(having(4, 0, 4, 0), having(8, 0, 1, 0))
    assert {Talk("fewer", (ANN, BEN), 8, 9), Talk("ahead", (ANN,), 8)} <= said(fewer)
    assert talk(fewer) == Talk("fewer", (ANN, BEN), 8, 9)


def test_one_more_thing_would_have_won() -> None:
    """8 × 4 are 32 and 6 × 5 are 30: a Nomad would bring five, a Shard six."""
    assert kind(over(having(8, 0, 4, 0), having(4, 2, 4, 1)), "hair") == {
        Talk("hair", (BEN,), about="shard")
    }
    assert kind(over(having(8, 0, 4, 0), having(5, 0, 5, 1)), "hair") == {
        Talk("hair", (BEN,), about="nomad")
    }
    assert not kind(over(having(8, 0, 4, 0), having(4, 0, 6, 0)), "hair"), "level is not enough"


def test_more_things_and_fewer_points() -> None:  # SF-24
    match = over(having(5, 0, 5, 0), having(7, 2, 1, 1))
    assert kind(match, "fewer") == {Talk("fewer", (ANN, BEN), 10, 11)}
    assert kind(match, "spread") == {Talk("spread", (BEN,), 9, 2)}, "6 × 5 are more than 25"
    match = over(having(6, 0, 5, 0), having(7, 2, 1, 1))
    assert not kind(match, "fewer")
    assert not kind(match, "spread"), "6 × 5 are no more than 30"


def test_who_had_most_of_something() -> None:
    match = over(having(1, 4, 9, 0), having(1, 3, 8, 0))
    assert kind(match, "devout") == {Talk("devout", (ANN,), 4)}
    assert kind(match, "rich") == {Talk("rich", (ANN,), 9)}


def test_what_was_taken_in_the_last_turns() -> None:
    log = (
        deed("steal", BEN, ANN),
        deed("covet", BEN, ANN),
        deed("destroy", ANN, CID),
        deed("devote", CID),
    )
    match = over(having(2, 0, 2, 0), tribe("B1"), tribe("B2"), log=log)
    assert kind(match, "late") == {Talk("late", (BEN, ANN), 2), Talk("late", (ANN, CID), 1)}


def test_what_the_tower_was_worth() -> None:
    """16 + 5 against 20, and against 16."""
    ann = having(4, 0, 4, 0)
    assert kind(over(ann, having(5, 0, 4, 0), tower=ANN), "tower") == {Talk("tower", (ANN, BEN))}
    assert not kind(over(ann, having(4, 0, 4, 0), tower=ANN), "tower")
    assert kind(over(ann, having(6, 0, 4, 0), tower=ANN), "owner") == {Talk("owner", (ANN, BEN))}
    assert not kind(over(ann, having(5, 0, 4, 0), tower=ANN), "owner")


@pytest.mark.parametrize(
    ("ben", "words"),
    [
        (having(4, 0, 3, 1), Talk("level", (ANN, BEN), 16)),
        (having(5, 0, 3, 0), Talk("ahead", (ANN,), 1)),
        (having(5, 0, 4, 0), Talk("ahead", (BEN,), 4)),
    ],
)
def test_how_it_ended(ben: Tribe, words: Talk) -> None:
    assert words in said(over(having(4, 0, 4, 0), ben, having(1, 0, 1, 0)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_evenings_end_with_different_sentences(seats: int) -> None:
    """Of two evenings, any two of thirty, four times in five at least."""
    ends = Counter[Talk]()
    for seed in range(EVENINGS):
        *_, end = playthrough(
            "soulfall", seats, seed * len(GAME.bots)
        )  # the easy computers are quick
        found = talk(end.state)
        assert found
        ends[found] += 1
    alike = sum(times * (times - 1) for times in ends.values())
    assert alike / (EVENINGS * (EVENINGS - 1)) <= 1 / 5
    assert len({talk.id for talk in ends}) >= 4


# ---- moments ----


def seen(*beats: Beat) -> set[Highlight]:
    """What is looked back at, where these have just happened."""
    begun = table(tribe("C3"), tribe("A1"), tribe("A2"))
    return {*moments((begun, replace(begun, log=beats, fresh=len(beats))))}


def test_the_tower_and_what_was_taken_or_destroyed() -> None:
    assert seen(deed("tower", BEN)) == {Highlight(1, "tower", (BEN,))}
    assert seen(deed("destroy", ANN, CID)) == {Highlight(1, "destroyed", (ANN, CID))}
    for done in ("steal", "covet", "filch", "devote"):
        assert seen(deed(done, BEN, ANN)) == {Highlight(1, "taken", (BEN, ANN))}
    assert seen(deed("devote"), deed("populate")) == set(), "a Devotion from the table"


def test_of_every_kind_the_first() -> None:
    begun = table(tribe("C3"), tribe("A1"), tribe("A2"))
    one = replace(begun, log=(deed("steal", ANN, BEN),), fresh=1)
    two = replace(one, log=(*one.log, deed("steal", CID, BEN)))
    assert moments((begun, one, two, two)) == (Highlight(1, "taken", (ANN, BEN)),)


def test_the_turn_that_brought_most() -> None:
    """Ann gets from 1 to 2, Ben from 2 to 4; what others lose or gain is not theirs."""
    course = [
        (1, ANN, having(1, 0, 1, 0), having(2, 0, 1, 0)),
        (1, ANN, having(2, 0, 1, 0), having(2, 0, 1, 0)),
        (2, BEN, having(2, 0, 1, 0), having(2, 0, 1, 0)),
        (2, BEN, having(2, 0, 1, 0), having(2, 0, 2, 0)),
        (3, ANN, having(9, 0, 1, 0), having(2, 0, 2, 0)),
    ]
    states = tuple(table(*tribes, turn=turn, mover=who) for turn, who, *tribes in course)
    assert Highlight(3, "best", (BEN,)) in moments(states)


def test_where_the_winner_came_ahead_for_good() -> None:
    course = [(1, 1), (2, 1), (2, 3), (3, 3), (4, 3), (5, 4)]
    states = [table(having(1, 0, ann, 0), having(1, 0, ben, 0), turn=0) for ann, ben in course]
    end = replace(states[-1], phase="over")
    assert moments((*states, end)) == (Highlight(4, "turn", (ANN,)),)
    shared = over(having(1, 0, 4, 0), having(1, 0, 4, 0), turn=0)
    assert moments((*states, shared)) == ()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_of_each_kind_one_moment_in_the_order_of_the_match(seats: int) -> None:
    for seed in (0, 3):
        states = tuple(step.state for step in playthrough("soulfall", seats, seed))
        found = GAME.moments(states)
        assert 0 < len(found) <= 5
        assert [m.move for m in found] == sorted(m.move for m in found)
        assert len({m.id for m in found}) == len(found)
        assert all(0 < m.move < len(states) for m in found)
