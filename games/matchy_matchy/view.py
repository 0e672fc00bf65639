"""The table through one seat's eyes, built field by field from what that seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from games.contract import Seat, Viewer
from games.matchy_matchy.board import LAST, TOGETHER, furthest, numbers
from games.matchy_matchy.matching import Meeting, earned, meetings
from games.matchy_matchy.table import (
    Past,
    Phase,
    Row,
    State,
    Theme,
    caller,
    fork_of,
    forks,
    met,
    opened,
    pictures,
    places,
)

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
STEPS = (1, 5, 11, 13, 17, 19, 23, 25)
"""By seat, without a common divisor with 42: everybody counts through the deck in other steps."""
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
    """How often in this match the same picture lay in the same place."""
    standing: int
    """1 for who is furthest; equals share it."""


@dataclass(frozen=True)
class Favourite:
    """A picture that was put again and again."""

    image: str
    times: int


@dataclass(frozen=True)
class View:
    me: Viewer
    seats: int
    phase: Phase
    turn: int
    caller: Seat
    referent: Seat | None
    numbers: tuple[int, ...]
    """What is printed on the track, from the Start to the space before the last."""
    last: int
    furthest: int
    """The space that nobody can ever pass."""
    called: int | None
    theme: Theme | None
    """The one with the number that was called, or with the next unused one (MM-Q8)."""
    playing: frozenset[Seat]
    """Who puts pictures this turn: all, but for one more turn of the tied."""
    locked: frozenset[Seat]
    """Who has put them; never which, nor how many of them (G-5)."""
    place: int
    """How many places lie open."""
    places: int
    """How many there will be; 0 while pictures are being chosen."""
    cards: tuple[str | None, ...]
    """By seat: what has just been turned."""
    rows: tuple[tuple[Thumb, ...], ...]
    """By seat: all of a row's places, those ahead without their picture."""
    forks: tuple[Fork, ...]
    quoted: int | None
    """The fork whose two pictures are asked about: "But why did you put that?!" """
    one_more: bool
    """Is this the turn after a tie?"""
    past: tuple[Past, ...]
    stubborn: Favourite | None
    """At the end: the picture that was put most often; None if each came only once."""
    twins: tuple[int, ...]
    """At the end: the forks with most pictures in the same place."""
    deck: tuple[str, ...]
    """All pictures in the order of my own hand, the same for the whole match."""
    pictures: int
    """How many I put this turn."""
    row: Row | None
    """What I have put."""
    partner: Seat | None
    fork: int | None
    """Which of the forks is mine."""
    side: int | None
    """Which of a meeting's two places is in my row; the other is my partner's or the referent's."""
    favourite: Favourite | None
    """At the end: the picture that I put most often."""


Found: TypeAlias = tuple[tuple[Meeting, ...], ...]
"""By fork: what has come to light in this turn."""


def view(state: State, viewer: Viewer) -> View:
    """What all may see; a seat's own hand and what lies before it come on top."""
    public = _public(state)
    if viewer is None:
        return public
    fork = None if viewer == state.referent else fork_of(state, viewer)
    team = () if fork is None else forks(state.seats, state.referent)[fork]
    return replace(
        public,
        me=viewer,
        deck=hand(state.deck, viewer),
        pictures=pictures(state, viewer),
        row=state.rows[viewer],
        partner=next((seat for seat in team if seat != viewer), None),
        fork=fork,
        side=team.index(viewer) if team else None,
        favourite=_favourite(state, (viewer,)),
    )


@lru_cache(maxsize=64)  # all eyes see the same
def _public(state: State) -> View:
    found = _found(state)
    spaces = tuple(at + earned(met) for at, met in zip(state.spaces, found, strict=True))
    everybody = tuple(map(Seat, range(state.seats)))
    return View(
        me=None,
        seats=state.seats,
        phase=state.phase,
        turn=state.turn,
        caller=caller(state),
        referent=state.referent,
        numbers=numbers(state.board),
        last=LAST[state.board],
        furthest=furthest(state.board),
        called=state.called,
        theme=state.theme,
        playing=frozenset(seat for seat in everybody if pictures(state, seat)),
        locked=frozenset(seat for seat in everybody if state.rows[seat]),
        place=state.place,
        places=places(state) if state.phase == "show" else 0,
        cards=tuple(_card(state, seat) for seat in everybody),
        rows=tuple(tuple(_row(state, seat, found)) for seat in everybody),
        forks=tuple(_fork(state, number, found, spaces) for number in range(len(spaces))),
        quoted=_quoted(state),
        one_more=bool(state.tied),
        past=state.past,
        stubborn=_favourite(state, everybody),
        twins=_twins(state),
        deck=(),
        pictures=0,
        row=None,
        partner=None,
        fork=None,
        side=None,
        favourite=None,
    )


