"""What an evening is remembered by: the least likely that happened; and moments to see again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.contract import Highlight, Seat, Talk
from games.soulmates import GAME
from games.soulmates.deck import DECK, LEANS
from games.soulmates.table import Past, State, pairs
from games.soulmates.talk import moments, sayings, talk
from tests.every_game import playthrough
from tests.soulmates.notation import evaluated, onward, over, placed, round_of, two

SILENT = [card for card in DECK if card not in LEANS]
ABOUT_MONEY = [card for card, leans in LEANS.items() if "save" in leans.values()]
AB, AC, BC = pairs(3)
ABOUT_TIME = [card for card, leans in LEANS.items() if "early" in leans.values()]


def evening(rounds: str, chips: Sequence[int], cards: Sequence[str] = SILENT) -> State:
    """A match that is over: the letters of each round, and the chips of each pair."""
    egos = [tuple(letters) for letters in rounds.split()]
    past = tuple(Past(card, letters) for card, letters in zip(cards, egos, strict=False))  # type: ignore[arg-type]
    assert len(past) == len(egos)
    return replace(over(tuple(chips)), past=past)


def said(rounds: str, chips: Sequence[int], cards: Sequence[str] = SILENT) -> list[Talk]:
    """Whatever could be said."""
    return [talk for _, talk in sayings(evening(rounds, chips, cards))]


def told(rounds: str, chips: Sequence[int], joker: str = "ready") -> Talk:
    """What is said."""
    state = evening(rounds, chips)
    found = talk(replace(state, joker=joker if state.seats == 2 else "none"))  # type: ignore[arg-type]
    assert found
    return found


def test_there_is_nothing_to_say_before_the_end() -> None:
    assert talk(placed("AAC")) is None


def test_what_is_least_likely_is_said() -> None:
    """By dice, six the same of six would come once in 4096 evenings; three would often."""
    assert told("AAB BBC CCA DDB AAC BBD", (6, 1, 1)) == Talk("same", AB, 6, 6)
    assert told("AAB BCA CCA DAB AAC CBD", (3, 9, 1)) == Talk("book", AC, 9, 12)
    luck, words = min(sayings(evening("AAB BBC CCA DDB AAC BBD", (6, 1, 1))), key=lambda s: s[0])
    assert words.id == "same"
    assert luck == pytest.approx(3 / 4096)


def test_a_pair_that_chose_the_same() -> None:
    assert Talk("same", AB, 5, 6) in said("AAB BBC CCA DDB AAC BCD", (6, 1, 1))
    assert Talk("same", AC, 0, 6) in said("AAB BBC CCA DDB AAC BCD", (6, 1, 1))


def test_what_a_pair_never_agreed_about() -> None:
    cards = [*ABOUT_TIME[:2], *SILENT[:3], *ABOUT_MONEY[:3]]
    assert Talk("same", AB, 5, 8, "money") in said("AA BB CC DD AA BC CD DA", (8,), cards)


def test_once_is_no_habit() -> None:
    cards = [*SILENT[:5], ABOUT_MONEY[0], ABOUT_TIME[0], SILENT[5]]
    assert Talk("same", AB, 5, 8) in said("AA BB CC DD AA BC CD DA", (8,), cards)


def test_a_pair_that_reads_each_other() -> None:
    """Of its chips, those that the same answers did not earn."""
    found = said("ABA BCD CDA DAB ABD BCA", (2, 9, 2))
    assert {Talk("book", AB, 2, 12), Talk("book", AC, 8, 12), Talk("book", BC, 2, 12)} <= {*found}


def test_the_same_answer_several_times_running() -> None:
    found = said("BCD DAB AAC CCB BBA BCA", (3, 1, 1))
    assert Talk("row", AB, 3) in found
    assert [talk.seats for talk in found if talk.id == "row"] == [AB], "once is no row"


def test_somebody_who_thinks_like_nobody_else() -> None:
    found = said("ABBC CAAD DABA ABDD", (3, 2, 4, 2, 4, 3))
    alone = {talk.seats[0]: talk.count for talk in found if talk.id == "alone"}
    assert alone == {Seat(0): 4, Seat(1): 1, Seat(2): 1, Seat(3): 2}
    assert {talk.of for talk in found if talk.id == "alone"} == {4}


def test_everybody_the_same() -> None:
    rounds = "AAA BCD CAB DBC ABD BCA"
    assert Talk("all", (*AB, Seat(2)), 1, 6, SILENT[0]) in said(rounds, (2, 3, 3))
    twice = said("AAA BBB CAB DBC ABD BCA", (2, 3, 3))
    assert Talk("all", (*AB, Seat(2)), 2, 6) in twice
    own = said(rounds, (2, 3, 3), ["own-1", *SILENT])
    assert Talk("all", (*AB, Seat(2)), 1, 6) in own, "what people wrote stays in the room"


def test_no_two_alike() -> None:
    assert Talk("split", (*AB, Seat(2)), 2, 3) in said("ABC BCD AAB", (2, 3, 3))
    assert "split" not in {talk.id for talk in said("ABB AAB", (2, 3, 3))}


def test_a_favourite_letter() -> None:
    assert told("AB AC AB BD AC AD AB AC", (3,)) == Talk("letter", (Seat(0),), 7, 8, "A")


def test_a_pair_that_never_agreed() -> None:
    found = said("ABB BAA CDC DCC ABB BAA", (9, 4, 5))
    assert {Talk("unlike", AB, 9), Talk("apart", AB, 6)} <= {*found}
    behind = said("ABB BAA CDC DCC ABB BAA", (4, 9, 5))
    assert "unlike" not in {talk.id for talk in behind}, "others won"


@pytest.mark.parametrize(
    ("chips", "words"),
    [
        ((5, 5, 5), Talk("level", (), 3, 5)),
        ((5, 4, 3), Talk("close", AB)),
        ((9, 3, 3), Talk("ahead", AB, 6)),
        ((5, 1, 5), Talk("heart", (Seat(1),), 10)),
    ],
)
def test_how_it_ended(chips: tuple[int, ...], words: Talk) -> None:
    assert words in said("ABC", chips)


def test_two_people_and_their_joker() -> None:
    """It may have earned two chips, so nobody knows how often they were right."""
    rounds = "AB BC CD DA AA BC CB DA"
    played = replace(evening(rounds, (4,)), joker="gone")
    assert {"joker"} == {talk.id for _, talk in sayings(played)} & {"joker", "book"}
    assert {"book"} == {talk.id for talk in said(rounds, (4,))} & {"joker", "book"}


def test_two_people_who_agree_late_or_never() -> None:
    assert told("AB BC CD DB CA DB BC DD", (4,)) == Talk("late", AB, 7)
    assert told("AB BC CD DB CA DB BC DA", (4,)) == Talk("apart", AB, 8)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_evenings_end_with_different_sentences(seats: int) -> None:
    """Of two evenings, any two of thirty, four times in five at least."""
    ends = Counter[Talk]()
    for seed in range(EVENINGS):
        *_, end = playthrough("soulmates", seats, seed)
        found = talk(end.state)
        assert found
        ends[found] += 1
    alike = sum(times * (times - 1) for times in ends.values())
    assert alike / (EVENINGS * (EVENINGS - 1)) <= 1 / 5
    assert len({talk.id for talk in ends}) >= 4


EVENINGS = 30


# ---- moments ----


def seen(*states: State) -> list[Highlight]:
    return [moment for moment in moments(states) if moment.id != "turn"]


def test_an_open_book_and_somebody_nobody_knew() -> None:
    before = placed("ABC")
    card = before.scenario or ""
    assert seen(before, evaluated(before, "AAA")) == [Highlight(1, "book", (Seat(0),), card)]
    assert seen(before, evaluated(before, "BBB")) == [Highlight(1, "nobody", (Seat(0),), card)]
    assert seen(before, evaluated(before, "AAB")) == []


def test_the_same_brain_and_no_two_alike() -> None:
    for egos, kind in (("AAA", "same"), ("ABC", "split")):
        shown = round_of(egos)
        before = replace(shown, phase="reveal", turn=2)
        assert [moment.id for moment in seen(before, shown)] == [kind]
    shown = round_of("AAB")
    assert seen(replace(shown, phase="reveal", turn=2), shown) == []


def test_two_who_both_knew_and_their_joker() -> None:
    half = two("AB", "BA")
    assert [moment.id for moment in seen(half, onward(half))] == ["both"]
    half = two("AB", "BA", joker=True)
    assert [moment.id for moment in seen(half, onward(half))] == ["joker"]
    half = two("AB", "BB")
    assert seen(half, onward(half)) == []


def test_a_moment_names_no_card_that_people_wrote() -> None:
    before = replace(placed("ABC"), scenario="own-1")
    assert [moment.about for moment in seen(before, evaluated(before, "AAA"))] == [""]


def test_where_the_winners_came_ahead_for_good() -> None:
    course = [(0, 0, 0), (1, 0, 0), (1, 2, 0), (2, 2, 0), (3, 2, 0), (3, 2, 2)]
    states = tuple(over(chips) for chips in course)
    assert moments(states) == (Highlight(4, "turn", pairs(3)[0]),)
    assert moments((*states, over((3, 3, 2)))) == (), "several pairs won"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_of_each_kind_one_moment_in_the_order_of_the_match(seats: int) -> None:
    for seed in range(4):
        states = tuple(step.state for step in playthrough("soulmates", seats, seed))
        found = GAME.moments(states)
        assert len(found) <= 5
        assert [m.move for m in found] == sorted(m.move for m in found)
        assert len({m.id for m in found}) == len(found)
        assert all(0 < m.move < len(states) for m in found)
