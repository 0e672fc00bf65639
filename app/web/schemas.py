"""The JSON interface's values as JSON schema: forms, looks, and what each game adds to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from app.core.codec import codec, contents
from app.draw.json import LookJson
from app.web.forms import Form
from games import GAMES

Schema: TypeAlias = dict[str, Any]

REFS = "#/components/schemas/{model}"
SENTENCE: Schema = {"type": "string", "minLength": 1}
PROBLEM: Schema = {
    "type": "object",
    "description": "A refusal (RFC 9457): `detail` says it in a sentence for people.",
    "properties": {"title": {"type": "string"}, "status": {"type": "integer"}, "detail": SENTENCE},
    "required": ["title", "status", "detail"],
    "additionalProperties": False,
}
CREATED: Schema = {
    "type": "object",
    "description": "Where it is, and who you are in it.",
    "properties": {
        "code": {"type": "string"},
        "url": {"type": "string"},
        "member": {"type": ["string", "null"], "description": "Null as long as you are nobody."},
    },
    "required": ["code", "url"],
    "additionalProperties": False,
}
ENVELOPE: Schema = {
    "ask": {"type": "string", "description": "The id of the ask that it answers."},
    "seat": {
        "type": ["integer", "string"],
        "description": "For whom, where one device plays for several.",
    },
}


def ref(name: str) -> Schema:
    return {"$ref": REFS.format(model=name)}


def components(forms: Iterable[type[Form]]) -> dict[str, Schema]:
    """Everything that the routes refer to, by name."""
    forms = tuple(forms)
    _, read = models_json_schema([(form, "validation") for form in forms], ref_template=REFS)
    found: dict[str, Schema] = {"Problem": PROBLEM, "Created": CREATED, **read.get("$defs", {})}
    for form in forms:
        if form.model_config.get("extra") == "allow":
            more = _with_contents if "kind" in form.model_fields else _with_options
            found |= more(form.__name__, found[form.__name__])
    return found | _moves() | _look()


def _with_options(name: str, form: Schema) -> dict[str, Schema]:
    """A form that takes a game's own options as well: one for each game."""
    found: dict[str, Schema] = {}
    for slug in GAMES:
        own = _of_game(slug, "options", found)
        properties = form["properties"] | {"game": {"const": slug, "type": "string"}}
        found[f"{slug}.{name}"] = {
            **form,
            "title": f"{GAMES[slug].title}: {name}",
            "properties": properties | own.get("properties", {}),
            "additionalProperties": False,
        }
    return found | {name: _one_of("game", {slug: f"{slug}.{name}" for slug in GAMES})}


def _with_contents(name: str, form: Schema) -> dict[str, Schema]:
    """A form that takes whatever a kind of thing consists of: one for each kind."""
    found: dict[str, Schema] = {}
    kinds = {
        kind: f"{kind}.{name}"
        for game in GAMES.values()
        for kind, brings in game.brings.items()
        if not brings.picture
    }
    for kind, named in kinds.items():
        own = contents(kind).describe(REFS)
        properties = form["properties"] | {"kind": {"const": kind, "type": "string"}}
        found[named] = {
            **form,
            "properties": properties | own["properties"],
            "required": ["kind", *own.get("required", ())],
            "additionalProperties": False,
        }
    return found | {name: _one_of("kind", kinds)}


def _moves() -> dict[str, Schema]:
    """Each game's moves; two games may have one of the same kind."""
    found: dict[str, Schema] = {}
    for slug in GAMES:
        kinds = {}
        for kind in GAMES[slug].moves:
            kinds[kind.kind] = f"{slug}.{kind.__name__}"
        own = _of_game(slug, "move", found)
        if len(kinds) == 1:
            found[next(iter(kinds.values()))] = own
        for name in kinds.values():
            move = found[name]
            found[name] = move | {
                "properties": ENVELOPE | move["properties"],
                "required": ["ask", "kind", *move.get("required", ())],
            }
        found[f"{slug}.Move"] = _one_of("kind", kinds)
    return found | {"Move": {"anyOf": [ref(f"{slug}.Move") for slug in GAMES]}}


def _look() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for slug in GAMES:
        found[f"{slug}.View"] = _of_game(slug, "view", found)
    look = TypeAdapter(LookJson).json_schema(ref_template=REFS, mode="serialization")
    found |= look.pop("$defs")
    found["MatchJson"]["properties"]["view"] = {"anyOf": [ref(f"{slug}.View") for slug in GAMES]}
    return found | {"Look": look}


def _of_game(slug: str, what: Any, found: dict[str, Schema]) -> Schema:
    """The schema, and into `found` whatever it refers to, under the game's name."""
    schema = codec(slug).describe(what, REFS.format(model=f"{slug}.{{model}}"))
    found |= {f"{slug}.{name}": inner for name, inner in schema.pop("$defs", {}).items()}
    return schema


def _one_of(field: str, names: dict[str, str]) -> Schema:
    mapping = {value: REFS.format(model=name) for value, name in names.items()}
    return {
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": field, "mapping": mapping},
    }
