"""A look as plain JSON values, for scripts: the same view, the same rights."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from app.core.codec import codec, contents
from app.core.values import Brought
from app.draw.look import Look, MatchLook, Person


def as_json(look: Look) -> dict[str, Any]:
    """The look for scripts: same view, same rights."""
    return {
        "code": look.code,
        "version": look.version,
        "me": look.me and look.me.id,
        "host": look.host and look.host.id,
        "game": look.game,
        "members": [_person_json(person) for person in look.people],
        "options": asdict(look.options),
        "knocks": [{"id": k.id, "name": k.name, "member": k.member} for k in look.knocks],
        "removed": [_person_json(person) for person in look.removed],
        "brought": [_brought_json(one) for one in look.brought],
        "settings": look.settings,
        "match": look.match and _match_json(look.match),
    }


def _match_json(match: MatchLook) -> dict[str, Any]:
    return {
        "game": match.game,
        "number": match.number,
        "seat": match.seat,
        "view": codec(match.game).show_view(match.view),
        "ask": match.ask
        and {
            "id": match.ask.id,
            "kinds": sorted(match.ask.kinds),
            "waiting": match.ask.waiting,
        },
        "waiting": [person.seat for person in match.waiting],
        "result": match.result and {"winners": sorted(match.result.winners)},
        "over": match.over,
        "paused": match.paused is not None,
    }


def _brought_json(one: Brought) -> dict[str, Any]:
    content = contents(one.kind).plain(one.content)
    return {"id": one.id, "kind": one.kind, "author": one.author, "tag": one.tag, **content}


def _person_json(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "colour": person.colour,
        "shape": person.shape,
        "seat": person.seat,
        "here": person.here,
        "bot": person.bot,
        "watching": person.watching,
    }
