from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.contract import Result, Seat
from games.soulfall import GAME
from games.soulfall.board import BOARDS
from games.soulfall.legal import current_lord, destroyable, free, supply
from games.soulfall.lords import CARDS, LORDS
from games.soulfall.rules import apply, ask, memory, result
from games.soulfall.scoring import count, reserve
from games.soulfall.table import (
    Build,
    Choose,
    Destroy,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Place,
    Play,
    Populate,
    Prosper,
    State,
    Steal,
    Tribe,
    Withdraw,
)
from tests.soulfall.notation import (
    ANN,
    BEN,
    CID,
    DOT,
    done,
    new,
    numbers,
    played,
    refused,
    table,
    tribe,
)

FAR = tribe("E3")
"""A tribe that is in nobody's way."""


# Set-up


def test_two_to_four_players_and_two_boards() -> None:  # SF-1, SF-Q19
    assert list(GAME.seats) == [2, 3, 4]
    assert [len(BOARDS[seats].near) for seats in (2, 3, 4)] == [19, 34, 34]


@pytest.mark.parametrize(
    ("seats", "rows", "degrees"),
    [(2, [3, 4, 5, 4, 3], {3, 4, 6}), (4, [4, 5, 4, 7, 6, 4, 4], {3, 4, 5, 6})],
)
def test_the_boards_are_hexagons(seats: int, rows: list[int], degrees: set[int]) -> None:
    """Corners have three neighbours, the middle of the small one six."""
    board = BOARDS[seats]
    assert [sum(space is not None for space in row) for row in board.rows] == rows
    assert {len(near) for near in board.near.values()} == degrees
    for space, near in board.near.items():
        assert len(set(near)) == len(near)
        assert all(space in board.near[other] for other in near)


def test_every_space_can_be_reached() -> None:  # SF-Q19
    for board in BOARDS.values():
        reached, edge = {"A1"}, {"A1"}
        while edge:
            edge = {other for space in edge for other in board.near[space]} - reached
            reached |= edge
        assert reached == set(board.near)


def test_chasms_count_in_the_names_of_spaces() -> None:  # SF-Q19
    rows = BOARDS[3].rows
    assert rows[2] == ("C1", None, "C3", "C4", None, "C6")
    assert rows[5] == ("F1", "F2", None, "F4", "F5")
    assert set(BOARDS[2].near["C3"]) == {"B2", "B3", "C4", "D3", "D2", "C2"}
    assert set(BOARDS[3].near["B3"]) == {"A2", "A3", "B2", "B4", "C3", "C4"}


@pytest.mark.parametrize(("seats", "left"), [(2, 27), (3, 23), (4, 19)])
def test_everybody_gets_four_of_36_cards_and_one_is_turned_up(seats: int, left: int) -> None:
    start = new(seats)  # SF-2
    assert [len(it.hand) for it in start.tribes] == [4] * seats
    assert len(start.discard) == 1
    assert len(start.pile) == left
    cards = [*start.pile, *start.discard, *(card for it in start.tribes for card in it.hand)]
    assert sorted(cards) == sorted(CARDS)


def test_the_cards_are_shuffled() -> None:  # SF-2
    tops = {new(seed=seed).discard for seed in range(200)}
    assert len(tops) > 30
    assert len({new(seed=seed).tribes[0].hand for seed in range(50)}) == 50


def test_everybody_begins_with_ten_markers_and_one_shard_of_forty() -> None:  # SF-3, SF-Q18
    for seats in GAME.seats:
        start = new(seats)
        for it in start.tribes:
            assert (it.nomads, it.outposts, it.shards, it.devotions) == ((), (), 1, ())
            assert reserve(it) == 10
        assert supply(start) == 40 - seats
        assert start.tower is None
    assert len(LORDS) == 12


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_places_a_nomad_clockwise_and_seat_0_begins(seats: int) -> None:  # SF-4
    state = new(seats)
    first = state.mover
    for step in range(seats):
        assert state.phase == "place"
        assert state.mover == (first + step) % seats
        assert [s for s in range(seats) if ask(state, Seat(s))] == [state.mover]
        state = played(state, Place(free(state)[step * 3]))
    assert (state.phase, state.mover, state.turn) == ("action", ANN, 1)
    assert [(len(it.nomads), reserve(it)) for it in state.tribes] == [(1, 9)] * seats


