"""What a match of Matchy Matchy is remembered by, and the moments one would like to see again.

Of all that could be said the least likely is said, measured by how often this table thought alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from games.contract import Highlight, Seat, Talk
from games.matchy_matchy.board import MOST
from games.matchy_matchy.matching import earned, meetings
from games.matchy_matchy.pile import written
from games.matchy_matchy.table import State, compared, forks, met, places, space
from games.remark import Said, at_least, least_likely, turning_point

WHOLE, NONE = 3, 4
"""From so many pictures on it is told that all of them met, or none."""


def talk(state: State) -> Talk | None:
    """The most remarkable thing about a match that is over."""
    return least_likely(sayings(state)) if state.phase == "over" else None


def sayings(state: State) -> Iterator[Said]:
    """Whatever could be said of a match that is over."""
    yield from _pairs(state)
    yield from _people(state)
    yield from _race(state)


def _pairs(state: State) -> Iterator[Said]:
    """Partners, or racers and their referent: how alike they think."""
    pairs = compared(state.seats, state.referent)
    turns = {pair: [_both(past.rows, pair) for past in state.past] for pair in pairs}
    put = {pair: sum(map(_fewer, rows)) for pair, rows in turns.items()}
    met_once = sum(_shared(both) for rows in turns.values() for both in rows)
    alike = (met_once + 1) / (sum(put.values()) + 2)
    for pair, rows in turns.items():
        same = sum(a == b for one, other in rows for a, b in zip(one, other, strict=False))
        if same:
            by_luck = at_least(same, put[pair], alike / 2) * len(pairs)
            yield by_luck, Talk("twins", pair, same)
        for past, both in zip(state.past, rows, strict=True):
            count, about = _fewer(both), written(past.theme)
            if _shared(both) == count >= WHOLE:
                yield alike**count * len(rows), Talk("whole", pair, count, about=about)
            if not _shared(both) and count >= NONE:
                yield (1 - alike) ** count * len(rows), Talk("nothing", pair, count, about=about)
    once = [set.intersection(*map(set, past.rows)) for past in state.past]
    if found := [min(images) for images in once if images]:
        by_luck = at_least(len(found), len(once), min(1.0, MOST * alike ** (state.seats - 1)))
        yield by_luck, Talk("all", (), len(found), about=found[0])


def _people(state: State) -> Iterator[Said]:
    """Somebody and a picture; two who do not play together, and think more alike."""
    everybody = tuple(map(Seat, range(state.seats)))
    for seat in everybody:
        rows = [past.rows[seat] for past in state.past if past.rows[seat]]
        put = Counter(image for row in rows for image in row)
        [(image, times)] = put.most_common(1)
        others = [
            row for past in state.past for row in past.rows if row not in ((), past.rows[seat])
        ]
        liked = (sum(image in row for row in others) + 1) / (len(others) + 2)
        by_luck = at_least(times, len(rows), liked) * len(put) * state.seats
        yield by_luck, Talk("stubborn", (seat,), times, len(rows), image)
    if state.referent is None:
        shared = {
            pair: sum(_shared(_both(past.rows, pair)) for past in state.past)
            for pair in combinations(everybody, 2)
        }
        partners = max(shared[pair] for pair in compared(state.seats, None))
        best = max(shared, key=lambda pair: shared[pair])
        if shared[best] > partners:
            by_luck = 0.75 ** (shared[best] - partners)
            yield by_luck, Talk("better", best, shared[best], partners)


def _race(state: State) -> Iterator[Said]:
    """How it ended; something of it can always be said."""
    teams, pairs = forks(state.seats, state.referent), compared(state.seats, state.referent)
    won = state.spaces.index(max(state.spaces))
    at, behind = [0] * len(teams), 0
    for past in state.past:
        gained = [earned(meetings(*_both(past.rows, pair))) for pair in pairs]
        at = [space + more for space, more in zip(at, gained, strict=True)]
        behind = max(behind, max(at) - at[won])
    first, second = sorted(state.spaces, reverse=True)[:2]
    if first == second:
        yield 0.05, Talk("level", (), state.spaces.count(first))
        return
    if behind > MOST:
        yield 0.8**behind, Talk("behind", teams[won], behind)
    gap = first - second
    yield 0.25 if gap == 1 else 0.9**gap, Talk("ahead", teams[won], gap)


Both = tuple[tuple[str, ...], tuple[str, ...]]
"""Two rows."""


def _both(rows: tuple[tuple[str, ...], ...], pair: tuple[Seat, ...]) -> Both:
    return rows[pair[0]], rows[pair[1]]


def _fewer(both: Both) -> int:
    return min(map(len, both))


def _shared(both: Both) -> int:
    return len({*both[0]} & {*both[1]})


def moments(states: tuple[State, ...]) -> tuple[Highlight, ...]:
    """Of every kind the first one, in the order of the match; the longest jump, and the turn."""
    found: dict[str, Highlight] = {}
    longest = 0
    for number, state in enumerate(states):
        if state.phase != "show":
            continue
        for moment in _happened(number, state):
            found.setdefault(moment.id, moment)
        gained = [space(state, fork) - was for fork, was in enumerate(state.spaces)]
        if max(gained) > longest:
            longest = max(gained)
            team = forks(state.seats, state.referent)[gained.index(longest)]
            found["jump"] = Highlight(number, "jump", team)
    if turn := turning_point(states, _ahead):
        found["turn"] = Highlight(turn, "turn", _ahead(states[-1])[0])
    return tuple(sorted(found.values(), key=lambda moment: moment.move))


def _happened(number: int, state: State) -> Iterator[Highlight]:
    """What has just come to light."""
    every = range(len(state.spaces))
    turned = [row[state.place - 1] for row in state.rows if row and len(row) >= state.place]
    if len(turned) == state.seats and len({*turned}) == 1:
        yield Highlight(number, "all", (), turned[0])
    for fork in every:
        if sum(it.place == state.place for it in met(state, fork, state.place)) > 1:
            yield Highlight(number, "crossed", forks(state.seats, state.referent)[fork])
    if state.place == places(state) and not any(met(state, fork, state.place) for fork in every):
        yield Highlight(number, "nothing")


def _ahead(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Who is furthest, by what lies open."""
    at = [space(state, fork) for fork in range(len(state.spaces))]
    teams = zip(forks(state.seats, state.referent), at, strict=True)
    return tuple(team for team, here in teams if here == max(at))
