"""Matchy Matchy, statement by statement (games/matchy_matchy/RULES.md)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from games.contract import Illegal, Memory, Seat
from games.matchy_matchy import GAME
from games.matchy_matchy.board import LAST, Length, furthest, numbers
from games.matchy_matchy.deck import CARDS, PICTURES, THEMES
from games.matchy_matchy.rules import apply, ask, hides, memory, result, setup
from games.matchy_matchy.table import Number, Options, Past, Rank, State, Theme, forks, pictures
from games.matchy_matchy.view import view
from tests.matchy_matchy.notation import (
    FIVE,
    FOUR,
    LUCK,
    ONE,
    OTHERS,
    THREE,
    TWO,
    anything,
    asked,
    at,
    called,
    chosen,
    ended,
    more,
    new,
    onward,
    put,
    row,
    turned,
)

EVERY_NUMBER = pytest.mark.parametrize("seats", [3, 4, 5, 6, 7, 8])
APART = ("abcde", OTHERS[0], "abcde", OTHERS[1])  # team 0-2 meets five times, team 1-3 never


def spaces(state: State) -> list[int]:
    """Where the forks stand now, as everybody sees it."""
    return [fork.space for fork in view(state, None).forks]


def gains(state: State) -> list[list[int]]:
    """By place, what each fork gains; the first place lies open."""
    found = []
    while state.phase == "show":
        found.append([fork.gained for fork in view(state, None).forks])
        state = onward(state)
    return found


# ---- set-up ----


def test_three_to_eight_can_play() -> None:  # MM-1, MM-Q14
    assert list(GAME.seats) == [3, 4, 5, 6, 7, 8]


@EVERY_NUMBER
def test_even_numbers_play_in_teams_and_odd_ones_against_a_referent(seats: int) -> None:  # MM-1
    state = new(seats)
    assert (state.referent is None) == (seats in (4, 6, 8))
    assert len(state.spaces) == {4: 2, 6: 3, 8: 4, 3: 2, 5: 4, 7: 6}[seats]


def test_everybody_has_the_same_42_different_pictures() -> None:  # MM-2
    state = new(7)
    hands = [view(state, Seat(seat)).deck for seat in range(7)]
    assert {frozenset(hand) for hand in hands} == {frozenset(PICTURES)}
    assert [len(hand) for hand in hands] == [42] * 7


def test_partners_sit_face_to_face() -> None:  # MM-3, MM-Q10
    assert GAME.teams
    assert GAME.teams(4) == ((0, 2), (1, 3))
    assert GAME.teams(6) == ((0, 3), (1, 4), (2, 5))
    assert GAME.teams(8) == ((0, 4), (1, 5), (2, 6), (3, 7))
    assert GAME.teams(5) == ()


def test_a_team_has_one_fork_a_racer_their_own_and_the_referent_none() -> None:  # MM-4, MM-Q11
    assert [fork.seats for fork in view(new(6), None).forks] == [(0, 3), (1, 4), (2, 5)]
    alone = new(5, Options(referent=Seat(2)))
    assert [fork.seats for fork in view(alone, None).forks] == [(0,), (1,), (3,), (4,)]


@EVERY_NUMBER
def test_all_forks_begin_on_the_start(seats: int) -> None:  # MM-4
    assert set(spaces(new(seats))) == {0}


def test_there_are_24_cards_of_twelve_themes() -> None:  # MM-5, MM-Q7
    assert len(CARDS) == 24
    assert {len(themes) for themes in THEMES.values()} == {12}
    assert sorted(new().pile) == sorted(CARDS)
    assert new(seed=1).pile != new(seed=2).pile


# ---- the number and the theme ----


def test_the_number_is_said_before_the_card_is_drawn() -> None:  # MM-6
    state = new(4)
    assert [asked(state, seat) for seat in range(4)] == [({"number"}, True), None, None, None]
    assert view(state, None).theme is None
    drawn = apply(state, Seat(0), Number(7), LUCK)
    assert drawn.theme == Theme(state.pile[0], 7)
    assert drawn.pile == state.pile[1:]
    assert [view(drawn, eyes).theme for eyes in (Seat(0), Seat(3), None)] == [drawn.theme] * 3


@pytest.mark.parametrize("number", [0, -1, 13, 576])
def test_there_are_only_the_numbers_from_1_to_12(number: int) -> None:  # MM-6
    with pytest.raises(Illegal, match=r"^Say a number from 1 to 12\.$"):
        apply(new(), Seat(0), Number(number), LUCK)


@pytest.mark.parametrize("number", [1, 12])
def test_the_first_and_the_last_number_can_be_said(number: int) -> None:  # MM-6
    assert called(new(), number).theme == Theme(new().pile[0], number)


def test_everybody_calls_in_turn_the_referent_too() -> None:  # MM-Q6
    state, callers = new(3, Options(referent=Seat(1))), []
    for _ in range(5):
        callers += [seat for seat in range(3) if asked(state, seat)]
        state = replace(onward(anything(state, Random(1))), spaces=(0, 0))
    assert callers == [0, 1, 2, 0, 1]


def test_when_all_cards_are_used_they_are_shuffled() -> None:  # MM-Q8
    state, cards = new(), []
    for turn in range(48):
        state = called(replace(state, phase="call", turn=turn + 1))
        assert state.theme
        cards.append(state.theme.card)
    assert sorted(cards[:24]) == sorted(cards[24:]) == sorted(CARDS)
    anew = [apply(replace(new(), pile=()), Seat(0), Number(1), Random(n)).pile for n in range(9)]
    assert len(set(anew)) == 9


def test_a_theme_that_was_played_is_passed_over() -> None:  # MM-Q8
    card = new().pile[0]
    played = tuple(Past(Theme(card, number), ()) for number in (3, 4, 12, 1))
    state = replace(new(), past=played)
    for number, instead in ((2, 2), (3, 5), (4, 5), (12, 2)):
        drawn = called(state, number)
        assert drawn.theme == Theme(card, instead)
        assert view(drawn, None).called == number


def test_when_a_whole_card_was_played_it_is_what_was_said() -> None:  # MM-Q8
    card = new().pile[0]
    past = tuple(Past(Theme(card, number), ()) for number in range(1, 13))
    assert called(replace(new(), past=past), 8).theme == Theme(card, 8)


def test_what_was_read_aloud_is_remembered() -> None:  # MM-Q8
    state = called(ended(called_on(7), *APART), 2)
    assert memory(state) == tuple(
        f"{theme.card}/{theme.number}" for theme in (Theme(new().pile[0], 7), state.theme) if theme
    )
    assert memory(new()) == ()


def called_on(number: int) -> State:
    """The card on top is called by that number, whatever is called."""
    card = new().pile[0]
    others = tuple(f"{card}/{other}" for other in range(1, 13) if other != number)
    return replace(new(), before=others)


def test_an_evening_passes_over_what_it_has_played() -> None:  # MM-Q8
    card = CARDS[0]
    seen = tuple(f"{one}/1" for one in (*CARDS[12:], card))
    state = setup(4, Options(), Memory(seen), Random(1))
    assert state.pile[12:] not in (seen, ())
    assert sorted(state.pile[:11]) == sorted(CARDS[1:12])
    assert state.pile[11:] == (*CARDS[12:], card)  # the one used longest ago first
    assert called(replace(state, pile=(card,)), 1).theme == Theme(card, 2)


def test_what_the_room_remembers_of_other_decks_is_passed_over() -> None:
    assert sorted(setup(4, Options(), Memory(("gone-1/3",)), LUCK).pile) == sorted(CARDS)


# ---- choosing ----


def test_all_choose_at_once_and_nobody_sees_what() -> None:  # MM-7, G-5
    state = put(called(new()), "", "abcde")
    assert [asked(state, seat) for seat in range(4)] == [
        ({"rank"}, True),
        ({"rank"}, False),
        ({"rank"}, True),
        ({"rank"}, True),
    ]
    assert view(state, Seat(1)).row == row("abcde")
    for eyes in (Seat(0), Seat(2), Seat(3), None):
        seen = view(state, eyes)
        assert seen.locked == {1}
        assert seen.row is None
        assert {thumb.image for thumbs in seen.rows for thumb in thumbs} == {None}


def test_an_order_may_be_changed_until_the_last_one_is_in() -> None:  # G-5
    state = put(called(new()), "abcde", "fghij", "klmno")
    state = put(state, "edcba")
    shown = put(state, "", "", "", "pqrst")
    assert shown.rows[0] == row("edcba")
    assert [asked(shown, seat) for seat in range(4)] == [({"next"}, False)] * 4


@pytest.mark.parametrize(("space", "k"), [(FIVE, 5), (FOUR, 4), (THREE, 3), (TWO, 2), (ONE, 1)])
def test_both_partners_put_as_many_as_their_space_says(space: int, k: int) -> None:  # MM-8
    state = called(at(space, FIVE))
    assert [pictures(state, Seat(seat)) for seat in range(4)] == [k, 5, k, 5]
    assert [view(state, Seat(seat)).pictures for seat in range(4)] == [k, 5, k, 5]


def test_the_referent_always_puts_five_and_a_racer_what_the_own_space_says() -> None:  # MM-9
    state = called(at(TWO, ONE, FOUR, THREE, referent=2))
    assert [pictures(state, Seat(seat)) for seat in range(5)] == [2, 1, 5, 4, 3]


def test_the_pictures_of_a_row_are_different() -> None:  # MM-10
    with pytest.raises(Illegal, match=r"^You have each picture only once\.$"):
        put(called(new()), "abcda")


def test_a_row_keeps_its_order() -> None:  # MM-11
    assert put(called(new()), "cabed").rows[0] == row("cabed")


# ---- the reveal ----


def test_pictures_are_turned_place_by_place_when_all_are_in() -> None:  # MM-12
    before = put(called(new()), "abcde", "fghij", "klmno")
    assert before.phase == "choose"
    state = put(before, "", "", "", "pqrst")
    for place in range(1, 6):
        seen = view(state, None)
        assert (seen.place, seen.places) == (place, 5)
        assert seen.cards == tuple(
            row(letters)[place - 1] for letters in ("abcde", "fghij", "klmno", "pqrst")
        )
        shown = [[thumb.image for thumb in thumbs] for thumbs in seen.rows]
        assert shown[1] == [*row("fghij")[:place], *[None] * (5 - place)]
        assert {asked(state, seat) is not None for seat in range(4)} == {True}
        state = onward(state)
    assert state.phase == "call"


def test_the_same_picture_in_the_same_place_is_worth_three() -> None:  # MM-13
    state = chosen(at(THREE, THREE), "abc", "xyz", "aef", "uvw")
    assert gains(state) == [[3, 0], [0, 0], [0, 0]]


def test_the_same_picture_in_another_place_is_worth_two() -> None:  # MM-13
    state = chosen(at(THREE, THREE), "abc", "xyz", "eaf", "uvw")
    assert gains(state) == [[0, 0], [2, 0], [0, 0]]


def test_a_picture_counts_once_when_its_second_copy_is_turned() -> None:  # MM-14
    """The book's example: sea, sunset, plane and sea, suitcase, sunset are five spaces."""
    sea, sunset, plane, suitcase = "abcd"
    one, other = sea + sunset + plane, sea + suitcase + sunset
    state = chosen(at(THREE, THREE), one, "xyz", other, "uvw")
    assert gains(state) == [[3, 0], [0, 0], [2, 0]]
    assert spaces(turned(state)) == [THREE + 5, THREE]


