"""The board is our own, so its length is a promise: what was worked out by hand must come out."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import comb, factorial

from games.matchy_matchy.board import LAST, numbers
from games.matchy_matchy.deck import PICTURES
from games.matchy_matchy.matching import earned, meetings

LONGEST = 2000


def test_two_blind_teams_need_42_turns_on_average() -> None:  # MM-Q5, MM-Q15
    """Exactly 41.95, by the chances of every space: nobody is stuck anywhere for ever."""
    chances = {k: gains(k) for k in range(1, 6)}
    standing, turns = {0: 1.0}, 0.0
    for _ in range(LONGEST):
        turns += sum(standing.values()) ** 2  # neither team is there yet
        after = defaultdict[int, float](float)
        for space, share in standing.items():
            for gain, chance in chances[numbers("long")[space]].items():
                if space + gain < LAST["long"]:
                    after[space + gain] += share * chance
        standing = after
    assert round(turns, 2) == 41.95


def gains(k: int) -> dict[int, float]:
    """How far two partners get who put k pictures blindly, and how likely that is."""
    found = defaultdict[int, float](float)
    mine = tuple(map(str, range(k)))
    for theirs in permutations(map(str, range(2 * k)), k):  # mine, and as many others
        common = len({*mine} & {*theirs})
        found[earned(meetings(mine, theirs))] += likely(k, common) / ways(k, common)
    assert abs(sum(found.values()) - 1) < 1e-9
    return found


def likely(k: int, common: int) -> float:
    """That so many pictures are in common."""
    rest = len(PICTURES) - k
    return comb(k, common) * comb(rest, k - common) / comb(rest + k, k)


def ways(k: int, common: int) -> int:
    """How many of the permutations above have so many in common."""
    return comb(k, common) * comb(k, k - common) * factorial(k)
