"""How a moment of Sympathie comes to light: places five, four and three one by one, the last two as
a duel, and only then the points. Whatever knows a place waits for that place's beat."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from games.contract import Beat, Seat, Show
from games.sympathie.deck import LAYOUT
from games.sympathie.view import View

FACES, ROLL = 7, 90
"""How many faces the die shows before it lies still, and for how long each, in milliseconds."""
DEAL, BETWEEN = 300, 120
"""When the first photograph is laid down, and the others after it."""
PLACES = {5: 600, 4: 2300, 3: 4000, 2: 9600, 1: 10000}
"""When each place opens."""
TURN, MARK = 350, 1000
"""After a place has opened: guesses turn, and it shows which are right."""
DUEL, HOLD, WON = 5800, 7850, 8000
POINTS, EACH = 11000, 150
EYES, OVERLAP = 12200, 2400
"""Who had all five, one after another."""
TITLE, ROW = 1200, 500


def show(view: View) -> Show:
    beats: tuple[Beat, ...] = ()
    match view.phase:
        case "rank":
            beats = _dealt(view)
        case "compare":
            beats = _compared(view)
        case "winner":
            beats = _won(view)
        case "titles":
            beats = tuple(
                Beat(400 + TITLE * n, f"title-{n}", "truth", title.seats)
                for n, title in enumerate(view.titles)
            )
        case "over":
            beats = tuple(Beat(ROW * (n + 1), f"row-{n}", "count") for n in range(view.seats))
            sums = ROW * (view.seats + 2)
            beats = (*beats, Beat(sums, "sums", "match"), Beat(sums + TITLE, "talk"))
    return Show(f"{view.turn}-{view.phase}", beats)


def _dealt(view: View) -> tuple[Beat, ...]:
    """The theme is said, or rolled; then the five are laid out (SY-5, SY-6)."""
    at = DEAL
    first = [Beat(0, "theme", "page")]
    if view.rolled:
        first = [Beat(0, "rolls", "dice"), Beat(FACES * ROLL, "theme", "page")]
        at += FACES * ROLL + 700
    laid = (Beat(at + BETWEEN * n, f"deal-{n}", "deal") for n in range(LAYOUT))
    return (*first, *laid)


def _compared(view: View) -> tuple[Beat, ...]:
    """In the order in which they happen (SY-10, SY-11)."""
    places = chain.from_iterable(_opened(view, place) for place in PLACES)
    duel = (
        Beat(DUEL, "duel", "duel"),
        Beat(HOLD, "hush"),
        Beat(WON, "won", "truth", (view.active,)),
    )
    readers = [who for who in view.players if who.gained is not None]
    points = (
        Beat(POINTS + EACH * n, f"points-{who.seat}", "chip" if who.gained else "", (who.seat,))
        for n, who in enumerate(readers)
    )
    eyes = (_through_one(seat, view.active, EYES + OVERLAP * n) for n, seat in enumerate(view.full))
    return tuple(
        sorted(chain(places, duel, points, chain.from_iterable(eyes)), key=lambda beat: beat.at)
    )


def _opened(view: View, place: int) -> Iterable[Beat]:
    """The print lands, the guesses turn, and who is right is lit."""
    at = PLACES[place]
    right = tuple(player.seat for player in view.players if place in player.right)
    yield Beat(at, f"place-{place}", "print")
    yield Beat(at + TURN, f"turn-{place}", "flick")
    yield Beat(at + MARK, f"mark-{place}", "right" if right else "", right)


def _through_one(seat: Seat, active: Seat, at: int) -> Iterable[Beat]:
    yield Beat(at, f"eyes-{seat}", "match", (seat, active))
    yield Beat(at + OVERLAP, f"seen-{seat}")


def _won(view: View) -> tuple[Beat, ...]:
    return (
        Beat(200, "hush", "drum"),
        Beat(1000, "dark", "drum"),
        Beat(1400, "lamps"),
        Beat(2400, "together", "soulmates", tuple(sorted(view.winners))),
        Beat(2800, "names"),
        Beat(3200, "applause", "applause"),
    )
