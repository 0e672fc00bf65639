"""What a match of Soulfall is remembered by, and the moments one would like to see again.

Of all that could be said the least likely is said: beside each sentence stands about how many
matches of computers end so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from games.contract import Highlight, Seat, Talk
from games.remark import Said, least_likely, turning_point
from games.soulfall.scoring import count, rank, score, winners
from games.soulfall.table import Beat, State

DEVOUT, RICH = 4, 9
"""From so many Devotions, from so many Shards on it is told."""
CLOSE = 3
"""Up to so many points the end was close."""


def talk(state: State) -> Talk | None:
    """The most remarkable thing about a match that is over."""
    return least_likely(sayings(state)) if state.phase == "over" else None


def sayings(state: State) -> Iterator[Said]:
    """Whatever could be said of a match that is over."""
    yield from _brackets(state)
    yield from _people(state)
    yield from _tower(state)
    yield from _race(state)


def _brackets(state: State) -> Iterator[Said]:
    """Somebody who lost, and what would have won."""
    *others, won = _ranked(state)
    best = count(state, won)
    for seat in others:
        own = count(state, seat)
        more = max(own.left, own.right)
        if best.total - more < own.total < best.total:
            yield 0.5, Talk("hair", (seat,), about="nomad" if more == own.right else "shard")
        things, most = own.left + own.right, best.left + best.right
        if things > most:
            yield 0.03, Talk("fewer", (won, seat), most, things)
        evenly = (things // 2) * (things - things // 2) + own.tower
        if own.total < best.total < evenly:
            yield 0.07, Talk("spread", (seat,), own.left, own.right)


def _people(state: State) -> Iterator[Said]:
    """Who had most of something, and who took from whom when the end was near."""
    for seat in map(Seat, range(len(state.tribes))):
        own = count(state, seat)
        if own.devotions >= DEVOUT:
            yield 0.4 ** (own.devotions - DEVOUT + 1), Talk("devout", (seat,), own.devotions)
        if own.shards >= RICH:
            yield 0.4 ** (own.shards - RICH + 1), Talk("rich", (seat,), own.shards)
    takings = Counter((beat.seat, beat.other) for beat in state.log if _takes(beat))
    for (who, whose), times in takings.items():
        if whose is not None:
            yield 0.4**times, Talk("late", (who, whose), times)


def _tower(state: State) -> Iterator[Said]:
    """What it was worth, or that it was worth too little."""
    *others, won = _ranked(state)
    best = count(state, won)
    if state.tower is not None and state.tower not in winners(state):
        yield 0.5, Talk("owner", (state.tower, won))
    if best.tower and count(state, others[-1]).total > best.total - best.tower:
        yield 0.08, Talk("tower", (won, others[-1]))


def _race(state: State) -> Iterator[Said]:
    """How it ended; something of it can always be said."""
    *_, second, won = _ranked(state)
    best = count(state, won).total
    ahead = best - count(state, second).total
    if not ahead:
        tied = (seat for seat in sorted(_ranked(state)) if count(state, seat).total == best)
        yield 0.08, Talk("level", tuple(tied), best)
    else:
        yield 0.07 * ahead if ahead <= CLOSE else 0.94**ahead, Talk("ahead", (won,), ahead)


def _ranked(state: State) -> list[Seat]:
    """Who won comes last."""
    seats = map(Seat, range(len(state.tribes)))
    return sorted(seats, key=lambda seat: (rank(state, seat), seat))


def _takes(beat: Beat) -> bool:
    """A Devotion, a Shard or a card of somebody else, or their Nomad."""
    return beat.other is not None and beat.other != beat.seat


def moments(states: tuple[State, ...]) -> tuple[Highlight, ...]:
    """Of every kind the first one, in the order of the match; the best turn and the change."""
    found: dict[str, Highlight] = {}
    for number, state in enumerate(states):
        for beat in state.log[len(state.log) - state.fresh :]:
            if beat.done == "tower":
                found.setdefault("tower", Highlight(number, "tower", (beat.seat,)))
            if beat.other is not None and _takes(beat):
                kind = "destroyed" if beat.done == "destroy" else "taken"
                found.setdefault(kind, Highlight(number, kind, (beat.seat, beat.other)))
    if best := _best(states):
        found["best"] = best
    if turn := turning_point(states, winners):
        found["turn"] = Highlight(turn, "turn", winners(states[-1]))
    return tuple(sorted(found.values(), key=lambda moment: moment.move))


def _best(states: tuple[State, ...]) -> Highlight | None:
    """The end of the turn that brought its mover most."""
    found, most = None, 0
    for turn, steps in groupby(enumerate(states), key=lambda step: step[1].turn):
        played = tuple(steps)
        (_, begun), (number, done) = played[0], played[-1]
        gained = score(done.tribes[done.mover]) - score(begun.tribes[done.mover])
        if turn and gained > most:
            found, most = Highlight(number, "best", (done.mover,)), gained
    return found
