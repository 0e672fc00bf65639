"""The photographs as facts: which there are, to which theme each belongs, and what speaks from it.

The captions are for people and live beside the facts, one file a language. The pictures themselves
are brought by the set-up (photos.toml); those that it could not get are named in `missing.txt`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONTENT = Path(__file__).parent / "content"
MISSING = CONTENT / "missing.txt"
OWN = "own"
"""The theme of the photographs that people in the room brought along."""
LAYOUT = 5
"""Photographs on the table (SY-6)."""
WORDS = "quiet lively warm cool dark light plain rich old new wild tame alone company small grand"


@dataclass(frozen=True)
class Photo:
    theme: str
    words: tuple[str, ...]
    """What speaks from it, of `WORDS`."""


_READ: Mapping[str, Mapping[str, Any]] = tomllib.loads((CONTENT / "facts.toml").read_text("utf-8"))
_MISSING: frozenset[str] = frozenset(
    MISSING.read_text("utf-8").split() if MISSING.is_file() else ()
)
_CAPTIONS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (CONTENT / "photos.en.toml").read_text("utf-8")
)
_QUESTIONS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (CONTENT / "themes.en.toml").read_text("utf-8")
)

FACTS: Mapping[str, Photo] = {
    photo: Photo(facts["theme"], tuple(facts["words"])) for photo, facts in _READ.items()
}

THEMES: tuple[str, ...] = tuple(theme for theme in _QUESTIONS if theme != OWN)
"""All that were written, in the order in which they are proposed."""

DECK: Mapping[str, tuple[str, ...]] = {
    theme: tuple(
        photo for photo, facts in FACTS.items() if facts.theme == theme and photo not in _MISSING
    )
    for theme in THEMES
}
"""By theme, the photographs that are here; a theme whose pictures are missing has none."""


def check() -> None:
    """Every photograph has a theme, words and a caption. Raises ValueError."""
    if lonely := sorted(FACTS.keys() ^ _CAPTIONS.keys()):
        raise ValueError(f"{lonely[0]} is in only one of facts.toml and photos.en.toml")
    for photo, facts in FACTS.items():
        if facts.theme not in THEMES:
            raise ValueError(f"{photo} in facts.toml belongs to no theme of themes.en.toml")
        if not set(facts.words) <= set(WORDS.split()):
            raise ValueError(f"{photo} in facts.toml has a word that computers do not know")
        if not _CAPTIONS[photo].get("caption"):
            raise ValueError(f"{photo} in photos.en.toml lacks a caption")
