"""Looking to the end of the own turn, in worlds that agree with what a seat sees.

What it cannot see is dealt anew in each world. A budget of moves tried, and not a time, so that the
same view and the same luck give the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.contract import Seat
from games.soulfall.board import BOARDS, Space
from games.soulfall.legal import (
    free,
    habitable,
)
from games.soulfall.lords import CARDS
from games.soulfall.moves import moves
from games.soulfall.rules import apply, result
from games.soulfall.scoring import count, rank
from games.soulfall.table import (
    Build,
    Move,
    Place,
    Populate,
    State,
    Tribe,
    Withdraw,
)
from games.soulfall.view import View

WHOLE = frozenset({"place", "action", "end", "over"})
"""Phases in which nothing is half done."""
WON = 1000.0
PACE = 1.7
"""Storeys of the Tower that a tribe climbs in a turn, about."""
GAIN = 3.2
"""Pieces that a tribe gains in a turn, about."""
CARD = 0.35
"""A card in hand, in pieces."""
ROOM = 0.05
"""A space to settle on next, in points."""
SPACES = 3
"""Of all spaces to settle on only the roomiest are tried."""


def imagined(view: View, luck: Random) -> State:
    """A world in which my seat sees what it sees."""
    assert view.me is not None
    sites = [site for row in view.board for site in row if site]
    mine = tuple(held.card for held in view.hand)
    offer = tuple(held.card for held in view.offer)
    seen = {*mine, *offer, *view.discard, view.playing.card if view.playing else ""}
    unseen = [card for card in CARDS if card not in seen]
    hidden = luck.sample(unseen, len(unseen))
    tribes = []
    for seat, camp in enumerate(view.camps):
        hand = mine
        if seat != view.me:
            hand, hidden = tuple(hidden[: camp.hand]), hidden[camp.hand :]
        tribes.append(
            Tribe(
                nomads=tuple(it.space for it in sites if it.seat == seat and not it.outpost),
                outposts=tuple(it.space for it in sites if it.seat == seat and it.outpost),
                shards=camp.shards,
                devotions=camp.devotions,
                hand=hand,
            )
        )
    return State(
        tribes=tuple(tribes),
        pile=tuple(hidden),
        discard=view.discard,
        mover=view.mover,
        last_round=view.last_round,
        phase=view.phase,
        turn=view.turn,
        used=view.used,
        playing=view.playing,
        drawn=offer,
        tower=view.tower,
        last=view.last,
    )


def value(state: State, seat: Seat) -> float:
    """How far ahead of the best opponent, as the match will probably end."""
    ends = result(state)
    seats = [Seat(other) for other in range(len(state.tribes))]
    if ends:
        mine, best = rank(state, seat), max(rank(state, it) for it in seats if it != seat)
        won = WON if mine > best else 0.0 if mine == best else -WON
        return won + mine[0] - best[0]
    pace = _turns_left(state)
    outlook = [_outlook(state, it, pace) for it in seats]
    room = ROOM * len(habitable(state, seat))
    return outlook[seat] - max(outlook[it] for it in seats if it != seat) + room


def best(state: State, tried: Sequence[Move], luck: Random) -> Move:
    """The most promising of these moves, when all is done that it asks for."""
    seat = state.mover
    return max(tried, key=lambda move: value(done(state, seat, move, luck), seat))


def done(state: State, seat: Seat, move: Move, luck: Random) -> State:
    """After this move, and what a Lord card or a draw asks then, in the way that looks best."""
    state = apply(state, seat, move, luck)
    while state.phase not in WHOLE:
        answered = [apply(state, seat, answer, luck) for answer in pruned(state, luck)]
        state = max(answered, key=lambda after: value(after, seat))
    return state


def pruned(state: State, luck: Random) -> list[Move]:
    """Of equal moves only a few: the roomiest spaces, any two Nomads to build."""
    found = moves(state)
    spaces = [move for move in found if isinstance(move, Populate | Place)]
    builds = [move for move in found if isinstance(move, Build | Withdraw)]
    rest = [move for move in found if not isinstance(move, Populate | Place | Build | Withdraw)]
    if len(spaces) > SPACES:
        near = BOARDS[len(state.tribes)].near
        open_spaces = set(free(state))
        mixed = luck.sample(spaces, len(spaces))
        spaces = sorted(mixed, key=lambda move: -_roomy(near[move.space], open_spaces))[:SPACES]
    return [*rest, *spaces, *luck.sample(builds, min(2, len(builds)))]


def outcome(state: State, seat: Seat, luck: Random, width: int) -> float:
    """The best end of this turn that a narrow beam finds, an action at a time."""
    beam, ended = [state], list[float]()
    while beam:
        following = dict[float, State]()  # of two orders of the same actions one is enough
        for one in beam:
            if one.phase == "over" or one.mover != seat:
                ended.append(value(one, seat))
                continue
            for move in pruned(one, luck):
                after = done(one, seat, move, luck)
                following[value(after, seat)] = after
        beam = [following[found] for found in sorted(following, reverse=True)[:width]]
    return max(ended)


def _roomy(near: tuple[Space, ...], open_spaces: set[Space]) -> int:
    return sum(space in open_spaces for space in near)


def _turns_left(state: State) -> float:
    """Until somebody reaches the Tower."""
    climbed = max(
        max(it.shards, 2 * len(it.outposts), len(it.nomads) + len(it.outposts))
        for it in state.tribes
    )
    return max(0.5, (8 - climbed) / PACE)


def _outlook(state: State, seat: Seat, pace: float) -> float:
    """The final score, if the tribe gains what tribes gain and balances its brackets."""
    counted = count(state, seat)
    if state.tower is None:
        turns = pace + 0.5
    else:
        turns = state.last.count(seat) + (seat == state.mover) * (3 - len(state.used)) / 3
    gain = GAIN * turns + CARD * min(len(state.tribes[seat].hand), 2 * turns)
    left = min(max((counted.right + gain - counted.left) / 2, 0.0), gain)
    return (counted.left + left) * (counted.right + gain - left) + counted.tower
