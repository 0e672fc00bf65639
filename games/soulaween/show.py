"""How a turn of Soulaween comes to light: a soul is put, its neighbours turn, a set is found and
flies into a jar. Whatever knows it waits for the same beat, and the sentence comes last."""

from __future__ import annotations

from games.contract import Beat, Show
from games.soulaween.table import Turn
from games.soulaween.view import View

FIRST_FLIP, FLIP_GAP, FLIP = 500, 300, 600
"""When the first neighbour begins to turn, the time until the next does, and what a turn takes."""
LINES = 200
"""After the last flip: the sets are drawn."""
LOOK = 600
"""A line that is reaped at once is seen for so long before."""
SOUL_GAP, LID, SEAL, SEALED = 120, 1400, 1600, 2000
"""From the first soul that leaves for the jar."""
CLEAN_GAP, CLEAN = 40, 600
MASKS, MASK = (400, 1400), 600
HAT = 600
LAST_LID, MOONS, MEET, NAME, APPLAUSE, TALK = 1000, 1600, 2700, 2800, 3400, 5400
"""From the moment in which the last four leave, all at once, for the third jar."""


def show(view: View) -> Show:
    return Show(f"{view.turn}-{view.phase}", tuple(_beats(view)))


def _beats(view: View) -> list[Beat]:
    last = view.last
    if last is None:
        return _start(view)
    match last.new:
        case "turn":
            put, at = _turn(last)
            return [*put, *_outcome(view, last, at)]
        case "reap":
            return _reap(view, last, 0)
        case "nothing":
            return _hat()


def _start(view: View) -> list[Beat]:
    """Two masks are turned up; where hats were chosen after it, they are all that is new."""
    if all(guide.ability == "none" for guide in view.guides):
        return []
    if view.phase == "put" and any(guide.hat for guide in view.guides):
        return _hat()
    beats = []
    for seat, at in enumerate(MASKS):
        beats += [Beat(at, f"mask-{seat}", "flick"), Beat(at + MASK, f"gift-{seat}")]
    return sorted(beats, key=lambda beat: beat.at)


def _hat() -> list[Beat]:
    return [Beat(0, "hat", "flick"), Beat(HAT, "told")]


def _turn(last: Turn) -> tuple[list[Beat], int]:
    """Put and flips, clockwise from the top (SW-8), and when the last one has turned."""
    beats, at = [Beat(0, "put", "put", (last.seat,))], FIRST_FLIP
    for number in range(len(last.flipped)):
        at = FIRST_FLIP + number * FLIP_GAP
        beats.append(Beat(at, f"flip-{number}", "flip"))
    return beats, at + FLIP if last.flipped else at


def _outcome(view: View, last: Turn, at: int) -> list[Beat]:
    if view.choices:
        return [Beat(at + LINES, "lines", "line"), Beat(at + LINES + LOOK, "told")]
    if last.reaped:
        return [Beat(at + LINES, "lines", "line"), *_reap(view, last, at + LINES + LOOK)]
    if last.cleaned:
        leave = [at + LINES + number * CLEAN_GAP for number in range(len(last.cleaned))]
        gone = [Beat(when, f"clean-{n}", "" if n else "gone") for n, when in enumerate(leave)]
        return [*gone, Beat(leave[-1] + CLEAN, "told")]
    return [Beat(at, "told")]


def _reap(view: View, last: Turn, at: int) -> list[Beat]:
    if view.phase == "over":
        return _end(last, at)
    beats = [Beat(at + n * SOUL_GAP, f"reap-{n}", "soul", (last.seat,)) for n in range(4)]
    beats.append(Beat(at + LID, "lid", "lid"))
    if view.guides[last.seat].ability == "anubis":
        beats.append(Beat(at + SEAL, "seal", "seal"))
    return [*beats, Beat(at + SEALED, "told")]


def _end(last: Turn, at: int) -> list[Beat]:
    """The third jar closes, and two moons meet behind whoever closed it."""
    return [
        *(Beat(at, f"reap-{n}", "soul" if not n else "", (last.seat,)) for n in range(4)),
        Beat(at + LAST_LID, "lid", "lid"),
        Beat(at + MOONS, "moons"),
        Beat(at + MEET, "meet", "moons", (last.seat,)),
        Beat(at + NAME, "name"),
        Beat(at + APPLAUSE, "applause", "applause"),
        Beat(at + TALK, "talk"),
    ]