@pytest.mark.parametrize(
    ("space", "one", "other", "each"),
    [
        (TWO, "ab", "ba", [0, 4]),
        (THREE, "abc", "bca", [0, 2, 4]),
        (FIVE, "abcde", "abcde", [3, 3, 3, 3, 3]),
        (ONE, "a", "a", [3]),
        (ONE, "a", "b", [0]),
    ],
)
def test_more_examples(space: int, one: str, other: str, each: list[int]) -> None:  # MM-15
    state = chosen(at(space, space), one, "vwxyz"[: len(one)], other, "qrstu"[: len(one)])
    assert [gained for gained, _ in gains(state)] == each


@pytest.mark.parametrize(
    ("space", "letters", "total"), [(TWO, "cb", 5), (ONE, "e", 2), (ONE, "a", 3), (TWO, "xy", 0)]
)
def test_a_racer_is_compared_with_the_referents_five(
    space: int, letters: str, total: int
) -> None:  # MM-16, MM-Q13
    state = chosen(at(space, ONE, referent=0), "abcde", letters, "z")
    assert spaces(turned(state)) == [space + total, ONE]


def test_a_racer_without_pictures_left_can_still_meet_a_later_one() -> None:  # MM-Q13
    state = chosen(at(ONE, ONE, referent=0), "abcde", "e", "z")
    assert gains(state) == [[0, 0], [0, 0], [0, 0], [0, 0], [2, 0]]


