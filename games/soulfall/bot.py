"""Computer players of three strengths. They know what their seat sees."""

from __future__ import annotations

from random import Random

from games.contract import Ask
from games.soulfall.moves import moves
from games.soulfall.search import best, done, imagined, outcome, pruned, value
from games.soulfall.table import Move
from games.soulfall.view import View

WORLDS = 2
"""So often what cannot be seen is dealt."""
HOPEFUL = 6
"""Of all moves only the most promising ones are followed to the end of the turn."""
WIDTH = 3
"""Of the ways on so many are followed."""
FEW = 5
"""Of some twenty moves: who overlooks some loses to the strong and still beats the careless."""


def easy(view: View, ask: Ask, luck: Random) -> Move:
    """Careless: any kind of move, and then any of that kind."""
    found = moves(imagined(view, luck))
    kind = luck.choice(sorted({move.kind for move in found}))
    return luck.choice([move for move in found if move.kind == kind])


def fair(view: View, ask: Ask, luck: Random) -> Move:
    """Takes what looks best now of a few moves; a Lord card is seen through."""
    state = imagined(view, luck)
    found = moves(state)
    return best(state, luck.sample(found, min(FEW, len(found))), luck)


def strong(view: View, ask: Ask, luck: Random) -> Move:
    """Looks to the end of its turn, in several worlds."""
    worlds = [imagined(view, luck) for _ in range(WORLDS)]
    seat, tried = worlds[0].mover, pruned(worlds[0], luck)
    if len(tried) == 1:
        return tried[0]
    if worlds[0].phase == "place":
        return best(worlds[0], tried, luck)
    after = {move: [done(world, seat, move, luck) for world in worlds] for move in tried}

    def promise(move: Move) -> float:
        return sum(value(state, seat) for state in after[move])

    def ending(move: Move) -> float:
        return sum(outcome(state, seat, luck, WIDTH) for state in after[move])

    return max(sorted(tried, key=promise)[-HOPEFUL:], key=ending)
