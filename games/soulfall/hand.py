"""My cards: what each would do if it were played now (SF-Q8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from games.contract import Illegal, Seat
from games.soulfall import deeds
from games.soulfall.legal import (
    Fact,
    answers,
    buildable,
    devotable,
    devoted,
    fact,
    habitable,
    said,
    why_idle,
    why_not,
)
from games.soulfall.lords import CARDS, Action, CardId, Lord
from games.soulfall.table import State, Tribe, changed
from games.soulfall.words import Words, words

Eye: TypeAlias = Literal["open", "shut", "perhaps"]
"""Will the lower ability do something after the upper one? Perhaps: a choice or a draw decides."""


@dataclass(frozen=True)
class Upper:
    """An action that the upper ability offers, and why it cannot be done now."""

    action: Action
    why: str | None


@dataclass(frozen=True)
class Held:
    """A Lord card that I may look at, and what would come of it now."""

    card: CardId
    lord: Lord
    words: Words
    upper: tuple[Upper, ...]
    eye: Eye
    fact: Fact
    """What the condition looks at, as it is now."""
    idle: str | None
    """A message id: why the lower ability will do nothing though its condition is met then."""
    nothing: bool
    """Played now, neither half would do anything (SF-Q7)."""
    devotable: bool
    owner: Seat | None
    """From whom I would take the Devotion; None: from the table."""


def held(state: State, seat: Seat, card: CardId) -> Held:
    facts = CARDS[card]
    without = _as_played(state, seat, card)
    upper = tuple(Upper(it, said(why_not(without, seat, it))) for it in facts.effects[0].actions)
    ends = tuple(_ends(without, seat, card))
    eye = _eye(ends)
    return Held(
        card=card,
        lord=facts.lord,
        words=words(card),
        upper=upper,
        eye=eye,
        fact=fact(without, seat, facts.lord, facts.condition),
        idle=said(ends[0].idle) if eye == "shut" and all(end.idle for end in ends) else None,
        nothing=eye == "shut" and all(it.why for it in upper),
        devotable=facts.lord not in state.tribes[seat].devotions,
        owner=devoted(state, facts.lord),
    )


def _as_played(state: State, seat: Seat, card: CardId) -> State:
    """The table when this card is turned up, even if it is somebody else's turn now."""
    tribe = state.tribes[seat]
    rest = tuple(other for other in tribe.hand if other != card)
    return changed(
        state,
        mover=seat,
        used=state.used if seat == state.mover else (),
        tribes=_with(state, seat, changed(tribe, hand=rest)),
    )


def _with(state: State, seat: Seat, mine: Tribe) -> tuple[Tribe, ...]:
    return (*state.tribes[:seat], mine, *state.tribes[seat + 1 :])


class _End(NamedTuple):
    """What comes of the lower ability after one way to perform the upper one (SF-Q8)."""

    works: bool
    idle: Illegal | None = None
    """Why it does nothing though its condition is met."""


def _eye(ends: tuple[_End, ...]) -> Eye:
    if len({end.works for end in ends}) == 2:
        return "perhaps"
    return "open" if ends[0].works else "shut"


def _ends(state: State, seat: Seat, card: CardId) -> Iterator[_End]:
    lord, condition, lower = CARDS[card].lord, CARDS[card].condition, CARDS[card].effects[1]
    upper = answers(state, seat, CARDS[card].effects[0])
    for action in upper or [None]:
        if action == "draw" and _hangs_on_the_current_lord(state, seat, card):
            yield from (_End(works=True), _End(works=False))
            continue
        for after in _after(state, seat, card, action):
            met = fact(after, seat, lord, condition).met
            idle = why_idle(after, seat, lower) if met else None
            yield _End(met and not idle, idle)


def _hangs_on_the_current_lord(state: State, seat: Seat, card: CardId) -> bool:
    facts = CARDS[card]
    return facts.condition.when == "current" or (
        facts.condition.when == "favour" and facts.lord not in state.tribes[seat].devotions
    )


def _after(state: State, seat: Seat, card: CardId, action: Action | None) -> Iterator[State]:
    tribe, effects = state.tribes[seat], CARDS[card].effects
    match action:
        case "populate":
            spaces = habitable(state, seat)
            matters = CARDS[card].condition.when == "beside" or effects[1].what == "beside"
            yield from (deeds.populate(state, it) for it in (spaces if matters else spaces[:1]))
        case "prosper":
            yield deeds.prosper(state)
        case "build":
            yield deeds.build(state, buildable(tribe)[0])
        case "devote":
            yield from (deeds.devote(state, given) for given in devotable(tribe))
        case "draw":  # one card more: this one stands for it
            more = changed(tribe, hand=(*tribe.hand, card))
            yield changed(state, tribes=_with(state, seat, more))
        case _:
            yield state