def test_racers_are_never_compared_with_each_other() -> None:  # MM-17
    state = chosen(at(TWO, TWO, referent=2), "ab", "ab", "vwxyz")
    assert spaces(turned(state)) == [TWO, TWO]


def test_teams_are_never_compared_with_each_other() -> None:  # MM-13
    state = chosen(at(TWO, TWO), "ab", "ab", "xy", "uv")
    assert spaces(turned(state)) == [TWO, TWO]


def test_forks_walk_with_each_place_but_the_count_stays() -> None:  # MM-18
    state = chosen(at(15, FIVE), "abcde", OTHERS[0], "abcde", OTHERS[1])
    found = []
    for _ in range(5):
        fork = view(state, None).forks[0]
        found.append((fork.was, fork.space, fork.pictures))
        state = onward(state)
    assert found == [(15, 18, 5), (18, 21, 5), (21, 24, 5), (24, 27, 5), (27, 30, 5)]


def test_all_pictures_can_be_put_again() -> None:  # MM-20
    state = ended(at(FIVE, FIVE), "abcde", OTHERS[0], "fghij", OTHERS[1])
    assert state.rows == (None,) * 4
    assert view(state, Seat(0)).row is None
    assert put(called(state), "abcde").rows[0] == row("abcde")


# ---- the end ----


