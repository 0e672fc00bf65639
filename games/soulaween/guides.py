"""The guides of souls: who may reap what, and what a token does to the rival."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from games.soulaween.mat import Hat, Mat, Side
from games.soulaween.patterns import KINDS, Kind, Scythe, SoulSet, found

Card: TypeAlias = Literal[
    "little_death", "papa_death", "anubis", "osiris", "wuchang_1", "wuchang_2"
]
Character: TypeAlias = Literal[Card, "teacher_vulture"]
Ability: TypeAlias = Literal["death", "anubis", "wuchang", "none"]
Token: TypeAlias = Literal[Kind, Side, "wuchang", "vulture"]
"""What a token shows: of Death the pattern, of Anubis and Osiris the side reaped."""

ABILITIES: dict[Character, Ability] = {
    "little_death": "death",
    "papa_death": "death",
    "anubis": "anubis",
    "osiris": "anubis",
    "wuchang_1": "wuchang",
    "wuchang_2": "wuchang",
    "teacher_vulture": "none",
}
CARDS: tuple[Card, ...] = get_args(Card)
GOAL = 3  # SW-12, SW-16, SW-22: Death's three can only be different ones
_LINES: frozenset[Kind] = frozenset({"needle"})


@dataclass(frozen=True)
class Guide:
    """A player: the card, and what lies on it."""

    character: Character
    hat: Hat | None = None
    """Which Wuchang stands upright; None while not chosen, and for everybody else."""
    tokens: tuple[Token, ...] = ()
    bound: Side | None = None
    """The only side that may be reaped next, because of the rival's Anubis token (SW-23)."""

    @property
    def ability(self) -> Ability:
        return ABILITIES[self.character]


def hat(guide: Guide) -> Hat:
    """Everybody but Bai Wuchang flips as Hei Wuchang does (SW-20)."""
    return guide.hat or "hei"


def wanted(guide: Guide) -> frozenset[Kind]:
    """Lines; for Death every pattern whose token is still missing (SW-17, SW-19, SW-22)."""
    return KINDS.difference(guide.tokens) if guide.ability == "death" else _LINES


def reapable(mat: Mat, guide: Guide, scythe: Scythe) -> tuple[SoulSet, ...]:
    """What this guide may reap, and so must (SW-11, SW-Q3, SW-26)."""
    kinds = wanted(guide)
    tamed = found(mat.tamed, "tamed", kinds, scythe) if guide.bound != "panic" else ()
    panic = found(mat.panic, "panic", kinds, scythe) if guide.bound != "tamed" else ()
    return tamed + panic


def reap(guide: Guide, rival: Guide, souls: SoulSet) -> tuple[Guide, Guide]:
    """A token frees who takes it, and if it is of Anubis or Osiris it binds the rival (SW-27)."""
    free = replace(guide, tokens=(*guide.tokens, _token(guide, souls)), bound=None)
    return free, replace(rival, bound=souls.side) if guide.ability == "anubis" else rival


def has_won(guide: Guide) -> bool:
    return len(guide.tokens) == GOAL


def _token(guide: Guide, souls: SoulSet) -> Token:
    match guide.ability:
        case "death":
            return souls.kind
        case "anubis":
            return souls.side
        case "wuchang":
            return "wuchang"
        case "none":
            return "vulture"
