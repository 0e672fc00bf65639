"""The table through somebody's eyes: all of it but the pile and the hands of others (SF-27)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from games.contract import Illegal, Seat, Viewer
from games.soulfall import deeds
from games.soulfall.board import BOARDS, Space
from games.soulfall.legal import (
    Fact,
    answers,
    anywhere,
    buildable,
    current_lord,
    destroyable,
    devotable,
    devoted,
    fact,
    filchable,
    free,
    habitable,
    movable,
    robbable,
    supply,
    why_idle,
    why_not,
)
from games.soulfall.lords import ACTIONS, CARDS, LORDS, Action, CardId, Effect, Lord
from games.soulfall.rules import NO_WAY_BACK
from games.soulfall.scoring import count, counts, rank, reaches, reserve, winners
from games.soulfall.table import TURN, Barrier, Beat, Phase, Playing, State, Tribe, changed
from games.soulfall.words import Words, words

STOREYS = 8
Standing: TypeAlias = tuple[tuple[Space, ...], tuple[Space, ...]]
"""Nomads and Outposts of a tribe."""
Eye = Literal["open", "shut", "perhaps"]
"""Will the lower ability do something after the upper one? Perhaps: a choice or a draw decides."""


@dataclass(frozen=True)
class Site:
    """A space of the board and what stands on it."""

    space: Space
    seat: Seat | None = None
    outpost: bool = False
    safe: bool = False
    """It cannot be destroyed: an Outpost, or a tribe's last Nomad."""


@dataclass(frozen=True)
class Camp:
    """What everybody knows of a tribe, and what it scores now."""

    nomads: int
    devotions: tuple[Lord, ...]
    shards: int
    outposts: int
    left: int
    """Nomads and Devotions."""
    right: int
    """Shards and Outposts."""
    tower: int
    """5 or 0."""
    score: int
    hand: int
    reserve: int
    storey: int
    """How near the Tower is: at 8 it is taken when the turn ends, unless somebody has it."""
    nearest: Literal["shards", "outposts", "nomads"]
    """By which of its three conditions."""
    reaches: bool


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


@dataclass(frozen=True)
class Staged:
    """The Lord card that is being played, or has just been."""

    card: CardId
    lord: Lord
    words: Words
    upper: tuple[Action, ...]
    lower: Literal["open", "shut", "idle"] | None
    """What became of its condition; None: not looked at yet."""
    asks: bool
    """It waits for an answer."""


@dataclass(frozen=True)
class Back:
    """What *Undo* would take back, or why there is nothing."""

    beat: Beat | None
    why: str | None
    """A message id; None: it can be undone. Without a beat it is a choice."""


@dataclass(frozen=True)
class View:
    me: Viewer
    phase: Phase
    turn: int
    moves: int
    mover: Seat
    used: tuple[Action, ...]
    came: tuple[Beat, ...]
    """What these actions did, in their order."""
    left: int
    """Action cards that the mover still has."""
    board: tuple[tuple[Site | None, ...], ...]
    """Rows from the top; None is a chasm."""
    camps: tuple[Camp, ...]
    hand: tuple[Held, ...]
    """Mine."""
    offer: tuple[Held, ...]
    """The cards that I have drawn and keep one of."""
    pile: int
    discard: tuple[CardId, ...]
    current: Lord
    claimed: Seat | None
    """Who is devoted to the current Lord."""
    unclaimed: tuple[Lord, ...]
    """Devotions on the table."""
    supply: int
    stamps: tuple[Stamp, ...]
    """For the mover only, while an action is to be chosen."""
    targets: tuple[Target, ...]
    """What answers the question now. Cards, and the actions that they leave, are shown to the mover
    only."""
    barrier: Barrier
    """What cannot be undone any more."""
    back: Back | None
    """For the mover only."""
    playing: Playing | None
    staged: Staged | None
    tower: Seat | None
    last: tuple[Seat, ...]
    """Who takes a last turn after this one."""
    last_round: Literal["book", "equal"]
    hints: bool
    log: tuple[Beat, ...]
    fresh: int
    """How many of them have just happened."""
    telling: tuple[Seat, ...]
    """At the end: in which order the scores are told, the lowest first."""
    winners: tuple[Seat, ...]
    decided: Literal["score", "shards", "nomads", "shared"] | None
    """What told the winner from the next."""