def test_the_first_team_on_the_last_space_wins_together() -> None:  # MM-21
    over = ended(at(28, THREE), "abc", "xyz", "bad", "uvw")  # 28 + 4
    assert over.phase == "over"
    end = result(over)
    assert end
    assert end.winners == {0, 2}


def test_a_racer_wins_alone_and_the_referent_never() -> None:  # MM-21, MM-Q12
    over = ended(at(28, ONE, referent=0), "abcde", "abc", "z")
    end = result(over)
    assert end
    assert end.winners == {1}


def test_one_space_short_is_not_there() -> None:  # MM-21
    assert ended(at(27, THREE), "abcd", "xyz", "aefg", "uvw").phase == "over"  # 27 + 3
    assert ended(at(27, THREE), "abcd", "xyz", "eafg", "uvw").phase == "call"  # 27 + 2


def test_of_several_the_one_furthest_beyond_wins() -> None:  # MM-22
    """The example: 27 + 7 = 34 loses to 23 + 12 = 35."""
    state = ended(at(27, 23), "abcd", "mnop", "acbe", "mnop")
    end = result(state)
    assert end
    assert end.winners == {1, 3}
    assert [fork.beyond for fork in view(state, None).forks] == [4, 5]


def test_a_fork_may_pass_the_last_space() -> None:  # MM-Q1
    state = turned(chosen(at(27, FIVE), "abcd", OTHERS[0], "abcd", OTHERS[1]))
    fork = view(state, None).forks[0]
    assert (fork.space, fork.beyond, fork.number) == (39, 9, None)
    assert view(state, None).furthest == 39


@pytest.mark.parametrize(("length", "most"), [("long", 39), ("short", 33)])
def test_the_board_shows_every_space_within_reach(length: Length, most: int) -> None:  # MM-Q1
    reached = {space + gain for space, k in enumerate(numbers(length)) for gain in range(3 * k + 1)}
    assert max(reached) == furthest(length) == most


def test_nobody_wins_in_the_middle_of_a_reveal() -> None:  # MM-Q2
    """One team is past the last space at the second place, the other overtakes at the fourth."""
    state = chosen(at(27, 23), "abcd", "mnop", "abef", "mnop")
    seen = []
    for _ in range(4):
        seen.append(spaces(state))
        assert result(state) is None
        state = onward(state)
    assert seen == [[30, 26], [33, 29], [33, 32], [33, 35]]
    end = result(state)
    assert end
    assert end.winners == {1, 3}


def test_who_is_equally_far_can_share_the_win() -> None:  # MM-Q3, G-7
    state = ended(at(27, 27), "abcd", "mnop", "abef", "mnqr")
    assert state.phase == "tied"
    assert [asked(state, seat) for seat in range(4)] == [({"more", "next"}, False)] * 4
    assert result(state) is None
    end = result(onward(state))
    assert end
    assert end.winners == {0, 1, 2, 3}


def tied() -> State:
    """Three teams; the first and the last are three beyond the last space."""
    rows = ("abcd", "uvwxy", "ijkl", "abef", "ghqrs", "ijmn")
    return ended(at(27, FIVE, 27), *rows)


def test_one_more_turn_is_played_by_the_tied_alone_with_five_pictures() -> None:  # MM-Q3
    state = more(tied())
    assert state.phase == "call"
    state = called(state)
    assert [pictures(state, Seat(seat)) for seat in range(6)] == [5, 0, 5, 5, 0, 5]
    assert [asked(state, seat) is not None for seat in range(6)] == [1, 0, 1, 1, 0, 1]
    seen = view(state, None)
    assert seen.playing == {0, 2, 3, 5}
    assert seen.one_more
    assert view(state, Seat(1)).pictures == 0


