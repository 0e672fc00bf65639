"""How a game is written down: its dataclasses to text and back, forms to moves and options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, with_config

from app.core.posted import last, unrolled
from games import GAMES
from games.contract import AnyGame


class Codec:
    """One game's reader and writer, built once from the types the game declares."""

    def __init__(self, game: AnyGame) -> None:
        strict = with_config(ConfigDict(extra="forbid"))
        kinds = tuple(strict(kind) for kind in game.moves)
        union: Any = reduce(or_, kinds)
        if len(kinds) > 1:  # a discriminator needs a choice
            union = Annotated[union, Field(discriminator="kind")]
        self._game = game
        self._state: TypeAdapter[Any] = TypeAdapter(game.state)
        self._move: TypeAdapter[Any] = TypeAdapter(union)
        self._view: TypeAdapter[Any] = TypeAdapter(game.view_type)
        self._options: TypeAdapter[Any] = TypeAdapter(strict(game.options))

    def dump_state(self, state: object) -> str:
        return self._state.dump_json(state).decode()

    def load_state(self, text: str) -> Any:
        return self._state.validate_json(text)

    def dump_move(self, move: object) -> str:
        return self._move.dump_json(move).decode()

    def load_move(self, text: str) -> Any:
        return self._move.validate_json(text)

    def read_move(self, fields: Mapping[str, object]) -> Any:
        """A move from a form or from JSON. Raises ValidationError when its shape is wrong."""
        said = last(fields.get("kind"))
        moves = self._game.moves
        shape = next((kind for kind in moves if kind.kind == said), moves[0])
        return self._move.validate_python(unrolled(fields, shape))

    def dump_options(self, options: object) -> str:
        return self._options.dump_json(options).decode()

    def load_options(self, text: str) -> Any:
        return self._options.validate_json(text)

    def read_options(self, fields: Mapping[str, object]) -> Any:
        """Options from a form or from JSON. Raises ValidationError when their shape is wrong."""
        return self._options.validate_python(unrolled(fields, self._game.options))

    def show_view(self, view: object) -> Any:
        """A view as plain JSON values."""
        return self._view.dump_python(view, mode="json")

    def describe(self, what: Literal["move", "options", "view"], refs: str) -> dict[str, Any]:
        """As JSON schema; `refs` says where each of its definitions will lie."""
        match what:
            case "move":
                return self._move.json_schema(ref_template=refs)
            case "options":
                return self._options.json_schema(ref_template=refs)
            case "view":
                return self._view.json_schema(ref_template=refs, mode="serialization")


@cache
def codec(slug: str) -> Codec:
    return Codec(GAMES[slug])