def test_the_first_nomad_may_stand_on_any_free_space() -> None:  # SF-4, SF-Q14
    for space in BOARDS[2].near:
        state = played(new(), Place(space))
        assert refused(state, Place(space)) == "That space is taken."
    assert refused(new(), Place("F1")) == "There is no such space on this board."
    assert refused(new(3), Place("C2")) == "There is no such space on this board."  # a chasm


def test_luck_chooses_who_places_first_and_it_is_not_who_begins() -> None:  # SF-Q14
    for seats in (2, 3, 4):
        first = {new(seats, seed).mover for seed in range(60)}
        assert first == set(range(1, seats))


# A turn


def test_a_turn_is_three_different_actions_and_its_end_is_said() -> None:  # SF-5, SF-7
    state = table(tribe(hand="vael-1"), FAR)
    assert refused(state, EndTurn()) == "Use your 3 Action cards first."
    state = played(state, Populate("C4"), Prosper())
    assert refused(state, EndTurn()) == "Use your last Action card first."
    state = played(state, Build("C3"))
    assert state.phase == "end"
    asked = ask(state, ANN)
    assert asked
    assert asked.kinds == {"end_turn", "undo"}
    state = played(state, EndTurn())
    assert (state.mover, state.turn, state.used, state.phase) == (BEN, 2, (), "action")


def test_no_action_twice_in_a_turn() -> None:  # SF-6
    state = played(table(tribe(hand="vael-1"), FAR), Populate("C4"), Prosper())
    twice = "You have used this action in this turn already."
    assert refused(state, Populate("C2")) == twice
    assert refused(state, Prosper()) == twice
    again = played(state, Draw(), Keep(state.pile[0]), EndTurn(), Prosper())
    assert again.used == ("prosper",)


def test_the_order_of_actions_is_free() -> None:  # SF-5
    one = played(table(tribe(), FAR), Populate("C4"), Build("C3"), Prosper())
    other = played(table(tribe(), FAR), Prosper(), Populate("C4"), Build("C3"))
    assert [numbers(it) for it in one.tribes] == [numbers(it) for it in other.tribes]


def test_turns_go_round_to_the_left() -> None:  # SF-5
    state = table(tribe("D4"), tribe("A1"), tribe("A4"), tribe("G1"))
    seats = []
    for _ in range(5):
        seats.append(state.mover)
        state = replace(state, phase="end")
        state = played(state, EndTurn())
    assert seats == [ANN, BEN, CID, DOT, ANN]


def test_when_nothing_is_possible_the_rest_is_passed() -> None:  # SF-7, SF-Q6
    """No cards, no Shards, no space, one Nomad."""
    stuck = tribe("A1")
    walls = tribe("A2 B1 B2", 39)
    state = replace(table(stuck, walls, tower=BEN, last=(ANN, BEN)), pile=())
    stuck_state = played(replace(state, mover=BEN, phase="end"), EndTurn())
    assert (stuck_state.mover, stuck_state.phase) == (ANN, "end")
    after = played(stuck_state, EndTurn())
    assert after.mover == BEN
    assert [(beat.done, beat.count) for beat in after.log if beat.seat == ANN] == [("forfeit", 3)]


# Draw


def test_of_two_cards_one_is_kept_and_the_other_is_the_current_lord() -> None:  # SF-8
    state = played(table(tribe(hand="vael-1"), FAR, pile="bohn-1 yshe-2"), Draw())
    assert state.drawn == ("bohn-1", "yshe-2")
    assert refused(state, Keep("vael-1")) == "Keep one of the cards that you have drawn."
    state = played(state, Keep("yshe-2"))
    assert state.tribes[ANN].hand == ("vael-1", "yshe-2")
    assert state.discard == ("namu-3", "bohn-1")
    assert current_lord(state) == "bohn"


