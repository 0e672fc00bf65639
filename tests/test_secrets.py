"""If you cannot know it, you cannot get it: two worlds, byte for byte.

Each game brings ``worlds.py``, which goes by the rules and never asks the view: `WORLDS`, pairs by
hand with who is blind to their difference; ``unknown(state, eyes)``, the places in a state that
those eyes cannot know; ``twin(state, eyes, luck)``, a world that differs in all of these.
tests/test_leaks.py tries whether a leak would be noticed here.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import pytest

from app.draw.texts import content
from games import GAMES
from games.contract import Seat
from tests.every_game import everyone, moments, room_of, seen, tables
from tests.server import Server
from tests.visitors import JSON, Visitor, seated

EXAMPLES = 10_000
MATCHES = 200
OPEN = [slug for slug, game in GAMES.items() if not any(game.hides(s) for _, s in moments(slug))]
"""Nothing is hidden at their usual table."""
PATHS = (
    "/rooms/{code}",
    "/rooms/{code}/menu",
    "/rooms/{code}/help",
    "/rooms/{code}/scores",
    "/tv/{code}",
    "/rooms/{code}/moves",
    "/rooms/{code}/nowhere",
)


def worlds(slug: str) -> Any:
    return import_module(f"tests.{slug}.worlds")


@pytest.mark.parametrize("slug", GAMES)
def test_two_worlds_look_the_same_to_those_who_cannot_tell_and_differ_to_the_others(
    slug: str,
) -> None:
    for seats, here, there, blind in worlds(slug).WORLDS:
        rooms = room_of(slug, here, seats), room_of(slug, there, seats)
        for eyes in everyone(seats):
            same = seen(rooms[0], eyes) == seen(rooms[1], eyes)
            assert same == (eyes in blind), f"{eyes} in {there}"


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_ten_thousand_states_show_nothing_a_seat_may_not_know(slug: str) -> None:  # F30
    found = [
        moment
        for options in tables(slug).values()
        for seed in (0, 1)
        for moment in moments(slug, seed, options)
    ]
    here = cache(lambda moment, eyes: seen(room_of(slug, found[moment][1], found[moment][0]), eyes))
    for number in range(EXAMPLES // 20 if slug in OPEN else EXAMPLES):
        luck = Random(number)
        moment = luck.randrange(len(found))
        seats, state = found[moment]
        eyes = luck.choice(everyone(seats))
        other = worlds(slug).twin(state, eyes, luck)
        same = here(moment, eyes) == seen(room_of(slug, other, seats), eyes)
        assert same, (number, state, other, eyes)


@pytest.mark.parametrize("slug", GAMES)
def test_while_a_game_says_that_it_hides_nothing_no_seat_has_a_secret(slug: str) -> None:
    """Else a phone for two would show it without a curtain. What nobody knows is no secret."""
    for options in tables(slug).values():
        for seats, state in moments(slug, 0, options):
            if not GAMES[slug].hides(state):
                unknown = [worlds(slug).unknown(state, Seat(seat)) for seat in range(seats)]
                assert all(places == unknown[0] for places in unknown)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug not in OPEN])
def test_a_twin_is_another_world(slug: str) -> None:
    """Else the test above could not fail."""
    states = [(seats, state) for seats, state in moments(slug) if not GAMES[slug].result(state)]
    others = [worlds(slug).twin(state, None, Random(n)) for n, (_, state) in enumerate(states)]
    differing = [state != other for (_, state), other in zip(states, others, strict=True)]
    assert sum(differing) > len(states) // 2


@pytest.mark.parametrize("slug", GAMES)
def test_who_watches_sees_what_the_tv_sees(slug: str) -> None:  # F33
    for seats, state in moments(slug)[::7]:
        room = room_of(slug, state, seats)
        tv, watcher = seen(room, None), seen(room, Seat(seats))
        public = tv[: tv.index("{'code'")]
        assert public in watcher


@pytest.mark.slow
def test_cards_that_only_one_may_see_are_on_no_page_of_the_others(
    server: Server, table: list[Visitor]
) -> None:  # F32
    first, other, tv = *seated(table[:2]), table[2]
    texts, hits = content("soulmates", "en")["scenarios"], []
    for _ in range(MATCHES):
        canaries = [
            word
            for id in first.look()["match"]["view"]["offer"]
            for word in (id, texts[id].question, *texts[id].answers)
            if len(word) > 12
        ]
        for eyes, path in product((other, tv), PATHS):
            at = path.format(code=first.code)
            page = eyes.http.get(at).text + eyes.http.get(at, headers=JSON).text
            hits += [(path, word) for word in canaries if word in page or escape(word) in page]
        assert first.post("end").is_success
        assert first.post("matches", game="soulmates", first=first.member).status_code == 201
    assert hits == []
    assert not any(card.question in server.log for card in texts.values())
