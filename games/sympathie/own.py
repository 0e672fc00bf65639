"""Photographs that a room brings along: a theme of its own. The app keeps the pictures (SY-2)."""

from __future__ import annotations

from dataclasses import dataclass

from games.contract import Brings, Illegal, phrase

MOST = 60
LONGEST_CAPTION = 80


@dataclass(frozen=True)
class Photo:
    caption: str = ""
    """What is on it, in the words of whoever brought it; read aloud, and may be left empty."""


def check(photo: Photo) -> None:
    if len(photo.caption) > LONGEST_CAPTION:
        raise Illegal.plural(
            "Shorter, please: one letter at most.",
            "Shorter, please: {count} letters at most.",
            count=LONGEST_CAPTION,
        )


PHOTOS = Brings(
    most=MOST,
    content=Photo,
    check=check,
    invitation=phrase("Photos of our own"),
    picture=True,
)