def test_a_hand_may_be_of_any_size() -> None:  # SF-8
    hand = [card for card in CARDS if card not in ("namu-3", "bohn-1", "bohn-2")]
    state = table(tribe(hand=" ".join(hand)), FAR, pile="bohn-1 bohn-2")
    assert len(played(state, Draw(), Keep("bohn-1")).tribes[ANN].hand) == 34


def test_too_small_a_pile_is_filled_with_the_discards_and_a_card_is_turned_up() -> None:  # SF-9
    discards = tuple(f"{lord}-1" for lord in LORDS[:7])
    state = replace(table(tribe(), FAR), pile=("yshe-2",), discard=discards)
    seen = set()
    for seed in range(100):
        drawn = apply(state, ANN, Draw(), Random(seed))
        assert drawn.discard == ("yshe-2",)
        assert set(drawn.drawn) < set(discards)
        assert sorted((*drawn.drawn, *drawn.pile)) == sorted(discards)
        assert done(drawn.log) == ["reshuffle", "draw"]
        seen.add(drawn.drawn)
    assert len(seen) > 30


def test_a_pile_that_just_suffices_is_left_alone() -> None:  # SF-9
    state = replace(table(tribe(), FAR), pile=("yshe-2", "yshe-1"), discard=("vael-1", "vael-2"))
    drawn = played(state, Draw())
    assert (drawn.drawn, drawn.pile, drawn.discard) == (
        ("yshe-2", "yshe-1"),
        (),
        ("vael-1", "vael-2"),
    )


def test_a_single_card_goes_to_the_hand_and_none_is_discarded() -> None:  # SF-Q10
    state = replace(table(tribe(), FAR), pile=(), discard=("vael-1", "vael-2"))
    after = played(state, Draw())
    assert after.phase == "action"
    assert len(after.tribes[ANN].hand) == len(after.discard) == 1
    assert {*after.tribes[ANN].hand, *after.discard} == {"vael-1", "vael-2"}


def test_the_last_card_stays_the_current_lord() -> None:  # SF-Q10, SF-Q11
    state = replace(table(tribe(), FAR), pile=(), discard=("vael-1",))
    assert refused(state, Draw()) == "There are no cards left to draw."


# Populate and Prosper


def test_a_nomad_settles_next_to_a_nomad_or_an_outpost() -> None:  # SF-10
    state = table(tribe("C3 A1*"), FAR)
    around = {"B2", "B3", "C4", "D3", "D2", "C2", "A2", "B1"}
    for space in free(state):
        if space in around:
            assert space in played(state, Populate(space)).tribes[ANN].nomads
        else:
            said = refused(state, Populate(space))
            assert said == "That space is not next to one of your markers."
    assert refused(state, Populate("E3")) == "That space is taken."


def test_populate_needs_a_marker_and_a_space() -> None:  # SF-10
    ten = "A1 A2 A3 B1 B2 B3 B4 C1 C2 C3*"
    assert refused(table(tribe(ten), FAR), Populate("C4")) == (
        "All your Nomads are on the board already."
    )
    shut = table(tribe("A1"), tribe("A2 B1 B2"))
    assert refused(shut, Populate("C3")) == "There is no free space next to your markers."


def test_prosper_takes_a_shard_while_there_is_one() -> None:  # SF-11, SF-Q18
    state = table(tribe(shards=3), tribe("E3", 36))
    after = played(state, Prosper())
    assert (after.tribes[ANN].shards, supply(after)) == (4, 0)
    none = table(tribe(shards=4), tribe("E3", 36))
    assert refused(none, Prosper()) == "There are no Shards left in the supply."


def test_two_shards_are_one_when_one_is_left() -> None:  # SF-Q18
    state = table(tribe("C3 C2 C4 B2", 3, hand="yshe-1"), tribe("E3", 35))
    after = played(state, Play("yshe-1"))
    assert after.phase == "withdraw"
    after = played(after, Withdraw("B2"))
    assert (after.tribes[ANN].shards, supply(after)) == (5, 0)


# Build


