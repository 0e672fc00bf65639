"""The desert and the tribes in it, as everybody sees them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from games.contract import Seat
from games.soulfall.board import BOARDS, Space
from games.soulfall.lords import Lord
from games.soulfall.scoring import counts, reaches, reserve
from games.soulfall.table import Tribe

STOREYS = 8
Standing: TypeAlias = tuple[tuple[Space, ...], tuple[Space, ...]]
"""Nomads and Outposts of a tribe."""


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


@lru_cache(maxsize=512)
def board(seats: int, standing: tuple[Standing, ...]) -> tuple[tuple[Site | None, ...], ...]:
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
def camp(tribe: Tribe, tower: bool) -> Camp:
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
