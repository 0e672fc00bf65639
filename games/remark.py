"""What a finished match is remembered by: the least likely of all that could be said of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from math import comb
from typing import TypeAlias, TypeVar

from games.contract import Talk

Said: TypeAlias = tuple[float, Talk]
"""How likely it is, and the sentence."""

State = TypeVar("State")


def least_likely(sayings: Iterable[Said]) -> Talk:
    """Of several the first."""
    return min(sayings, key=lambda said: said[0])[1]


def at_least(count: int, of: int, chance: float) -> float:
    """How likely it is that something happens so often or more, of so many times."""
    often = range(max(count, 0), of + 1)
    return sum(comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in often)


def turning_point(
    states: tuple[State, ...], ahead: Callable[[State], Collection[object]]
) -> int | None:
    """After how many moves whoever won is alone ahead for good; None if several share the win."""
    won = ahead(states[-1])
    if len(won) != 1:
        return None
    return 1 + max((n for n, state in enumerate(states) if ahead(state) != won), default=-1)
