"""The track: what is printed on each space, and where it ends."""

from __future__ import annotations

from typing import Literal, TypeAlias

Length: TypeAlias = Literal["long", "short"]

MOST = 5
"""Pictures that anybody ever puts in a turn."""
TOGETHER, APART = 3, 2  # MM-13
NUMBERS = (5, 5, 5, 5, 4, 5, 5, 4, 5, 3, 5, 4, 5, 4, 3, 5, 4, 2, 5, 4, 3, 4, 3, 4, 1, 3, 2, 4, 3, 2)
"""How many pictures are put on each space, the Start first (MM-Q4, MM-Q5)."""
LAST: dict[Length, int] = {"long": 30, "short": 19}
"""The last space, which has no number: nobody ever chooses there."""


def numbers(length: Length) -> tuple[int, ...]:
    """Those of all spaces but the last."""
    return NUMBERS[: LAST[length]]


def furthest(length: Length) -> int:
    """As far as anybody can get: so many spaces are drawn behind the last one (MM-Q1)."""
    return max(space + TOGETHER * number for space, number in enumerate(numbers(length)))
