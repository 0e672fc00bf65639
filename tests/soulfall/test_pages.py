"""What phones and TV say of a match."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from app.core.values import Moment
from games.contract import Seat, Viewer
from games.soulfall import GAME, rules
from games.soulfall.lords import CARDS, CardId
from games.soulfall.moves import moves
from games.soulfall.rules import result
from games.soulfall.table import (
    Choose,
    Devote,
    Draw,
    EndTurn,
    Keep,
    Move,
    Options,
    Play,
    Populate,
    Prosper,
    State,
    Tribe,
    Undo,
)
from games.soulfall.view import view
from games.soulfall.words import words
from tests.every_game import ISLANDS, PAGES, room_of
from tests.soulfall.notation import ANN, new, played, table, tribe

FAR = tribe("E3")
FOLDER = Path(rules.__file__).parent


def drawn(state: State, eyes: Viewer, island: str = "panel") -> str:
    seats = len(state.tribes)
    room = room_of("soulfall", state, seats)
    me = None if eyes is None else room.members[eyes]
    return str(ISLANDS.draw(room, me, "en", board=True)[island].html)


def read(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split()).replace(" ,", ",")


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
    assert "Does nothing now. There is no Shard to take" in said


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


# The last turns


@pytest.mark.parametrize(
    ("mover", "last", "said"),
    [
        (Seat(2), (Seat(3),), "Last turns: Dot follows"),
        (Seat(2), (Seat(3), ANN), "Last turns: Dot and Ann follow"),
        (Seat(3), (ANN, Seat(1)), "Last turns: Ann and Bob follow"),
        (Seat(3), (), "The very last turn"),
    ],
)
def test_who_still_has_a_turn_is_named_in_the_order_of_play(
    mover: Seat, last: tuple[Seat, ...], said: str
) -> None:  # SF-22
    tribes = [tribe(space) for space in ("A1", "A4", "G1", "G4")]
    state = table(*tribes, mover=mover, tower=Seat(1), last=last)
    for eyes in range(4):
        assert said in panel(state, Seat(eyes))


# Looking back


def looked_back(state: State) -> str:
    """What its mover saw then, as all see it when the match is over."""
    room = room_of("soulfall", replace(state, phase="over", playing=None), len(state.tribes))
    assert room.match
    shown = Moment(3, state, state.mover)
    room = replace(room, match=replace(room.match, shown=shown))
    return read(str(ISLANDS.draw(room, room.members[0], "en", board=False)["panel"].html))


NOTHING = "Nothing else can be done in this turn."


@pytest.mark.parametrize(
    ("card", "mine", "theirs", "then"),
    [
        ("vael-3", tribe("C3", hand="vael-3"), FAR, ()),
        ("oruun-1", tribe("C3 C2", hand="oruun-1"), FAR, ()),
        ("ashkar-2", tribe("C3", hand="ashkar-2"), tribe("D3 C4 E1"), (Choose("prosper"),)),
    ],
)
def test_whoever_looks_back_at_a_question_is_not_told_that_nothing_can_be_done(
    card: str, mine: Tribe, theirs: Tribe, then: tuple[Move, ...]
) -> None:
    state = played(table(mine, theirs), Play(card), *then)
    assert state.phase in ("populate", "build", "destroy")
    assert NOTHING not in looked_back(state)


def test_whoever_looks_back_at_the_first_nomads_is_not_told_that_nothing_can_be_done() -> None:
    assert NOTHING not in looked_back(new())


def test_a_turn_in_which_nothing_else_can_be_done_says_so() -> None:  # SF-Q6
    state = table(tribe(), FAR, phase="end", used=("draw",))
    assert NOTHING in panel(state)
    assert NOTHING in looked_back(state)


# Hints


EXPLAINED = (
    "soulfall-hint",
    "Two cards: keep one",
    "A Nomad beside yours",
    "A Shard from the supply",
    "A Nomad becomes an Outpost",
    "Give a card, win its Lord",
    "A card does what it says",
)


def test_without_hints_no_sentence_explains_an_action() -> None:  # SF-Q23
    luck = Random(1)
    for seats in (2, 3, 4):
        state = new(seats, seats, Options(hints=False))
        while result(state) is None:
            html = drawn(state, state.mover)
            assert not [it for it in EXPLAINED if it in html], state.phase
            state = played(state, luck.choice(moves(state)))


def test_without_hints_reasons_scores_and_eyes_are_still_told() -> None:  # SF-Q23
    said = panel(table(tribe("C3", 2, hand="sirel-1"), FAR, hints=False))
    assert "Your last Nomad has to stay a Nomad." in said
    assert "→ 3" in said
    assert "Does not work now." in said


def hints(state: State) -> int:
    return drawn(state, state.mover).count('"soulfall-hint"')


def test_hints_explain_each_step_of_a_turn() -> None:  # SF-Q23
    """To settle; in the menu Populate, Build, Devote and Play; a Devotion by a card; the end."""
    assert hints(new()) == 1
    assert hints(table(tribe("C3 C2", hand="korr-3 yshe-1"), FAR)) == 4
    covenant = table(tribe("C3", hand="korr-3 yshe-1"), FAR, current="korr-1")
    assert hints(played(covenant, Play("korr-3"), Populate("C4"))) == 1
    assert hints(table(tribe(), FAR, phase="end", used=("draw", "build", "prosper"))) == 1


# The end


WATCHER = Seat(3)
"""Of three who play."""


def ended(*shards: int) -> State:
    """Each tribe has one Nomad; the last turn is over."""
    tribes = [tribe(space, own) for space, own in zip(("A1", "A4", "G1"), shards, strict=False)]
    return table(*tribes, phase="over", tower=None)


def test_the_winner_stands_above_the_points() -> None:  # SF-24
    assert "Bob 3 points" in panel(ended(1, 3, 2))


def test_who_shares_the_win_is_told_so_and_nobody_else() -> None:  # SF-Q16
    state = ended(2, 2, 1)
    assert "Ann and Bob 2 points You share the win." in panel(state, ANN)
    for eyes in (Seat(2), WATCHER):
        assert "Ann and Bob 2 points They share the win." in panel(state, eyes)


def test_one_point_is_one_point() -> None:
    assert "Ann, Bob and Cid one point" in panel(ended(1, 1, 1))


def test_what_decided_equal_scores_is_said_below_the_points() -> None:  # SF-25
    state = table(tribe("A1 A2 A3", 2), tribe("E1 E2", 3), phase="over")
    assert "Bob 6 points Equal scores: more Shards win." in panel(state)


def test_a_shared_win_is_read_out_as_one() -> None:  # SF-Q16
    assert "Ann and Bob win!" in read(drawn(ended(2, 2, 1), ANN, "say"))
    assert "Bob wins!" in read(drawn(ended(1, 3, 2), ANN, "say"))


# What is read has the apostrophes of a book


def test_no_sentence_has_a_straight_apostrophe() -> None:
    said = [GAME.pitch, *(text for card in CARDS for it in spoken(card) for text in it)]
    said += [text for file in FOLDER.glob("*.py") for text in refusals(file)]
    assert len(said) > 100
    assert [text for text in said if "'" in text] == []


def spoken(card: CardId) -> list[tuple[str, str]]:
    it = words(card)
    return [(one.text, one.many) for one in (it.top, it.condition, *it.then)]


def refusals(file: Path) -> list[str]:
    return re.findall(r'Illegal(?:\.plural)?\(\s*"([^"]*)"', file.read_text("utf-8"))


# How it is played, in three pictures


def test_three_cards_of_about_twenty_words_tell_the_game() -> None:
    cards = PAGES.render("soulfall/cards.html", "en").split("</li>")[:-1]
    assert len(cards) == 3
    for card in cards:
        assert "<svg" in card
        assert 15 <= len(read(card).replace("×", "").split()) <= 22


# What else is told of a turn


def test_the_tv_says_how_many_cards_are_left_and_which_devotions_are_free() -> None:  # SF-27
    state = table(tribe("C3", 1, "vael korr"), FAR)
    said = read(drawn(state, None, "board"))
    assert f"{len(state.pile)} cards in the pile" in said
    free = said.partition("Devotions on the table: ")[2].partition("Tower")[0]
    assert "Namu" in free
    assert not {"Vael", "Korr"} & set(free.split())


def test_an_action_used_before_is_offered_again_by_a_card() -> None:  # SF-18
    dream = table(tribe("C3", hand="ilmane-1"), FAR, current="ilmane-3")
    assert "by a card" not in panel(played(dream, Play("ilmane-1")))
    again = played(dream, Prosper(), Play("ilmane-1"))
    assert panel(again).count("by a card") == 1


def test_a_card_of_which_neither_half_does_anything_says_so() -> None:  # SF-Q7
    warned = "Both halves do nothing now. It becomes the current Lord."
    assert warned in panel(table(tribe("C3", hand="oruun-1"), FAR))
    assert warned not in panel(table(tribe("C3 C2", hand="oruun-1"), FAR))
    assert warned not in panel(table(tribe("C3 D3*", hand="oruun-1"), FAR))


def test_at_the_end_of_a_turn_each_action_says_what_came_of_it() -> None:
    state = table(tribe("C3", hand="yshe-1 vael-1"), FAR)
    said = panel(played(state, Populate("C4"), Undo(), Populate("C2"), Devote("vael-1"), Prosper()))
    assert "Populate C2 Devote Vael Prosper +1" in said
    played_one = played(state, Draw(), Keep(state.pile[0]), Prosper(), Play("yshe-1"))
    assert "Draw one card kept Prosper +1 Play Burnt Offering" in panel(played_one)


def test_the_last_nomad_of_a_tribe_is_locked_to_whoever_destroys() -> None:  # SF-20
    tribes = tribe("A1", hand="ashkar-3"), tribe("G1 G2"), tribe("G4"), tribe("D1 D2*")
    state = played(table(*tribes, current="ashkar-1"), Play("ashkar-3"), Populate("A2"))
    assert state.phase == "destroy"
    for html in (drawn(state, ANN), drawn(state, None, "board")):
        assert html.count("#lock") == 2


def test_a_tower_that_ends_the_match_is_shown_before_the_count() -> None:  # SF-21, SF-Q13
    used = ("draw", "prosper", "play")
    tribes = [tribe("C3"), tribe("A1", 8)]
    state = table(*tribes, mover=Seat(1), phase="end", used=used, last_round="equal")
    after = played(state, EndTurn())
    assert after.phase == "over"
    said = read(drawn(after, None, "board"))
    assert "Bob takes the Tower" in said
    assert "Everybody has had the same number of turns." in said
    assert "Bob takes the Tower." in read(drawn(after, ANN, "say"))
    beats = {beat.name: beat.at for beat in GAME.show(view(after, None)).beats}
    assert beats["rise"] < beats["gone"] < beats["left-0"]
