"""How a moment of Soulmates comes to light: what is known is told one beat after the other, and
everything that knows a truth waits for the same beat."""

from __future__ import annotations

from itertools import groupby

from games.contract import Beat, Seat, Show
from games.soulmates.view import Board, View

DEALT = (350, 470, 590, 710)
"""When the four answers are laid down."""
STEP, BREATH = 400, 400
"""Between two matches, and once more between two letters."""
LEAVE, LEAVES, LAST_LEAVE = 1200, (800, 800, 800, 700, 700, 600), 1400
"""When the first pair leaves the final, the gaps after it, and the gap before each of the last
three."""


def show(view: View) -> Show:
    beats: tuple[Beat, ...] = ()
    match view.phase:
        case "ego" | "both":
            beats = tuple(Beat(at, "deal", "deal") for at in DEALT)
        case "reveal":
            beats = _reveal(view)
        case "match":
            beats = _match(view)
        case "total":
            beats = (Beat(700, "count", "count"),)
        case "over":
            beats = _final(view)
    return Show(f"{view.round}-{view.phase}-{view.turn}", beats)


def readers(view: View) -> tuple[Seat, ...]:
    """Who guessed, in the order in which their cards are turned."""
    target = view.target
    return tuple(Seat(seat) for seat in range(view.seats) if seat != target)


def _reveal(view: View) -> tuple[Beat, ...]:
    """Cards turn, hush, the chip turns, right ones light up, chips are earned."""
    target = view.target
    assert target is not None
    truth, guessed = view.open[target], readers(view)
    right = tuple(seat for seat in guessed if view.cards[seat] == truth)
    turned = (Beat(900 + 150 * n, f"turn-{n}", "flick") for n in range(len(guessed)))
    chips = (
        Beat(4200 + 250 * n, f"chip-{seat}", "chip", (seat, target)) for n, seat in enumerate(right)
    )
    return (
        *turned,
        Beat(1950, "hush", "breath"),
        Beat(2700, "truth", "truth", (target,)),
        Beat(3400, "right", "right" if right else "wrong", right),
        Beat(3800, "threads"),
        *chips,
        Beat(5600, "talk"),
    )


def _match(view: View) -> tuple[Beat, ...]:
    """Letter by letter, each two who chose the same."""
    beats, at = [Beat(500, "letters", "truth")], 1200
    for _, same in groupby(matched(view), key=lambda board: view.open[board.pair[0]]):
        for board in same:
            one, two = board.pair
            beats.append(Beat(at, f"match-{one}-{two}", "match", board.pair))
            at += STEP
        at += BREATH
    return (*beats, Beat(at, "count", "count"))


def matched(view: View) -> list[Board]:
    """The pairs that chose the same in this round, by letter."""
    found = (board for board in view.boards if board.gained)
    return sorted(found, key=lambda board: view.open[board.pair[0]] or "")


def _final(view: View) -> tuple[Beat, ...]:
    """Pairs leave, equal until they go and in an order of luck; then the last ones are alone."""
    losers = sorted((b.fades, b.pair) for b in view.boards if b.fades is not None)
    beats, at = [], LEAVE
    for place, (_, pair) in enumerate(losers):
        beats.append(Beat(at, f"leave-{pair[0]}-{pair[1]}", "drum"))
        left = len(losers) - 1 - place
        at += LAST_LEAVE if left <= 3 else LEAVES[min(place, len(LEAVES) - 1)]
    won = next(board.pair for board in view.boards if board.soulmates)
    return (
        *beats,
        Beat(at, "dark"),
        Beat(at + 400, "lamps"),
        Beat(at + 1500, "together", "soulmates", won),
        Beat(at + 1800, "names"),
        Beat(at + 2000, "applause", "applause"),
        Beat(at + 4400, "talk"),
    )