@pytest.mark.parametrize(
    ("nomads", "outposts", "can"),
    [
        (1, 0, False),
        (2, 0, True),
        (1, 1, False),
        (2, 1, True),
        (2, 2, False),
        (3, 2, True),
        (3, 3, False),
        (4, 3, True),
    ],
)
def test_build_needs_more_nomads_than_outposts(nomads: int, outposts: int, can: bool) -> None:
    spaces = ["C3", "C2", "C4", "B2", "B3", "D2", "D3"]  # SF-12, SF-Q3
    mine = [*spaces[:nomads], *(f"{it}*" for it in spaces[nomads : nomads + outposts])]
    state = table(tribe(" ".join(mine)), FAR)
    if can:
        after = played(state, Build("C3")).tribes[ANN]
        assert (len(after.nomads), len(after.outposts)) == (nomads - 1, outposts + 1)
        assert "C3" in after.outposts
    else:
        last = nomads == 1
        assert refused(state, Build("C3")) == (
            "Your last Nomad has to stay a Nomad."
            if last
            else "You need more Nomads than Outposts to build."
        )


@pytest.mark.parametrize("space", ["A1", "E3", "C4", "Z9"])
def test_only_an_own_nomad_becomes_an_outpost(space: str) -> None:  # SF-12
    state = table(tribe("C3 C2 C4*"), FAR)
    assert refused(state, Build(space)) == "Choose one of your Nomads on the board."


# Devote


def test_a_devotion_comes_from_the_table() -> None:  # SF-13, SF-14, SF-Q1
    for card in ("vael-1", "vael-2", "vael-3"):
        after = played(table(tribe(hand=f"{card} yshe-1"), FAR), Devote(card))
        assert after.tribes[ANN].devotions == ("vael",)
        assert after.tribes[ANN].hand == ("yshe-1",)
        assert after.discard[-1] == card
        assert after.log[-1].other is None


def test_a_devotion_comes_from_whoever_has_it() -> None:  # SF-13, SF-Q20
    state = table(tribe("D4", hand="vael-3"), tribe("A1"), tribe("A4", 1, "korr vael yshe"))
    after = played(state, Devote("vael-3"))
    assert [it.devotions for it in after.tribes] == [("vael",), (), ("korr", "yshe")]
    assert after.log[-1].other == CID


def test_nobody_devotes_twice_to_a_lord() -> None:  # SF-Q2
    both = table(tribe(devotions="vael", hand="vael-1 yshe-1"), FAR)
    assert refused(both, Devote("vael-1")) == "You are devoted to that Lord already."
    assert refused(both, Devote("korr-1")) == "That card is not in your hand."
    only = table(tribe(devotions="vael", hand="vael-1"), FAR)
    assert refused(only, Devote("vael-1")) == (
        "You are devoted to all the Lords in your hand already."
    )
    assert refused(table(tribe(), FAR), Devote("vael-1")) == "You have no Lord card to give."


# Play


def test_a_played_card_is_the_current_lord_only_when_it_is_done() -> None:  # SF-15, SF-17
    asked = played(table(tribe(hand="vael-3 yshe-1"), FAR), Play("vael-3"))
    assert asked.phase == "populate"
    assert asked.tribes[ANN].hand == ("yshe-1",)
    assert current_lord(asked) == "namu"
    after = played(asked, Populate("C4"))
    assert current_lord(after) == "vael"
    assert after.used == ("play",)


def test_a_reshuffle_leaves_out_the_card_that_is_played() -> None:  # SF-17
    state = replace(
        table(tribe(hand="sirel-2"), FAR), pile=(), discard=("vael-1", "vael-2", "vael-3")
    )
    drawn = played(state, Play("sirel-2"))
    assert drawn.phase == "keep"
    assert sorted((*drawn.drawn, *drawn.discard, *drawn.pile)) == ["vael-1", "vael-2", "vael-3"]


def test_the_upper_ability_comes_first() -> None:  # SF-16
    state = table(tribe("C3 C2 C4", hand="ashkar-1"), FAR)
    assert done(played(state, Play("ashkar-1")).log) == ["play", "prosper", "shut", "discard"]