def view(state: State, viewer: Viewer) -> View:
    mine = viewer == state.mover and state.phase != "over"
    hand = () if viewer is None else state.tribes[viewer].hand
    return View(
        me=viewer,
        phase=state.phase,
        turn=state.turn,
        moves=state.moves,
        mover=state.mover,
        used=state.used,
        came=tuple(_came(state)),
        left=TURN - len(state.used),
        board=_board(len(state.tribes), tuple((it.nomads, it.outposts) for it in state.tribes)),
        camps=tuple(_camp(tribe, state.tower == seat) for seat, tribe in enumerate(state.tribes)),
        hand=tuple(_held(state, viewer, card) for card in hand if viewer is not None),
        offer=tuple(_held(state, state.mover, card) for card in state.drawn if mine),
        pile=len(state.pile),
        discard=state.discard,
        current=current_lord(state),
        claimed=devoted(state, current_lord(state)),
        unclaimed=tuple(lord for lord in LORDS if devoted(state, lord) is None),
        supply=supply(state),
        stamps=tuple(_stamps(state)) if mine and state.phase == "action" else (),
        targets=tuple(it for it in _targets(state) if mine or it.card is it.action is None),
        barrier=state.barrier,
        back=_back(state) if mine and state.phase != "place" else None,
        playing=state.playing,
        staged=_staged(state),
        tower=state.tower,
        last=state.last,
        last_round=state.last_round,
        hints=state.hints,
        log=state.log,
        fresh=state.fresh,
        telling=_telling(state) if state.phase == "over" else (),
        winners=winners(state) if state.phase == "over" else (),
        decided=_decided(state) if state.phase == "over" else None,
    )


@lru_cache(maxsize=512)
def _board(seats: int, standing: tuple[Standing, ...]) -> tuple[tuple[Site | None, ...], ...]:
    """Kept: it looks the same to everybody, and longer than one move."""
    sites: dict[Space, Site] = {}
    for seat, (nomads, outposts) in enumerate(standing):
        alone = len(nomads) == 1
        sites |= {space: Site(space, Seat(seat), safe=alone) for space in nomads}
        sites |= {space: Site(space, Seat(seat), outpost=True, safe=True) for space in outposts}
    return tuple(
        tuple(None if space is None else sites.get(space) or Site(space) for space in row)
        for row in BOARDS[seats].rows
    )


@lru_cache(maxsize=512)
def _camp(tribe: Tribe, tower: bool) -> Camp:
    """Kept, as the board is."""
    counted = counts(tribe, tower)
    storeys: list[tuple[int, Literal["shards", "outposts", "nomads"]]] = [
        (tribe.shards, "shards"),
        (2 * len(tribe.outposts), "outposts"),
        (len(tribe.nomads) + len(tribe.outposts), "nomads"),
    ]
    storey, nearest = max(storeys, key=lambda pair: pair[0])
    return Camp(
        nomads=counted.nomads,
        devotions=tribe.devotions,
        shards=counted.shards,
        outposts=counted.outposts,
        left=counted.left,
        right=counted.right,
        tower=counted.tower,
        score=counted.total,
        hand=len(tribe.hand),
        reserve=reserve(tribe),
        storey=min(storey, STOREYS),
        nearest=nearest,
        reaches=reaches(tribe),
    )


# --- my cards ---