@lru_cache(maxsize=64)
def hand(deck: Row, seat: Seat) -> Row:
    """The deck as it lies before one seat: nobody can copy by where a neighbour taps."""
    return tuple(deck[(seat + place * STEPS[seat]) % len(deck)] for place in range(len(deck)))


def _found(state: State) -> Found:
    place = state.place if state.phase == "show" else 0
    return tuple(met(state, fork, place) for fork in range(len(state.spaces)))


def _card(state: State, seat: Seat) -> str | None:
    row = opened(state, seat, state.place)
    return row[-1] if row and len(row) == state.place else None


def _row(state: State, seat: Seat, found: Found) -> Iterator[Thumb]:
    lying = opened(state, seat, state.place)
    for place, image in enumerate(lying, 1):
        mark: Mark = "now" if place == state.place else _mark(state, seat, image, found)
        yield Thumb(image, mark)
    for _ in range(pictures(state, seat) - len(lying)):
        yield Thumb(None, "ahead")


def _mark(state: State, seat: Seat, image: str, found: Found) -> Mark:
    """The referent's picture may meet one of each racer's."""
    mine = found if seat == state.referent else (found[fork_of(state, seat)],)
    places = {it.place for meetings in mine for it in meetings if it.image == image}
    return "lit" if state.place in places else "hit" if places else "seen"


def _fork(state: State, fork: int, found: Found, spaces: tuple[int, ...]) -> Fork:
    seats = forks(state.seats, state.referent)[fork]
    fresh = _fresh(found[fork], state.place)
    track, space = numbers(state.board), spaces[fork]
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
        sum=earned(found[fork]),
        fresh=fresh,
        threes=_threes(state, fork),
        standing=1 + sum(other > space for other in spaces),
    )


def _fresh(found: tuple[Meeting, ...], place: int) -> tuple[Meeting, ...]:
    return tuple(meeting for meeting in found if meeting.place == place)


def _outcome(state: State, fork: int, place: int) -> Outcome:
    row = opened(state, forks(state.seats, state.referent)[fork][0], place)
    if not row:
        return "none"
    if fresh := _fresh(met(state, fork, place), place):
        return "three" if fresh[0].spaces == TOGETHER else "two"
    return "miss" if len(row) == place else "done"


def _quoted(state: State) -> int | None:
    """At every other place, and without a look at later ones: those would tell."""
    asked = [
        place
        for place in range(1, state.place + 1)
        if (state.turn + place) % 2 == 0 and _missed(state, place)
    ]
    if state.place not in asked[:ASKED]:
        return None
    missed = _missed(state, state.place)
    return missed[(state.turn + state.place) // 2 % len(missed)]


def _missed(state: State, place: int) -> tuple[int, ...]:
    forks = range(len(state.spaces))
    return tuple(fork for fork in forks if _outcome(state, fork, place) == "miss")


def _threes(state: State, fork: int) -> int:
    if state.phase != "over":
        return 0
    one, *partner = forks(state.seats, state.referent)[fork]
    other = partner[0] if partner else state.referent or Seat(0)
    pairs = (meetings(past.rows[one], past.rows[other]) for past in state.past)
    return sum(meeting.spaces == TOGETHER for meeting in chain(*pairs))


def _twins(state: State) -> tuple[int, ...]:
    threes = [_threes(state, fork) for fork in range(len(state.spaces))]
    return tuple(fork for fork, count in enumerate(threes) if 0 < count == max(threes))


def _favourite(state: State, seats: tuple[Seat, ...]) -> Favourite | None:
    """Of several the one that was put first."""
    if state.phase != "over":
        return None
    put = Counter(image for past in state.past for seat in seats for image in past.rows[seat])
    [(image, times)] = put.most_common(1)
    return Favourite(image, times) if times > 1 else None
