"""Over a run of moves, not only in one picture: what is hidden shows in no message and no refusal.

Two worlds that some eyes cannot tell apart are played on by the others, who may answer differently
in each. As long as nothing of the difference has come out, those eyes get the same messages in the
same order, byte for byte, and whatever they try is answered with the same words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from app.core import play
from app.core.codec import codec
from app.core.errors import sentence
from app.core.values import Room
from app.draw.islands import Islands
from app.web.stream import Listener
from games import GAMES
from games.contract import Seat, Viewer
from tests.every_game import (
    PAGES,
    everyone,
    moments,
    movers,
    played_on,
    playthrough,
    room_of,
    tables,
)
from tests.test_leaks import places
from tests.test_secrets import worlds

PAIRS, STEPS = 100, 4
HIDING = {
    slug: options
    for slug, game in GAMES.items()
    for options in reversed(tables(slug).values())
    if any(game.hides(state) for _, state in moments(slug, 0, options))
}
"""The first table of each game at which something is hidden."""


@dataclass
class World:
    """A match, and all that one pair of eyes hears of it: a page and a script."""

    slug: str
    room: Room
    eyes: Viewer

    def __post_init__(self) -> None:
        self.me = None if self.eyes is None else self.room.members[self.eyes]
        services = SimpleNamespace(islands=Islands(PAGES))
        context: Any = SimpleNamespace(language="en", services=services)
        self.listeners = [Listener(context, self.me, "", way, True) for way in (False, True)]

    @property
    def state(self) -> Any:
        assert self.room.match
        return self.room.match.state

    def heard(self) -> list[bytes]:
        return [listener._picture(self.room, self.me) for listener in self.listeners]

    def move(self, seat: Seat, luck: Random) -> None:
        game = GAMES[self.slug]
        ask = game.ask(self.state, seat)
        assert ask
        bot, *_ = game.bots.values()
        move = bot.play(game.view(self.state, seat), ask, luck)
        state = game.apply(self.state, seat, move, luck)
        self.room = replace(played_on(self.room, state), version=self.room.version + 1)

    def refusals(self, tries: list[dict[str, object]]) -> list[object]:
        if self.me is None:
            return []
        return [self._refusal(fields) for fields in tries]

    def _refusal(self, fields: dict[str, object]) -> object:
        assert self.me
        ask = GAMES[self.slug].ask(self.state, Seat(self.eyes or 0))
        try:
            play.play(self.room, self.me.device, {"ask": ask.id if ask else "x", **fields}, 9.0)
        except Exception as error:
            return type(error), sentence(error)
        return "done"


@pytest.mark.parametrize("slug", HIDING)
def test_f31_two_runs_that_look_alike_sound_alike(slug: str) -> None:
    options = HIDING[slug]
    found = [(n, state) for n, state in moments(slug, 0, options) if GAMES[slug].hides(state)]
    tries, told = attempts(slug, options), 0
    for number in range(PAIRS):
        luck = Random(f"{slug}/{number}")
        seats, state = luck.choice(found)
        eyes = luck.choice(everyone(seats))
        other = worlds(slug).twin(state, eyes, luck)
        here, there = (World(slug, room_of(slug, one, seats), eyes) for one in (state, other))
        for step in range(STEPS):
            if not alike(slug, here.state, there.state, eyes):
                break
            assert here.heard() == there.heard(), (number, step)
            assert here.refusals(tries) == there.refusals(tries), (number, step)
            told += here.state != there.state
            if GAMES[slug].result(here.state):
                break
            seat = luck.choice(movers(slug, here.state, seats))[0]
            for world, seed in ((here, "here"), (there, "here" if seat == eyes else "there")):
                world.move(seat, Random(f"{number}/{step}/{seed}"))
    assert told > PAIRS // 10, "worlds that differ were compared"


def alike(slug: str, here: Any, there: Any, eyes: Viewer) -> bool:
    """Do they differ in nothing that those eyes can know?"""
    one, other = dict(places(here)), dict(places(there))
    differing = {path for path in one.keys() | other.keys() if one.get(path) != other.get(path)}
    unknown = worlds(slug).unknown(here, eyes) & worlds(slug).unknown(there, eyes)
    return all(any(path[: len(place)] == place for place in unknown) for path in differing)


def attempts(slug: str, options: Any) -> list[dict[str, object]]:
    """A move of each kind, as somebody made it once."""
    made = {
        step.move.kind: step.move
        for seed in range(3)
        for step in playthrough(slug, min(GAMES[slug].seats), seed, options)
        if step.move
    }
    return [json.loads(codec(slug).dump_move(move)) for move in made.values()]
