"""How a game is written down: its dataclasses to text and back, forms to moves and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter

from app.core.posted import last, unrolled
from games import GAMES
from games.contract import AnyGame, Brings, Seat


class Codec:
    """One game's reader and writer, built once from the types the game declares."""

    def __init__(self, game: AnyGame) -> None:
        for kind in (game.state, game.options, *game.moves):
            _forbid_extras(kind)
        union: Any = reduce(or_, game.moves)
        if len(game.moves) > 1:  # a discriminator needs a choice
            union = Annotated[union, Field(discriminator="kind")]
        self._game = game
        self._state: TypeAdapter[Any] = TypeAdapter(game.state)
        self._move: TypeAdapter[Any] = TypeAdapter(union)
        self._view: TypeAdapter[Any] = TypeAdapter(game.view_type)
        self._options: TypeAdapter[Any] = TypeAdapter(game.options)
        hints = get_type_hints(game.options)
        self._people = [f.name for f in fields(game.options) if Seat in get_args(hints[f.name])]
        """The options that name a person."""

    def dump_state(self, state: object) -> str:
        return self._state.dump_json(state).decode()

    def load_state(self, text: str) -> Any:
        """Raises ValidationError for whatever `dump_state` would not have written."""
        return self._state.validate_json(text, strict=True)

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
        return self._options.validate_json(text, strict=True)

    def read_settings(self, fields: Mapping[str, object]) -> dict[str, Any]:
        """Options as a room keeps them: plain values, and people by their ids.

        Raises ValidationError when their shape is wrong.
        """
        given = unrolled(fields, self._game.options)
        people = {name: str(given.get(name) or "") for name in self._people}
        rest = {name: value for name, value in given.items() if name not in people}
        options = self._options.validate_python(rest)
        return {**self._options.dump_python(options, mode="json"), **people}

    def options(self, settings: Mapping[str, Any], seats: Sequence[str] = ()) -> Any:
        """Those options for a match of these people; whoever does not play is named by none."""
        found = {
            name: seats.index(settings[name]) if settings.get(name) in seats else None
            for name in self._people
        }
        return self._options.validate_python({**settings, **found})

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


class Contents:
    """The reader and writer of one kind of thing that people bring."""

    def __init__(self, brings: Brings) -> None:
        _forbid_extras(brings.content)
        self.brings = brings
        self._content: TypeAdapter[Any] = TypeAdapter(brings.content)

    def read(self, fields: Mapping[str, object]) -> Any:
        return self._content.validate_python(dict(fields))

    def dump(self, content: object) -> str:
        return self._content.dump_json(content).decode()

    def load(self, text: str) -> Any:
        return self._content.validate_json(text, strict=True)

    def describe(self, refs: str) -> dict[str, Any]:
        """As JSON schema; `refs` says where each of its definitions will lie."""
        return self._content.json_schema(ref_template=refs)

    def plain(self, content: object) -> Any:
        return self._content.dump_python(content, mode="json")


@cache
def contents(kind: str) -> Contents:
    """Raises KeyError for what no game lets people bring."""
    return Contents({kind: b for game in GAMES.values() for kind, b in game.brings.items()}[kind])


def _forbid_extras(kind: Any) -> None:
    """Nothing unknown is read into this type, nor into what it is made of."""
    if is_dataclass(kind) and "__pydantic_config__" not in vars(kind):
        kind.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[union-attr]  # where pydantic looks for it
        for part in get_type_hints(kind).values():
            _forbid_extras(part)
    for part in get_args(kind):
        _forbid_extras(part)
