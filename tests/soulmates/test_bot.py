"""The computer player: somebody from the first answer on, who listens."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain
from random import Random

from games.contract import Ask, Memory, Seat
from games.soulmates.bot import CHARACTERS, play
from games.soulmates.deck import DECK, LEANS
from games.soulmates.rules import apply, ask, setup
from games.soulmates.table import (
    Both,
    Ego,
    Guess,
    Joker,
    Letter,
    Options,
    Past,
    Pick,
    Reveal,
    State,
)
from games.soulmates.view import view

ME, OTHER = Seat(0), Seat(1)
BOLD = [card for card in LEANS if "bold" in LEANS[card].values()]
MUTE = next(card for card in DECK if card not in LEANS)


def offered(seats: int, *cards: str, past: tuple[Past, ...] = ()) -> State:
    state = setup(seats, Options(), Memory(), Random(1))
    return replace(state, stack=(*cards, *state.stack[2:]), past=past)


def asked(card: str, *, seats: int = 3, past: tuple[Past, ...] = ()) -> State:
    state = offered(seats, card, MUTE, past=past)
    return apply(state, state.first, Pick(card), Random(0))


def answers(state: State, seat: Seat, times: int = 200) -> Counter[object]:
    question = ask(state, seat)
    assert question
    return Counter(play(view(state, seat), question, Random(luck)) for luck in range(times))


def letter(card: str, word: str) -> Letter:
    return next(it for it in ("A", "B", "C", "D") if LEANS[card][it] == word)


def bold(card: str) -> Past:
    """An earlier round in which everybody was bold."""
    return Past(card, (letter(card, "bold"),) * 3)


def shown(first: str, seat: Seat) -> str:
    """The temper that a bot shows most often when the match begins with this card."""
    (best, times), *_ = answers(asked(first), seat).most_common()
    assert isinstance(best, Ego)
    assert times > 100
    return LEANS[first][best.letter]


def test_a_character_has_one_favourite_of_each_kind() -> None:
    kinds = {frozenset(leans.values()) for leans in LEANS.values()}
    for character in CHARACTERS:
        assert [len(character & kind) for kind in kinds] == [1] * len(kinds)


def test_every_favourite_is_that_of_equally_many_characters() -> None:
    words = {word for leans in LEANS.values() for word in leans.values()}
    assert Counter(chain(*CHARACTERS)) == dict.fromkeys(words, 2)


def test_it_is_somebody_from_the_first_answer_on() -> None:
    found = {shown(card, seat) for card in BOLD[:6] for seat in (ME, OTHER)}
    assert found == {"bold", "warm", "calm", "keen"}


def test_it_stays_who_it_is_for_the_whole_match() -> None:
    first, later = BOLD[:2]
    (best, _), *_ = answers(asked(later, past=(bold(first),)), ME).most_common()
    assert best == Ego(letter(later, shown(first, ME)))


def test_no_two_at_one_table_are_the_same() -> None:
    """Asked about everything there is, five of them like five different sets of things."""
    kinds = {frozenset(leans.values()): card for card, leans in LEANS.items()}
    past = (Past(BOLD[0], ("A",) * 5),)
    liked = set()
    for seat in map(Seat, range(5)):
        states = (asked(card, seats=5, past=past) for card in kinds.values())
        liked.add(tuple(answers(state, seat, 100).most_common(1)[0][0] for state in states))
    assert len(liked) == 5


def test_a_card_that_tells_nothing_is_answered_by_chance() -> None:
    assert len(answers(asked(MUTE), ME)) == 4


def test_it_guesses_what_somebody_showed_before() -> None:
    lying = asked(BOLD[1], past=(bold(BOLD[0]),))
    for seat in range(3):
        lying = apply(lying, Seat(seat), Ego("A"), Random(0))
    assert set(answers(lying, OTHER)) == {Guess(letter(BOLD[1], "bold"))}


def test_with_two_it_guesses_what_the_other_showed_and_not_what_it_showed_itself() -> None:
    for me, other in ((ME, OTHER), (OTHER, ME)):
        words = {me: "calm", other: "bold"}
        past = Past(BOLD[0], tuple(letter(BOLD[0], words[seat]) for seat in (ME, OTHER)))
        said = answers(asked(BOLD[1], seats=2, past=(past,)), me)
        guesses = {both.guess for both in said if isinstance(both, Both)}
        assert guesses == {letter(BOLD[1], "bold")}


def test_it_hears_from_one_kind_what_people_are_like_in_another() -> None:
    """Who was bold is a daredevil or a clown to it, and both love a crowd."""
    card = next(card for card in LEANS if "crowd" in LEANS[card].values())
    lying = asked(card, past=(bold(BOLD[0]),))
    for seat in range(3):
        lying = apply(lying, Seat(seat), Ego("A"), Random(0))
    assert set(answers(lying, OTHER)) == {Guess(letter(card, "crowd"))}


def test_it_offers_the_table_what_was_asked_about_least() -> None:
    first, *_, last = (card for card in LEANS if card not in BOLD)
    for other in (first, last):
        state = offered(3, BOLD[1], other, past=(bold(BOLD[0]),))
        assert set(answers(state, ME)) == {Pick(other)}


def test_a_card_that_the_room_wrote_comes_first() -> None:
    assert set(answers(offered(3, BOLD[0], "own-1"), ME)) == {Pick("own-1")}


def test_the_joker_waits_until_it_is_certain() -> None:  # SM-30
    guess = Both("A", letter(BOLD[1], "bold"))
    calm = Past(BOLD[2], (letter(BOLD[2], "calm"),) * 2)
    for past, round, move in (
        ((), 1, Reveal()),
        ((bold(BOLD[0]),), 2, Reveal()),
        ((bold(BOLD[0]), bold(BOLD[3])), 3, Joker()),
        ((bold(BOLD[0]), calm), 3, Reveal()),
        ((), 8, Joker()),  # now or never
    ):
        state = replace(asked(BOLD[1], seats=2, past=past), round=round)
        for seat in (ME, OTHER):
            state = apply(state, seat, guess, Random(0))
        sure = Ask("sure", frozenset({"joker", "reveal"}))
        assert play(view(state, ME), sure, Random(0)) == move
