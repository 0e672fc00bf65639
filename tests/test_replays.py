"""Kept matches still end as they did: seed and moves are the whole match.

``python -m tests.test_replays`` plays a match for each number of players of each game that has
none, and keeps it. A kept match is never changed; when rules change on purpose, renew it.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.core.codec import codec
from games import GAMES
from games.contract import Memory, Seat
from tests.every_game import movers

FOLDER = Path(__file__).parent
KEPT = sorted(FOLDER.glob("*/replays/*.json"))


def name(path: Path) -> str:
    return f"{path.parent.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", KEPT, ids=name)
def test_a_kept_match_ends_as_it_did(path: Path) -> None:
    slug, kept = path.parent.parent.name, json.loads(path.read_text("utf-8"))
    state = replay(slug, kept)
    assert json.loads(codec(slug).dump_state(state)) == kept["end"]


def test_every_game_keeps_a_match_for_each_number_of_players() -> None:
    kept = {name(path) for path in KEPT}
    assert kept >= {
        f"{slug}/{seats}-players" for slug, game in GAMES.items() for seats in game.seats
    }


def replay(slug: str, kept: dict[str, Any]) -> Any:
    game, writer = GAMES[slug], codec(slug)
    options = writer.load_options(json.dumps(kept["options"]))
    state = game.setup(kept["seats"], options, Memory(), Random(f"{kept['seed']}/0"))
    for number, (seat, move) in enumerate(kept["moves"], 1):
        state = game.apply(
            state,
            Seat(seat),
            writer.load_move(json.dumps(move)),
            Random(f"{kept['seed']}/{number}"),
        )
    return state


def record(slug: str, seats: int) -> dict[str, Any]:
    game, seed = GAMES[slug], f"{slug}-{seats}"
    bot = next(iter(game.bots.values())).play
    moves: list[Any] = []
    state = game.setup(seats, game.options(), Memory(), Random(f"{seed}/0"))
    while not game.result(state):
        luck = Random(f"{seed}/bots/{len(moves)}")
        seat, ask = luck.choice(movers(slug, state, seats))
        move = bot(game.view(state, seat), ask, luck)
        moves.append([seat, json.loads(codec(slug).dump_move(move))])
        state = game.apply(state, seat, move, Random(f"{seed}/{len(moves)}"))
    end = json.loads(codec(slug).dump_state(state))
    return {
        "seats": seats,
        "seed": seed,
        "options": asdict(game.options()),
        "moves": moves,
        "end": end,
    }


if __name__ == "__main__":
    for slug, game in GAMES.items():
        for seats in game.seats:
            path = FOLDER / slug / "replays" / f"{seats}-players.json"
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(
                    json.dumps(record(slug, seats), separators=(",", ":")) + "\n", "utf-8"
                )
                print(f"kept {path.relative_to(FOLDER)}")