def test_what_one_more_turn_gains_is_added_to_how_far_they_are() -> None:  # MM-Q3
    over = ended(more(tied()), "abcde", "", "uvwxy", "fagh" + "i", "", "uklmn")
    assert spaces(over) == [35, 0, 36]
    end = result(over)
    assert end
    assert end.winners == {2, 5}


def test_who_is_still_equal_after_one_more_turn_shares_the_win() -> None:  # MM-Q3
    over = ended(more(tied()), "abcde", "", "uvwxy", "afghi", "", "uklmn")
    assert over.phase == "over"
    end = result(over)
    assert end
    assert end.winners == {0, 3, 2, 5}


def test_the_referent_plays_one_more_turn_too() -> None:  # MM-Q3
    state = ended(at(28, 28, ONE, ONE, referent=0), "abcde", "abc", "abx", "z", "y")
    assert state.phase == "over"
    state = ended(at(28, 28, ONE, ONE, referent=0), "abcde", "abx", "aby", "z", "w")
    assert state.phase == "tied"
    state = called(more(state))
    assert [pictures(state, Seat(seat)) for seat in range(5)] == [5, 5, 5, 0, 0]


# ---- where the rules are silent ----


def test_the_start_says_five_and_the_last_space_nothing() -> None:  # MM-Q4
    seen = view(new(), None)
    assert seen.numbers[0] == seen.forks[0].number == 5
    assert len(seen.numbers) == seen.last == 30


def test_the_boards_are_as_they_were_decided() -> None:  # MM-Q5
    long = "5555 4554 5354 5435 4254 3434 1324 32".replace(" ", "")
    assert "".join(map(str, numbers("long"))) == long
    assert "".join(map(str, numbers("short"))) == long[:19]
    assert LAST == {"long": 30, "short": 19}
    assert Counter(numbers("long")) == {5: 11, 4: 9, 3: 6, 2: 3, 1: 1}


def test_a_setting_makes_it_short() -> None:  # MM-Q5
    state = replace(new(options=Options("short")), spaces=(16, FIVE))
    over = ended(state, "abcd", OTHERS[0], "aefg", OTHERS[1])
    assert over.phase == "over"
    assert view(over, None).last == 19


def test_the_smallest_numbers_never_lie_beside_each_other() -> None:  # MM-Q15
    assert all(min(pair) > 1 or max(pair) > 2 for pair in pairwise(numbers("long")))
    assert all(pair != (2, 2) for pair in pairwise(numbers("long")))


@pytest.mark.parametrize("letters", ["abcd", "abcdef", "a", ""])
def test_exactly_as_many_pictures_as_the_space_says(letters: str) -> None:  # MM-Q9
    with pytest.raises(Illegal, match=r"^Pick exactly one picture\.$") as refused:
        apply(called(new()), Seat(0), Rank(row(letters)), LUCK)
    assert refused.value.many == "Pick exactly {count} pictures."
    assert refused.value.values == {"count": 5}


def test_the_host_names_the_referent_or_luck_does() -> None:  # MM-Q12
    assert new(5, Options(referent=Seat(3))).referent == 3
    assert {new(5, seed=seed).referent for seed in range(60)} == {0, 1, 2, 3, 4}
    assert new(6, Options(referent=Seat(3))).referent is None


def test_the_referent_stays_for_the_whole_match() -> None:  # MM-Q12
    state, referents = new(5, seed=3), set()
    while not result(state) and state.turn < 99:
        referents.add(state.referent)
        state = onward(anything(state, Random(state.turn)) if state.phase == "call" else state)
    assert len(referents) == 1


def test_something_is_hidden_from_the_first_choice_to_the_last_place() -> None:
    state = called(new())
    assert [hides(new()), hides(state)] == [False, True]
    state = put(state, *APART)
    found = []
    while state.phase == "show":
        found.append(hides(state))
        state = onward(state)
    assert found == [True, True, True, True, False]
    assert not hides(tied())


def test_nobody_is_asked_when_it_is_over() -> None:
    over = ended(at(28, THREE), "abc", "xyz", "bad", "uvw")
    assert {ask(over, Seat(seat)) for seat in range(4)} == {None}
    assert not view(over, None).playing


def test_every_fork_belongs_to_somebody_else() -> None:  # MM-4
    for seats in range(3, 9):
        state = new(seats)
        owners = [seat for who in forks(seats, state.referent) for seat in who]
        assert sorted(owners) == [seat for seat in range(seats) if seat != state.referent]
