"""Random matches, followed by a referee that counts pieces, moves and scores by itself."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.contract import Seat
from games.soulfall.board import BOARDS
from games.soulfall.lords import CARDS, LORDS
from games.soulfall.moves import moves as offered
from games.soulfall.rules import ask, result
from games.soulfall.table import EndTurn, Move, Options, State, Tribe, Undo
from games.soulfall.view import view
from tests.soulfall import notation
from tests.soulfall.notation import new, played

ROUNDS = 40


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("hundred", range(10))
def test_a_thousand_random_matches_keep_the_rules_and_end(seats: int, hundred: int) -> None:
    for number in range(100):
        follow(seats, 100 * hundred + number, equal=number % 2 == 0)


def follow(seats: int, seed: int, *, equal: bool) -> None:
    luck = Random(seed)
    state = new(seats, seed, Options(last_round="equal" if equal else "book"))
    turns: Counter[int] = Counter()
    taken: list[int] = []
    while result(state) is None:
        before, move = state, chosen(state, luck)
        if isinstance(move, EndTurn):
            turns[state.mover] += 1
        state = played(state, move)
        check_pieces(state)
        check_turn(before, move, state)
        if state.tower is not None and not taken:
            taken = [before.mover, turns.total()]
        assert state.turn <= ROUNDS * seats
    check_end(state, turns, taken, equal=equal)


def chosen(state: State, luck: Random) -> Move:
    """Any kind of move, then any of that kind; now and then the last one is taken back."""
    if state.before and luck.random() < 0.1:
        return Undo()
    found = offered(state)
    kind = luck.choice(sorted({move.kind for move in found}))
    return luck.choice([move for move in found if move.kind == kind])


def check_pieces(state: State) -> None:
    """36 cards, 40 Shards, twelve Devotions, ten markers each; a Nomad and a Shard stay."""
    playing = [state.playing.card] if state.playing else []
    hands = [card for it in state.tribes for card in it.hand]
    assert sorted([*state.pile, *state.discard, *state.drawn, *hands, *playing]) == sorted(CARDS)
    assert state.discard  # SF-Q11
    spaces = [space for it in state.tribes for space in (*it.nomads, *it.outposts)]
    assert len(set(spaces)) == len(spaces)
    assert set(spaces) <= set(BOARDS[len(state.tribes)].near)
    devotions = [lord for it in state.tribes for lord in it.devotions]
    assert len(set(devotions)) == len(devotions)
    assert set(devotions) <= set(LORDS)
    assert sum(it.shards for it in state.tribes) <= 40
    for it in state.tribes:
        assert len(it.nomads) + len(it.outposts) <= 10
        assert it.shards >= 1  # SF-20
        assert it.nomads or state.phase == "place"  # SF-20


def check_turn(before: State, move: Move, after: State) -> None:
    """What holds of every move."""
    asked = [seat for seat in range(len(after.tribes)) if ask(after, Seat(seat))]
    assert asked == ([] if after.phase == "over" else [after.mover])
    assert len(set(after.used)) == len(after.used) <= 3  # SF-6
    if before.tower is not None:
        assert after.tower == before.tower  # SF-23
    if isinstance(move, EndTurn):
        return
    for seat, (was, now) in enumerate(zip(before.tribes, after.tribes, strict=True)):
        if seat != before.mover:
            check_others(was, now)


def check_others(was: Tribe, now: Tribe) -> None:
    """Others only lose: a Nomad, a Shard, a Devotion, a card, and never an Outpost."""
    assert now.outposts == was.outposts
    assert set(now.nomads) <= set(was.nomads)
    assert len(was.nomads) - len(now.nomads) in (0, 1)
    assert was.shards - now.shards in (0, 1)
    assert set(now.devotions) <= set(was.devotions)
    assert set(now.hand) <= set(was.hand)


def check_end(state: State, turns: Counter[int], taken: list[int], *, equal: bool) -> None:
    """The Tower, the last turns, and the score, all counted anew (SF-21 to SF-25)."""
    seats, (owner, at) = len(state.tribes), taken
    assert state.tower == owner
    assert turns.total() - at == (seats - 1 - owner if equal else seats - 1)
    if equal:
        assert len(set(turns.values())) == 1
    ranks = []
    for seat, it in enumerate(state.tribes):
        left = sum(1 for _ in it.nomads) + sum(1 for _ in it.devotions)
        right = it.shards + sum(1 for _ in it.outposts)
        points = left * right + (5 if seat == owner else 0)
        assert view(state, None).camps[seat].score == points
        ranks.append((points, it.shards, len(it.nomads)))
    best = [seat for seat in range(seats) if ranks[seat] == max(ranks)]
    found = result(state)
    assert found
    assert sorted(found.winners) == best


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_offered_is_what_the_rules_allow(seats: int) -> None:
    """Of all moves one could think of, exactly those are accepted that a computer is offered."""
    luck, state = Random(seats), new(seats, seats)
    while result(state) is None:
        assert set(offered(state)) == set(notation.moves(state))
        state = played(state, luck.choice(offered(state)))
