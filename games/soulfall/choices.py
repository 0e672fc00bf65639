"""What the mover can choose from, and what would come of it; what can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.contract import Seat
from games.soulfall import deeds
from games.soulfall.board import Space
from games.soulfall.legal import buildable, devotable, devoted, habitable, said, why_not
from games.soulfall.lords import ACTIONS, CARDS, Action, CardId
from games.soulfall.moves import moves
from games.soulfall.scoring import count
from games.soulfall.table import (
    Beat,
    Build,
    Choose,
    Destroy,
    Devote,
    Move,
    Phase,
    Place,
    Populate,
    State,
    Steal,
    Withdraw,
)
from games.soulfall.undo import NO_WAY_BACK

WITHOUT: frozenset[Phase] = frozenset({"action", "keep", "end", "over"})
"""Phases whose answers are told otherwise: by stamps, by the cards drawn."""


@dataclass(frozen=True)
class Stamp:
    """One of the six actions: what it would do now, or why it cannot be done."""

    action: Action
    used: bool
    why: str | None
    """A message id; None: it can be done."""
    spaces: tuple[Space, ...] = ()
    cards: tuple[CardId, ...] = ()
    score: int | None = None
    """Mine after it, where that is certain."""


@dataclass(frozen=True)
class Target:
    """An answer to what a Lord card asks, or to where the first Nomad goes."""

    space: Space | None = None
    seat: Seat | None = None
    """Whom it hits."""
    action: Action | None = None
    card: CardId | None = None
    score: int | None = None
    """The mover's after it."""
    theirs: int | None = None
    """The score after it of whom it hits."""


@dataclass(frozen=True)
class Back:
    """What *Undo* would take back, or why there is nothing."""

    beat: Beat | None
    why: str | None
    """A message id; None: it can be undone. Without a beat it is a choice."""


def stamps(state: State) -> Iterator[Stamp]:
    seat, tribe = state.mover, state.tribes[state.mover]
    counted = count(state, seat)
    left, right, tower = counted.left, counted.right, counted.tower
    for action in ACTIONS:
        why, used = said(why_not(state, seat, action)), action in state.used
        if why is not None or used:
            yield Stamp(action, used, why)
            continue
        match action:
            case "populate":
                more = (left + 1) * right + tower
                yield Stamp(action, used, why, spaces=habitable(state, seat), score=more)
            case "build":
                turned = (left - 1) * (right + 1) + tower
                yield Stamp(action, used, why, spaces=buildable(tribe), score=turned)
            case "devote":
                more = (left + 1) * right + tower
                yield Stamp(action, used, why, cards=devotable(tribe), score=more)
            case "prosper":
                yield Stamp(action, used, why, score=left * (right + 1) + tower)
            case "play":
                yield Stamp(action, used, why, cards=tribe.hand)
            case "draw":
                yield Stamp(action, used, why, score=left * right + tower)


def targets(state: State) -> Iterator[Target]:
    """What the question of now may be answered with."""
    if state.phase not in WITHOUT:
        yield from (_target(state, move) for move in moves(state))


def _target(state: State, move: Move) -> Target:
    match move:
        case Place(space):
            return Target(space=space)
        case Choose(action):
            return Target(action=action)
        case Populate(space) if state.phase == "leap":
            return _hit(state, deeds.leap(state, space), space=space)
        case Populate(space):
            return _hit(state, deeds.populate(state, space), space=space)
        case Build(space):
            return _hit(state, deeds.build(state, space), space=space)
        case Devote(card):
            owner = devoted(state, CARDS[card].lord)
            return _hit(state, deeds.devote(state, card), card=card, seat=owner)
        case Withdraw(space):
            return _hit(state, deeds.withdraw(state, space), space=space)
        case Destroy(space):
            hit = _owner(state, space)
            return _hit(state, deeds.destroy(state, space), space=space, seat=hit)
        case Steal(whom) if state.phase == "filch":
            return Target(seat=whom)
        case Steal(whom):
            return _hit(state, deeds.steal(state, whom), seat=whom)
        case _:
            raise AssertionError(move)  # no phase with targets asks for it


def _hit(
    state: State,
    after: State,
    *,
    space: Space | None = None,
    card: CardId | None = None,
    seat: Seat | None = None,
) -> Target:
    return Target(
        space=space,
        seat=seat,
        card=card,
        score=count(after, state.mover).total,
        theirs=None if seat is None else count(after, seat).total,
    )


def _owner(state: State, space: Space) -> Seat:
    return next(Seat(seat) for seat, tribe in enumerate(state.tribes) if space in tribe.nomads)


def back(state: State) -> Back:
    if not state.before:
        return Back(None, NO_WAY_BACK[state.barrier]().text)
    return Back(next(iter(state.log[state.before[-1].beats :]), None), None)
