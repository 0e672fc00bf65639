"""How a moment of Soulfall comes to light: a Lord first, then what was done, one thing after the
other; the Tower rises before the next turn; at the end bracket after bracket, the lowest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.contract import Beat, Seat, Show
from games.soulfall.table import Beat as Deed
from games.soulfall.table import Done
from games.soulfall.view import View

CUES: Mapping[Done, str] = {
    "place": "tent",
    "draw": "deal",
    "keep": "flick",
    "reshuffle": "deal",
    "populate": "tent",
    "leap": "tent",
    "prosper": "shard",
    "build": "stones",
    "devote": "eye",
    "withdraw": "flick",
    "destroy": "gust",
    "steal": "shard",
    "cards": "deal",
    "covet": "eye",
    "filch": "flick",
}
"""What a deed sounds like. Others are only said."""
STEP = 600
"""Between two deeds of one move."""
UPPER, LOWER, LAID = 600, 1300, 2000
"""A Lord card's upper line lights, its lower one does, the card leaves."""
RISEN, OWNED, ORDER, GONE = 1600, 1900, 2400, 5000
"""The Tower is up, its owner is named, then who plays once more; the board is back."""
TOLD = 2400
"""From one player's count to the next."""


def show(view: View) -> Show:
    if view.phase == "over":
        return Show("over", tuple(_count(view)))
    return Show(f"{view.moves}", tuple(_move(view)))


def fresh(view: View) -> tuple[Deed, ...]:
    """What the last move has brought."""
    return view.log[len(view.log) - view.fresh :]


def _move(view: View) -> Iterator[Beat]:
    at = 0
    deeds = fresh(view)
    if any(deed.done == "play" for deed in deeds):
        yield from _lord(view)
        at = LAID
    for number, deed in enumerate(deeds):
        if deed.done == "tower":
            yield from _tower(at, deed.seat)
            at += GONE
        elif deed.done in CUES:
            yield Beat(at, f"deed-{number}", CUES[deed.done], (deed.seat,))
            at += STEP
    yield Beat(at, "after")


def _lord(view: View) -> Iterator[Beat]:
    yield Beat(0, "lord", "lord")
    yield Beat(UPPER, "upper")
    if view.staged and view.staged.lower:
        yield Beat(LOWER, "lower", "eye" if view.staged.lower == "open" else "tick")
    yield Beat(LAID, "laid")


def _tower(at: int, owner: Seat) -> Iterator[Beat]:
    yield Beat(at, "rise", "tower")
    yield Beat(at + RISEN, "risen", "truth", (owner,))
    yield Beat(at + OWNED, "owned")
    yield Beat(at + ORDER, "order")
    yield Beat(at + GONE, "gone")


def _count(view: View) -> Iterator[Beat]:
    """Left bracket, right bracket, product, Tower; then the moons meet over the winner.

    First the Tower rises if the last turn of all has taken it.
    """
    at = 400
    for deed in fresh(view):
        if deed.done == "tower":
            yield from _tower(0, deed.seat)
            at += GONE
    for seat in view.telling:
        yield Beat(at, f"left-{seat}", "tick")
        yield Beat(at + 500, f"right-{seat}", "tick")
        yield Beat(at + 1200, f"total-{seat}", "drum", (seat,))
        if view.camps[seat].tower:
            yield Beat(at + 1700, f"tower-{seat}", "chip", (seat,))
        at += TOLD
    won = tuple(seat for seat in view.telling if seat in view.winners)
    yield Beat(at, "moons", "breath")
    yield Beat(at + 1200, "winner", "soulmates", won)
    yield Beat(at + 2000, "named")
    yield Beat(at + 2800, "applause", "applause")
    yield Beat(at + 4400, "talk")
