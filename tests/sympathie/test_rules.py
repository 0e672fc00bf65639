"""Sympathie, statement by statement (games/sympathie/RULES.md)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.contract import Ask, Illegal, Item, Memory, Seat
from games.sympathie import GAME
from games.sympathie.deck import DECK, FACTS, THEMES
from games.sympathie.own import LONGEST_CAPTION, Photo
from games.sympathie.reading import Title, columns, matrix, points, rows
from games.sympathie.rules import apply, ask, ends, memory, result, setup
from games.sympathie.table import (
    Options,
    Rank,
    Roll,
    State,
    active,
    laid,
)
from games.sympathie.view import View, view
from tests.sympathie.notation import (
    EVA,
    KLAUS,
    LUCK,
    PETER,
    SABINE,
    SIX,
    a_turn,
    asked,
    compared,
    dealt,
    evening,
    onward,
    order,
    placed,
    ranked,
    table,
    with_past,
)

PLAYERS = pytest.mark.parametrize("seats", [3, 4, 5, 6])


# ---- set-up ----


def test_three_to_six_can_play() -> None:  # SY-1, SY-Q1
    assert list(GAME.seats) == [3, 4, 5, 6]


def test_every_theme_has_twenty_photographs() -> None:  # SY-2
    written = [facts.theme for facts in FACTS.values()]
    assert {theme: written.count(theme) for theme in THEMES} == dict.fromkeys(THEMES, 20)
    assert len(THEMES) == 9


def test_six_themes_are_in_play_in_the_order_of_the_die() -> None:  # SY-2
    assert [pile.theme for pile in table().stacks] == list(SIX)


def test_the_first_six_are_taken_where_none_were_chosen() -> None:  # SY-2
    state = table(options=Options())
    assert [pile.theme for pile in state.stacks] == [t for t in THEMES if DECK[t]][:6]


def test_a_pile_is_a_whole_theme_in_an_order_of_luck() -> None:  # SY-2, SY-6
    one, other = table(seed=1), table(seed=2)
    assert {*one.stacks[1].photos} == {*other.stacks[1].photos} == {*DECK["rooms"]}
    assert one.stacks[1].photos != other.stacks[1].photos


def test_photographs_of_the_room_are_a_theme_from_five_on() -> None:  # SY-Q4
    four, five = (setup(3, Options(), evening(own=n), LUCK) for n in (4, 5))
    assert "own" not in [pile.theme for pile in four.stacks]
    assert five.stacks[0].theme == "own"
    assert len(five.stacks) == len(four.stacks)


def test_other_things_that_people_brought_are_no_photographs() -> None:
    brought = tuple(Item(f"card-{n}", "card") for n in range(9))
    state = setup(3, Options(), Memory(brought=brought), LUCK)
    assert "own" not in [pile.theme for pile in state.stacks]


def test_a_theme_that_is_not_there_is_left_out() -> None:  # SY-2
    state = setup(3, Options(themes=("own", "rooms")), Memory(), LUCK)
    assert [pile.theme for pile in state.stacks] == ["rooms"]


@pytest.mark.parametrize(
    "themes", [("own",), ("chess",), ("rooms", "rooms"), (*SIX, "wonders"), ("",)]
)
def test_there_are_one_to_six_different_themes(themes: tuple[str, ...]) -> None:
    with pytest.raises(Illegal):
        setup(3, Options(themes=themes), Memory(), LUCK)


@pytest.mark.parametrize(
    ("seats", "end", "turns"),
    [
        (3, "usual", 9),
        (4, "usual", 12),
        (5, "usual", 10),
        (6, "usual", 12),
        (4, "two", 8),
        (6, "three", 18),
        (4, "points", None),
    ],
)
def test_it_is_settled_how_long_it_goes(seats: int, end: str, turns: int | None) -> None:
    """SY-4, SY-Q8"""
    assert table(seats, Options(end)).turns == turns  # type: ignore[arg-type]  # one of them


@pytest.mark.parametrize(("seats", "proposed"), [(3, 15), (4, 20), (5, 25), (6, 35)])
def test_the_book_proposes_a_number_of_points(seats: int, proposed: int) -> None:  # SY-17
    assert table(seats, Options("points")).goal == proposed
    assert table(seats, Options("points", 40)).goal == 40
    assert table(seats, Options("two", 40)).goal is None


@pytest.mark.parametrize(("number", "fine"), [(4, False), (5, True), (100, True), (101, False)])
def test_any_number_from_five_to_a_hundred_will_do(number: int, fine: bool) -> None:  # SY-Q17
    if fine:
        assert table(3, Options("points", number)).goal == number
    else:
        with pytest.raises(Illegal):
            table(3, Options("points", number))


# ---- theme ----


@PLAYERS
def test_only_the_active_player_chooses(seats: int) -> None:  # SY-5
    questions = [asked(table(seats), seat) for seat in range(seats)]
    assert questions == [({"theme", "roll"}, True)] + [None] * (seats - 1)


def test_five_photographs_of_the_theme_are_laid_out() -> None:  # SY-6, SY-Q3
    state = dealt(table(), "work")
    assert laid(state) == table().stacks[3].photos[:5]
    assert {FACTS[photo].theme for photo in laid(state)} == {"work"}
    assert view(state, None).photos == laid(state)


@pytest.mark.parametrize("theme", ["wonders", "own", "chess", ""])
def test_only_a_theme_in_play_can_be_chosen(theme: str) -> None:  # SY-5
    with pytest.raises(Illegal):
        dealt(table(), theme)


def test_the_die_chooses_among_the_themes_there_are_and_is_binding() -> None:  # SY-5, SY-Q2
    for options in (Options(themes=SIX), Options(themes=("rooms", "work"))):
        thrown = {apply(table(3, options), PETER, Roll(), Random(n)).theme for n in range(99)}
        assert thrown == set(options.themes)
    rolled = apply(table(), PETER, Roll(), LUCK)
    assert (rolled.phase, rolled.rolled, dealt(table()).rolled) == ("rank", True, False)
    assert asked(rolled, PETER) == ({"rank"}, True)


def test_the_next_layout_has_five_others() -> None:  # SY-15
    shown = list[str]()
    state = table()
    for _ in range(4):
        state = a_turn(state)
        shown += state.past[-1].photos
    assert len({*shown}) == 20


def test_a_theme_that_is_used_up_is_shuffled_and_comes_again() -> None:  # SY-Q4
    state = table()
    for _ in range(4):
        state = a_turn(state)
    assert view(state, None).piles[1].used == 4
    again = dealt(state)
    assert view(again, None).piles[1].used == 1
    assert {*again.stacks[1].photos} == {*DECK["rooms"]}
    assert laid(again) != state.past[0].photos


def test_what_is_left_comes_before_what_was_used() -> None:  # SY-Q4
    state = setup(3, Options(themes=("own",)), evening(own=7), LUCK)
    left = state.stacks[0].photos[5:]
    second = dealt(a_turn_of(state, "own"), "own")
    assert laid(second)[:2] == left
    assert len({*laid(second)}) == 5
    third = dealt(onward(ranked(second, *["ABCDE"] * 3)), "own")
    assert {*laid(second)} | {*laid(third)} == {f"own-{n}" for n in range(7)}


def a_turn_of(state: State, theme: str) -> State:
    return onward(ranked(dealt(state, theme), *["ABCDE"] * state.seats))


def test_five_of_the_rooms_own_are_enough_for_a_whole_match() -> None:  # SY-Q4
    state = setup(3, Options(themes=("own",)), evening(own=5), LUCK)
    for _ in range(9):
        state = a_turn_of(state, "own")
    assert state.phase == "winner"
    assert {frozenset(turn.photos) for turn in state.past} == {
        frozenset(f"own-{n}" for n in range(5))
    }


# ---- rank ----


@PLAYERS
def test_everybody_ranks_at_the_same_time(seats: int) -> None:  # SY-7, SY-8
    state = dealt(table(seats))
    assert {asked(state, seat) == ({"rank"}, True) for seat in range(seats)} == {True}
    for seat in reversed(range(seats)):
        state = placed(state, seat, "ABCDE")
    assert state.phase == "compare"


def test_an_order_may_be_changed_until_the_last_is_in() -> None:  # SY-Q12
    state = placed(dealt(table(3)), 0, "ABCDE")
    question = ask(dealt(table(3)), PETER)
    assert question
    assert ask(state, PETER) == Ask(question.id, question.kinds, waiting=False)
    changed = placed(state, 0, "EDCBA")
    assert view(changed, PETER).order == order(changed, "EDCBA")
    opened = placed(placed(changed, 1, "ABCDE"), 2, "ABCDE")
    assert opened.past[-1].orders[0] == order(dealt(table(3)), "EDCBA")


def test_only_who_is_ready_is_public() -> None:  # SY-Q12, SY-7
    state = placed(dealt(table(3)), 1, "EDCBA")
    for eyes in (PETER, EVA, None):
        seen = view(state, eyes)
        assert seen.locked == {SABINE}
        assert (seen.order, seen.shown) == (None, None)


@pytest.mark.parametrize("letters", ["ABCD", "ABCDD", "ABCDEA", "", "AAAAA"])
def test_an_order_has_each_of_the_five_once(letters: str) -> None:  # SY-9, SY-Q13
    with pytest.raises(Illegal):
        placed(dealt(table()), 0, letters)


def test_other_photographs_are_not_ranked() -> None:  # SY-9
    state = dealt(table())
    for other in (state.stacks[1].photos[7], "chess", ""):
        with pytest.raises(Illegal):
            apply(state, PETER, Rank((*laid(state)[:4], other)), LUCK)


def test_all_orders_are_opened_together() -> None:  # SY-10
    state = ranked(dealt(table(3)), "ABCDE", "BACDE", "EDCBA")
    shown = view(state, None).shown
    assert shown
    assert shown.orders == tuple(order(state, it) for it in ("ABCDE", "BACDE", "EDCBA"))
    assert [asked(state, seat) for seat in range(3)] == [({"next"}, False)] * 3


# ---- comparison ----


def test_points_of_a_turn() -> None:  # SY-11, SY-13, SY-14
    state = ranked(dealt(table()), "ABCDE", "BACDE", "ABCDE", "BCDEA")
    players = view(state, None).players
    assert [player.gained for player in players] == [None, 3, 5, 0]
    assert [player.points for player in players] == [0, 3, 5, 0]
    assert [player.place for player in players] == [3, 2, 1, 3]
    assert view(state, None).full == (EVA,)
    assert [cell.turns for cell in matrix(state)[KLAUS]] == [1, 0, 0, 0]


def test_in_the_duel_everybody_stands_with_the_one_they_put_higher() -> None:
    state = ranked(dealt(table(3)), "ABCDE", "CBADE", "EDCAB")
    a, b = order(state, "AB")
    assert [player.duel for player in view(state, None).players] == [a, b, a]


@PLAYERS
def test_the_next_player_clockwise_is_active(seats: int) -> None:  # SY-15
    state, found = table(seats), list[int]()
    for _ in range(2 * seats):
        found.append(active(state))
        state = a_turn(state)
    assert found == [*range(seats)] * 2


# ---- end ----


@PLAYERS
@pytest.mark.parametrize(("end", "rounds"), [("two", 2), ("three", 3)])
def test_it_ends_when_everybody_was_active_that_often(seats: int, end: str, rounds: int) -> None:
    """SY-16"""
    state = table(seats, Options(end, themes=SIX))  # type: ignore[arg-type]  # one of them
    for turn in range(seats * rounds):
        assert (state.phase, view(state, None).last) == ("theme", turn == seats * rounds - 1)
        state = a_turn(state)
    assert state.phase == "winner"


def test_most_points_win_after_the_last_round() -> None:  # SY-16
    state = with_past(table(3), {1: 3, 2: 1}, {0: 2, 2: 1}, {0: 2, 1: 0})
    over = finished(compared(replace(state, turns=3)))
    assert points(over) == (4, 3, 2)
    assert won(over) == {PETER}


def test_equal_points_share_the_win() -> None:  # SY-Q7
    state = with_past(table(3), {1: 3, 2: 1}, {0: 3, 2: 1}, {0: 0, 1: 0})
    assert won(finished(compared(replace(state, turns=3)))) == {PETER, SABINE}


def to_points(goal: int, *turns: dict[int, int]) -> State:
    return compared(with_past(table(3, Options("points", goal)), *turns))


def test_it_ends_at_once_when_somebody_has_the_points() -> None:  # SY-17, SY-Q5
    assert not ends(to_points(6, {1: 5}))
    assert ends(to_points(5, {1: 5}))  # in the middle of the first round
    assert onward(to_points(6, {1: 5})).phase == "theme"
    assert onward(to_points(5, {1: 5})).phase == "winner"


def test_of_several_who_reach_them_most_points_win_and_equal_ones_share() -> None:  # SY-Q6
    assert won(finished(to_points(5, {1: 3, 2: 2}, {0: 5, 2: 5}))) == {EVA}
    assert won(finished(to_points(5, {1: 5, 2: 5}))) == {SABINE, EVA}


def won(state: State) -> frozenset[Seat]:
    end = result(state)
    assert end
    return end.winners


def finished(state: State) -> State:
    while not result(state):
        state = onward(state)
    return state


def test_winner_then_titles_then_who_reads_whom() -> None:
    state = to_points(5, {1: 2, 2: 0}, {0: 1, 2: 5})
    phases = [state.phase]
    while not result(state):
        assert [asked(state, seat) for seat in range(3)] == [({"next"}, False)] * 3
        state = onward(state)
        phases.append(state.phase)
    assert phases == ["compare", "winner", "titles", "over"]
    assert [asked(state, seat) for seat in range(3)] == [None] * 3


def test_where_there_is_no_title_nothing_is_said() -> None:  # SY-Q11
    state = finished(to_points(5, *[dict.fromkeys(range(3), 5)] * 3))
    assert view(state, None).titles == ()
    assert onward(to_points(5, *[dict.fromkeys(range(3), 5)] * 3)).phase == "winner"
    assert onward(onward(to_points(5, *[dict.fromkeys(range(3), 5)] * 3))).phase == "over"


def test_a_title_of_the_winner_is_said_with_the_win() -> None:  # SY-Q11
    state = onward(to_points(5, {1: 5, 2: 0}, {0: 1, 2: 0}))
    seen = view(state, None)
    assert [(title.honour, title.seats) for title in seen.crown] == [
        ("reader", (SABINE,)),
        ("sphinx", (SABINE,)),
    ]
    assert [(title.honour, title.seats) for title in seen.titles] == [("book", (PETER,))]
    shared = onward(to_points(5, {1: 5, 2: 0}, {0: 0, 2: 5}))
    assert view(shared, None).crown == ()


# ---- who reads whom ----

BOOK = {
    PETER: {SABINE: 3, EVA: 11, KLAUS: 6},
    SABINE: {PETER: 13, EVA: 7, KLAUS: 3},
    EVA: {PETER: 9, SABINE: 5, KLAUS: 8},
    KLAUS: {PETER: 6, SABINE: 4, EVA: 9},
}
"""The worked table of SY-20, by guesser and active player, after four rounds."""
SUMS = {13: (5, 5, 3, 0), 11: (5, 3, 3, 0), 9: (3, 3, 3, 0), 8: (5, 3, 0, 0), 7: (5, 2, 0, 0)}
SUMS |= {6: (3, 3, 0, 0), 5: (5, 0, 0, 0), 4: (3, 1, 0, 0), 3: (3, 0, 0, 0)}


def of_the_book() -> State:
    turns: list[dict[int, int]] = [
        {seat: SUMS[row[Seat(who)]][round] for seat, row in BOOK.items() if seat != who}
        for round in range(4)
        for who in range(4)
    ]
    return replace(with_past(table(), *turns), phase="over")


def given(seen: View) -> tuple[Title, ...]:
    return (*seen.crown, *seen.titles)


def test_the_worked_table() -> None:  # SY-18, SY-19, SY-20, SY-Q9, SY-Q10
    seen = view(of_the_book(), None)
    assert [[cell.points for cell in row] for row in seen.matrix] == [
        [0, 3, 11, 6],
        [13, 0, 7, 3],
        [9, 5, 0, 8],
        [6, 4, 9, 0],
    ]
    assert [player.points for player in seen.players] == [20, 23, 22, 19]
    assert [cell.points for cell in seen.understood] == [28, 12, 27, 17]
    assert sum(cell.points for cell in rows(seen.matrix)) == 84
    assert sum(cell.points for cell in columns(seen.matrix)) == 84


def test_who_understood_whom_in_the_worked_table() -> None:  # SY-19
    seen = view(of_the_book(), None)
    assert seen.players[SABINE].reads == (PETER,)
    assert seen.players[SABINE].riddle == (KLAUS,)
    assert seen.players[PETER].reads == (EVA,)
    assert seen.players[PETER].read_by == (SABINE,)
    assert {title.honour: title.seats for title in given(seen)} == {
        "reader": (SABINE,),
        "book": (PETER,),
        "sphinx": (SABINE,),
    }


def test_the_diagonal_stays_empty() -> None:  # SY-18
    cells = matrix(of_the_book())
    assert {(cells[seat][seat].points, cells[seat][seat].turns) for seat in range(4)} == {(0, 0)}


def test_titles_go_by_points_a_guess() -> None:  # SY-Q11
    """Peter was active twice and is understood with 2 a guess; Sabine once, with 3."""
    state = to_points(9, {1: 2, 2: 2}, {0: 3, 2: 3}, {0: 1, 1: 1}, {1: 2, 2: 2})
    seen = view(finished(replace(state, goal=5)), None)
    titles = {title.honour: (title.seats, title.average) for title in given(seen)}
    assert titles["book"] == ((SABINE,), 3.0)
    assert titles["sphinx"] == ((EVA,), 1.0)
    assert titles["reader"] == ((EVA,), 7 / 3)


def test_who_was_never_active_is_neither_book_nor_sphinx() -> None:  # SY-Q11
    seen = view(finished(to_points(5, {1: 5, 2: 0}, {0: 1, 2: 0})), None)
    assert {title.honour: title.seats for title in given(seen)} == {
        "reader": (SABINE,),
        "book": (PETER,),
        "sphinx": (SABINE,),
    }


def test_equal_ones_share_a_title() -> None:  # SY-Q11
    seen = view(finished(to_points(5, {1: 5, 2: 5}, {0: 0, 2: 5}, {0: 0, 1: 5})), None)
    assert {title.honour: title.seats for title in given(seen)}["reader"] == (SABINE, EVA)


# ---- between matches ----


def test_what_was_shown_is_remembered_by_its_last_time() -> None:  # SY-Q16
    state = setup(3, Options(themes=("own",)), evening(own=7), LUCK)
    assert memory(state) == ()
    first = dealt(state, "own")
    assert memory(first) == laid(first)
    second = dealt(onward(ranked(first, *["ABCDE"] * 3)), "own")
    assert memory(second)[-5:] == laid(second)
    assert len({*memory(second)}) == len(memory(second)) == 7


def test_the_next_match_begins_with_other_photographs() -> None:  # SY-Q16
    seen = DECK["rooms"][:15]
    for seed in range(9):
        state = setup(3, Options(themes=("rooms",)), evening(*seen), Random(seed))
        assert {*state.stacks[0].photos[:5]} == {*DECK["rooms"][15:]}
        assert {*state.stacks[0].photos[5:]} == {*seen}


# ---- what people bring ----


def test_a_room_may_bring_sixty_photographs_with_short_captions() -> None:
    brings = GAME.brings["photo"]
    assert brings.most == 60
    brings.check(Photo())
    brings.check(Photo("x" * LONGEST_CAPTION))
    with pytest.raises(Illegal):
        brings.check(Photo("x" * (LONGEST_CAPTION + 1)))


def test_the_content_is_whole() -> None:
    GAME.check()
