"""A finished match again, move by move: seed and moves are the whole of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.core import people
from app.core.errors import NotNow
from app.core.play import luck
from app.core.values import Device, Match, MemberId, Moment, Room
from games.contract import Highlight, Seat


def states(match: Match, moves: tuple[tuple[Seat, Any], ...]) -> tuple[Any, ...]:
    """Every state of it, from the set-up on."""
    rules = match.rules
    state = rules.setup(len(match.seats), match.options, match.memory, luck(match.seed, 0))
    found = [state]
    for number, (seat, move) in enumerate(moves, 1):
        state = rules.apply(state, seat, move, luck(match.seed, number))
        found.append(state)
    return tuple(found)


def found(match: Match, moves: tuple[tuple[Seat, Any], ...], wish: int) -> tuple[int, Any]:
    """A step of it, the nearest there is, and the state then."""
    every = states(match, moves)
    step = min(max(wish, 0), len(every) - 1)
    return step, every[step]


def moments(match: Match, moves: tuple[tuple[Seat, Any], ...]) -> tuple[Highlight, ...]:
    """What of it is worth another look."""
    return match.rules.moments(states(match, moves))


def show(
    room: Room,
    device: Device,
    step: tuple[int, Any] | None,
    eyes: MemberId | None = None,
    highlights: tuple[Highlight, ...] = (),
) -> Room:
    """A step of the finished match for everybody in the room; None shows its end.

    It is over, so what it hid from some may be seen through the eyes of others.
    """
    people.member(room, device)
    match = finished(room)
    moment = Moment(*step, match.seat_of(eyes), highlights) if step else None
    return replace(room, match=replace(match, shown=moment))


def finished(room: Room) -> Match:
    """Raises NotNow while there is nothing to look back at."""
    if room.match is None or room.match.running:
        raise NotNow("You can look back when the match is over.")
    return room.match
