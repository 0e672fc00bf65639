"""Room codes: short, sayable, typed in capitals, and too many to guess."""

from __future__ import annotations

import re
import secrets

from games.contract import phrase

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Twenty consonants: no words, no digits that look like letters (RFC 8628, 6.1)."""
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
    size = 4
    while live * RISK > len(LETTERS) ** size:
        size += 1
    return size


def draw(taken: frozenset[str]) -> str:
    """A code no room has."""
    size = length(len(taken) + 1)
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(size))
        if code not in taken and not _RUDE.search(code):
            return code


def read(typed: str) -> str:
    """What somebody typed, as a code: capitals, without spaces, dashes and what no code has."""
    return "".join(char for char in typed.upper() if char in LETTERS)[:8]
