"""The computer players: each somebody, better than chance, and good listeners."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random
from statistics import mean, median

import pytest

from games.contract import Ask, Memory, Seat
from games.matchy_matchy import GAME
from games.matchy_matchy.bot import FOND, TEMPERS
from games.matchy_matchy.deck import CARDS, PICTURES, SENSES, THEMES
from games.matchy_matchy.matching import earned, meetings
from games.matchy_matchy.rules import apply, ask, result, setup
from games.matchy_matchy.table import (
    More,
    Move,
    Next,
    Number,
    Options,
    Past,
    Rank,
    Row,
    State,
    Theme,
)
from games.matchy_matchy.view import view
from tests.matchy_matchy.notation import at, called, ended, new

ME, PARTNER = Seat(0), Seat(2)
LONGEST = 60
"""Turns of a match."""


def answer(state: State, seat: Seat, name: str, luck: Random) -> Move:
    question = ask(state, seat)
    assert question
    move: Move = GAME.bots[name].play(view(state, seat), question, luck)
    return move


def asked(theme: Theme, past: tuple[Past, ...] = (), seats: int = 4) -> State:
    """Five pictures for this theme, after those turns."""
    return replace(called(new(seats)), theme=theme, past=past)


def themes(count: int, luck: Random) -> list[Theme]:
    return [Theme(card, luck.randrange(1, 13)) for card in luck.sample(CARDS, count)]


def of_theme(theme: Theme) -> frozenset[str]:
    return THEMES[theme.card][theme.number - 1]


def person(theme: Theme, fond: frozenset[str], luck: Random) -> Row:
    """Somebody who thinks of the same things, has four favourites and is in two minds: two of
    these advance 3.9 spaces a turn, about as people do who know each other a little."""
    senses = of_theme(theme)
    score = {
        picture: len(senses.intersection(SENSES[picture]))
        + FOND * len(fond.intersection(SENSES[picture]))
        + luck.gauss(0, 0.8)
        for picture in PICTURES
    }
    return tuple(sorted(score, key=score.__getitem__, reverse=True)[:5])


def together(name: str, matches: int, turns: int = 8) -> list[float]:
    """By turn, how far a computer and a person get with five pictures each."""
    luck, found = Random(name), [list[int]() for _ in range(turns)]
    every_sense = sorted({*chain(*SENSES.values())})
    for _ in range(matches):
        fond, past = frozenset(luck.sample(every_sense, 4)), tuple[Past, ...]()
        for turn, theme in enumerate(themes(turns, luck)):
            theirs = person(theme, fond, luck)
            if name == "a person":
                mine = person(theme, frozenset(luck.sample(every_sense, 4)), luck)
            else:
                move = answer(asked(theme, past), ME, name, luck)
                assert isinstance(move, Rank)
                mine = move.images
            found[turn].append(earned(meetings(mine, theirs)))
            past = (*past, Past(theme, (mine, (), theirs, ())))
    return [mean(gains) for gains in found]


def match(names: tuple[str, ...], seed: int, options: Options = Options()) -> State:  # noqa: B008
    state, luck = setup(len(names), options, Memory(), Random(seed)), Random(f"bots/{seed}")
    while not result(state):
        seats = [Seat(seat) for seat in range(len(names))]
        asks = [(seat, question) for seat in seats if (question := ask(state, seat))]
        seat, _ = ([pair for pair in asks if pair[1].waiting] or asks)[0]
        state = apply(state, seat, answer(state, seat, names[seat], luck), luck)
    return state


@pytest.mark.parametrize("name", GAME.bots)
def test_every_question_gets_an_answer(name: str) -> None:
    luck = Random(1)
    assert isinstance(answer(new(), ME, name, luck), Number)
    row = answer(called(new()), ME, name, luck)
    assert isinstance(row, Rank)
    apply(called(new()), ME, row, luck)
    tied = ended(at(27, 27), "abcd", "mnop", "abef", "mnqr")
    assert answer(tied, ME, name, luck) == More()
    shown = Ask("turn-1/show-1", frozenset({"next"}), waiting=False)
    assert GAME.bots[name].play(view(new(), ME), shown, luck) == Next()


def test_they_say_all_numbers() -> None:
    said = {answer(new(), ME, "easy", Random(seed)) for seed in range(200)}
    assert said == {Number(number) for number in range(1, 13)}


def test_a_temper_has_four_favourites_that_no_other_has() -> None:
    assert {len(temper) for temper in TEMPERS} == {4}
    assert max(Counter(chain(*TEMPERS)).values()) == 1
    assert {*chain(*TEMPERS)} <= {*chain(*SENSES.values())}


def test_no_two_at_a_table_are_of_one_temper() -> None:
    """Over many themes, each of eight puts most of one temper's pictures."""
    tempers = [temper_of(Seat(seat)) for seat in range(8)]
    assert sorted(tempers) == list(range(8))


