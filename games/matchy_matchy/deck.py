"""The pictures and the themes as facts: which there are, and what they make people think of.

The texts are for people and live beside the facts, one file a language. A *sense* is a word that a
picture and a theme can have in common; computer players match by it. The words are kept apart from
the texts, so that a translation changes no match.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CONTENT = Path(__file__).parent / "content"

_READ: Mapping[str, Any] = tomllib.loads((CONTENT / "senses.toml").read_text("utf-8"))

SENSES: Mapping[str, tuple[str, ...]] = {
    picture: tuple(senses.split()) for picture, senses in _READ["pictures"].items()
}
"""By picture; in one order, so that sums come out alike everywhere."""

PICTURES: tuple[str, ...] = tuple(SENSES)
"""The same for everybody (MM-2)."""

THEMES: Mapping[str, tuple[frozenset[str], ...]] = {
    card: tuple(frozenset(senses.split()) for senses in themes)
    for card, themes in _READ["themes"].items()
}
"""By card: the senses of its themes, the first one's first (MM-5)."""

CARDS: tuple[str, ...] = tuple(THEMES)
THEMES_A_CARD = range(1, 13)

NAMES: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (CONTENT / "pictures.en.toml").read_text("utf-8")
)
WORDS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (CONTENT / "themes.en.toml").read_text("utf-8")
)
"""What is said of both in English, to look through; people read it in their own language."""


def check() -> None:
    """Every picture has a name, every card twelve themes, all of them senses. Raises ValueError."""
    if lonely := sorted((SENSES.keys() ^ NAMES.keys()) | (THEMES.keys() ^ WORDS.keys())):
        raise ValueError(f"{lonely[0]} has either texts or senses, not both")
    for picture, said in NAMES.items():
        if not said.get("name"):
            raise ValueError(f"{picture} in pictures.en.toml lacks a name")
    for card, said in WORDS.items():
        if not len(said.get("themes", ())) == len(THEMES[card]) == len(THEMES_A_CARD):
            raise ValueError(f"{card} has not {len(THEMES_A_CARD)} themes in both files")
