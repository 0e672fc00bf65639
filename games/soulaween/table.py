"""What lies on the table, and what people may do there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from games.contract import Seat
from games.soulaween.guides import Card, Guide, Token
from games.soulaween.mat import Hat, Mat, Side
from games.soulaween.patterns import Scythe, SoulSet

Phase: TypeAlias = Literal[
    "hats",  # before the first put: each Wuchang player chooses, unseen by the other
    "put",
    "reap",  # several sets are there: which one?
    "hat",  # the turn of a Wuchang player ends: keep the hat, or change it
    "over",
]

Deal: TypeAlias = Literal["random", Card]


@dataclass(frozen=True)
class Options:
    mode: Literal["simple", "standard"] = "simple"
    scythe: Scythe = "diagonal"
    first_card: Deal = "random"
    """The card of the player who begins, in the standard mode."""
    second_card: Deal = "random"


@dataclass(frozen=True)
class Wear:
    side: Hat
    kind: Literal["hat"] = "hat"


@dataclass(frozen=True)
class Put:
    cell: int
    side: Side
    kind: Literal["put"] = "put"


@dataclass(frozen=True)
class Reap:
    cells: tuple[int, ...]
    kind: Literal["reap"] = "reap"


Move: TypeAlias = Wear | Put | Reap


@dataclass(frozen=True)
class Turn:
    """What happened in a turn, in the order in which it is shown."""

    seat: Seat
    cell: int
    side: Side
    flipped: tuple[int, ...]
    """Clockwise from the top."""
    reaped: SoulSet | None = None
    token: Token | None = None
    """What the reaper took for it."""
    bound: tuple[Side | None, Side | None] = (None, None)
    """What bound the two before that reap (SW-23, SW-25)."""
    cleaned: tuple[int, ...] = ()
    """Souls of the side that was put, gone from the full mat."""
    new: Literal["turn", "reap", "nothing"] = "turn"
    """How much of it has just happened: after a choice only the reap, after a hat nothing more."""


@dataclass(frozen=True)
class State:
    guides: tuple[Guide, Guide]
    scythe: Scythe = "diagonal"
    phase: Phase = "put"
    turn: int = 1
    """One soul is put in each."""
    mat: Mat = field(default_factory=Mat)
    last: Turn | None = None
    """This turn as far as it has come, or else the one before."""
    jars: tuple[tuple[Side, ...], tuple[Side, ...]] = ((), ())
    """The side of the four souls that each has reaped, one after the other."""