def test_what_can_be_used_must_be_also_when_it_hurts() -> None:  # SF-16, SF-Q8
    state = table(tribe("C3 C2 C4 B2", hand="yshe-1"), FAR)
    asked = played(state, Play("yshe-1"))
    assert asked.phase == "withdraw"
    assert refused(asked, Prosper()) == "That has to wait: something else comes first."
    assert refused(asked, EndTurn()) == "That has to wait: something else comes first."


def test_the_condition_is_looked_at_after_the_upper_ability() -> None:  # SF-Q8
    """Before its Populate an opponent has more Nomads, after it no more."""
    more = table(tribe("C3 C2", hand="vael-3"), tribe("E3 E2 E1"))
    assert "shut" in done(played(more, Play("vael-3"), Populate("C4")).log)


def test_a_lower_ability_needs_its_first_step_only() -> None:  # SF-Q8
    """Nobody can be destroyed, the Shard is taken all the same."""
    state = table(tribe("C3 C2 C4 B2", 2, hand="ashkar-1"), FAR)
    asked = played(state, Play("ashkar-1"))
    after = played(asked, Withdraw("B2"))
    assert after.playing is None
    assert numbers(after.tribes[ANN]) == (3, 0, 4, 0, 0)
    assert done(after.log)[-3:] == ["withdraw", "prosper", "discard"]


def test_a_lower_ability_without_its_first_step_does_nothing() -> None:  # SF-Q8
    """A lone Nomad stands beside, and is safe."""
    state = table(tribe("C3 C2", hand="ashkar-2"), tribe("C4"))
    after = played(state, Play("ashkar-2"), Choose("prosper"))
    assert done(after.log) == ["play", "prosper", "idle", "discard"]
    assert after.tribes[BEN].nomads == ("C4",)


def test_an_upper_ability_that_is_impossible_is_left_out() -> None:  # SF-Q7, SF-Q8
    state = table(tribe("C3 C2*", hand="oruun-1"), FAR)
    after = played(state, Play("oruun-1"))
    assert done(after.log) == ["play", "open", "prosper", "discard"]


def test_a_card_may_be_played_though_it_does_nothing() -> None:  # SF-Q7
    after = played(table(tribe("C3", hand="oruun-1"), FAR), Play("oruun-1"))
    assert done(after.log) == ["play", "shut", "discard"]
    assert numbers(after.tribes[ANN]) == (1, 0, 1, 0, 0)
    assert current_lord(after) == "oruun"


def test_a_card_gives_an_action_again() -> None:  # SF-18
    state = played(table(tribe(hand="vael-3"), FAR), Populate("C4"), Play("vael-3"), Populate("C2"))
    assert len(state.tribes[ANN].nomads) == 3
    assert state.used == ("populate", "play")


def test_a_card_may_come_before_the_same_action() -> None:  # SF-18, SF-Q9
    state = played(table(tribe(hand="vael-3"), FAR), Play("vael-3"), Populate("C2"))
    assert len(played(state, Populate("C4")).tribes[ANN].nomads) == 3


def test_what_a_card_gives_counts_as_no_used_action() -> None:  # SF-18
    """Calving Season asks for the Populate action; a Populate by another card is none."""
    state = table(tribe(hand="vael-3 namu-1"), FAR)
    once = replace(played(state, Play("vael-3"), Populate("C4")), used=())
    after = played(once, Play("namu-1"), Populate("B2"))
    assert (after.log[-2].done, after.log[-2].card) == ("shut", "namu-1")


def test_no_card_lets_play() -> None:  # SF-Q21
    assert all("play" not in it.actions for card in CARDS.values() for it in card.effects)


def test_a_question_with_one_answer_is_not_asked() -> None:  # SF-Q8
    """One space, one victim, one card to give."""
    shut = table(tribe("A1", hand="vael-3"), tribe("B1 B2"))
    assert played(shut, Play("vael-3")).tribes[ANN].nomads == ("A1", "A2")
    one = table(tribe("C3", 1, "sirel", "sirel-2"), tribe("E3", 2), pile="bohn-1")
    after = played(one, Play("sirel-2"), Keep("bohn-1"))
    assert (after.tribes[ANN].shards, after.tribes[BEN].shards) == (2, 1)


