"""What a Lord card says, made of what it does. Every sentence is a message id with its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from games.contract import phrase
from games.soulfall.lords import CARDS, Action, CardId, Condition, Effect, Lord

Both: TypeAlias = tuple[str, str]
"""For one and for other numbers."""


@dataclass(frozen=True)
class Said:
    """A sentence to translate; ``{count}`` and ``{lord}``, a Lord's name, are filled in then."""

    text: str
    many: str = ""
    count: int = 0
    lord: Lord | None = None


@dataclass(frozen=True)
class Words:
    top: Said
    condition: Said
    then: tuple[Said, ...]


def plural(one: str, many: str) -> Both:
    return one, many


def always(text: str) -> Both:
    return text, ""


_ACT: Mapping[tuple[Action, ...], str] = {
    ("draw",): phrase("Draw."),
    ("populate",): phrase("Populate."),
    ("prosper",): phrase("Prosper."),
    ("build",): phrase("Build."),
    ("devote",): phrase("Devote."),
    ("draw", "populate"): phrase("Draw or Populate."),
    ("draw", "prosper"): phrase("Draw or Prosper."),
    ("draw", "devote"): phrase("Draw or Devote."),
    ("draw", "populate", "prosper"): phrase("Draw, Populate or Prosper."),
    ("populate", "prosper"): phrase("Populate or Prosper."),
    ("populate", "build"): phrase("Populate or Build."),
    ("prosper", "devote"): phrase("Prosper or Devote."),
    ("build", "populate"): phrase("Build or Populate."),
    ("build", "prosper"): phrase("Build or Prosper."),
    ("draw", "populate", "prosper", "build", "devote"): phrase(
        "Draw, Populate, Prosper, Build or Devote."
    ),
}
_DEEDS: Mapping[tuple[str, str], Both] = {
    ("leap", ""): always(phrase("Place a Nomad from your reserve on any free space.")),
    ("withdraw", ""): always(phrase("Return one of your Nomads to your reserve.")),
    ("destroy", "any"): always(phrase("Destroy an opponent’s Nomad.")),
    ("destroy", "beside"): always(phrase("Destroy a Nomad next to one of your markers.")),
    ("destroy", "larger"): always(
        phrase("Destroy a Nomad of an opponent with more Nomads than you.")
    ),
    ("shards", ""): plural("Take a Shard.", "Take {count} Shards."),
    ("steal", "any"): always(phrase("Take a Shard from an opponent.")),
    ("steal", "richer"): always(phrase("Take a Shard from an opponent with more Shards than you.")),
    ("cards", ""): plural("Draw a card and keep it.", "Draw {count} cards and keep them all."),
    ("covet", ""): always(phrase("Take the Devotion of the current Lord.")),
    ("filch", ""): always(
        phrase("Take a card, unseen, from an opponent with more cards in hand than you.")
    ),
}
_WHEN: Mapping[tuple[str, str], Both] = {
    ("favour", ""): always(phrase("If you are devoted to {lord}, or {lord} is the current Lord:")),
    ("current", "claimed"): always(phrase("If anybody is devoted to the current Lord:")),
    ("current", "unclaimed"): always(phrase("If nobody is devoted to the current Lord:")),
    ("current", "mine"): always(phrase("If you are devoted to the current Lord:")),
    ("current", "opponent"): always(phrase("If an opponent is devoted to the current Lord:")),
    ("least", "nomads"): plural(
        "If you have a Nomad on the board:", "If you have {count} or more Nomads on the board:"
    ),
    ("least", "outposts"): plural(
        "If you have an Outpost:", "If you have {count} or more Outposts:"
    ),
    ("least", "devotions"): plural(
        "If you have a Devotion:", "If you have {count} or more Devotions:"
    ),
    ("most", "hand"): plural(
        "If you have one card in hand, or none:", "If you have {count} or fewer cards in hand:"
    ),
    ("fewer", "nomads"): always(phrase("If an opponent has more Nomads on the board than you:")),
    ("fewer", "shards"): always(phrase("If an opponent has more Shards than you:")),
    ("fewer", "hand"): always(phrase("If an opponent has more cards in hand than you:")),
    ("lowest", ""): always(phrase("If your score is the lowest of all:")),
    ("anybody", "shards"): plural(
        "If anybody has a Shard:", "If anybody has {count} or more Shards:"
    ),
    ("beside", ""): always(phrase("If an opponent’s Nomad is next to one of your markers:")),
    ("used", "populate"): always(phrase("If you have used the Populate action in this turn:")),
}


@cache
def words(card: CardId) -> Words:
    facts = CARDS[card]
    top, *then = map(_effect, facts.effects)
    return Words(top, _condition(facts.lord, facts.condition), tuple(then))


def check() -> None:
    """Raises ValueError for a card that nobody could read."""
    for card in CARDS:
        try:
            words(card)
        except KeyError as missing:
            raise ValueError(f"{card} in cards.toml: words.py lacks words for {missing}") from None


def _effect(effect: Effect) -> Said:
    if effect.deed == "act":
        return Said(_ACT[effect.actions])
    return Said(*_DEEDS[effect.deed, effect.what], effect.count)


def _condition(lord: Lord, condition: Condition) -> Said:
    one, many = _WHEN[condition.when, condition.what]
    return Said(one, many, condition.count, lord if condition.when == "favour" else None)
