"""The deck: worth an evening, short enough to be read aloud, and nothing gives an answer away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from math import log
from random import Random
from typing import Literal, NamedTuple

import pytest

from app.draw.texts import content
from games.contract import Item, Memory
from games.soulmates.deck import CHILDREN, DECK, FACTS, LEANS
from games.soulmates.rules import setup
from games.soulmates.table import CARDS, Options

TEXTS = content("soulmates", "en")["scenarios"]
ANSWERS = [answer for card in TEXTS.values() for answer in card.answers]
VOCABULARIES = {frozenset(facts.leans) for facts in FACTS.values() if facts.leans}


class Said(NamedTuple):
    card: str
    lean: str
    words: list[str]


SAID = [
    Said(card, leans[letter], re.findall(r"[^\W\d_]+", answer.lower()))
    for card, leans in LEANS.items()
    for letter, answer in zip("ABCD", TEXTS[card].answers, strict=True)
]


def test_every_card_has_facts_and_texts() -> None:
    assert list(TEXTS) == list(FACTS)


def test_a_card_is_short() -> None:
    questions = [len(card.question) for card in TEXTS.values()]
    assert sum(questions) / len(questions) <= 45
    assert sum(map(len, ANSWERS)) / len(ANSWERS) <= 26


def test_nothing_is_asked_or_answered_twice() -> None:
    assert len({card.question for card in TEXTS.values()}) == len(TEXTS)
    assert len(set(ANSWERS)) == len(ANSWERS)


def test_no_theme_comes_more_than_three_times() -> None:
    assert max(Counter(facts.theme for facts in FACTS.values()).values()) <= 3


@pytest.mark.parametrize("cards", ["all", "children"])
def test_an_evening_of_three_long_matches_repeats_no_card(
    cards: Literal["all", "children"],
) -> None:  # SM-34
    seen: tuple[str, ...] = ()
    for evening in range(3):
        stack = setup(2, Options(cards=cards), Memory(seen), Random(evening)).stack
        assert len(stack) == max(CARDS.values())
        assert not {*seen}.intersection(stack)
        seen += stack


def test_a_table_with_children_gets_only_cards_for_children_and_its_own() -> None:  # SM-Q13
    options, own = Options(cards="children"), Memory(brought=(Item("own-1", "card"),))
    dealt = {card for seed in range(99) for card in setup(2, options, own, Random(seed)).stack}
    assert dealt == {*CHILDREN, "own-1"} < {*DECK, "own-1"}


def test_the_four_answers_tell_four_things_of_one_kind() -> None:
    assert all(len(vocabulary) == 4 for vocabulary in VOCABULARIES)
    assert len(frozenset(chain(*VOCABULARIES))) == 4 * len(VOCABULARIES)


def test_no_letter_is_the_letter_of_a_kind_of_people() -> None:
    places = Counter(place for leans in LEANS.values() for place in leans.items())
    for word in chain(*VOCABULARIES):
        often = [places[letter, word] for letter in "ABCD"]
        assert max(often) - min(often) <= 1, word


def test_words_alone_do_not_tell_what_an_answer_tells() -> None:
    """A bag of words that has read all other cards guesses hardly better than chance, 25 %."""
    right = sum(said.lean == _guessed(said) for said in SAID)
    assert right / len(SAID) <= 0.33


def _guessed(said: Said) -> str:
    """The lean whose words on other cards are most like these (naive Bayes)."""
    vocabulary = sorted(LEANS[said.card].values())
    bags = {lean: Counter(_words(lean, said.card)) for lean in vocabulary}
    known = set(chain(*bags.values()))

    def likeness(lean: str) -> float:
        size = bags[lean].total() + len(known)
        return sum(log((bags[lean][word] + 1) / size) for word in said.words if word in known)

    return max(vocabulary, key=likeness)


def _words(lean: str, but: str) -> Iterable[str]:
    return chain(*(said.words for said in SAID if said.lean == lean and said.card != but))
