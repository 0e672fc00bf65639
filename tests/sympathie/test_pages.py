"""What phones and TV say of a match, what its settings offer, and forms that need no scripts."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from app.core import lifecycle, play
from app.core.values import Brought, Options, Room
from app.draw.eyes import look_at
from games.contract import Seat, Viewer
from games.sympathie import table as table_of
from games.sympathie.deck import THEMES
from games.sympathie.own import Photo
from games.sympathie.rules import apply
from games.sympathie.table import Roll, State
from tests.every_game import ISLANDS, PAGES, room_of
from tests.forms import Form, forms, posted
from tests.sympathie.notation import (
    LUCK,
    SIX,
    compared,
    dealt,
    order,
    placed,
    ranked,
    table,
    with_past,
)

ANN, BOB, CID, WIM = map(Seat, range(4))
"""The last one watches."""
AGREED = "Alone or with us? With a book or with music?"


def room_with(state: State) -> Room:
    return room_of("sympathie", state, state.seats)


def drawn(state: State, eyes: Viewer, island: str = "panel") -> str:
    return drawn_in(room_with(state), eyes, island)


def drawn_in(room: Room, eyes: Viewer, island: str = "panel") -> str:
    me = None if eyes is None else room.members[eyes]
    return str(ISLANDS.draw(room, me, "en", board=True)[island].html)


def read(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


# ---- a turn ----


def test_the_table_has_five_places_and_a_board_has_five() -> None:  # SY-3
    state = dealt(table(3))
    letters = re.findall(r'class="let">([A-E])<', drawn(state, None, "board"))
    assert letters == ["A", "B", "C", "D", "E"]
    for seat in (ANN, BOB):
        places = re.findall(r'<select [^>]*id="place-(\d)" required', drawn(state, seat))
        assert places == ["1", "2", "3", "4", "5"]


def test_a_question_has_two_wordings() -> None:  # SY-Q14
    state = dealt(table(3))
    assert "Where would I most like to sit?" in read(drawn(state, ANN))
    for eyes, island in ((BOB, "panel"), (None, "board")):
        assert "Where would Ann most like to sit?" in read(drawn(state, eyes, island))


def test_what_to_agree_on_is_read_before_anybody_answers() -> None:  # SY-21
    state = dealt(table(3))
    assert AGREED in read(drawn(state, None, "board"))
    for seat in (ANN, BOB):
        assert AGREED in read(drawn(state, seat))


def test_an_order_is_put_and_changed_by_plain_forms() -> None:  # SY-7, SY-Q12
    room = room_with(dealt(table(3)))
    for _ in range(2):
        [form] = [f for f in forms(drawn_in(room, ANN)) if f.verb == "moves"]
        pairs = next(form.ways())
        room = play.play(room, room.members[0].device, posted(pairs), 0.0)
        assert room.match
        row = tuple(value for name, value in pairs if name == "photos")
        assert room.match.state.orders[0] == row
    assert 'id="change"' in drawn_in(room, ANN)


def test_an_order_that_was_put_is_what_the_lists_begin_with() -> None:
    state = placed(dealt(table(3)), ANN, "CADBE")
    chosen = re.findall(r'<option value="([^"]+)" selected>', drawn(state, ANN))
    assert tuple(chosen) == order(state, "CADBE")


def test_nobody_else_gets_a_byte_of_an_order_that_lies_face_down() -> None:  # SY-7, SY-8
    some, more = (placed(dealt(table(3)), ANN, letters) for letters in ("ABCDE", "EDCBA"))
    assert drawn(some, None, "board") == drawn(more, None, "board")
    for eyes in (BOB, CID):
        assert drawn(some, eyes) == drawn(more, eyes)


@pytest.mark.parametrize("themes", [2, 6])
def test_the_die_shows_the_themes_there_are(themes: int) -> None:  # SY-Q2
    state = apply(table(3, table_of.Options(themes=SIX[:themes])), ANN, Roll(), LUCK)
    board = drawn(state, None, "board")
    rolled = board[board.index('class="rolling"') :]
    assert {int(face) for face in re.findall(r"#die-(\d)", rolled)} == set(range(1, themes + 1))


def test_a_comparison_says_what_each_got_and_has_in_all_and_who_is_next() -> None:
    state = ranked(dealt(with_past(table(3), {1: 3, 2: 2})), "ABCDE", "ACBDE", "EDCBA")
    board = read(drawn(state, None, "board"))
    assert "+3 = 6" in board
    assert "+1 = 3" in board
    assert "Next: Bob" in board


def test_after_the_last_turn_nobody_is_next() -> None:
    state = replace(table(3, table_of.Options("two", themes=SIX)), turns=1)
    assert "Next:" not in read(drawn(ranked(dealt(state), *["ABCDE"] * 3), None, "board"))


# ---- the end ----


UNEVEN = with_past(table(3), {1: 2, 2: 1}, {0: 1, 2: 1}, {0: 3, 1: 3}, {1: 0, 2: 1})
"""Ann was active twice. Bob has five points in three guesses, Ann four in two, Cid three in three;
about Cid others have six in two, about Ann four in four, and about Bob two in two (SY-Q11)."""


def at(phase: Any, state: State = UNEVEN) -> State:
    return replace(state, phase=phase)


def test_titles_say_the_averages_by_which_they_were_given() -> None:  # SY-Q11
    board = read(drawn(at("titles"), None, "board"))
    assert "Best reader Ann 2.0 points a guess" in board
    assert "Open book Cid others get 3.0 points a guess" in board
    assert "Sphinxes Ann and Bob others get 1.0 points a guess" in board


def test_a_phone_says_why_its_owner_won_and_which_titles_they_have() -> None:  # SY-Q11
    winner = read(drawn(at("titles"), BOB))
    assert "You: 5 points Most points: you win." in winner
    assert "best reader" not in winner
    assert "You are one of 2 sphinxes: others get fewest points a guess 1.0" in winner
    assert "You are the best reader: most points a guess 2.0" in read(drawn(at("titles"), ANN))


def test_a_title_is_read_out_with_its_average() -> None:  # SY-Q11
    said = read(drawn(at("titles"), None, "say"))
    assert "Best reader: Ann, 2.0 points a guess." in said
    assert "Sphinxes: Ann and Bob, others get 1.0 points a guess." in said


def test_a_title_is_on_no_phone_before_the_stage_tells_it() -> None:
    said = re.findall(r"<li([^>]*)>(?:(?!</li>).)*You are", drawn(at("titles"), ANN), re.DOTALL)
    assert said == [' data-from="title-0"', ' data-from="title-2"']


def test_only_who_waits_for_the_host_is_told_to() -> None:
    room = room_with(compared(with_past(table(3), {1: 1, 2: 1})))
    waits = "Ann goes on when you have talked."
    assert [waits in read(drawn_in(room, eyes)) for eyes in (ANN, BOB, WIM)] == [False, True, True]


def test_where_the_players_go_on_themselves_nobody_waits_for_the_host() -> None:
    """The host watches, or is away: the players have Next, and whoever watches looks on."""
    room = room_with(compared(with_past(table(3), {1: 1, 2: 1})))
    ann, *others = room.members
    away = replace(room, members=(replace(ann, away=1.0), *others))
    for changed in (replace(room, host=others[-1].id), away):
        assert 'id="next"' in drawn_in(changed, BOB)
        assert "goes on when you have talked" not in drawn_in(changed, WIM)
        assert "Look up at the TV." in drawn_in(changed, WIM) or (
            "The others are not done yet." in drawn_in(changed, WIM)
        )


# ---- the settings ----


def lobby(players: int = 3, photos: int = 0, **chosen: Any) -> Room:
    room = room_with(table(players))
    brought = tuple(
        Brought(f"own-{n}", "photo", room.members[0].id, "", Photo()) for n in range(photos)
    )
    return replace(
        room,
        match=None,
        options=Options(game="sympathie"),
        brought=brought,
        settings=MappingProxyType({"sympathie": chosen}),
    )


def settings(room: Room) -> Form:
    [form] = [f for f in forms(drawn_in(room, ANN)) if f.verb == "settings"]
    return form


def kept(room: Room, changed: dict[str, str]) -> dict[str, Any]:
    """What is chosen once that form was sent with something changed in it."""
    form = settings(room)
    pairs = form.filled(None, None, LUCK)
    pairs = [(name, changed.get(name, value)) for name, value in pairs]
    fields = {name: v for name, v in posted(pairs).items() if name not in ("game", "first")}
    found = lifecycle.set_up(room, room.members[0].device or b"", "sympathie", "", fields)
    return dict(found.settings["sympathie"])


def boxes(room: Room) -> dict[str, tuple[bool, bool]]:
    """By theme: is it ticked, and can it be changed?"""
    found = re.findall(r'<input type="checkbox" id="set-theme-(\w+)"([^>]*)>', drawn_in(room, ANN))
    return {theme: (" checked" in rest, " disabled" not in rest) for theme, rest in found}


HERE = tuple(theme for theme in THEMES if theme in table_of.Options.here)
MANY = pytest.mark.skipif(len(HERE) < 7, reason="too few themes have photographs here")


@MANY
def test_a_theme_that_is_gone_takes_no_place() -> None:
    room = lobby(photos=4, themes=["own", *HERE[:5]])
    assert [theme for theme, (ticked, _) in boxes(room).items() if ticked] == list(HERE[:5])
    assert all(free for _, free in boxes(room).values())
    assert "Six themes in play" not in drawn_in(room, ANN)


@MANY
def test_a_theme_is_chosen_from_six_on_only_for_another() -> None:  # SY-2
    free = {theme for theme, (_, free) in boxes(lobby(themes=HERE[:6])).items() if free}
    assert free == set(HERE[:6])


@MANY
def test_the_last_theme_cannot_be_taken_out() -> None:
    room = lobby(themes=[HERE[2]])
    assert boxes(room)[HERE[2]] == (True, False)
    assert kept(room, {})["themes"] == [HERE[2]]


@pytest.mark.parametrize("points", [5, 12, 100])
def test_any_number_of_points_is_offered_and_kept(points: int) -> None:  # SY-Q17
    room = lobby(end="points", points=points)
    assert kept(room, {})["points"] == points
    assert kept(lobby(end="points"), {"points": str(points)})["points"] == points
    assert f"To {points} points." in read(drawn_in(room, BOB))


@pytest.mark.parametrize(("players", "book"), [(3, 15), (4, 20), (5, 25), (6, 35)])
def test_no_number_of_points_is_the_one_that_the_book_proposes(players: int, book: int) -> None:
    room = lobby(players, end="points", points=12)  # SY-17
    assert f'placeholder="{book}"' in drawn_in(room, ANN)
    cleared = replace(room, settings=MappingProxyType({"sympathie": kept(room, {"points": ""})}))
    assert f"To {book} points." in read(drawn_in(cleared, BOB))
    start = lifecycle.Start("match", "seed", 0.0)
    begun = lifecycle.start(cleared, room.members[0].device or b"", "sympathie", {}, start)
    assert begun.match
    assert begun.match.state.goal == book


# ---- sheets ----


def test_the_table_is_dressed_on_a_page_of_its_own_too() -> None:
    look = look_at(room_with(UNEVEN), room_with(UNEVEN).members[0], "en")
    assert "/sympathie/game." in PAGES.render("scores.html", "en", room=look, sheet=False)
    assert "stylesheet" not in PAGES.render("scores.html", "en", room=look, sheet=True)


def test_the_game_is_told_in_three_pictures() -> None:
    look = look_at(lobby(), None, "en")
    told = PAGES.render("help.html", "en", room=look, sheet=True)
    lessons = re.findall(r"<li>.*?</li>", told.partition('class="lessons"')[2], re.DOTALL)[:3]
    assert len(lessons) == 3
    for lesson in lessons:
        assert 12 <= len(read(lesson).split()) <= 24
