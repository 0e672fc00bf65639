"""What is said at the end besides who has won: the twins, and pictures put again and again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.contract import Seat
from games.matchy_matchy.board import TOGETHER
from games.matchy_matchy.matching import meetings
from games.matchy_matchy.table import State, compared


@dataclass(frozen=True)
class Favourite:
    """A picture that was put again and again."""

    image: str
    times: int


def favourite(state: State, *seats: Seat) -> Favourite | None:
    """The picture that they put most often, of several the first; None if each came only once."""
    if state.phase != "over":
        return None
    put = Counter(image for past in state.past for seat in seats for image in past.rows[seat])
    [(image, times)] = put.most_common(1)
    return Favourite(image, times) if times > 1 else None


def threes(state: State, fork: int) -> int:
    """How often in the whole match the same picture lay in the same place."""
    if state.phase != "over":
        return 0
    one, other = compared(state.seats, state.referent)[fork]
    return sum(
        meeting.spaces == TOGETHER
        for past in state.past
        for meeting in meetings(past.rows[one], past.rows[other])
    )


def twins(state: State) -> tuple[int, ...]:
    """The forks with most of these, if there are any."""
    counts = [threes(state, fork) for fork in range(len(state.spaces))]
    return tuple(fork for fork, count in enumerate(counts) if 0 < count == max(counts))
