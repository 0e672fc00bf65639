"""What an evening remembers for its games: from a match to the room, and from the room to the next.

SM-34: played scenarios are kept apart. SM-Q10: a room writes cards of its own.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from app.core import brought, lifecycle, people, play
from app.core.errors import RoomFull
from app.core.lifecycle import Start
from app.core.values import MemberId, Room
from games import GAMES
from games.contract import Item
from games.soulmates.deck import DECK

HOST = b"h" * 32
ROUNDS = 6
CARD = {"question": "Tea?", "answers": ["Yes", "No", "Both", "Never"]}


def evening(computers: int = 3) -> Room:
    """A host who looks on, and computers that play."""
    room = lifecycle.open_room("KLMR", None, 1.0)
    room = people.join(room, HOST, id=MemberId("ann"), name="Ann", mark=0, role="watcher", now=1.0)
    for number in range(computers):
        room = lifecycle.add_bot(room, HOST, "", id=MemberId(f"b{number}"), now=1.0)
    return room


def begun(room: Room, seed: str, game: str = "soulmates") -> Room:
    return lifecycle.start(room, HOST, game, {}, Start(seed, seed, 2.0))


def to_its_end(room: Room) -> Room:
    while turn := play.bot_turn(room):
        bot = GAMES[turn.game].bots[turn.strength].play
        room = play.play_bot(room, turn, bot(turn.view, turn.ask, Random(turn.seed)), 3.0)
    assert room.match
    assert room.match.result
    return room


def played(room: Room) -> tuple[str, ...]:
    """The scenarios that were read aloud, in this order."""
    assert room.match
    return tuple(past.scenario for past in room.match.state.past)


def known(room: Room) -> tuple[str, ...]:
    """What the match on the table was told at its start."""
    assert room.match
    return room.match.memory.seen


def remembering(room: Room, seen: tuple[str, ...]) -> Room:
    return replace(room, seen=MappingProxyType({"soulmates": seen}))


def test_a_room_remembers_all_its_matches_and_in_which_order() -> None:  # SM-34
    first = to_its_end(begun(evening(), "one"))
    second = to_its_end(begun(first, "two"))
    third = to_its_end(begun(second, "three"))
    assert known(first) == ()
    assert known(second) == played(first)
    assert known(third) == (*played(first), *played(second))
    assert len({*played(first), *played(second), *played(third)}) == 3 * ROUNDS


def test_again_remembers_too() -> None:  # SM-34
    first = to_its_end(begun(evening(), "one"))
    second = to_its_end(lifecycle.again(first, HOST, Start("two", "two", 4.0)))
    third = lifecycle.again(second, HOST, Start("three", "three", 5.0))
    assert known(second) == played(first)
    assert known(third) == (*played(first), *played(second))


def test_what_is_played_again_is_the_newest_again() -> None:  # SM-34
    """All cards were used: those of the match before stay out."""
    first = to_its_end(begun(remembering(evening(), DECK), "one"))
    second = to_its_end(begun(first, "two"))
    assert known(second) == (*(card for card in DECK if card not in played(first)), *played(first))
    assert not {*played(first)} & {*played(second)}


def test_the_lobby_between_two_matches_forgets_nothing() -> None:  # SM-34
    first = to_its_end(begun(evening(), "one"))
    lobby = lifecycle.end(first, HOST)
    assert known(begun(lobby, "two")) == played(first)


def test_a_match_that_was_cut_short_is_remembered_as_far_as_it_came() -> None:  # SM-34
    room = begun(evening(), "one")
    for _ in range(3):
        turn = play.bot_turn(room)
        assert turn
        bot = GAMES[turn.game].bots[turn.strength].play
        room = play.play_bot(room, turn, bot(turn.view, turn.ask, Random(turn.seed)), 3.0)
    assert room.match
    assert known(begun(lifecycle.end(room, HOST), "two")) == (room.match.state.scenario,)


def test_each_game_has_a_memory_of_its_own() -> None:  # SM-34
    first = to_its_end(begun(evening(2), "one"))
    other = to_its_end(begun(first, "two", "soulaween"))
    assert known(other) == ()
    assert known(begun(other, "three")) == played(first)


def written(room: Room, count: int) -> Room:
    for number in range(count):
        room = brought.bring(room, HOST, "card", "", CARD, id=f"own-{number}")
    return room


def test_cards_that_the_room_wrote_reach_the_game() -> None:  # SM-Q10
    room = begun(remembering(written(evening(), 2), DECK), "one")
    assert room.match
    assert room.match.memory.brought == (Item("own-0", "card"), Item("own-1", "card"))
    assert {"own-0", "own-1"} < {*room.match.state.stack}


def test_an_own_card_that_was_played_is_kept_apart_like_the_others() -> None:  # SM-34, SM-Q10
    room = written(evening(), 5)
    first = to_its_end(begun(remembering(room, DECK), "one"))
    own = {card for card in played(first) if card not in DECK}
    assert own
    again = begun(first, "two")
    assert again.match
    assert not own & {*again.match.state.stack}


def test_of_nine_own_cards_five_find_a_place() -> None:  # SM-Q10
    room = written(evening(), 5)
    for number in range(5, 9):
        with pytest.raises(RoomFull):
            brought.bring(room, HOST, "card", "", CARD, id=f"own-{number}")
    begins = begun(room, "one").match
    assert begins
    assert len(begins.memory.brought) == 5
