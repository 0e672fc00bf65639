"""How a moment of Matchy Matchy comes to light: the theme card turns, then place after place, one
fork after the other; whatever knows a truth waits for the same beat."""

from __future__ import annotations

from games.contract import Beat, Seat, Show
from games.matchy_matchy.reveal import Fork
from games.matchy_matchy.view import View

AFTER = {1: 0, 2: 950, 3: 700, 4: 500}
"""How long after the one before a team's cards turn, by the number of teams."""
SPACE = 210
"""What a fork needs for one space."""
TURNED = ("three", "two", "miss")
"""Outcomes of two cards that have just been turned."""
SOUND = {"three": "register", "two": "twin", "miss": "tilt"}


def show(view: View) -> Show:
    beats: tuple[Beat, ...] = ()
    match view.phase:
        case "choose":
            beats = _theme(view)
        case "show":
            beats = _teams(view) if view.referent is None else _referent(view, view.referent)
        case "over":
            beats = _end(view)
    return Show(f"{view.turn}-{view.phase}-{view.place}", beats)


def _theme(view: View) -> tuple[Beat, ...]:
    """The number is said, then the card is turned; soon it makes room for those who choose."""
    return (
        Beat(300, "says", "truth", (view.caller,)),
        Beat(900, "theme", "page"),
        Beat(4200, "choose"),
    )


def _teams(view: View) -> tuple[Beat, ...]:
    turned = [n for n, fork in enumerate(view.forks) if fork.outcome in TURNED]
    beats: list[Beat] = []
    for place, number in enumerate(turned):
        fork, at = view.forks[number], place * AFTER[len(turned)]
        beats += (
            Beat(at + 200, f"turn-{number}", "flick"),
            Beat(at + 1000, f"out-{number}", SOUND[fork.outcome], fork.seats),
            Beat(at + 1350, f"gain-{number}"),
            *_walk(at + 1400, fork, f"walk-{number}"),
        )
    end = max((beat.at for beat in beats), default=0) + 900
    return (*sorted(beats, key=lambda beat: beat.at), *_talk(view, end))


def _referent(view: View, referent: Seat) -> tuple[Beat, ...]:
    """All racers at once, then the card that all of them are measured by."""
    gained = [fork for fork in view.forks if fork.gained]
    notes = tuple(seat for fork in gained for seat in fork.seats)
    furthest = max(view.forks, key=lambda fork: fork.gained)
    return (
        Beat(400, "turn", "flick"),
        Beat(1000, "hush", "breath"),
        Beat(1750, "truth", "truth", (referent,)),
        Beat(2500, "out", "right" if gained else "tilt", notes),
        Beat(2900, "gain"),
        *_walk(3000, furthest, "walk"),
        *_talk(view, 3000 + furthest.gained * SPACE + 600),
    )


def _walk(at: int, fork: Fork, name: str) -> tuple[Beat, ...]:
    """The first step sets the fork going; each of them is heard."""
    return tuple(
        Beat(at + space * SPACE, name if space == 0 else f"{name}-{space}", "step", fork.seats)
        for space in range(fork.gained)
    )


def _talk(view: View, at: int) -> tuple[Beat, ...]:
    """After the last card the spaces where forks stand say what comes next."""
    talk = Beat(at, "talk")
    return (talk, Beat(at + 350, "next", "count")) if view.place == view.places else (talk,)


def _end(view: View) -> tuple[Beat, ...]:
    won = tuple(seat for fork in view.forks if fork.standing == 1 for seat in fork.seats)
    return (
        Beat(600, "dark", "drum"),
        Beat(1000, "lamps"),
        Beat(1700, "forks", "crossed", won),
        Beat(2400, "names", "soulmates", won),
        Beat(2600, "others"),
        Beat(3400, "credits", "applause"),
        Beat(4600, "talk"),
    )
