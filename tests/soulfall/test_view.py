from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from games.contract import Seat, Viewer
from games.soulfall import GAME
from games.soulfall.choices import Stamp
from games.soulfall.hand import Eye, Held
from games.soulfall.lords import ACTIONS, CARDS, LORDS
from games.soulfall.moves import moves
from games.soulfall.rules import result
from games.soulfall.table import (
    Build,
    Choose,
    Destroy,
    Draw,
    EndTurn,
    Keep,
    Place,
    Play,
    Populate,
    Prosper,
    State,
)
from games.soulfall.view import View, view
from tests.soulfall.notation import ANN, BEN, CID, new, played, table, tribe
from tests.soulfall.test_lords import MET, NOT_MET, before
from tests.soulfall.worlds import WORLDS, cards, twin, unknown

FAR = tribe("E3")


# What is secret


@pytest.mark.parametrize(("seats", "here", "there", "blind"), WORLDS)
def test_what_a_seat_cannot_know_is_not_in_its_view(
    seats: int, here: State, there: State, blind: set[Viewer]
) -> None:  # SF-27
    for eyes in (*map(Seat, range(seats)), None):
        assert (view(here, eyes) == view(there, eyes)) == (eyes in blind)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(seats: int) -> None:  # SF-27
    state, luck, differing = new(seats), Random(seats), 0
    while result(state) is None:
        for eyes in (*map(Seat, range(seats)), None):
            other = twin(state, eyes, luck)
            differing += other != state
            assert view(other, eyes) == view(state, eyes)
        state = played(state, luck.choice(moves(state)))
    assert differing > 100


