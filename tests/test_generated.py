"""Requests made from `/openapi.json`, good ones and bad ones, by anybody, in rooms of every kind.

10,000 of them: no answer is a 5xx, every refusal is a sentence, all others are as described.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from jsonschema_rs import Draft202012Validator
from schemathesis import Case, GenerationMode
from schemathesis.core import NotSet
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.copied_rooms import Original
from tests.server import Server, serving
from tests.test_rights import TABLE
from tests.visitors import Visitor, answer_all, seated, visitors

ROUTES = sorted({case.route for case in TABLE} - {"GET /openapi.json"})
IN_ALL = 10_000
OF_EACH = -(-IN_ALL // len(ROUTES))
NOBODY_MAY = {
    "POST /rooms/{code}/take-over",
    "POST /language",  # there is only one yet
    "POST /rooms/{code}/tv-language",
    "GET /rooms/{code}/wifi.svg",  # no host has typed one
    "POST /rooms/{code}/photos",  # what is made up is no photograph
    "GET /rooms/{code}/photos/{id}",
    "GET /rooms/{code}/photos/{id}/small",
}
"""No room here lacks a host."""
SENT_TWICE_BY = ("host", "guest", "stranger", "nobody")
"""Each case by all of these: with the ids as they were made up, and with those of the room."""
MODES = {"GET": [GenerationMode.POSITIVE], "POST": list(GenerationMode)}
"""Whoever only looks sends nothing that could be wrong."""
GENERATING = settings(
    max_examples=OF_EACH // len(SENT_TWICE_BY * 2) // 2 + 1,
    phases=[Phase.generate],
    database=None,
    derandomize=False,
    suppress_health_check=list(HealthCheck),
)
CODES_MADE_UP = 50
"""Of so many requests one goes to a code that was made up: more would lock the strangers out."""


class Kind(NamedTuple):
    """A room of one kind, and what its ids are called."""

    original: Original
    ids: dict[str, Any]
    """What a form may name of it; `removed` and `move` are for their own routes."""


@dataclass
class World:
    """The server, who asks, and the rooms there are."""

    http: httpx.Client
    schema: OpenApiSchema
    cookies: dict[str, str]
    kinds: dict[str, Kind]
    copies: dict[str, dict[str, Any]] = field(default_factory=dict)
    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    number: Iterator[int] = field(default_factory=count)

    @property
    def described(self) -> dict[str, Any]:
        return self.schema.raw_schema

    validators: dict[str, Draft202012Validator] = field(default_factory=dict)

    def validator(self, schema: dict[str, Any]) -> Draft202012Validator:
        """Made once: the components are large."""
        if str(schema) not in self.validators:
            whole = {**schema, "components": self.described["components"]}
            self.validators[str(schema)] = Draft202012Validator(whole)
        return self.validators[str(schema)]

    def copy(self, kind: str) -> dict[str, Any]:
        """The ids of a room of that kind that nobody has changed yet."""
        if kind not in self.copies:
            original, ids = self.kinds[kind]
            fresh = original.copy()
            self.copies[kind] = {
                name: fresh.get(id, id) if isinstance(id, str) else id for name, id in ids.items()
            }
        return self.copies[kind]


# --- the test ---


@pytest.mark.slow
@pytest.mark.parametrize("route", ROUTES)
def test_whatever_is_sent_is_answered_as_described(world: World, route: str) -> None:
    method, _, path = route.partition(" ")
    operation = world.schema[path][method]
    sent, kinds, reading = 0, cycle(world.kinds), cycle((True, True, False))

    def sends(case: Case[Any]) -> None:
        nonlocal sent
        for number, who in enumerate(SENT_TWICE_BY * 2):
            if sent < OF_EACH:
                sent += 1
                send(world, route, case, who, next(kinds), known=number >= 4, script=next(reading))

    for round in count():
        for mode in MODES[method]:
            made = given(operation.as_strategy(generation_mode=mode))(sends)
            GENERATING(seed(round)(made))()
        if sent == OF_EACH:
            break
    done = any(world.answers[route, status] for status in (200, 201, 204, 303))
    assert done or route in NOBODY_MAY, "all of it was refused"


def send(
    world: World, route: str, case: Case[Any], who: str, kind: str, *, known: bool, script: bool
) -> None:
    room, number = world.copy(kind), next(world.number)
    made_up = number % CODES_MADE_UP == 0
    code = case.path_parameters.get("code", "-") if made_up else room["code"]
    headers = {
        "Accept": "application/json" if script else "text/html",
        "Cookie": world.cookies[who],
        "X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}",
    }
    content = written(case, named(route, room, number) if known else {})
    if content is not None:
        headers["Content-Type"] = case.media_type or "application/json"
    with world.http.stream(
        case.method,
        case.path.format(**{**(case.path_parameters or {}), "code": code}),
        params={"code": code} if known and route == "GET /join" else case.query,
        headers=headers,
        content=content,
    ) as answer:
        body = first_of(answer)
    world.http.cookies.clear()
    world.answers[route, answer.status_code] += 1
    if case.method == "POST" and answer.status_code < 400:
        world.copies.pop(kind, None)
    told = f"{route} by {who} in {kind}: {content!r}\n{answer.status_code} {body[:300]!r}"
    check(world, route, answer, body, told)


def named(route: str, room: dict[str, Any], number: int) -> dict[str, Any]:
    """The room's own ids, by the fields of this route."""
    match route.rpartition("/")[2]:
        case "pardon":
            return {"member": room["removed"]}
        case "moves" if number // len(SENT_TWICE_BY * 2) % 2:
            return {"ask": room["ask"], **room["move"]}
        case _:
            return room


