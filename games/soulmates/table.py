"""What lies on the table, and what people may do there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, TypeAlias

from games.contract import Seat

Letter: TypeAlias = Literal["A", "B", "C", "D"]
Phase: TypeAlias = Literal[
    "pick",  # the first player chooses one of two cards
    "ego",  # everybody: what is true for me?
    "guess",  # everybody but the target: what is true for them?
    "both",  # two players: ego and guess at once
    "sure",  # two players: play the joker?
    "reveal",  # the target's chip and the cards that lie before it
    "match",  # who chose the same for themselves?
    "total",  # how much the whole group has in common
    "over",  # the Soulmates
]

BEGINS = Seat(0)  # SM-8
CARDS = {2: 16, 3: 12, 4: 8, 5: 10}  # SM-2, by the number of players
SUPPLY = 50  # SM-6


@dataclass(frozen=True)
class Options:
    own: bool = True
    """Mix in the scenarios that this room wrote itself (SM-Q10)."""
    cards: Literal["all", "children"] = "all"
    """All there are, or only those that suit a table with children (SM-Q13)."""


@dataclass(frozen=True)
class Pick:
    card: str
    kind: Literal["pick"] = "pick"


@dataclass(frozen=True)
class Ego:
    letter: Letter
    kind: Literal["ego"] = "ego"


@dataclass(frozen=True)
class Guess:
    letter: Letter
    kind: Literal["guess"] = "guess"


@dataclass(frozen=True)
class Both:
    ego: Letter
    guess: Letter
    kind: Literal["both"] = "both"


@dataclass(frozen=True)
class Joker:
    kind: Literal["joker"] = "joker"


@dataclass(frozen=True)
class Reveal:
    kind: Literal["reveal"] = "reveal"


@dataclass(frozen=True)
class Next:
    kind: Literal["next"] = "next"


Move: TypeAlias = Pick | Ego | Guess | Both | Joker | Reveal | Next


@dataclass(frozen=True)
class Past:
    """A round that is over, as everybody saw it."""

    scenario: str
    egos: tuple[Letter, ...]


@dataclass(frozen=True)
class State:
    """The table. Letters are None where no chip or card lies."""

    seats: int
    stack: tuple[str, ...]
    """Scenario cards, face down; the top ones first."""
    chips: tuple[int, ...]
    """Friend chips ever earned by each pair, in the order of `pairs`."""
    phase: Phase = "pick"
    round: int = 1
    first: Seat = BEGINS
    scenario: str | None = None
    turn: int = 0
    """How many people were evaluated before the target in this round."""
    egos: tuple[Letter | None, ...] = ()
    guesses: tuple[Letter | None, ...] = ()
    """By evaluator, about the target (with two players: about the other)."""
    gained: tuple[int, ...] = ()
    """What each pair earned in the step just shown."""
    removed: int = 0
    """Taken from every board alike to refill the supply (SM-22)."""
    refilled: int = 0
    """How many of these in the step just shown."""
    joker: Literal["none", "ready", "played", "gone"] = "none"
    """`played`: lies on the table in this round."""
    wants: frozenset[Seat] = frozenset()
    """Who has said yes to the joker in this round."""
    past: tuple[Past, ...] = ()
    fade: tuple[int, ...] = ()
    """The order in which the boards that did not win leave the stage: luck, never rank."""


@cache
def pairs(seats: int) -> tuple[tuple[Seat, Seat], ...]:
    """One shared board for every two players (SM-5)."""
    return tuple((Seat(a), Seat(b)) for a, b in combinations(range(seats), 2))


def target(state: State) -> Seat:
    """Who is being evaluated: the first player first, then clockwise (SM-13)."""
    return Seat((state.first + state.turn) % state.seats)


def soulmates(state: State) -> tuple[bool, ...]:
    """By pair: has it most chips? Two players are each other's in any case (SM-Q12)."""
    return tuple(chips == max(state.chips) for chips in state.chips)


def replaced(
    letters: tuple[Letter | None, ...], seat: Seat, letter: Letter | None
) -> tuple[Letter | None, ...]:
    return (*letters[:seat], letter, *letters[seat + 1 :])


def nothing(seats: int) -> tuple[None, ...]:
    return (None,) * seats
