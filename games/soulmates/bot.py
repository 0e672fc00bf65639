"""A computer player with a character, who gets to know the others.

Each answer leans to one of four temperaments. A bot's own first answers are chance; from then on it
stays mostly true to them, so that people can learn to read it. What the others showed in earlier
rounds tells it how they lean, and it guesses by that. It never knows more than its seat.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from games.contract import Ask, Seat
from games.soulmates.deck import LEANS
from games.soulmates.table import Both, Ego, Guess, Joker, Letter, Move, Next, Pick, Reveal
from games.soulmates.view import View

LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D")
TRUST = 3
"""How much more one earlier answer weighs than none."""
LATE = 2
"""With this many rounds to go a joker is no longer worth keeping."""


def play(view: View, ask: Ask, luck: Random) -> Move:
    """A legal answer to `ask`, from what this seat may see."""
    match sorted(ask.kinds):
        case ["pick"]:
            return Pick(luck.choice(view.offer))
        case ["ego"]:
            return Ego(_likely(view, view.me, luck))
        case ["guess"]:
            return Guess(_likely(view, view.target, luck))
        case ["both"]:
            other = next(Seat(seat) for seat in range(view.seats) if seat != view.me)
            return Both(_likely(view, view.me, luck), _likely(view, other, luck))
        case ["joker", "reveal"]:
            return Joker() if view.wants or view.rounds - view.round < LATE else Reveal()
        case _:
            return Next()


def _likely(view: View, who: Seat | None, luck: Random) -> Letter:
    """A letter for `who`, drawn by how often they leaned that way in the rounds before."""
    leans = LEANS.get(view.scenario or "")
    if leans is None or who is None:
        return luck.choice(LETTERS)
    habit = Counter(
        LEANS[past.scenario][past.egos[who]] for past in view.past if past.scenario in LEANS
    )
    return luck.choices(LETTERS, [1 + TRUST * habit[leans[letter]] for letter in LETTERS])[0]
