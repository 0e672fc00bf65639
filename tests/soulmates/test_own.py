"""Cards that a room writes itself, and what is wrong with a deck that lacks something."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from games.contract import Illegal
from games.soulmates import deck, own
from games.soulmates.own import CARDS, LONGEST_ANSWER, LONGEST_QUESTION, Card

ANSWERS = ("Yes", "No", "Both", "Never")
INCOMPLETE = "A card has a question and four answers."
TOO_LONG = "Shorter, please: {count} letters at most."


def test_a_room_writes_up_to_five() -> None:  # SM-Q10
    assert CARDS.most == 5
    assert CARDS.content is Card


def test_a_question_and_four_answers_are_a_card() -> None:
    own.check(Card("Tea?", ANSWERS))
    own.check(Card("?" * LONGEST_QUESTION, ("!" * LONGEST_ANSWER,) * 4))


@pytest.mark.parametrize(
    "card",
    [
        Card("", ANSWERS),
        Card("Tea?", ANSWERS[:3]),
        Card("Tea?", (*ANSWERS, "Perhaps")),
        Card("Tea?", ()),
        *(Card("Tea?", (*ANSWERS[:empty], "", *ANSWERS[empty + 1 :])) for empty in range(4)),
    ],
)
def test_a_card_that_lacks_something_is_none(card: Card) -> None:
    with pytest.raises(Illegal) as refused:
        own.check(card)
    assert refused.value.text == INCOMPLETE


@pytest.mark.parametrize(
    ("card", "most"),
    [
        (Card("?" * (LONGEST_QUESTION + 1), ANSWERS), LONGEST_QUESTION),
        *(
            (Card("Tea?", (*ANSWERS[:long], "!" * (LONGEST_ANSWER + 1), *ANSWERS[long + 1 :])), 40)
            for long in range(4)
        ),
    ],
)
def test_who_writes_too_much_is_told_how_much_there_is_room_for(card: Card, most: int) -> None:
    with pytest.raises(Illegal) as refused:
        own.check(card)
    assert refused.value.text == "Shorter, please: one letter at most."
    assert refused.value.many == TOO_LONG
    assert refused.value.values == {"count": most}


GOOD = {"question": "Tea?", "answers": [*ANSWERS]}
FACTS = {"scenario-1": deck.Card("drinks", "all")}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({}, "scenario-1 is in only one of facts.toml and scenarios.en.toml"),
        (
            {"scenario-1": GOOD, "scenario-3": GOOD, "scenario-2": GOOD},
            "scenario-2 is in only one of facts.toml and scenarios.en.toml",
        ),
        *(
            (
                {"scenario-1": bad},
                "scenario-1 in scenarios.en.toml lacks a question or four answers",
            )
            for bad in (
                {},
                {**GOOD, "question": ""},
                {"answers": [*ANSWERS]},
                {"question": "Tea?"},
                {**GOOD, "answers": ["Yes", "No", "Both"]},
                {**GOOD, "answers": [*ANSWERS, "Perhaps"]},
            )
        ),
        ({"scenario-1": GOOD}, ""),
    ],
)
def test_the_deck_is_looked_through_at_the_start(
    texts: dict[str, dict[str, object]], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck, "FACTS", MappingProxyType(FACTS))
    monkeypatch.setattr(deck, "TEXTS", texts)
    if said:
        with pytest.raises(ValueError, match=f"^{said}$"):
            deck.check()
    else:
        deck.check()
