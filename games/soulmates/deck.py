"""The scenario cards as facts: which there are, and the temperament each answer leans to.

The texts are for people and live beside it, one file a language. The leanings let computer players
have a character; a card that a room wrote itself has none.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

_CARDS = tomllib.loads((Path(__file__).parent / "content/scenarios.en.toml").read_text("utf-8"))

DECK: tuple[str, ...] = tuple(_CARDS)

LEANS: dict[str, dict[str, str]] = {
    card: dict(zip("ABCD", facts["leans"], strict=True)) for card, facts in _CARDS.items()
}
"""By card and letter: bold, warm, calm or keen."""
