"""The table through one seat's eyes, built field by field from what that seat may know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from games.contract import Seat, Viewer
from games.matchy_matchy import credits, reveal
from games.matchy_matchy.board import LAST, furthest, numbers
from games.matchy_matchy.credits import Favourite
from games.matchy_matchy.reveal import Fork, Thumb
from games.matchy_matchy.table import (
    Past,
    Phase,
    Row,
    State,
    Theme,
    caller,
    fork_of,
    forks,
    pictures,
    places,
)

STEPS = (1, 5, 11, 13, 17, 19, 23, 25)
"""By seat, without a common divisor with 42: everybody counts through the deck in other steps."""


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
    reached: bool
    """Has a fork come to the last space? Then no turn follows this one (MM-Q2), but for a tie."""
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
        favourite=credits.favourite(state, viewer),
    )


@lru_cache(maxsize=64)  # all eyes see the same
def _public(state: State) -> View:
    everybody = tuple(map(Seat, range(state.seats)))
    standing = reveal.standing(state)
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
        cards=tuple(reveal.card(state, seat) for seat in everybody),
        rows=tuple(tuple(reveal.row(state, seat)) for seat in everybody),
        forks=standing,
        reached=any(fork.number is None for fork in standing),
        quoted=reveal.quoted(state),
        one_more=bool(state.tied),
        past=state.past,
        stubborn=credits.favourite(state, *everybody),
        twins=credits.twins(state),
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
