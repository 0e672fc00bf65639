"""Looking ahead: alpha-beta over whole turns, one turn further at a time, on a budget.

The budget is a number of nodes and not a time, so that the same position and the same luck give the
same move on every machine. A node is one soul put and flipped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from games.soulaween.guides import Guide, has_won, hat, reap, reapable
from games.soulaween.mat import HATS, SIDES, Mat, Side, bits, empty, leaving, lift, put
from games.soulaween.patterns import Scythe, SoulSet

WORTH = (0, 100, 250)
"""Of so many tokens: the second is closer to the third."""
WON = 10_000
BEYOND = 2 * WON


class Position(NamedTuple):
    """All that a turn depends on, through the eyes of the one whose turn it is.

    A tuple like `Try`, because a search makes hundreds of thousands of them a second.
    """

    mat: Mat
    me: Guide
    rival: Guide
    scythe: Scythe


class Try(NamedTuple):
    """A soul put and flipped, and what can be reaped then."""

    cell: int
    side: Side
    mat: Mat
    sets: tuple[SoulSet, ...]


Move = TypeVar("Move")
Option: TypeAlias = tuple[Move, Sequence[Position]]
"""A move, and how the turn may end with it: the mover's best choice counts."""


def best(options: Sequence[Option[Move]], luck: Random, *, turns: int, nodes: int) -> Move:
    """The most promising move, after looking so many turns or nodes further."""
    ranked = luck.sample(options, len(options))
    search = _Search(nodes)
    for depth in range(1, turns + 1):
        try:
            ranked = search.best_first(ranked, depth)
        except _Spent:
            break
    return ranked[0][0]


def outlook(position: Position, *, nodes: int) -> int:
    """What the position is worth to who is to put, as far as the nodes reach."""
    search, value = _Search(nodes), 0
    for depth in range(1, 9):
        try:
            value = search.value(position, depth)
        except _Spent:
            break
    return value


def tries(position: Position) -> list[Try]:
    found, flip = [], hat(position.me)
    for cell in empty(position.mat):
        for side in SIDES:
            mat = put(position.mat, cell, side, flip)
            found.append(Try(cell, side, mat, reapable(mat, position.me, position.scythe)))
    return found


def ends(position: Position, tried: Try, *, hats: bool = True) -> Iterator[Position]:
    """What the rival may find after this: one of the sets reaped, or else a clean-up."""
    if not tried.sets:
        mat = lift(tried.mat, leaving(tried.mat, tried.side))
        yield from passed(position._replace(mat=mat), hats=hats)
    for souls in tried.sets:
        yield from passed(reaped(position._replace(mat=tried.mat), souls), hats=hats)


def reaped(position: Position, souls: SoulSet) -> Position:
    me, rival = reap(position.me, position.rival, souls)
    return Position(lift(position.mat, bits(souls.cells)), me, rival, position.scythe)


def passed(position: Position, *, hats: bool = True) -> Iterator[Position]:
    """The same as the rival finds it: once for each hat that a Wuchang may put on."""
    mat, me, rival, scythe = position
    if not hats or me.ability != "wuchang":
        yield Position(mat, rival, me, scythe)
    else:
        yield from (Position(mat, rival, replace(me, hat=side), scythe) for side in HATS)


class _Spent(Exception):
    """The budget is."""


class _Search:
    def __init__(self, nodes: int) -> None:
        self._left = nodes
        self._refuted: dict[int, tuple[int, Side]] = {}
        """By depth: the put that was last too good for the rival to allow. It often is again."""

    def best_first(self, options: list[Option[Move]], depth: int) -> list[Option[Move]]:
        """The others stay in their order: alpha-beta only knows that they are not better."""
        top, alpha = 0, -BEYOND
        for place, (_, positions) in enumerate(options):
            value = max(-self._value(position, depth, -BEYOND, -alpha) for position in positions)
            if value > alpha:
                top, alpha = place, value
        return [options[top], *options[:top], *options[top + 1 :]]

    def value(self, position: Position, depth: int) -> int:
        return self._value(position, depth, -BEYOND, BEYOND)

    def _value(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        if has_won(position.rival):
            return -WON - depth  # better late than early
        standing = WORTH[len(position.me.tokens)] - WORTH[len(position.rival.tokens)]
        if depth == 0:
            return standing
        value = -BEYOND
        for tried in self._ordered(position, depth):
            if depth == 1 and not tried.sets:
                return max(value, standing)  # nothing changes here, nor in those that follow
            for end in ends(position, tried, hats=depth > 2):  # a hat counts two turns later
                value = max(value, -self._value(end, depth - 1, -beta, -max(alpha, value)))
            if value >= beta:
                self._refuted[depth] = tried[:2]
                break
        return value

    def _ordered(self, position: Position, depth: int) -> list[Try]:
        """Reaps first, then what refuted the line before."""
        found = tries(position)
        self._left -= len(found)
        if self._left < 0:
            raise _Spent
        refuted = self._refuted.get(depth)
        return sorted(found, key=lambda tried: (not tried.sets, tried[:2] != refuted))
