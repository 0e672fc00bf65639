"""What of a room, a member and a match is kept, and how each part is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from app.core.codec import codec
from app.core.values import Knock, Options
from games.contract import Memory, Result, Seat

Columns: TypeAlias = Mapping[str, Callable[[Any], object]]
"""What of a value is kept, and how each part is written down."""

OPTIONS = TypeAdapter(Options)
SEEN = TypeAdapter(dict[str, tuple[str, ...]])
KNOCKS = TypeAdapter(
    tuple[Knock, ...], config={"ser_json_bytes": "base64", "val_json_bytes": "base64"}
)
STRINGS = TypeAdapter(tuple[str, ...])
SETTINGS = TypeAdapter(dict[str, dict[str, Any]])
MEMORY = TypeAdapter(Memory)
SEATS = TypeAdapter(frozenset[Seat])
RESULT = TypeAdapter(Result | None)


def _plain(*names: str) -> Columns:
    return {name: attrgetter(name) for name in names}


ROOM: Columns = {
    **_plain("version", "touched", "closed", "host", "created", "opener", "due"),
    "match": lambda room: room.match and room.match.id,
    "options": lambda room: OPTIONS.dump_json(room.options).decode(),
    "seen": lambda room: SEEN.dump_json(dict(room.seen)).decode(),
    "knocks": lambda room: KNOCKS.dump_json(room.knocks).decode(),
    "settings": lambda room: SETTINGS.dump_json(dict(room.settings)).decode(),
}
MEMBER: Columns = _plain(
    "id",
    "name",
    "mark",
    "role",
    "bot",
    "device",
    "keeper",
    "hands",
    "epoch",
    "place",
    "joined",
    "away",
    "line",
)
MATCH: Columns = {
    **_plain("id", "number", "game", "seed", "made", "paused", "due", "started", "ended"),
    "options": lambda match: codec(match.game).dump_options(match.options),
    "memory": lambda match: MEMORY.dump_json(match.memory).decode(),
    "format": lambda match: match.rules.format,
    "seats": lambda match: STRINGS.dump_json(match.seats).decode(),
    "state": lambda match: codec(match.game).dump_state(match.state),
    "stand_ins": lambda match: SEATS.dump_json(match.stand_ins).decode(),
    "result": lambda match: RESULT.dump_json(match.result).decode(),
}
