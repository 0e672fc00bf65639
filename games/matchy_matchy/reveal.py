"""The reveal as all see it: what lies open, what has met, and where the forks stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.contract import Seat
from games.matchy_matchy.board import LAST, TOGETHER, numbers
from games.matchy_matchy.credits import threes
from games.matchy_matchy.matching import Meeting, earned
from games.matchy_matchy.table import State, fork_of, forks, met, opened, pictures, space

Mark: TypeAlias = Literal[
    "ahead",  # lies face down still
    "now",  # has just been turned
    "seen",  # lay open before, without a twin so far
    "lit",  # lay open before, and its twin has just been turned
    "hit",  # has found its twin before
]
Outcome: TypeAlias = Literal[
    "three",  # the same picture in the same place
    "two",  # a twin of an earlier picture, or two of them crosswise
    "miss",  # neither of the two pictures has a twin so far
    "done",  # no picture left to turn, and no twin found
    "none",  # nothing is being shown, or not to this fork
]
ASKED = 2
"""How often a turn asks "But why did you put that?!" at most."""


@dataclass(frozen=True)
class Thumb:
    """One place of a row."""

    image: str | None
    mark: Mark


@dataclass(frozen=True)
class Fork:
    """A team's fork, or a racer's."""

    seats: tuple[Seat, ...]
    pictures: int
    """How many each of them puts this turn; 0 for a fork that has no part in it."""
    was: int
    """Its space before the place just shown."""
    space: int
    number: int | None
    """What is printed there; None from the last space on."""
    beyond: int
    """How far past the last space it is."""
    behind: int
    """How many forks in front of it stand on the same space."""
    outcome: Outcome
    gained: int
    """By the place just shown."""
    sum: int
    """By all places shown in this turn."""
    fresh: tuple[Meeting, ...]
    """What has just met; of a team the left partner's place comes first, else the racer's."""
    threes: int
    """At the end: how often the same picture lay in the same place."""
    standing: int
    """1 for who is furthest; equals share it."""


def card(state: State, seat: Seat) -> str | None:
    """What has just been turned."""
    row = opened(state, seat, state.place)
    return row[-1] if row and len(row) == state.place else None


def row(state: State, seat: Seat) -> Iterator[Thumb]:
    """All places of a seat's row."""
    lying = opened(state, seat, state.place)
    for place, image in enumerate(lying, 1):
        yield Thumb(image, "now" if place == state.place else _mark(state, seat, image))
    for _ in range(pictures(state, seat) - len(lying)):
        yield Thumb(None, "ahead")


def standing(state: State) -> tuple[Fork, ...]:
    spaces = tuple(space(state, fork) for fork in range(len(state.spaces)))
    return tuple(_fork(state, fork, spaces) for fork in range(len(spaces)))


def quoted(state: State) -> int | None:
    """The fork that is asked "But why did you put that?!": at every other place, and without a look
    at later ones, which would tell."""
    asked = [
        place
        for place in range(1, state.place + 1)
        if (state.turn + place) % 2 == 0 and _missed(state, place)
    ]
    if state.place not in asked[:ASKED]:
        return None
    missed = _missed(state, state.place)
    return missed[(state.turn + state.place) // 2 % len(missed)]


def _mark(state: State, seat: Seat, image: str) -> Mark:
    """The referent's picture may meet one of each racer's."""
    every = range(len(state.spaces))
    mine = every if seat == state.referent else (fork_of(state, seat),)
    places = {
        meeting.place
        for fork in mine
        for meeting in met(state, fork, state.place)
        if meeting.image == image
    }
    return "lit" if state.place in places else "hit" if places else "seen"


def _fork(state: State, fork: int, spaces: tuple[int, ...]) -> Fork:
    seats = forks(state.seats, state.referent)[fork]
    track, space, fresh = numbers(state.board), spaces[fork], _fresh(state, fork, state.place)
    return Fork(
        seats=seats,
        pictures=pictures(state, seats[0]),
        was=space - earned(fresh),
        space=space,
        number=track[space] if space < len(track) else None,
        beyond=max(0, space - LAST[state.board]),
        behind=spaces[:fork].count(space),
        outcome=_outcome(state, fork, state.place),
        gained=earned(fresh),
        sum=space - state.spaces[fork],
        fresh=fresh,
        threes=threes(state, fork),
        standing=1 + sum(other > space for other in spaces),
    )


def _fresh(state: State, fork: int, place: int) -> tuple[Meeting, ...]:
    return tuple(it for it in met(state, fork, place) if it.place == place)


def _outcome(state: State, fork: int, place: int) -> Outcome:
    lying = opened(state, forks(state.seats, state.referent)[fork][0], place)
    if not lying:
        return "none"
    if fresh := _fresh(state, fork, place):
        return "three" if fresh[0].spaces == TOGETHER else "two"
    return "miss" if len(lying) == place else "done"


def _missed(state: State, place: int) -> tuple[int, ...]:
    every = range(len(state.spaces))
    return tuple(fork for fork in every if _outcome(state, fork, place) == "miss")