def _held(state: State, seat: Seat, card: CardId) -> Held:
    facts = CARDS[card]
    without = _as_played(state, seat, card)
    upper = tuple(Upper(it, _text(why_not(without, seat, it))) for it in facts.effects[0].actions)
    ends = tuple(_ends(without, seat, card))
    eye = _eye(ends)
    return Held(
        card=card,
        lord=facts.lord,
        words=words(card),
        upper=upper,
        eye=eye,
        fact=fact(without, seat, facts.lord, facts.condition),
        idle=_text(ends[0].idle) if eye == "shut" and all(end.idle for end in ends) else None,
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


# --- what can be done ---


def _stamps(state: State) -> Iterator[Stamp]:
    seat, tribe = state.mover, state.tribes[state.mover]
    counted = count(state, seat)
    left, right, tower = counted.left, counted.right, counted.tower
    for action in ACTIONS:
        why, used = _text(why_not(state, seat, action)), action in state.used
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


def _targets(state: State) -> Iterator[Target]:
    """What the question of now may be answered with."""
    seat, tribe = state.mover, state.tribes[state.mover]
    match state.phase:
        case "place":
            yield from (Target(space=space) for space in free(state))
        case "choose":
            offered = [it for asked in _asked(state) for it in answers(state, seat, asked)]
            yield from (Target(action=it) for it in ACTIONS if it in offered)
        case "populate":
            for space in habitable(state, seat):
                yield _hit(state, deeds.populate(state, space), space=space)
        case "build":
            for space in buildable(tribe):
                yield _hit(state, deeds.build(state, space), space=space)
        case "devote":
            for card in devotable(tribe):
                owner = devoted(state, CARDS[card].lord)
                yield _hit(state, deeds.devote(state, card), card=card, seat=owner)
        case "leap":
            for space in anywhere(state, seat):
                yield _hit(state, deeds.leap(state, space), space=space)
        case "withdraw":
            for space in movable(tribe):
                yield _hit(state, deeds.withdraw(state, space), space=space)
        case "destroy":
            for asked in _asked(state):
                for space in destroyable(state, seat, asked.what):
                    hit = _owner(state, space)
                    yield _hit(state, deeds.destroy(state, space), space=space, seat=hit)
        case "steal":
            for asked in _asked(state):
                for other in robbable(state, seat, asked.what):
                    yield _hit(state, deeds.steal(state, other), seat=other)
        case "filch":
            yield from (Target(seat=other) for other in filchable(state, seat))


def _asked(state: State) -> tuple[Effect, ...]:
    """What the Lord card asks for now, if there is one."""
    if state.playing is None:
        return ()
    step = state.playing.step
    return CARDS[state.playing.card].effects[step : step + 1]


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


def _back(state: State) -> Back:
    if not state.before:
        return Back(None, NO_WAY_BACK[state.barrier]().text)
    return Back(next(iter(state.log[state.before[-1].beats :]), None), None)


# --- what has happened ---


def _came(state: State) -> Iterator[Beat]:
    """The first beat of each Action card of this turn; a Lord card says by itself what it did."""
    for beat in state.log:
        if beat.turn == state.turn and beat.by is None and beat.done in state.used:
            yield beat


def _staged(state: State) -> Staged | None:
    """A card that needed no answer is over within one move, and is shown all the same."""
    just = state.log[len(state.log) - state.fresh :]
    card = state.playing.card if state.playing else None
    for beat in just:
        card = card or beat.by or (beat.card if beat.done == "play" else None)
    if card is None:
        return None
    lower: Literal["open", "shut", "idle"] | None = None
    for beat in state.log:
        if beat.turn == state.turn and beat.card == card:
            match beat.done:
                case "open" | "shut" | "idle" as found:
                    lower = found
    facts = CARDS[card]
    upper = facts.effects[0].actions
    return Staged(card, facts.lord, words(card), upper, lower, state.playing is not None)


def _telling(state: State) -> tuple[Seat, ...]:
    seats = map(Seat, range(len(state.tribes)))
    return tuple(sorted(seats, key=lambda seat: (rank(state, seat), seat)))


def _decided(state: State) -> Literal["score", "shards", "nomads", "shared"]:
    *_, second, first = sorted(rank(state, Seat(seat)) for seat in range(len(state.tribes)))
    if first[0] != second[0]:
        return "score"
    if first[1] != second[1]:
        return "shards"
    return "nomads" if first[2] != second[2] else "shared"


def _text(reason: Illegal | None) -> str | None:
    return reason.text if reason else None
