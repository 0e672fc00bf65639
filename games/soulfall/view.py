"""The table through somebody's eyes: all of it but the pile and the hands of others (SF-27)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from games.contract import Seat, Viewer
from games.soulfall import choices
from games.soulfall.camps import Camp, Site, board, camp
from games.soulfall.choices import Back, Stamp, Target
from games.soulfall.hand import Held, held
from games.soulfall.legal import current_lord, devoted, supply
from games.soulfall.lords import CARDS, LORDS, Action, CardId, Lord
from games.soulfall.scoring import rank, winners
from games.soulfall.table import TURN, Barrier, Beat, Phase, Playing, State
from games.soulfall.words import Words, words


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
    cards = () if viewer is None else state.tribes[viewer].hand
    return View(
        me=viewer,
        phase=state.phase,
        turn=state.turn,
        moves=state.moves,
        mover=state.mover,
        used=state.used,
        came=tuple(_came(state)),
        left=TURN - len(state.used),
        board=board(len(state.tribes), tuple((it.nomads, it.outposts) for it in state.tribes)),
        camps=tuple(camp(tribe, state.tower == seat) for seat, tribe in enumerate(state.tribes)),
        hand=tuple(held(state, viewer, card) for card in cards if viewer is not None),
        offer=tuple(held(state, state.mover, card) for card in state.drawn if mine),
        pile=len(state.pile),
        discard=state.discard,
        current=current_lord(state),
        claimed=devoted(state, current_lord(state)),
        unclaimed=tuple(lord for lord in LORDS if devoted(state, lord) is None),
        supply=supply(state),
        stamps=tuple(choices.stamps(state)) if mine and state.phase == "action" else (),
        targets=tuple(it for it in choices.targets(state) if mine or it.card is it.action is None),
        barrier=state.barrier,
        back=choices.back(state) if mine and state.phase != "place" else None,
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
