"""Two rows of pictures, laid open place by place: where do they meet?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from games.matchy_matchy.board import APART, TOGETHER


@dataclass(frozen=True)
class Meeting:
    """A picture that lies in both rows."""

    image: str
    places: tuple[int, int]
    """Where in the first row and where in the second, 1 for the strongest."""
    spaces: int
    """What it is worth (MM-13)."""
    place: int
    """With which it came to light: that of its second copy (MM-14)."""


@lru_cache(maxsize=1024)  # all eyes look at the same rows
def meetings(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[Meeting, ...]:
    """In the order in which they come to light."""
    found = (
        _meeting(image, (place, other.index(image) + 1))
        for place, image in enumerate(one, 1)
        if image in other
    )
    return tuple(sorted(found, key=lambda meeting: meeting.place))


def earned(met: Iterable[Meeting]) -> int:
    """How many spaces a fork advances for them."""
    return sum(meeting.spaces for meeting in met)


def _meeting(image: str, places: tuple[int, int]) -> Meeting:
    spaces = TOGETHER if places[0] == places[1] else APART
    return Meeting(image, places, spaces, max(places))
