"""What an evening of Sympathie is remembered by, and the moments one would like to see again.

Of all that could be said the least likely is said: each sentence knows how probable it were, had
everybody guessed blindly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb

from games.contract import Highlight, Seat, Talk
from games.remark import Said, at_least, least_likely, turning_point
from games.sympathie.deck import FACTS, LAYOUT
from games.sympathie.reading import columns, earned, matches, matrix, points, total, winners
from games.sympathie.table import State, Turn

ORDERS = tuple(permutations("ABCDE"))
SAME = 1 / len(ORDERS)
"""That two orders are the same."""


def talk(state: State) -> Talk | None:
    """The most remarkable thing about a match that is over."""
    return least_likely(sayings(state)) if state.phase == "over" else None


def sayings(state: State) -> Iterator[Said]:
    """Whatever could be said of a match that is over."""
    yield from _turns(state)
    yield from _pairs(state)
    yield from _group(state)


def _turns(state: State) -> Iterator[Said]:
    """What happened in one turn."""
    others, turns = state.seats - 1, len(state.past)
    chances = {
        "none": _luckily(0, 1, below=True) ** others,
        "sure": 1 / LAYOUT**others,
        "twins": comb(others, 2) * SAME * _luckily(0, 1, below=True),
    }
    for turn in state.past:
        for it in _happened(0, turn):
            if it.id in chances:
                yield at_least(1, turns, chances[it.id]), Talk(it.id, it.seats, about=it.about)


def _pairs(state: State) -> Iterator[Said]:
    """How well somebody reads somebody, and whether it is the same the other way round."""
    table, pairs = matrix(state), state.seats * (state.seats - 1)
    full = Counter(it.seats for turn in state.past for it in _happened(0, turn) if it.id == "full")
    for pair in permutations(map(Seat, range(state.seats)), 2):
        read, back = table[pair[0]][pair[1]], table[pair[1]][pair[0]]
        if times := full[pair]:
            yield at_least(times, read.turns, SAME) * pairs, Talk("full", pair, times)
        well, badly = _luckily(read.points, read.turns), _luckily(back.points, back.turns, True)
        if read.points:
            yield well * pairs, Talk("reads", pair, read.points, read.turns * LAYOUT)
        if read.points > back.turns >= back.points:
            yield well * badly * pairs, Talk("oneway", pair, read.points, back.points)


def _group(state: State) -> Iterator[Said]:
    """Somebody whom nobody knew; all of them together; and how it ended."""
    table, score = matrix(state), sorted(points(state), reverse=True)
    for seat, column in enumerate(columns(table)):
        by_luck = _luckily(column.points, column.turns, below=True) * state.seats
        yield by_luck, Talk("riddle", (Seat(seat),), column.points, column.turns * LAYOUT)
    every = total(columns(table))
    yield _luckily(every.points, every.turns, True) * 2, Talk("dice", (), every.points, every.turns)
    if every.points >= 2 * every.turns:  # that people read each other at all is no news
        yield 0.01, Talk("together", (), every.points, every.turns)
    ahead = score[0] - score[1]
    won = tuple(sorted(winners(state)))
    yield 0.1 if ahead < 2 else 0.6**ahead, Talk("ahead" if ahead else "level", won, ahead)


@cache
def _blindly(turns: int) -> tuple[float, ...]:
    """By points, how likely so many are in so many turns of blind guesses (SY-12)."""
    if turns == 0:
        return (1.0,)
    one = Counter(matches(order, ORDERS[0]) for order in ORDERS)
    found = [0.0] * (turns * LAYOUT + 1)
    for had, chance in enumerate(_blindly(turns - 1)):
        for more, orders in one.items():
            found[had + more] += chance * orders * SAME
    return tuple(found)


def _luckily(points: int, turns: int, below: bool = False) -> float:
    """That blind guesses have so many or more, or so many or fewer."""
    chances = _blindly(turns)
    return sum(chances[: points + 1] if below else chances[points:])


def moments(states: tuple[State, ...]) -> tuple[Highlight, ...]:
    """Of every kind the first one, in the order of the match."""
    found: dict[str, Highlight] = {}
    for number, (before, after) in enumerate(pairwise(states), 1):
        if len(after.past) > len(before.past):
            for moment in _happened(number, after.past[-1]):
                found.setdefault(moment.id, moment)
    if turn := turning_point(states, winners):
        found["turn"] = Highlight(turn, "turn", tuple(winners(states[-1])))
    return tuple(sorted(found.values(), key=lambda moment: moment.move))


def _happened(number: int, turn: Turn) -> Iterator[Highlight]:
    """What there is to see where orders are compared. What people brought is never named."""
    truth, had = turn.orders[turn.active], earned(turn)
    guesses = {Seat(seat): order for seat, order in enumerate(turn.orders) if seat != turn.active}
    for seat in guesses:
        if had[seat] == LAYOUT:
            yield Highlight(number, "full", (seat, turn.active))
    if not any(had):
        yield Highlight(number, "none", (turn.active,), turn.theme)
    first = {order[0] for order in guesses.values()}
    if first == {truth[-1]}:
        about = truth[-1] if truth[-1] in FACTS else ""
        yield Highlight(number, "sure", (turn.active,), about)
    for one, other in combinations(guesses, 2):
        if guesses[one] == guesses[other] and not had[one]:
            yield Highlight(number, "twins", (turn.active, one, other))
