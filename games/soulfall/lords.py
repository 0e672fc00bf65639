"""The Lord cards as facts: what each does, in a small vocabulary. RULES.md says what it means.

The facts hold in every language. Names of Lords and cards are texts and live beside them; what a
card says is made of its facts, see words.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

Action: TypeAlias = Literal["draw", "populate", "prosper", "build", "devote", "play"]
ACTIONS: tuple[Action, ...] = get_args(Action)

Lord: TypeAlias = str
CardId: TypeAlias = str
"""The Lord and a number: ``"vael-2"``."""
When: TypeAlias = Literal[
    "favour",  # I am devoted to the card's Lord, or that is the current Lord
    "current",  # the current Lord is claimed by: claimed, unclaimed, mine, opponent
    "least",  # I have at least so many
    "most",  # I have at most so many
    "fewer",  # an opponent has more than I
    "lowest",  # my score is lower than all others
    "anybody",  # somebody has at least so many
    "beside",  # an opponent's Nomad is next to one of my markers
    "used",  # an Action card was used for it in this turn
]
Deed: TypeAlias = Literal[
    "act",  # one of these actions
    "leap",  # populate any free space
    "withdraw",  # an own Nomad goes back
    "destroy",  # whose Nomad: any, beside my markers, of a larger tribe
    "shards",  # out of the supply
    "steal",  # a Shard: of any, of somebody richer
    "cards",  # draw so many and keep them
    "covet",  # the Devotion of the current Lord
    "filch",  # a card out of a larger hand, by luck
]
CONTENT = Path(__file__).parent / "content"


@dataclass(frozen=True)
class Condition:
    when: When
    what: str = ""
    count: int = 0


@dataclass(frozen=True)
class Effect:
    deed: Deed
    actions: tuple[Action, ...] = ()
    """To choose from, for `act`."""
    what: str = ""
    count: int = 0


@dataclass(frozen=True)
class Card:
    lord: Lord
    condition: Condition
    effects: tuple[Effect, ...]
    """The first one is the upper ability, all others are the lower one."""


WHEN: Mapping[str, tuple[str, ...]] = {
    "favour": ("",),
    "current": ("claimed", "unclaimed", "mine", "opponent"),
    "least": ("nomads", "outposts", "devotions"),
    "most": ("hand",),
    "fewer": ("nomads", "shards", "hand"),
    "lowest": ("",),
    "anybody": ("shards",),
    "beside": ("",),
    "used": ("populate",),
}
DEEDS: Mapping[str, tuple[str, ...]] = {
    "leap": ("",),
    "withdraw": ("",),
    "destroy": ("any", "beside", "larger"),
    "shards": ("",),
    "steal": ("any", "richer"),
    "cards": ("",),
    "covet": ("",),
    "filch": ("",),
}
"""What may follow each word."""
COUNTED = frozenset({"least", "most", "anybody", "shards", "cards"})
"""The words that a number follows."""

_READ: Mapping[str, Mapping[str, Any]] = tomllib.loads((CONTENT / "cards.toml").read_text("utf-8"))

TEXTS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    (CONTENT / "lords.en.toml").read_text("utf-8")
)
"""Names in English, to look through; people read them in their own language."""


def _words(written: str) -> tuple[str, str, int]:
    """A word, what follows it, and a number: ``"least nomads 4"``."""
    first, *rest = written.split() or [""]
    count = int(rest.pop()) if rest and rest[-1].isdecimal() else 0
    return first, " ".join(rest), count


def _effect(written: str) -> Effect:
    actions = tuple(written.split(" or "))
    if all(action in ACTIONS for action in actions):
        return Effect("act", cast(tuple[Action, ...], actions))
    deed, what, count = _words(written)
    return Effect(cast(Deed, deed), (), what, count)


def _condition(written: str) -> Condition:
    when, what, count = _words(written)
    return Condition(cast(When, when), what, count)


def read(card: str, facts: Mapping[str, Any]) -> Card:
    effects = (facts.get("top", ""), *facts.get("then", ()))
    condition = _condition(facts.get("if", ""))
    return Card(card.partition("-")[0], condition, tuple(map(_effect, effects)))


CARDS: Mapping[CardId, Card] = {card: read(card, facts) for card, facts in _READ.items()}
LORDS: tuple[Lord, ...] = tuple(TEXTS)


def check() -> None:
    """Every Lord has a name and three cards, and every card says what can be done."""
    if wrong := sorted(CARDS.keys() ^ {f"{lord}-{n}" for lord in LORDS for n in (1, 2, 3)}):
        raise ValueError(f"{wrong[0]} is in only one of cards.toml and lords.en.toml")
    for lord, text in TEXTS.items():
        if not text.get("name") or not text.get("title") or len(text.get("cards", ())) != 3:
            raise ValueError(f"{lord} in lords.en.toml lacks a name, a title or three cards")
    for name, card in CARDS.items():
        look_through(name, card)


def look_through(name: CardId, card: Card) -> None:
    """Raises ValueError for a word that is not in the vocabulary."""
    top, *then = card.effects
    if top.deed != "act" or "play" in top.actions or not then:
        raise ValueError(
            f"{name} in cards.toml: the top is actions but Play, and something follows"
        )
    when = card.condition
    _known("condition", name, WHEN, when.when, when.what, when.count)
    for effect in then:
        if effect.deed != "act" or "play" in effect.actions:
            _known("effect", name, DEEDS, effect.deed, effect.what, effect.count)


def _known(
    kind: str, name: CardId, words: Mapping[str, tuple[str, ...]], word: str, what: str, count: int
) -> None:
    if what not in words.get(word, ()) or (count > 0) != (word in COUNTED):
        said = " ".join(filter(None, (word, what, str(count or ""))))
        raise ValueError(f"{name} in cards.toml: no {kind} is called '{said}'")