def texts(value: Any) -> list[str]:
    """All texts in it, wherever."""
    if is_dataclass(value):
        return [it for field in fields(value) for it in texts(getattr(value, field.name))]
    if isinstance(value, tuple):
        return [it for part in value for it in texts(part)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_card_that_is_hidden_is_named_to_anybody_else(seats: int) -> None:  # SF-27
    """By its id, wherever it might stand; but a card that was stolen or kept may be named twice."""
    state, luck = new(seats), Random(seats)
    while result(state) is None:
        for eyes in (*map(Seat, range(seats)), None):
            hidden = {card for path, card in cards(state) if path in unknown(state, eyes)}
            named = {text for text in texts(view(state, eyes)) if text in CARDS}
            past = {beat.card for beat in state.log}
            assert not named & (hidden - past)
        state = played(state, luck.choice(moves(state)))


def test_hands_are_counted_for_all() -> None:  # SF-27
    state = table(tribe(hand="vael-1 korr-1"), tribe("E3", hand="yshe-1"))
    for eyes in (ANN, BEN, None):
        assert [camp.hand for camp in view(state, eyes).camps] == [2, 1]
    assert [held.card for held in view(state, ANN).hand] == ["vael-1", "korr-1"]
    assert view(state, None).hand == ()


def test_what_was_drawn_only_the_mover_sees() -> None:  # SF-8, SF-27
    state = played(table(tribe(), FAR, pile="bohn-1 yshe-1"), Draw())
    assert [held.card for held in view(state, ANN).offer] == ["bohn-1", "yshe-1"]
    assert view(state, BEN).offer == view(state, None).offer == ()


# What is public


def test_all_see_the_table() -> None:  # SF-27
    state = table(tribe("C3 C2*", 3, "vael"), tribe("E3", 2, "namu", "korr-1"), current="namu-3")
    for eyes in (ANN, BEN, None):
        seen = view(state, eyes)
        assert seen.me == eyes
        assert (seen.phase, seen.mover, seen.turn, seen.used, seen.left) == ("action", 0, 1, (), 3)
        assert (seen.current, seen.claimed, seen.supply) == ("namu", BEN, 35)
        assert seen.pile == len(state.pile)
        assert seen.discard == ("namu-3",)
        assert set(seen.unclaimed) == {*LORDS} - {"vael", "namu"}
        camp = seen.camps[0]
        assert (camp.nomads, camp.outposts, camp.shards, camp.devotions) == (1, 1, 3, ("vael",))
        assert (camp.left, camp.right, camp.tower, camp.score) == (2, 4, 0, 8)
        assert camp.reserve == 8


def test_the_board_shows_what_stands_where_and_what_is_safe() -> None:  # SF-19
    rows = view(table(tribe("C3 C2*"), tribe("E3 E2")), None).board
    sites = {site.space: site for row in rows for site in row if site}
    assert [(it.seat, it.outpost, it.safe) for it in (sites["C3"], sites["C2"])] == [
        (ANN, False, True),
        (ANN, True, True),
    ]
    assert (sites["E2"].seat, sites["E2"].safe) == (BEN, False)
    assert sites["A1"].seat is None
    assert len(sites) == 19
    assert [len(row) for row in view(new(3), None).board] == [4, 5, 6, 7, 6, 5, 4]


@pytest.mark.parametrize(
    ("mine", "storey", "nearest", "reaches"),
    [
        (tribe("C3", 5), 5, "shards", False),
        (tribe("C3", 11), 8, "shards", True),
        (tribe("C3 C2* C4* B2*", 1), 6, "outposts", False),
        (tribe("C3 C2 C4", 2), 3, "nomads", False),
        (tribe("C3 C2 C4 B2 B3 D2 D3 C1", 2), 8, "nomads", True),
    ],
)
def test_the_tower_is_a_meter(mine: Any, storey: int, nearest: str, reaches: bool) -> None:
    camp = view(table(mine, FAR), None).camps[0]  # SF-21
    assert (camp.storey, camp.nearest, camp.reaches) == (storey, nearest, reaches)


def test_all_see_whose_last_turns_are_left() -> None:  # SF-22
    used = ("draw", "play", "prosper")
    state = table(tribe("D4", 8), tribe("A1"), tribe("A4"), phase="end", used=used)
    seen = view(played(state, EndTurn()), None)
    assert (seen.tower, seen.mover, seen.last) == (ANN, BEN, (CID,))
    assert seen.camps[0].tower == 5


def test_at_the_end_the_lowest_is_told_first_and_what_decided() -> None:  # SF-25
    tribes = tribe("A1 A2", 3), tribe("A4", 2), tribe("G1 G2", 3)
    seen = view(table(*tribes, phase="over", tower=ANN), None)
    assert seen.telling == (BEN, CID, ANN)
    assert seen.decided == "score"
    assert view(table(*tribes, phase="over"), None).decided == "shared"
    shards = tribe("A1 A2 A3", 2), tribe("G1 G2", 3)
    assert view(table(*shards, phase="over"), None).decided == "shards"
    nomads = tribe("A1 A2", 3), tribe("G1", 3, "vael")
    assert view(table(*nomads, phase="over"), None).decided == "nomads"
    assert view(table(*tribes), None).telling == ()


def test_all_see_what_has_just_happened() -> None:
    state = played(table(tribe(hand="vael-3"), FAR), Prosper(), Play("vael-3"))
    seen = view(state, BEN)
    assert [beat.done for beat in seen.log] == ["prosper", "play"]
    assert seen.fresh == 1


def test_the_log_holds_as_many_turns_as_there_are_tribes() -> None:
    state = table(tribe(), FAR)
    for turn in range(1, 5):
        assert {beat.turn for beat in state.log} <= {turn - 1, turn - 2}
        for move in (Populate, Build):
            free = [it for it in moves(state) if isinstance(it, move)]
            state = played(state, free[0])
        state = played(state, Prosper(), EndTurn())


# The played Lord


def test_a_lord_card_is_on_stage_while_it_asks() -> None:
    state = played(table(tribe(hand="ashkar-3"), FAR), Play("ashkar-3"))
    for eyes in (ANN, BEN, None):
        staged = view(state, eyes).staged
        assert staged
        assert (staged.card, staged.lord, staged.lower, staged.asks) == (
            "ashkar-3",
            "ashkar",
            None,
            True,
        )


@pytest.mark.parametrize(("ben", "lower"), [("E3 E2", "shut"), ("C4", "idle"), ("C4 E2", "open")])
def test_a_lord_card_that_needs_no_answer_is_on_stage_all_the_same(ben: str, lower: str) -> None:
    state = table(tribe("C3 C2", hand="ashkar-2 vael-1"), tribe(ben))
    after = played(state, Play("ashkar-2"), Choose("prosper"))
    staged = view(after, None).staged
    assert staged
    assert (staged.card, staged.lower, staged.asks) == ("ashkar-2", lower, False)
    assert view(played(after, Prosper()), None).staged is None


# What can be done


def stamps(state: State) -> dict[str, Stamp]:
    found: dict[str, Stamp] = {it.action: it for it in view(state, state.mover).stamps}
    assert tuple(found) == ACTIONS
    return found


def test_each_action_says_what_it_would_do() -> None:
    state = table(tribe("C3 C2", 3, "vael", "vael-1 korr-1"), FAR)
    found = stamps(state)
    assert {action: stamp.score for action, stamp in found.items()} == {
        "draw": 9,
        "populate": 12,
        "prosper": 12,
        "build": 8,
        "devote": 12,
        "play": None,
    }
    assert set(found["populate"].spaces) == {"B1", "B2", "B3", "C1", "C4", "D1", "D2", "D3"}
    assert found["build"].spaces == ("C3", "C2")
    assert found["devote"].cards == ("korr-1",)
    assert found["play"].cards == ("vael-1", "korr-1")


def test_each_action_says_why_it_cannot_be_done() -> None:
    state = replace(table(tribe("A1"), tribe("A2 B1 B2", 39)), pile=())
    assert {action: stamp.why for action, stamp in stamps(replace(state)).items()} == {
        "draw": "There are no cards left to draw.",
        "populate": "There is no free space next to your markers.",
        "prosper": "There are no Shards left in the supply.",
        "build": "Your last Nomad has to stay a Nomad.",
        "devote": "You have no Lord card to give.",
        "play": "You have no Lord card to play.",
    }


def test_a_used_action_is_marked() -> None:
    found = stamps(played(table(tribe(), FAR), Prosper()))
    assert [action for action, stamp in found.items() if stamp.used] == ["prosper"]
    assert found["prosper"].score is None


def test_only_the_mover_gets_stamps() -> None:
    state = table(tribe(), FAR)
    assert view(state, BEN).stamps == view(state, None).stamps == ()


@pytest.mark.parametrize("seed", range(6))
def test_stamps_and_targets_come_true(seed: int) -> None:
    """What they say is possible is, nothing else is, and the score is as foretold."""
    luck = Random(seed)
    state = new(2 + seed % 3, seed)
    while result(state) is None:
        seen = view(state, state.mover)
        for move in moves(state):
            after = played(state, move)
            foretold = told(seen, move)
            if foretold is not None and after.log[-1].done not in ("tower", "reshuffle"):
                beats = after.log[len(after.log) - after.fresh :]
                if len(beats) == 1:
                    assert view(after, None).camps[state.mover].score == foretold, move
        state = played(state, luck.choice(moves(state)))


def told(seen: View, move: Any) -> int | None:
    if seen.phase == "action":
        stamp = next(it for it in seen.stamps if it.action == move.kind)
        assert stamp.why is None
        assert not stamp.used
        if hasattr(move, "space"):
            assert move.space in stamp.spaces
        if hasattr(move, "card"):
            assert move.card in stamp.cards
        return stamp.score
    if isinstance(move, (Keep, EndTurn, Place)):
        return None
    [target] = [
        it
        for it in seen.targets
        if (it.space and it.space == getattr(move, "space", None))
        or (it.card and it.card == getattr(move, "card", None))
        or (it.action and it.action == getattr(move, "action", None))
        or (seen.phase in ("steal", "filch") and it.seat == getattr(move, "whom", None))
    ]
    return target.score


def test_all_see_the_targets_but_not_the_cards() -> None:
    ruin = table(tribe("C3", 2, "", "ashkar-3"), tribe("E3 E2", 2), current="ashkar-1")
    asked = played(ruin, Play("ashkar-3"), Populate("C4"))
    for eyes in (ANN, BEN, None):
        assert [(it.space, it.seat, it.score, it.theirs) for it in view(asked, eyes).targets] == [
            ("E2", BEN, 4, 2),
            ("E3", BEN, 4, 2),
        ]
    covenant = table(tribe("C3", hand="korr-3 yshe-1 vael-1"), FAR, current="korr-1")
    giving = played(covenant, Play("korr-3"), Populate("C4"))
    assert [it.card for it in view(giving, ANN).targets] == ["yshe-1", "vael-1"]
    assert view(giving, BEN).targets == ()


def test_the_first_nomads_may_go_to_any_free_space() -> None:  # SF-4
    state = played(new(), Place("C3"))
    assert len(view(state, None).targets) == 18


# My cards


def held(state: State, card: str, seat: Seat = ANN) -> Held:
    return next(it for it in view(state, seat).hand if it.card == card)


@pytest.mark.parametrize("card", CARDS)
def test_the_eye_of_a_card_is_open_when_its_lower_ability_will_work(card: str) -> None:
    """Or it leaves it open, where a draw or a choice decides."""
    assert held(before(card, MET[card]), card).eye != "shut"
    assert held(before(card, NOT_MET[card]), card).eye != "open"


def test_most_eyes_know() -> None:
    """Perhaps is for those cards only that a draw or a choice of actions decides."""
    perhaps = {
        card
        for card in CARDS
        for scene in (MET[card], NOT_MET[card])
        if held(before(card, scene), card).eye == "perhaps"
    }
    assert len(perhaps) < len(CARDS) / 2
    assert all(
        len(CARDS[card].effects[0].actions) > 1 or "draw" in CARDS[card].effects[0].actions
        for card in perhaps
    )


@pytest.mark.parametrize(("nomads", "eye"), [("C3 C2 C4", "shut"), ("C3 C2 C4 B2", "open")])
def test_the_eye_says_what_is_so_with_the_numbers_of_now(nomads: str, eye: Eye) -> None:
    it = held(table(tribe(nomads, hand="yshe-1"), FAR), "yshe-1")
    assert it.eye == eye
    assert (it.fact.mine, it.fact.other) == (len(nomads.split()), 4)


def test_the_eye_looks_beyond_the_upper_ability() -> None:  # SF-Q8
    """An opponent has one Nomad more: with the Populate above no longer."""
    state = table(tribe("C3 C2", hand="vael-3"), tribe("E3 E2 E1"))
    it = held(state, "vael-3")
    assert (it.fact.met, it.eye) == (True, "shut")
    assert (it.fact.mine, it.fact.other, it.fact.seat) == (2, 3, BEN)


@pytest.mark.parametrize(
    ("card", "ann", "ben", "said"),
    [
        (
            "ashkar-2",
            tribe("C3", hand="ashkar-2"),
            tribe("C4"),
            "There is no Nomad to destroy: a tribe’s last one is safe.",
        ),
        (
            "oruun-3",
            tribe("C3 C2 C4 B2* B3* D2*", hand="oruun-3"),
            tribe("E3"),
            "You need more Nomads than Outposts to build.",
        ),
        (
            "sirel-2",
            tribe("C3", 1, "sirel", "sirel-2"),
            tribe("E3", 1),
            "There is no Shard to take: a tribe’s last one is safe.",
        ),
    ],
)
def test_a_card_says_why_a_met_condition_does_nothing(
    card: str, ann: Any, ben: Any, said: str
) -> None:  # SF-Q8
    it = held(table(ann, ben), card)
    assert it.fact.met
    assert it.idle == said
    assert it.eye == "shut"


@pytest.mark.parametrize("seed", range(6))
def test_a_card_says_that_it_does_nothing_only_while_its_eye_is_shut(seed: int) -> None:  # SF-Q8
    luck, state = Random(seed), new(2 + seed % 3, seed)
    while result(state) is None:
        for seat in range(len(state.tribes)):
            for it in view(state, Seat(seat)).hand:
                assert it.idle is None or it.eye == "shut", it
        state = played(state, luck.choice(moves(state)))


@pytest.mark.parametrize(
    ("card", "mine", "current"),
    [
        ("yshe-2", tribe("C3", hand="yshe-2"), "yshe-1"),
        ("ilmane-3", tribe("C3", hand="ilmane-3"), "namu-3"),
    ],
)
def test_a_card_that_works_after_its_upper_half_is_not_idle(
    card: str, mine: Any, current: str
) -> None:  # SF-Q8
    """Kindling with one Nomad, Sleepwalk as the last card."""
    it = held(table(mine, FAR, current=current), card)
    assert (it.eye == "shut", it.idle) == (False, None)


def test_a_card_whose_upper_half_meets_the_condition_in_vain_says_why() -> None:  # SF-Q8
    """Cornerstone makes the Outpost that it asks for, and no Shards are left."""
    it = held(table(tribe("C3 C2", 20, hand="oruun-1"), tribe("E3", 20)), "oruun-1")
    assert (it.fact.met, it.eye) == (False, "shut")
    assert it.idle == "There are no Shards left in the supply."


def test_a_card_says_what_its_upper_ability_can_do() -> None:
    it = held(table(tribe("C3", hand="yshe-3"), FAR), "yshe-3")
    assert [(upper.action, upper.why) for upper in it.upper] == [
        ("build", "Your last Nomad has to stay a Nomad."),
        ("populate", None),
    ]


def test_a_card_says_from_whom_its_devotion_would_come() -> None:  # SF-13
    state = table(tribe("C3", 1, "korr", "vael-1 korr-1 yshe-1"), tribe("E3", 1, "vael"))
    assert [(it.devotable, it.owner) for it in view(state, ANN).hand] == [
        (True, BEN),
        (False, ANN),
        (True, None),
    ]


def test_in_the_turn_of_another_my_cards_can_be_read_too() -> None:
    state = table(FAR, tribe("C3", hand="namu-1"), used=("populate",))
    it = held(state, "namu-1", BEN)
    assert (it.eye, it.fact.met) == ("shut", False)  # the Populate was Ann's


def test_a_view_survives_json() -> None:
    writer, state, luck = TypeAdapter(View), new(3), Random(3)
    while result(state) is None:
        seen = view(state, state.mover)
        assert writer.validate_json(writer.dump_json(seen)) == seen
        state = played(state, luck.choice(moves(state)))
    assert GAME.view_type is View


def test_the_settings_are_in_the_view() -> None:
    state = table(tribe(), FAR, hints=False, last_round="equal")
    assert (view(state, None).hints, view(state, None).last_round) == (False, "equal")


def test_a_destroyed_nomad_flies_home() -> None:
    """The log says from where, whose it was and which card did it."""
    ruin = table(tribe("C3", hand="ashkar-3"), tribe("E3 E2"), current="ashkar-1")
    after = played(ruin, Play("ashkar-3"), Populate("C4"), Destroy("E2"))
    beat = next(it for it in view(after, None).log if it.done == "destroy")
    assert (beat.space, beat.other, beat.by) == ("E2", BEN, "ashkar-3")