def temper_of(seat: Seat) -> int:
    """Whose favourites this seat puts more than chance would have it, and most of all."""
    luck, put = Random(seat), Counter[str]()
    first = Past(Theme("card-01", 1), ((),) * 8)
    for theme in themes(24, luck) * 6:
        move = answer(asked(theme, (first,), 8), seat, "easy", luck)
        assert isinstance(move, Rank)
        put.update(s for one in move.images for s in SENSES[one] if s not in of_theme(theme))
    common = Counter(chain(*SENSES.values()))
    fondness = [
        sum(put[sense] for sense in temper) / sum(common[sense] for sense in temper)
        for temper in TEMPERS
    ]
    return fondness.index(max(fondness))


def test_in_another_match_a_seat_has_another_temper() -> None:
    rows = set()
    for card in CARDS[:8]:
        past = (Past(Theme(card, 1), ((),) * 4),)
        move = answer(asked(Theme("card-20", 1), past), ME, "strong", Random(1))
        assert isinstance(move, Rank)
        rows.add(move.images)
    assert len(rows) > 3


def test_what_fits_comes_first() -> None:
    """What the strong one likes best of all pictures mostly shares two senses with the theme."""
    luck, fitting = Random(2), 0
    for theme in themes(24, luck):
        move = answer(asked(theme), ME, "strong", luck)
        assert isinstance(move, Rank)
        fitting += len(of_theme(theme).intersection(SENSES[move.images[0]])) >= 2
    assert fitting > 20


def test_the_strong_one_goes_by_what_its_partner_put_before() -> None:
    """A partner who has put nothing but night pictures makes it think of the night."""
    night = tuple(picture for picture in PICTURES if "night" in SENSES[picture])[:5]
    theme = Theme("card-09", 2)
    heard = tuple(Past(Theme(card, 2), ((), (), night, ())) for card in CARDS[:6])
    deaf = tuple(replace(past, rows=((), night, (), night)) for past in heard)
    listening, alone = (nights(asked(theme, past)) for past in (heard, deaf))
    assert listening > alone + 0.5


def nights(state: State) -> float:
    found = []
    for seed in range(40):
        move = answer(state, ME, "strong", Random(seed))
        assert isinstance(move, Rank)
        found.append(sum("night" in SENSES[picture] for picture in move.images))
    return mean(found)


def test_a_racer_listens_to_the_referent_and_the_referent_to_nobody() -> None:
    night = tuple(picture for picture in PICTURES if "night" in SENSES[picture])[:5]
    theme, cards = Theme("card-09", 2), CARDS[:6]
    state = replace(asked(theme, seats=3), referent=Seat(1))
    of_referent = tuple(Past(Theme(card, 2), ((), night, ())) for card in cards)
    of_racer = tuple(Past(Theme(card, 2), ((), (), night)) for card in cards)
    assert nights(replace(state, past=of_referent)) > nights(replace(state, past=of_racer)) + 0.5
    referent = replace(state, referent=ME)
    empty = tuple(Past(Theme(card, 2), ((), (), ())) for card in cards)
    own = tuple(Past(Theme(card, 2), (night, (), night)) for card in cards)
    assert nights(replace(referent, past=own)) == nights(replace(referent, past=empty))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAME.bots)
def test_a_team_with_a_computer_is_clearly_better_than_chance(name: str) -> None:
    """Blind teams advance 1.3 spaces a turn with five pictures, people 3.9."""
    assert mean(together(name, 60)) >= 2


@pytest.mark.slow
def test_the_better_ones_match_people_better() -> None:
    easy, fair, strong = (mean(together(name, 60)) for name in GAME.bots)
    assert easy + 0.4 < fair < strong - 0.4


@pytest.mark.slow
def test_the_strong_one_gets_better_in_a_match() -> None:
    first, *_, late, last = together("strong", 120)
    assert (late + last) / 2 > first + 0.5


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_matches_of_computers_end(seats: int) -> None:
    """As many turns as on a good evening: 9 or 10."""
    turns = [match(("fair",) * seats, seed).turn for seed in range(40)]
    assert max(turns) <= LONGEST
    assert 7 <= median(turns) <= 12


def test_the_same_table_and_luck_give_the_same_match() -> None:
    names = ("easy", "fair", "strong", "fair", "easy")
    assert match(names, 4) == match(names, 4)


def test_the_middle_one_stands_in_for_people() -> None:
    assert [*GAME.bots] == ["easy", "fair", "strong"]
    assert GAME.stand_in == "fair"
