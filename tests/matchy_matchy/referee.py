"""A second reading of the rulebook, slow and by hand: cards are turned, looked at, and forks walk.

It knows nothing of the game's code. It is told who sits where and which cards were put, and says
what must have come of it.
"""

from __future__ import annotations

from collections.abc import Sequence

TRACK = {
    0: 5, 1: 5, 2: 5, 3: 5, 4: 4, 5: 5, 6: 5, 7: 4, 8: 5, 9: 3, 10: 5, 11: 4, 12: 5, 13: 4, 14: 3,
    15: 5, 16: 4, 17: 2, 18: 5, 19: 4, 20: 3, 21: 4, 22: 3, 23: 4, 24: 1, 25: 3, 26: 2, 27: 4,
    28: 3, 29: 2,
}  # fmt: skip
"""Copied from the paper that decided on the board, not from the game."""
FINISH = {"long": 30, "short": 19}


def walked(left: Sequence[str], right: Sequence[str]) -> list[int]:
    """Place by place, how far a fork walks while two people turn their cards one by one."""
    steps, table, counted = [], [[], []], set[str]()  # type: ignore[var-annotated]  # two rows
    for place in range(max(len(left), len(right))):
        for row, cards in zip(table, (left, right), strict=True):
            row += cards[place : place + 1]
        steps.append(0)
        for here, card in enumerate(table[0]):
            for there, other in enumerate(table[1]):
                if card == other and card not in counted:
                    counted.add(card)
                    steps[-1] += 3 if here == there else 2
    return steps


class Referee:
    """Keeps the forks of one match. Who has none is `None`."""

    def __init__(self, seats: int, referent: int | None, board: str) -> None:
        self.finish = FINISH[board]
        self.referent = referent
        self.seats = seats
        self.fork: dict[int, int] = {}
        """Where the fork of each seat stands; partners have the same one."""
        for seat in range(seats):
            if seat != referent:
                self.fork[seat] = 0
        self.last_round_of: set[int] | None = None
        """Who plays one more turn, after a tie."""

    def partner(self, seat: int) -> int:
        """Who sits face to face, or the referent."""
        if self.referent is not None:
            return self.referent
        return (seat + self.seats // 2) % self.seats

    def cards_of(self, seat: int) -> int:
        if seat == self.referent:
            return 5
        if self.last_round_of is not None:
            return 5 if seat in self.last_round_of else 0
        return TRACK[self.fork[seat]]

    def turn(self, rows: Sequence[Sequence[str]]) -> list[dict[int, int]]:
        """Where every fork stands after each card of the turn."""
        steps = {
            seat: walked(rows[seat], rows[self.partner(seat)]) if rows[seat] else []
            for seat in self.fork
        }
        shown = []
        for place in range(max(map(len, rows))):
            for seat in self.fork:
                self.fork[seat] += steps[seat][place] if place < len(steps[seat]) else 0
            shown.append(dict(self.fork))
        return shown

    def furthest(self) -> set[int]:
        """Who is first, once somebody has reached the last space; nobody before."""
        best = max(self.fork.values())
        return {seat for seat, at in self.fork.items() if at == best and best >= self.finish}

    def tied(self) -> bool:
        first = self.furthest()
        together = self.referent is None and len(first) == 2
        return len(first) > 1 and not together and self.last_round_of is None
