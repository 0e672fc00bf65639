"""What phones and TV say of a match, and forms that work without scripts."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from app.core import lifecycle, play
from app.core.values import Options, Room
from games.contract import Seat, Viewer
from games.matchy_matchy.deck import PICTURES
from games.matchy_matchy.table import State, Theme
from games.matchy_matchy.view import view
from tests.every_game import ISLANDS, room_of
from tests.forms import forms, posted
from tests.matchy_matchy.notation import (
    FIVE,
    ONE,
    OTHERS,
    THREE,
    TWO,
    at,
    called,
    chosen,
    ended,
    more,
    onward,
    put,
    turned,
)


def drawn(state: State, eyes: Viewer, island: str = "panel") -> str:
    room = room_of("matchy_matchy", state, state.seats)
    me = None if eyes is None else room.members[eyes]
    return str(ISLANDS.draw(room, me, "en", board=True)[island].html)


def read(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def test_the_picker_shows_my_42_pictures_in_my_own_order() -> None:  # MM-2
    state = called(at(FIVE, FIVE))
    for seat in map(Seat, range(4)):
        tapped = re.findall(r'data-picture="(\w+)"', drawn(state, seat))
        assert tuple(tapped) == view(state, seat).deck
        assert sorted(tapped) == sorted(PICTURES)


@pytest.mark.parametrize(("space", "places"), [(FIVE, 5), (THREE, 3), (TWO, 2)])
def test_there_is_a_list_for_each_place_and_each_must_be_filled(space: int, places: int) -> None:
    panel = drawn(called(at(space, space)), Seat(0))  # MM-8
    assert len(re.findall(r'<select [^>]*name="images"[^>]* required', panel)) == places


def test_one_picture_is_chosen_by_radio_buttons() -> None:  # MM-15
    panel = drawn(called(at(ONE, FIVE)), Seat(0))
    assert len(re.findall(r'type="radio" name="images"', panel)) == 42
    assert "<select" not in panel


@pytest.mark.parametrize("space", [FIVE, TWO, ONE])
def test_a_row_is_put_and_changed_by_plain_forms(space: int) -> None:  # MM-12
    room = room_of("matchy_matchy", called(at(space, FIVE)), 4)
    for _ in range(2):
        [form] = [f for f in forms(panel_of(room)) if f.verb == "moves"]
        pairs = next(form.ways())
        room = play.play(room, room.members[0].device, posted(pairs), 0.0)
        assert room.match
        row = tuple(value for name, value in pairs if name == "images")
        assert room.match.state.rows[0] == row
    assert 'id="change"' in panel_of(room)


def panel_of(room: Room, eyes: int = 0) -> str:
    return str(ISLANDS.draw(room, room.members[eyes], "en", board=False)["panel"].html)


def test_a_row_that_was_put_is_what_the_lists_begin_with() -> None:
    state = put(called(at(TWO, TWO)), "ba")
    assert re.findall(r'<option value="(\w+)" selected>', drawn(state, Seat(0))) == [
        PICTURES[1],
        PICTURES[0],
    ]


def test_nobody_else_gets_a_byte_of_a_row_that_is_not_turned() -> None:  # G-5
    some, more = (put(called(at(TWO, TWO)), row) for row in ("ab", "cd"))
    for eyes in (None, Seat(1), Seat(2)):
        assert drawn(some, eyes, "board") == drawn(more, eyes, "board")
    assert drawn(some, Seat(2)) == drawn(more, Seat(2))


def test_my_phone_says_where_we_two_had_it() -> None:  # MM-14
    state = onward(chosen(at(THREE, THREE), "abc", "xyz", "adb", "uvw"), 2)
    assert "2 spaces for your fork You had it on 2, Cid on 3." in read(drawn(state, Seat(0)))
    assert "2 spaces for your fork You had it on 3, Ann on 2." in read(drawn(state, Seat(2)))


def test_the_same_in_the_same_place_is_one_card() -> None:  # MM-13
    state = chosen(at(THREE, THREE), "abc", "xyz", "adb", "uvw")
    assert "The same, in the same place! 3 spaces for your fork" in read(drawn(state, Seat(0)))
    assert "Not this one." in read(drawn(onward(state), Seat(1)))


def test_a_miss_is_asked_about_at_most_once_at_a_place() -> None:  # MM-23
    state = chosen(at(THREE, THREE), "abc", "xyz", "adb", "uvw")
    assert "But why did you put that?!" in read(drawn(state, Seat(1)))
    assert "But why did you put that?!" in read(drawn(state, None, "board"))
    assert "But why did you put that?!" not in read(drawn(onward(state), Seat(1)))


def test_a_fork_says_what_its_space_says() -> None:  # MM-8
    assert "Your fork is on space 17. That means 2 pictures." in read(drawn(at(FIVE, TWO), Seat(1)))
    assert "Your fork is on the Start." in read(drawn(at(TWO, FIVE), Seat(1)))


def test_one_more_turn_tells_the_tied_their_five_pictures_and_the_others_to_watch() -> None:
    tied = ended(at(27, 0, 27), "abcd", "uvwxy", "ijkl", "abef", "ghqrs", "ijmn")
    state = replace(more(tied), turn=3)  # Cid calls, whom nobody here is
    said = "That means 5 pictures.", "This turn is for the tied.", "Think like"  # MM-Q3
    seen = [tuple(words in read(drawn(state, Seat(seat))) for words in said) for seat in range(6)]
    tied_now, watches, calls = (True, False, True), (False, True, False), (False, False, False)
    assert seen == [tied_now, watches, calls, tied_now, watches, tied_now]


def test_after_a_won_turn_nobody_is_told_of_a_next_one() -> None:  # MM-21
    on, won = (
        turned(chosen(at(*spaces), "abc", "xyz", "abd", "uvw")) for spaces in ((9, 9), (28, 9))
    )
    for state, goes_on in ((on, True), (won, False)):
        assert ("Next turn:" in read(drawn(state, Seat(1)))) == goes_on
        assert ("Next turn" in read(drawn(state, Seat(0)))) == goes_on
        assert ('class="next"' in drawn(state, None, "board")) == goes_on


def test_a_picture_may_find_its_twin_as_long_as_one_is_still_turned() -> None:  # MM-14
    hope = "It may still find its twin."
    pair = chosen(at(TWO, FIVE), "ab", "xyzwv", "cd", "ponml")
    assert [hope in read(drawn(state, Seat(0))) for state in (pair, onward(pair))] == [True, False]
    racer = onward(chosen(at(TWO, FIVE, referent=0), "abcde", "xy", "uvwzt"))
    assert hope in read(drawn(racer, Seat(1)))  # three of the referent's are to come


def test_the_referent_and_the_others_are_told_whom_to_think_like() -> None:  # MM-9
    state = at(FIVE, FIVE, referent=1)
    assert "You are the referent" in read(drawn(state, Seat(1)))
    assert "Think like Bob" in read(drawn(state, Seat(2)))


def test_the_stage_says_that_a_theme_was_passed_over() -> None:  # MM-Q8
    state = called(at(FIVE, FIVE), 3)
    assert state.theme
    assert "played before" not in read(drawn(state, None, "board"))
    moved = replace(state, theme=Theme(state.theme.card, 4))
    said = "3 of this card was played before, so it is 4."
    assert said in read(drawn(moved, None, "board"))


def test_the_track_reaches_beyond_the_finish_once_somebody_can() -> None:  # MM-Q1
    near, far = drawn(at(26, FIVE), None, "board"), drawn(at(27, FIVE), None, "board")
    assert ("most-30" in near, "most-39" in far) == (True, True)


def test_the_host_settles_a_tie_by_two_buttons() -> None:  # MM-Q3
    state = chosen(at(29, 29), "ab", "cd", "ab", "cd")
    state = onward(state, 2)
    assert state.phase == "tied"
    kinds = re.findall(r'name="kind" value="(\w+)"', drawn(state, Seat(0)))
    assert kinds == ["next", "more"]
    assert re.findall(r'name="kind" value="(\w+)"', drawn(state, Seat(1))) == []
    assert "Ann decides it with you." in read(drawn(state, Seat(1)))


def test_nobody_who_cannot_settle_a_tie_is_said_to() -> None:  # MM-Q3
    state = onward(chosen(at(29, 29), "ab", "cd", "ab", "cd"), 2)
    played = room_of("matchy_matchy", state, 4)
    watching = replace(played, host=played.members[4].id)
    absent = replace(played, members=(replace(played.members[0], away=1.0), *played.members[1:]))
    for room in (watching, absent):
        for eyes in range(1, 5):
            assert "decides it with you" not in read(panel_of(room, eyes))


def test_the_stage_says_that_one_more_turn_was_the_end() -> None:  # MM-Q3
    tied = ended(at(29, 29), "ab", "cd", "ab", "cd")
    playing = called(more(tied))
    assert "One more turn" in read(drawn(playing, None, "board"))
    over = ended(more(tied), "abcde", OTHERS[0], "abcde", OTHERS[1])
    assert "One more turn" not in read(drawn(over, None, "board"))
    assert "The end" in read(drawn(over, None, "board"))


def test_the_host_taps_whom_all_others_try_to_match() -> None:  # MM-Q12
    room = room_of("matchy_matchy", at(FIVE, FIVE, referent=0), 3)
    lobby = replace(room, match=None, options=Options(game="matchy_matchy"))
    radio = re.compile(r'name="referent" id="[-\w]+" value="(\w*)"( checked)?')
    everybody = ["", *(member.id for member in lobby.members[:3])]
    for wish, checked in (("", ""), ("m1", "m1"), ("gone", "")):
        fields = {"referent": wish}
        seen = radio.findall(
            panel_of(lifecycle.set_up(lobby, b"\0" * 32, "matchy_matchy", "", fields))
        )
        assert [value for value, _ in seen] == everybody
        assert [value for value, tick in seen if tick] == [checked]
    four = replace(lobby, members=(*lobby.members[:3], replace(lobby.members[3], role="player")))
    assert not radio.findall(panel_of(four))


def test_in_the_lobby_a_team_has_the_name_of_its_colours_too() -> None:  # MM-3
    room = replace(room_of("matchy_matchy", at(FIVE, FIVE), 4), match=None)
    lobby = replace(room, options=Options(game="matchy_matchy"))
    said = read(str(ISLANDS.draw(lobby, lobby.members[1], "en", board=False)["panel"].html))
    assert "Ann and Cid Team yellow and red" in said
    assert "Bob and Dot Team blue and light blue" in said