def written(case: Case[Any], ids: dict[str, Any]) -> bytes | None:
    """The body as it goes over the wire, the room's own ids where it names some."""
    body = case.body
    if isinstance(body, NotSet):
        return None
    if isinstance(body, dict):
        whole = (
            ids if "kind" in ids else {name: ids.get(name, value) for name, value in body.items()}
        )
        body = whole
    if isinstance(body, bytes):
        return body
    if case.media_type == "application/json":
        return json.dumps(body).encode()
    if not isinstance(body, dict):
        return str(body).encode()
    return urlencode(
        [
            (name, json.dumps(one) if isinstance(one, (bool, dict)) else one)
            for name, value in body.items()
            for one in (value if isinstance(value, list) else [value])
            if one is not None
        ],
        errors="replace",
    ).encode()


def first_of(answer: httpx.Response) -> bytes:
    """All of an answer; of a stream, that it begins."""
    if answer.headers.get("content-type", "").startswith("text/event-stream"):
        return next(answer.iter_raw())
    return answer.read()


# --- what must be true ---


def check(world: World, route: str, answer: httpx.Response, body: bytes, told: str) -> None:
    method, _, path = route.partition(" ")
    answers = world.described["paths"][path][method.lower()]["responses"]
    status, kind = answer.status_code, answer.headers.get("content-type", "").partition(";")[0]
    assert status < 500, told
    if status >= 400:
        assert_sentence(kind, body, told)
        return
    assert str(status) in answers, told
    content = answers[str(status)].get("content", {})
    if status == 303:
        assert answer.headers["location"].startswith("/"), told
    elif not content:
        assert body == b"", told
    else:
        assert kind in content, told
        if kind == "application/json":
            world.validator(content[kind]["schema"]).validate(json.loads(body))


SENTENCE = re.compile(r"\s*[A-Z].*[.?]\s*", re.DOTALL)


def assert_sentence(kind: str, body: bytes, told: str) -> None:
    if kind == "application/problem+json":
        problem = json.loads(body)
        assert problem.keys() == {"title", "status", "detail"}, told
        assert SENTENCE.fullmatch(problem["detail"]), told
    else:
        assert kind == "text/html", told
        assert any(map(SENTENCE.fullmatch, re.split("<[^>]*>", body.decode()))), told


# --- the rooms ---


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with (
        serving(tmp_path_factory.mktemp("generated")) as server,
        visitors(server.url, 4) as (ann, bob, cid, dot),
        httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=20) as http,
    ):
        dot.join(dot.open_room(), "Dot")
        kinds = {kind: room_of(kind, server, ann, bob, cid) for kind in KINDS}
        cookies = {
            "host": ann.cookie.removeprefix("Cookie: "),
            "guest": bob.cookie.removeprefix("Cookie: "),
            "stranger": dot.cookie.removeprefix("Cookie: "),
            "nobody": "",
        }
        schema = schemathesis.openapi.from_dict(http.get("/openapi.json").json())
        asked = World(http, schema, cookies, kinds)
        yield asked
        for kind in kinds.values():
            kind.original.close()
        statuses = Counter[int]()
        for (_, status), times in asked.answers.items():
            statuses[status] += times
        print(f"\n{statuses.total()} requests: {sorted(statuses.items())}")


MOVES: dict[str, dict[str, Any]] = {
    "soulmates": {"kind": "pick"},
    "soulaween": {"kind": "put", "cell": 7, "side": "panic"},
}
"""The first one; in Soulmates it names a card as well."""
KINDS = ("lobby", "locked", "soulmates", "soulaween", "over")


def room_of(kind: str, server: Server, ann: Visitor, bob: Visitor, cid: Visitor) -> Kind:
    cid.http.cookies.clear()
    if kind in ("lobby", "locked"):
        bob.join(ann.join(ann.open_room(), "Ann").code, "Bob")
        ann.post("choose", game="soulaween")
        assert ann.post("bots", strength="easy").is_success, "one more than there are places"
    else:
        seated([ann, bob], game="soulaween" if kind == "soulaween" else "soulmates")
    card = {"question": "Tea?", "answers": ["Yes", "No", "Both", "Never"]}
    assert ann.post("brought", kind="card", **card).is_success
    if kind == "over":
        while not ann.look()["match"]["over"]:
            answer_all([ann, bob])
    removed = cid.join(ann.code, "Cid", role="watcher").member
    ann.post("remove", member=removed)
    cid.http.cookies.clear()
    assert cid.post("knock", name="Cid").is_success
    ann.post("lock", on=kind == "locked")
    look = ann.look()
    match = look["match"] or {}
    offer = (match.get("view") or {}).get("offer") or [""]
    ids = {
        "code": ann.code,
        "member": bob.member,
        "eyes": bob.member,
        "first": ann.member,
        "ask": (match.get("ask") or {}).get("id", "none"),
        "card": offer[0],
        "game": "soulaween",
        "answers": card["answers"],
        "id": look["brought"][0]["id"],
        "removed": removed,
        "move": MOVES.get(kind, {}) | ({"card": offer[0]} if kind == "soulmates" else {}),
        "knock": look["knocks"][0]["id"],
    }
    return Kind(Original(server.database, ann.code), ids)