def test_of_several_actions_the_mover_chooses_among_the_possible_ones() -> None:  # SF-16
    asked = played(table(tribe("C3 C2", hand="ilmane-1"), FAR), Play("ilmane-1"))
    assert asked.phase == "choose"
    assert refused(asked, Choose("build")) == "The card does not offer that now."
    poor = table(tribe("C3", hand="yshe-3"), FAR)
    assert played(poor, Play("yshe-3")).phase == "populate"  # to build is impossible


# Destroy and what is protected


def test_a_destroyed_nomad_is_back_in_the_reserve() -> None:  # SF-19
    state = table(tribe("C3", hand="ashkar-3"), tribe("E3 E2"), current="ashkar-1")
    after = played(state, Play("ashkar-3"), Populate("C4"), Destroy("E2"))
    assert after.tribes[BEN].nomads == ("E3",)
    assert reserve(after.tribes[BEN]) == 9


@pytest.mark.parametrize(
    ("space", "said"),
    [
        ("C3", "That is your own. Choose a Nomad of somebody else."),
        ("B4", "An Outpost cannot be destroyed."),
        ("A1", "No Nomad stands there."),
        ("G1", "A tribe’s last Nomad cannot be destroyed."),
    ],
)
def test_outposts_and_last_nomads_are_safe(space: str, said: str) -> None:  # SF-19, SF-20, SF-Q5
    tribes = tribe("C3", hand="ashkar-3"), tribe("B3 B4* A4"), tribe("G1 G2* G3*")
    state = table(*tribes, current="ashkar-1")
    asked = played(state, Play("ashkar-3"), Populate("C4"))
    assert asked.phase == "destroy"
    assert refused(asked, Destroy(space)) == said


def test_a_tribe_with_one_nomad_and_three_outposts_loses_nothing() -> None:  # SF-19
    assert destroyable(table(tribe(), tribe("E3 E2* E1* D4*")), ANN) == ()


def test_the_last_shard_cannot_be_taken() -> None:  # SF-20
    three = tribe("D4", 1, "sirel", "sirel-2"), tribe("A1", 1), tribe("A4", 2), tribe("G1", 5)
    asked = played(table(*three, pile="bohn-1"), Play("sirel-2"), Keep("bohn-1"))
    assert asked.phase == "steal"
    assert refused(asked, Steal(BEN)) == "A tribe’s last Shard cannot be taken."
    assert refused(asked, Steal(ANN)) == "Choose one of the other players."
    after = played(asked, Steal(CID))
    assert [it.shards for it in after.tribes] == [2, 1, 1, 5]


# The end


@pytest.mark.parametrize(
    ("mine", "takes"),
    [
        (tribe("C3", 7), False),
        (tribe("C3", 8), True),
        (tribe("C3 C2 C4 B2* B3* D2*"), False),
        (tribe("C3 C2* B2* B3* D2*"), True),
        (tribe("C3 C2 C4 B2 B3 D2 D3"), False),
        (tribe("C3 C2 C4 B2 B3 D2 D3 C1"), True),
        (tribe("C3 C2 C4 B2 B3 D2 D3* C1*"), True),
    ],
)
def test_who_takes_the_tower(mine: Tribe, takes: bool) -> None:  # SF-21
    after = played(table(mine, FAR, phase="end", used=("draw", "play", "prosper")), EndTurn())
    assert after.tower == (ANN if takes else None)
    assert ("tower" in done(after.log)) == takes


def test_the_tower_is_taken_after_a_turn_that_was_partly_forfeited() -> None:  # SF-Q6, SF-Q12
    after = played(table(tribe("C3", 8), FAR, phase="end", used=("draw",)), EndTurn())
    assert after.tower == ANN


def test_in_the_middle_of_a_turn_nobody_takes_it() -> None:  # SF-21, SF-Q12
    state = played(table(tribe("C3", 7), FAR), Prosper())
    assert state.tribes[ANN].shards == 8
    assert state.tower is None


