"""The score and its brackets: (Nomads + Devotions) × (Shards + Outposts), and 5 for the Tower."""

from __future__ import annotations

from dataclasses import dataclass

from games.contract import Seat
from games.soulfall.table import MARKERS, State, Tribe

TOWER = 5  # SF-24


@dataclass(frozen=True)
class Count:
    """What a tribe scores now, bracket by bracket."""

    nomads: int
    devotions: int
    shards: int
    outposts: int
    tower: int
    """5 or 0."""

    @property
    def left(self) -> int:
        return self.nomads + self.devotions

    @property
    def right(self) -> int:
        return self.shards + self.outposts

    @property
    def total(self) -> int:
        return self.left * self.right + self.tower


def count(state: State, seat: Seat) -> Count:
    return counts(state.tribes[seat], state.tower == seat)


def counts(tribe: Tribe, tower: bool) -> Count:
    return Count(
        nomads_played(tribe),
        len(tribe.devotions),
        tribe.shards,
        len(tribe.outposts),
        TOWER if tower else 0,
    )


def nomads_played(tribe: Tribe) -> int:
    """Outposts are no Nomads any more (SF-Q4)."""
    return len(tribe.nomads)


def score(tribe: Tribe) -> int:
    """Without the Tower."""
    return (nomads_played(tribe) + len(tribe.devotions)) * (tribe.shards + len(tribe.outposts))


def reserve(tribe: Tribe) -> int:
    return MARKERS - len(tribe.nomads) - len(tribe.outposts)


def reaches(tribe: Tribe) -> bool:
    """At the end of the own turn: is the Tower to be taken (SF-21)?"""
    return tribe.shards >= 8 or len(tribe.outposts) >= 4 or reserve(tribe) <= 2


def rank(state: State, seat: Seat) -> tuple[int, int, int]:
    """The highest wins: by score, then Shards, then Nomads (SF-25)."""
    tribe = state.tribes[seat]
    return count(state, seat).total, tribe.shards, nomads_played(tribe)


def winners(state: State) -> tuple[Seat, ...]:
    """Whose rank is the highest; a tie that is left is a shared win (SF-Q16)."""
    ranks = [rank(state, Seat(seat)) for seat in range(len(state.tribes))]
    return tuple(Seat(seat) for seat, own in enumerate(ranks) if own == max(ranks))
