"""A look as plain JSON values, for scripts: the same view, the same rights.

Its types are what scripts are told of it, so that the description is never another than the look.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import GetPydanticSchema
from typing_extensions import TypedDict

from app.core.codec import codec, contents
from app.core.values import Brought, Options
from app.draw.look import Look, MatchLook, Person
from games.contract import Talk


def _parts_of(kind: type) -> GetPydanticSchema:
    """What `asdict` makes of that dataclass."""
    return GetPydanticSchema(lambda _, describe: describe(kind))


class PersonJson(TypedDict):
    id: str
    name: str
    colour: str
    shape: str
    seat: int | None
    here: bool
    bot: bool
    watching: bool
    sits_out: bool


class KnockJson(TypedDict):
    id: str
    name: str
    member: str | None


class AskJson(TypedDict):
    id: str
    kinds: list[str]
    waiting: bool


class ResultJson(TypedDict):
    winners: list[int]


class TalkJson(TypedDict):
    id: str
    seats: list[int]
    count: int
    of: int
    about: str


class MatchJson(TypedDict):
    game: str
    number: int
    seat: int | None
    view: Any
    """As the game has it."""
    ask: AskJson | None
    waiting: list[int | None]
    result: ResultJson | None
    talk: TalkJson | None
    over: bool
    paused: bool


class LookJson(TypedDict):
    code: str
    version: int
    me: str | None
    host: str | None
    game: str
    members: list[PersonJson]
    options: Annotated[dict[str, Any], _parts_of(Options)]
    knocks: list[KnockJson]
    removed: list[PersonJson]
    brought: list[dict[str, Any]]
    """With `id`, `kind`, `author`, `tag`, and what the game says of such a thing."""
    settings: dict[str, Any]
    """The options of the next match; people by their ids."""
    match: MatchJson | None


def as_json(look: Look) -> LookJson:
    return {
        "code": look.code,
        "version": look.version,
        "me": look.me.id if look.me else None,
        "host": look.host.id if look.host else None,
        "game": look.game,
        "members": [_person_json(person) for person in look.people],
        "options": {name: value for name, value in asdict(look.options).items() if name != "wifi"},
        "knocks": [{"id": k.id, "name": k.name, "member": k.member} for k in look.knocks],
        "removed": [_person_json(person) for person in look.removed],
        "brought": [_brought_json(one) for one in look.brought],
        "settings": look.settings,
        "match": _match_json(look.match) if look.match else None,
    }


def _match_json(match: MatchLook) -> MatchJson:
    ask, result = match.ask, match.result
    return {
        "game": match.game,
        "number": match.number,
        "seat": match.seat,
        "view": codec(match.game).show_view(match.view),
        "ask": {"id": ask.id, "kinds": sorted(ask.kinds), "waiting": ask.waiting} if ask else None,
        "waiting": [person.seat for person in match.awaited],
        "result": {"winners": sorted(result.winners)} if result else None,
        "talk": _talk_json(match.talk) if match.talk else None,
        "over": match.over,
        "paused": match.paused is not None,
    }


def _talk_json(talk: Talk) -> TalkJson:
    return {
        "id": talk.id,
        "seats": [*talk.seats],
        "count": talk.count,
        "of": talk.of,
        "about": talk.about,
    }


def _brought_json(one: Brought) -> dict[str, Any]:
    content = contents(one.kind).plain(one.content)
    return {"id": one.id, "kind": one.kind, "author": one.author, "tag": one.tag, **content}


def _person_json(person: Person) -> PersonJson:
    return {
        "id": person.id,
        "name": person.name,
        "colour": person.colour,
        "shape": person.shape,
        "seat": person.seat,
        "here": person.here,
        "bot": person.bot,
        "watching": person.watching,
        "sits_out": person.sits_out,
    }
