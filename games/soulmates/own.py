"""The blank cards: scenarios that a room writes itself (SM-Q10)."""

from __future__ import annotations

from dataclasses import dataclass

from games.contract import Brings, Illegal, phrase

MOST = 5
LONGEST_QUESTION = 90
LONGEST_ANSWER = 40


@dataclass(frozen=True)
class Card:
    question: str
    answers: tuple[str, ...]


def check(card: Card) -> None:
    if len(card.answers) != 4 or not all((card.question, *card.answers)):
        raise Illegal("A card has a question and four answers.")
    for text, longest in (
        (card.question, LONGEST_QUESTION),
        *((a, LONGEST_ANSWER) for a in card.answers),
    ):
        if len(text) > longest:
            raise Illegal.plural(
                "Shorter, please: one letter at most.",
                "Shorter, please: {count} letters at most.",
                count=longest,
            )


CARDS = Brings(most=MOST, content=Card, check=check, invitation=phrase("Write a card about us"))