def test_only_who_ends_the_turn_is_looked_at() -> None:  # SF-Q12
    state = table(tribe(), tribe("E3", 8), phase="end", used=("draw", "play", "prosper"))
    after = played(state, EndTurn())
    assert after.tower is None
    lost = replace(after, tribes=(tribe(), tribe("E3", 7)), phase="end")
    assert played(lost, EndTurn()).tower is None
    assert played(replace(after, phase="end"), EndTurn()).tower == BEN


def four(shards: int = 8, **more: Any) -> State:
    tribes = tribe("D4", 1), tribe("A1", shards), tribe("A4", 8), tribe("G1", 1)
    used = ("draw", "play", "prosper")
    return table(*tribes, phase="end", used=used, mover=BEN, **more)


def ends(state: State) -> list[Seat]:
    """Whose turns follow, when nobody does anything."""
    seats = []
    state = played(state, EndTurn())
    while result(state) is None:
        seats.append(state.mover)
        state = played(replace(state, phase="end"), EndTurn())
    return seats


def test_all_others_have_one_more_turn() -> None:  # SF-22
    assert ends(four()) == [CID, DOT, ANN]


def test_with_as_many_turns_for_everybody_only_the_later_seats_have() -> None:  # SF-Q13
    assert ends(four(last_round="equal")) == [CID, DOT]


def test_a_second_one_takes_no_tower() -> None:  # SF-22, SF-Q12
    state = played(four(), EndTurn())
    assert state.mover == CID
    after = played(replace(state, phase="end"), EndTurn())
    assert after.tower == BEN


def test_nothing_brings_the_tower_back() -> None:  # SF-23
    state = played(four(), EndTurn())
    poor = replace(state.tribes[BEN], shards=1)
    state = replace(state, tribes=(state.tribes[0], poor, *state.tribes[2:]), phase="end")
    assert played(state, EndTurn()).tower == BEN


def test_nobody_is_asked_when_it_is_over() -> None:
    over = table(tribe(), FAR, phase="over")
    assert [ask(over, seat) for seat in (ANN, BEN)] == [None, None]


# Scoring


FIVE = "A1 A2 A3 B1 B2"


@pytest.mark.parametrize(
    ("mine", "tower", "points"),
    [
        (tribe(f"{FIVE} B3* B4*", 4, "vael korr"), None, 42),
        (tribe(f"{FIVE} B3* B4*", 4, "vael korr"), ANN, 47),
        (tribe("A1 A2 A3", 8), ANN, 29),
        (tribe("A1"), None, 1),
    ],
)
def test_the_score(mine: Tribe, tower: Seat | None, points: int) -> None:  # SF-24, SF-26, SF-Q4
    assert count(table(mine, FAR, tower=tower), ANN).total == points


def winners(*tribes: Tribe, tower: Seat | None = None) -> set[int]:
    found = result(table(*tribes, phase="over", tower=tower))
    assert isinstance(found, Result)
    return set(found.winners)


def test_the_highest_score_wins() -> None:  # SF-24
    assert winners(tribe("A1 A2", 3), tribe("E1 E2", 4)) == {BEN}
    assert winners(tribe("A1 A2", 3), tribe("E1 E2", 4), tower=ANN) == {ANN}
    assert result(table(tribe("A1 A2", 3), tribe("E1 E2", 4))) is None


def test_of_equal_scores_more_shards_win() -> None:  # SF-25
    """42 and 42: 6 × 7 with four Shards, 6 × 7 with five."""
    four = tribe("A1 A2 A3 B1 C1* C2* C3*", 4, "vael korr")
    five = tribe("E1 E2 E3 D1 D3* D4*", 5, "yshe namu")
    assert winners(four, five) == {BEN}


def test_then_more_nomads_win() -> None:  # SF-25
    assert winners(tribe("A1 A2 A3", 4), tribe("E1 E2", 4, "vael")) == {ANN}


def test_what_is_equal_then_is_shared() -> None:  # SF-25, SF-Q16
    same = tribe("A1", 2), tribe("A4", 2), tribe("G1", 3), tribe("G4", 3)
    assert winners(*same) == {CID, DOT}


def test_nothing_is_remembered() -> None:
    assert memory(new()) == ()
