"""Room codes: short, sayable, typed in capitals, and too many to guess."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable

from games.contract import phrase

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Twenty consonants: no words, no digits that look like letters (RFC 8628, 6.1)."""
SHORTEST, LONGEST = 4, 8
RISK = 10_000
"""One guess hits a live room with a probability of at most 1 in this many."""
_RUDE = re.compile(
    "SS|HH|KK|KZ|NS|FCK|FKK|CNT|WTF|SHT|FGT|NGR|PSS|DCK|VGN|PRN|SXX|XXX|RPS|BTCH|TWT|KNT|FTZ|PMML"
)

SPOKEN = dict(
    zip(
        LETTERS,
        [
            phrase("Boat"),
            phrase("Cloud"),
            phrase("Drum"),
            phrase("Frog"),
            phrase("Garden"),
            phrase("Hat"),
            phrase("Jar"),
            phrase("Kite"),
            phrase("Lamp"),
            phrase("Moon"),
            phrase("Nest"),
            phrase("Pear"),
            phrase("Quilt"),
            phrase("Rain"),
            phrase("Sun"),
            phrase("Tent"),
            phrase("Violin"),
            phrase("Window"),
            phrase("Xylophone"),
            phrase("Zebra"),
        ],
        strict=True,
    )
)
"""A word for each letter, because B, D, P, T and V sound alike."""


def length(live: int) -> int:
    """The shortest one, from 4 up, that keeps the risk at this number of live rooms."""
    size = SHORTEST
    while live * RISK > len(LETTERS) ** size:
        size += 1
    return size


def draw(live: int, is_taken: Callable[[str], bool]) -> str:
    """A code that none of this many live rooms has."""
    size = length(live + 1)
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(size))
        if not _RUDE.search(code) and not is_taken(code):
            return code


def read(typed: str) -> str:
    """What somebody typed, spelled or pasted, as a code; empty when there is none in it.

    Any case and width, spaces and dashes; the whole address; or a word a letter, as it is spoken.
    """
    text = unicodedata.normalize("NFKC", typed).upper().strip().rstrip("/")
    words = re.findall(r"[A-Z]+", text)
    if len(words) >= SHORTEST and {*words} <= {word.upper() for word in SPOKEN.values()}:
        return "".join(word[0] for word in words)[:LONGEST]
    last = re.split(r"[?#]", text)[0].rsplit("/", 1)[-1]
    return "".join(char for char in last if char in LETTERS)[:LONGEST]
