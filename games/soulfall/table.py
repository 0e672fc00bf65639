"""What lies on the table, and what people may do there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from games.contract import Seat
from games.soulfall.board import Space
from games.soulfall.lords import Action, CardId, Lord

Phase: TypeAlias = Literal[
    "place",  # the first Nomads, one by one
    "action",  # one of the six, with an Action card
    "keep",  # one of the cards drawn
    "end",  # all Action cards are used
    "over",
    # what a Lord card asks
    "choose",  # which of these actions?
    "populate",
    "leap",  # populate any free space
    "build",
    "devote",
    "withdraw",
    "destroy",
    "steal",  # a Shard
    "filch",  # a card
]
Barrier: TypeAlias = Literal[
    "turn",  # it has just begun
    "drawn",  # cards were seen
    "turned",  # a Lord card was turned up
    "stolen",
    "destroyed",
]
"""Why nothing before can be undone."""

MARKERS = 10  # SF-3
HAND = 4  # SF-2
SHARDS = 40  # SF-Q18
TURN = 3  # SF-5


@dataclass(frozen=True)
class Options:
    last_round: Literal["book", "equal"] = "book"
    """Who plays once more after the Tower is taken: everybody else, or whoever has had a turn less
    (SF-22, SF-Q13)."""
    hints: bool = True
    """Explain the actions on the phones (SF-Q23)."""


@dataclass(frozen=True)
class Place:
    space: Space
    kind: Literal["place"] = "place"


@dataclass(frozen=True)
class Draw:
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True)
class Keep:
    card: CardId
    kind: Literal["keep"] = "keep"


@dataclass(frozen=True)
class Populate:
    space: Space
    kind: Literal["populate"] = "populate"


@dataclass(frozen=True)
class Prosper:
    kind: Literal["prosper"] = "prosper"


@dataclass(frozen=True)
class Build:
    space: Space
    kind: Literal["build"] = "build"


@dataclass(frozen=True)
class Devote:
    card: CardId
    kind: Literal["devote"] = "devote"


@dataclass(frozen=True)
class Play:
    card: CardId
    kind: Literal["play"] = "play"


@dataclass(frozen=True)
class Choose:
    action: Action
    kind: Literal["choose"] = "choose"


@dataclass(frozen=True)
class Withdraw:
    space: Space
    kind: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True)
class Destroy:
    space: Space
    kind: Literal["destroy"] = "destroy"


@dataclass(frozen=True)
class Steal:
    whom: Seat
    """In a form, ``seat`` says who answers."""
    kind: Literal["steal"] = "steal"


@dataclass(frozen=True)
class Undo:
    kind: Literal["undo"] = "undo"


@dataclass(frozen=True)
class EndTurn:
    kind: Literal["end_turn"] = "end_turn"


Move: TypeAlias = (
    Place
    | Draw
    | Keep
    | Populate
    | Prosper
    | Build
    | Devote
    | Play
    | Choose
    | Withdraw
    | Destroy
    | Steal
    | Undo
    | EndTurn
)


@dataclass(frozen=True)
class Tribe:
    nomads: tuple[Space, ...] = ()
    outposts: tuple[Space, ...] = ()
    shards: int = 1
    devotions: tuple[Lord, ...] = ()
    hand: tuple[CardId, ...] = ()


@dataclass(frozen=True)
class Playing:
    """A Lord card whose abilities are being performed: in no hand and on no pile (SF-17)."""

    card: CardId
    step: int = 0
    """Which of its effects: 0 is the upper ability."""


Done: TypeAlias = Literal[
    "place",
    "draw",
    "keep",  # `card` went to the discard pile and is the current Lord, if there was another
    "reshuffle",  # `card` was turned up
    "populate",
    "leap",
    "prosper",  # `count` Shards out of the supply
    "build",
    "devote",  # `card` was discarded; the Devotion came from `other`, or from the table
    "play",
    "open",  # the condition of `card` is met
    "shut",
    "idle",  # it is met, and nothing can be done
    "withdraw",
    "destroy",
    "steal",
    "cards",  # `count` drawn and kept
    "covet",
    "filch",
    "discard",  # `card` has been performed and is the current Lord
    "forfeit",  # `count` Action cards could not be used
    "tower",
    "undo",
]


@dataclass(frozen=True)
class Beat:
    """One thing that happened, as all may know it."""

    turn: int
    """0 before the first one."""
    seat: Seat
    done: Done
    space: Space | None = None
    card: CardId | None = None
    other: Seat | None = None
    """Whose it was."""
    count: int = 0
    by: CardId | None = None
    """The Lord card that did it."""


@dataclass(frozen=True)
class Before:
    """How it was before a move that can be undone. Nothing else has changed since."""

    phase: Phase
    nomads: tuple[Space, ...]
    outposts: tuple[Space, ...]
    shards: int
    used: tuple[Action, ...]
    playing: Playing | None
    discard: int
    """How many cards lay there."""
    beats: int


@dataclass(frozen=True)
class State:
    tribes: tuple[Tribe, ...]
    pile: tuple[CardId, ...]
    """Face down; the top one first."""
    discard: tuple[CardId, ...]
    """Face up; the last one is the current Lord."""
    mover: Seat
    last_round: Literal["book", "equal"] = "book"
    hints: bool = True
    phase: Phase = "place"
    turn: int = 0
    """Turns begun so far."""
    moves: int = 0
    used: tuple[Action, ...] = ()
    """Actions of this turn for which an Action card was passed (SF-6)."""
    playing: Playing | None = None
    drawn: tuple[CardId, ...] = ()
    """The cards of which the mover keeps one."""
    tower: Seat | None = None
    last: tuple[Seat, ...] = ()
    """Who still takes a last turn, in this order; the mover not (SF-22)."""
    before: tuple[Before, ...] = ()
    """What can be undone, one move after the other back to the barrier."""
    barrier: Barrier = "turn"
    log: tuple[Beat, ...] = ()
    """What happened in the last turns, as many as there are tribes."""
    fresh: int = 0
    """How many of these beats came with the last move."""


Value = TypeVar("Value", State, Tribe)


def changed(value: Value, **changes: Any) -> Value:
    """As `dataclasses.replace`, in a fifth of the time: a search and a view do it very often. The
    names of the fields are not looked at, so mistakes show in tests only."""
    other = object.__new__(type(value))
    other.__dict__.update(value.__dict__, **changes)
    return other
