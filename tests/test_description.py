"""`/openapi.json` says what is so: every route, every body, every answer (H27)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from jsonschema_rs import Draft202012Validator

from app.web.security import POLICY
from games import GAMES
from tests.server import Server
from tests.test_rights import TABLE
from tests.test_shapes import LOBBY
from tests.visitors import Visitor, answer_all, seated, visitors

BOTH = {"application/json", "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    answer = httpx.get(f"{server.url}/openapi.json")
    assert answer.status_code == 200
    read: dict[str, Any] = answer.json()
    return read


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def fits(described: dict[str, Any], schema: dict[str, Any], value: Any) -> bool:
    return Draft202012Validator({**schema, "components": described["components"]}).is_valid(value)


def body_of(described: dict[str, Any], route: str) -> dict[str, Any]:
    content = dict(operations(described))[route]["requestBody"]["content"]
    assert content.keys() == BOTH, route
    assert len({str(media["schema"]) for media in content.values()}) == 1
    schema: dict[str, Any] = content["application/json"]["schema"]
    return schema


def test_it_has_every_route_and_no_other(described: dict[str, Any]) -> None:
    routes = {case.route for case in TABLE} - {"GET /openapi.json"}
    assert {route for route, _ in operations(described)} == routes


def test_every_body_is_described_as_json_and_as_a_form(described: dict[str, Any]) -> None:
    for route, operation in operations(described):
        if route.startswith("POST"):
            body_of(described, route)
        else:
            assert "requestBody" not in operation, route


@pytest.mark.parametrize(
    ("route", "fields"),
    [
        *((case.route, case.fields) for case in TABLE if case.route.startswith("POST")),
        *((f"POST /rooms/{{code}}/{verb}", fields) for verb, fields in LOBBY),
    ],
)
def test_what_the_server_takes_is_as_described(
    described: dict[str, Any], route: str, fields: dict[str, Any]
) -> None:
    schema = body_of(described, route)
    assert fits(described, schema, fields)
    assert not fits(described, schema, {**fields, "chair": 1})


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_of_every_game_is_described(described: dict[str, Any], slug: str) -> None:
    schemas = described["components"]["schemas"]
    kinds = schemas[f"{slug}.Move"]["discriminator"]["mapping"]
    assert kinds.keys() == {kind.kind for kind in GAMES[slug].moves}
    for name in kinds.values():
        move = schemas[name.rpartition("/")[2]]
        assert {"ask", "seat", "kind"} <= move["properties"].keys()
        assert {"ask", "kind"} <= set(move["required"])
        assert move["additionalProperties"] is False
    moves = body_of(described, "POST /rooms/{code}/moves")
    assert not fits(described, moves, {"kind": next(iter(kinds))}), "without its ask"


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_started_with_the_options_of_its_game(
    described: dict[str, Any], slug: str
) -> None:
    start = body_of(described, "POST /rooms/{code}/matches")
    assert fits(described, start, {"game": slug, "first": ""})
    assert not fits(described, start, {"game": slug, "nonsense": 1})
    assert not fits(described, start, {"game": "nim"})
    options = described["components"]["schemas"][f"{slug}.Start"]["properties"].keys()
    assert set(GAMES[slug].options.__dataclass_fields__) <= options


def test_the_look_is_as_described_at_every_moment(
    described: dict[str, Any], table: list[Visitor]
) -> None:
    look = described["paths"]["/rooms/{code}"]["get"]["responses"]["200"]["content"]
    validator = Draft202012Validator(
        {**look["application/json"]["schema"], "components": described["components"]}
    )
    ann, bob, tv = *seated(table[:2]), table[2]
    tv.code = ann.code
    card = {"question": "Tea?", "answers": ["Yes", "No", "Both", "Never"]}
    assert ann.post("brought", kind="card", **card).is_success
    tv.post("knock", member=bob.member)
    for _ in range(20):
        for guest in (ann, bob, tv):
            validator.validate(guest.look())
        answer_all([ann, bob])
    ann.post("end")
    validator.validate(ann.look())
    assert not validator.is_valid(ann.look() | {"match": {}})


def test_the_refusals_and_what_was_made_are_described(described: dict[str, Any]) -> None:
    assert fits(
        described,
        described["components"]["schemas"]["Created"],
        {"code": "KLMR", "url": "/rooms/KLMR", "member": "x"},
    )
    for route, operation in operations(described):
        answers = operation["responses"]
        assert {"4XX", "503"} <= answers.keys(), route
        assert "422" not in answers, "FastAPI's own is not ours"
        if route.startswith("POST"):
            assert answers.keys() in ({"201", "303", "4XX", "503"}, {"204", "303", "4XX", "503"})


def test_two_forms_never_share_a_name(described: dict[str, Any]) -> None:
    """Pydantic would call them after their modules, and the routes would look for nothing."""
    assert not [name for name in described["components"]["schemas"] if "__" in name]


def test_what_a_form_says_in_its_code_is_said_to_scripts(described: dict[str, Any]) -> None:
    tv = described["components"]["schemas"]["Open"]["properties"]["tv"]
    assert tv["description"] == "The opener is a screen: the first phone in will be host."


# --- the page to try it ---


def test_only_that_page_may_show_pictures_out_of_its_style_sheet(server: Server) -> None:
    with visitors(server.url, 1) as [guest]:
        policies = {
            path: guest.http.get(path).headers["content-security-policy"]
            for path in ("/api", "/", "/tv", "/credits", "/openapi.json")
        }
        assert policies.pop("/api") == POLICY.replace("img-src 'self'", "img-src 'self' data:")
        assert set(policies.values()) == {POLICY}


def test_whoever_made_the_page_is_thanked(server: Server) -> None:
    assert "Swagger UI" in httpx.get(f"{server.url}/credits").text
