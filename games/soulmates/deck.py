"""The scenario cards as facts: which there are, for whom, and what their answers tell.

The texts are for people and live beside the facts, one file a language. What the answers tell lets
computer players have a character; a card that a room wrote itself tells them nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Tone = Literal["all", "close"]
CONTENT = Path(__file__).parent / "content"


@dataclass(frozen=True)
class Card:
    theme: str
    """What it is about; the deck returns to nothing more than three times."""
    tone: Tone
    """`all`: for children, too; `close`: for adults who know each other well (SM-Q13)."""
    leans: tuple[str, ...] = ()
    """What A, B, C and D tell about a person: the four words of one vocabulary, or nothing."""


_READ: Mapping[str, Mapping[str, Any]] = tomllib.loads((CONTENT / "facts.toml").read_text("utf-8"))

FACTS: Mapping[str, Card] = {
    card: Card(facts["theme"], facts["tone"], tuple(facts.get("leans", ())))
    for card, facts in _READ.items()
}

TEXTS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (CONTENT / "scenarios.en.toml").read_text("utf-8")
)
"""What is said of them in English, to look through; people read it in their own language."""

DECK: tuple[str, ...] = tuple(FACTS)

CHILDREN: tuple[str, ...] = tuple(card for card in DECK if FACTS[card].tone == "all")
"""What is left of the deck at a table with children."""

LEANS: Mapping[str, Mapping[str, str]] = {
    card: dict(zip("ABCD", facts.leans, strict=True))
    for card, facts in FACTS.items()
    if facts.leans
}
"""By card and letter: what it tells. Cards that tell nothing are not in it."""


def check() -> None:
    """Every card has its facts, a question and four answers. Raises ValueError."""
    if lonely := sorted(FACTS.keys() ^ TEXTS.keys()):
        raise ValueError(f"{lonely[0]} is in only one of facts.toml and scenarios.en.toml")
    for card, text in TEXTS.items():
        if not text.get("question") or len(text.get("answers", ())) != 4:
            raise ValueError(f"{card} in scenarios.en.toml lacks a question or four answers")
