"""A finished match again, move by move: seed and moves are the whole of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from app.core import people
from app.core.errors import NotNow
from app.core.play import luck
from app.core.values import Device, Match, MemberId, Moment, Room
from games.contract import AnyGame, Seat


def states(match: Match, moves: tuple[tuple[Seat, Any], ...]) -> tuple[Any, ...]:
    """Every state of it, from the set-up on."""
    rules = match.rules
    state = rules.setup(len(match.seats), match.options, match.memory, luck(match.seed, 0))
    found = [state]
    for number, (seat, move) in enumerate(moves, 1):
        state = rules.apply(state, seat, move, luck(match.seed, number))
        found.append(state)
    return tuple(found)


@dataclass(frozen=True)
class Finished:
    """A match that is over; the same as another of that id."""

    id: str
    rules: AnyGame = field(compare=False)
    states: tuple[Any, ...] = field(compare=False)


@lru_cache(maxsize=32)
def turning(match: Finished) -> int | None:
    """The number of the move that decided it. Thought out once, however often people ask: it is a
    third of a second of search."""
    return match.rules.turning(match.states) if match.rules.turning else None


def show(
    room: Room,
    device: Device,
    all_states: tuple[Any, ...],
    step: int | None,
    eyes: MemberId | None = None,
) -> Room:
    """A step of the finished match for everybody in the room; None shows its end.

    It is over, so what it hid from some may be seen through the eyes of others.
    """
    people.member(room, device)
    match = finished(room)
    if step is None:
        return replace(room, match=replace(match, shown=None))
    step = min(max(step, 0), len(all_states) - 1)
    moment = Moment(step, all_states[step], match.seat_of(eyes))
    return replace(room, match=replace(match, shown=moment))


def finished(room: Room) -> Match:
    """Raises NotNow while there is nothing to look back at."""
    if room.match is None or room.match.running:
        raise NotNow("You can look back when the match is over.")
    return room.match
