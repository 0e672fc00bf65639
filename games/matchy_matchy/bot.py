"""Computer players with a temperament, who listen to whom they are to match.

A picture fits a theme by the senses they share; of those that fit alike everybody has favourites. A
temperament is four senses that a player is fond of. It is decided by the match's first theme and
the seat, and it stays, so that people can learn to read it. The better a player, the more it goes
by what the other one has put so far instead of by its own liking. It knows no more than its seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from itertools import chain
from random import Random
from zlib import crc32

from games.contract import Ask, Strength, Viewer, phrase
from games.matchy_matchy.deck import SENSES, THEMES, THEMES_A_CARD
from games.matchy_matchy.table import More, Move, Next, Number, Rank, Theme
from games.matchy_matchy.view import View

TEMPERS = tuple(
    frozenset(fond.split())
    for fond in (
        "warm together home love",  # the host
        "away free luck new",  # the traveller
        "night secret alone mind",  # the night owl
        "calm nature slow water",  # the gardener
        "loud joy play show",  # the entertainer
        "fear chaos force fast",  # the dramatist
        "order effort high rich",  # the organiser
        "old end sad wonder",  # the dreamer
    )
)
FOND = 0.5
"""What a favourite sense counts, where one that fits the theme counts 1."""
COMMON = {
    sense: sum(sense in senses for senses in SENSES.values()) / len(SENSES)
    for sense in dict.fromkeys(chain(*SENSES.values()))
}
"""In how many of all pictures each sense is found."""


def play(view: View, ask: Ask, luck: Random, *, stray: float, listen: float) -> Move:
    """A legal answer to `ask`, from what this seat may see.

    `stray` is how far its scores are off, as a standard deviation, where a sense that fits counts
    1; `listen` how much the other's liking counts against its own, from 0 to 1.
    """
    match sorted(ask.kinds):
        case ["number"]:
            return Number(luck.choice(THEMES_A_CARD))
        case ["rank"]:
            return Rank(_best(view, luck, stray, listen))
        case ["more", "next"]:
            return More()
        case _:
            return Next()


def _best(view: View, luck: Random, stray: float, listen: float) -> tuple[str, ...]:
    """Each sense is worth something now, and a picture is the sum of its senses."""
    asked, fond, theirs = _senses(view.theme), _temper(view), _heard(view) if listen else {}
    own = FOND * (1 - listen) if theirs else FOND
    worth = {
        sense: (sense in asked) + own * (sense in fond) + listen * theirs.get(sense, 0)
        for sense in COMMON
    }
    scores = {
        picture: sum(worth[sense] for sense in senses) + luck.gauss(0, stray)
        for picture, senses in SENSES.items()
    }
    return tuple(sorted(scores, key=scores.__getitem__, reverse=True)[: view.pictures])


def _temper(view: View) -> frozenset[str]:
    """No two at one table are the same, and in the next match they are others."""
    first = view.past[0].theme if view.past else view.theme
    return TEMPERS[(crc32(repr(first).encode()) + (view.me or 0)) % len(TEMPERS)]


def _heard(view: View) -> Mapping[str, float]:
    """By sense: how much more of it the other one put than the deck holds and the themes ask."""
    who = _other(view)
    put = [(past, picture) for past in view.past if who is not None for picture in past.rows[who]]
    if not put:
        return {}
    told = Counter(
        sense
        for past, picture in put
        for sense in SENSES[picture]
        if sense not in _senses(past.theme)
    )
    return {sense: told[sense] / len(put) - share for sense, share in COMMON.items()}


def _other(view: View) -> Viewer:
    """Whom I am to match: my partner, or the referent; nobody for the referent."""
    if view.partner is not None:
        return view.partner
    return None if view.me == view.referent else view.referent


def _senses(theme: Theme | None) -> frozenset[str]:
    return frozenset() if theme is None else THEMES[theme.card][theme.number - 1]


BOTS = {
    "easy": Strength(phrase("easy"), partial(play, stray=1.2, listen=0.0)),
    "fair": Strength(phrase("fair"), partial(play, stray=0.8, listen=0.4)),
    "strong": Strength(phrase("strong"), partial(play, stray=0.2, listen=0.8)),
}
