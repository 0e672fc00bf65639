"""A computer player with a character, who gets to know the others.

Most cards tell something about whoever answers: their temper, or whom they like around them. A
character has one favourite in each such vocabulary. A bot stays mostly true to its own, so that
people can learn to read it; the match's first card and its seat decide who it is. What the others
showed in earlier rounds tells it which character they are like, and it guesses by that. It never
knows more than its seat.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from random import Random
from zlib import crc32

from games.contract import Ask, Seat, Viewer
from games.soulmates.deck import DECK, LEANS
from games.soulmates.table import Both, Ego, Guess, Joker, Letter, Move, Next, Pick, Reveal
from games.soulmates.view import View

LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
CHARACTERS = tuple(
    frozenset(favourites.split())
    for favourites in (
        "warm circle early neat share show eat known",  # the host
        "bold crowd last wild splash joke move odd",  # the daredevil
        "calm alone steady neat save hide make old",  # the hermit
        "keen pair early strict save tell move new",  # the planner
        "calm alone last loose treat hide rest odd",  # the dreamer
        "warm pair late loose treat show rest old",  # the romantic
        "bold crowd late wild share joke eat known",  # the clown
        "keen circle steady strict splash tell make new",  # the inventor
    )
)
TRUE = 5
"""How much likelier a favourite is than any other answer: five times in eight it is chosen."""
SURE = 0.45
"""From this chance of being right on, the joker may lie: the same was shown twice, roughly."""


def play(view: View, ask: Ask, luck: Random) -> Move:
    """A legal answer to `ask`, from what this seat may see."""
    match sorted(ask.kinds):
        case ["pick"]:
            return Pick(_for_the_table(view, luck))
        case ["ego"]:
            return Ego(_own(view, luck))
        case ["guess"]:
            return Guess(_guess(view, view.target, luck))
        case ["both"]:
            return Both(_own(view, luck), _guess(view, _other(view), luck))
        case ["joker", "reveal"]:
            last = view.round == view.rounds  # then there is nothing left to keep it for
            return Joker() if last or _certain(view) else Reveal()
        case _:
            return Next()


def _for_the_table(view: View, luck: Random) -> str:
    """What this room wrote itself, else what was asked about least so far."""
    heard = Counter(_vocabulary(past.scenario) for past in view.past)
    offer = luck.sample(view.offer, len(view.offer))
    return min(offer, key=lambda card: (card in DECK, heard[_vocabulary(card)]))


def _own(view: View, luck: Random) -> Letter:
    return luck.choices(LETTERS, [_taste(_me(view), view.scenario, it) for it in LETTERS])[0]


def _me(view: View) -> frozenset[str]:
    """No two at one table are the same, and in the next match they are others."""
    first = view.past[0].scenario if view.past else view.scenario or ""
    return CHARACTERS[(crc32(first.encode()) + 3 * (view.me or 0)) % len(CHARACTERS)]


def _guess(view: View, who: Viewer, luck: Random) -> Letter:
    odds = _odds(view, who)
    return max(luck.sample(LETTERS, len(LETTERS)), key=lambda letter: odds[letter])


def _certain(view: View) -> bool:
    """Two players: is my card for the other a good one?"""
    odds = _odds(view, _other(view))
    return view.guess is not None and odds[view.guess] >= SURE * sum(odds.values())


def _odds(view: View, who: Viewer) -> dict[Letter, int]:
    """What speaks for each letter: every character likes one, as loudly as `who` is like it."""
    alike = {character: _likeness(view, who, character) for character in CHARACTERS}
    return {
        letter: sum(alike[one] * _taste(one, view.scenario, letter) for one in CHARACTERS)
        for letter in LETTERS
    }


def _likeness(view: View, who: Viewer, character: frozenset[str]) -> int:
    """How much likelier this character is to have shown what `who` showed before."""
    if who is None:
        return 1
    return prod(_taste(character, past.scenario, past.egos[who]) for past in view.past)


def _taste(character: frozenset[str], card: str | None, letter: Letter) -> int:
    return TRUE if LEANS.get(card or "", {}).get(letter) in character else 1


def _other(view: View) -> Seat:
    return next(Seat(seat) for seat in range(view.seats) if seat != view.me)


def _vocabulary(card: str) -> frozenset[str]:
    return frozenset(LEANS.get(card, {}).values())
