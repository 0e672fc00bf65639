"""Are seats and Lord cards worth about the same? ``python -m tests.soulfall.balance fair 200``

Computers of one strength play each other. Of each card: how often it was played a match, how often
its lower ability worked then, and how much more often than others those won who played it.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from statistics import median
from typing import NamedTuple

from games.contract import Seat
from games.soulfall import GAME
from games.soulfall.lords import CARDS, TEXTS, CardId
from games.soulfall.rules import apply, ask, result
from games.soulfall.scoring import count
from games.soulfall.table import Options
from games.soulfall.view import view
from tests.soulfall.notation import new


class Played(NamedTuple):
    seats: int
    winners: frozenset[Seat]
    rounds: float
    scores: tuple[int, ...]
    cards: tuple[tuple[Seat, CardId, bool], ...]
    """By whom, which, and whether its lower ability worked."""
    tower: str


def match(strength: str, options: Options, seats: int, seed: int) -> Played:
    state, cards, tower = new(seats, seed, options), list[tuple[Seat, CardId, bool]](), ""
    while (end := result(state)) is None:
        luck, asked = Random(f"{seed}/{state.moves}"), ask(state, state.mover)
        assert asked
        move = GAME.bots[strength].play(view(state, state.mover), asked, luck)
        state = apply(state, state.mover, move, luck)
        for beat in state.log[len(state.log) - state.fresh :]:
            if beat.done in ("open", "shut", "idle") and beat.card:
                cards.append((beat.seat, beat.card, beat.done == "open"))
            if beat.done == "tower":
                tower = view(state, None).camps[beat.seat].nearest
    scores = tuple(count(state, Seat(seat)).total for seat in range(seats))
    return Played(seats, end.winners, state.turn / seats, scores, tuple(cards), tower)


def table(played: list[Played]) -> None:
    for seats in GAME.seats:
        some = [it for it in played if it.seats == seats]
        won = Counter(seat for it in some for seat in it.winners)
        shares = " ".join(f"{won[Seat(seat)] / len(some):4.0%}" for seat in range(seats))
        rounds = round(median(it.rounds for it in some), 1)
        score = median(score for it in some for score in it.scores)
        ends = Counter(it.tower for it in some)
        towers = ", ".join(f"{way} {times / len(some):.0%}" for way, times in ends.most_common())
        print(
            f"{seats} players: seats win {shares}; {rounds} rounds, score {score}; Tower: {towers}"
        )
    print(f"\n{'card':<10}{'name':<18}{'a match':>8}{'works':>7}{'wins':>7}")
    for card in CARDS:
        print(line(card, played))


def line(card: CardId, played: list[Played]) -> str:
    uses = [works for it in played for _, name, works in it.cards if name == card]
    users = [(it, seat) for it in played for seat, name, _ in it.cards if name == card]
    wins = sum((seat in it.winners) * it.seats for it, seat in users) / max(1, len(users))
    lord, _, number = card.partition("-")
    name = TEXTS[lord]["cards"][int(number) - 1]
    share = sum(uses) / max(1, len(uses))
    return f"{card:<10}{name:<18}{len(uses) / len(played):8.2f}{share:7.0%}{wins:7.2f}"


def measure(strength: str, matches: int) -> None:
    found = list[Played]()
    with ProcessPoolExecutor() as pool:
        for seats in GAME.seats:
            found += pool.map(partial(match, strength, Options(), seats), range(matches))
    table(found)


if __name__ == "__main__":
    measure(sys.argv[1], int(sys.argv[2]))
