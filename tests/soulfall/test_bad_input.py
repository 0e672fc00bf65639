"""What does not fit is refused in a sentence, and nothing has changed."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from app.core.codec import codec
from games.contract import Illegal, Seat
from games.soulfall.rules import apply
from games.soulfall.table import (
    Build,
    Choose,
    Destroy,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Options,
    Place,
    Play,
    Populate,
    Prosper,
    State,
    Steal,
    Withdraw,
)
from tests.soulfall.notation import ANN, BEN, LUCK, new, played, refused, table, tribe

WAIT = "That has to wait: something else comes first."
FAR = tribe("E3 E2", 2, hand="bohn-1")


def turn() -> State:
    return table(tribe("C3 C2", 2, "vael", "vael-1 korr-1"), FAR)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Populate("Z9"), "There is no such space on this board."),
        (Populate(""), "There is no such space on this board."),
        (Populate("c4"), "There is no such space on this board."),
        (Populate("E3"), "That space is taken."),
        (Populate("A1"), "That space is not next to one of your markers."),
        (Build("E3"), "Choose one of your Nomads on the board."),
        (Build("Z9"), "Choose one of your Nomads on the board."),
        (Devote("bohn-1"), "That card is not in your hand."),
        (Devote("vael-1"), "You are devoted to that Lord already."),
        (Play("bohn-1"), "That card is not in your hand."),
        (Play("unicorn-4"), "That card is not in your hand."),
        (EndTurn(), "Use your 3 Action cards first."),
        (Keep("vael-1"), WAIT),
        (Place("A1"), WAIT),
        (Choose("draw"), WAIT),
        (Withdraw("C3"), WAIT),
        (Destroy("E3"), WAIT),
        (Steal(BEN), WAIT),
    ],
)
def test_a_move_that_does_not_fit_a_turn(move: Move, sentence: str) -> None:
    assert refused(turn(), move) == sentence


def test_a_refused_move_leaves_all_as_it_was() -> None:
    state = turn()
    refused(state, Populate("A1"))
    assert state == turn()


@pytest.mark.parametrize("move", [Draw(), Prosper(), EndTurn()])
def test_whoever_is_not_to_move_waits(move: Move) -> None:
    with pytest.raises(Illegal) as no:
        apply(turn(), BEN, move, LUCK)
    assert no.value.text == WAIT


@pytest.mark.parametrize("move", [Draw(), Prosper(), Populate("C4"), EndTurn()])
def test_before_everybody_has_settled_nothing_else(move: Move) -> None:
    assert refused(new(), move) == WAIT


def test_only_a_card_that_was_drawn_is_kept() -> None:
    state = played(turn(), Draw())
    assert refused(state, Keep("vael-1")) == "Keep one of the cards that you have drawn."
    assert refused(state, Prosper()) == WAIT


@pytest.mark.parametrize("whom", [ANN, Seat(-1), Seat(99)])
def test_nobody_steals_from_themselves_or_from_nobody(whom: Seat) -> None:
    rich = table(tribe("C3", 1, "bohn", "bohn-2"), tribe("A1", 3), tribe("G1", 3))
    state = played(rich, Play("bohn-2"))
    assert refused(state, Steal(whom)) == "Choose one of the other players."


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "populate"},
        {"kind": "populate", "space": "C4", "extra": "1"},
        {"kind": "populate", "space": ["C4"]},
        {"kind": "steal", "whom": "Ben"},
        {"kind": "steal", "whom": "1.5"},
        {"kind": "choose", "action": "play twice"},
        {"kind": "dig"},
        {},
    ],
)
def test_what_has_no_shape_is_no_move(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        codec("soulfall").read_move(fields)


def test_the_settings_name_a_last_round_and_hints() -> None:
    settings = codec("soulfall").read_settings({"last_round": "equal", "hints": "false"})
    assert codec("soulfall").options(settings, ["m1", "m2"]) == Options("equal", hints=False)
    with pytest.raises(ValidationError):
        codec("soulfall").read_settings({"last_round": "never"})
