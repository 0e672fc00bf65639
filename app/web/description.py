"""`/openapi.json`: the routes as FastAPI knows them, with bodies and answers as ours are.

FastAPI cannot see them by itself: a body may be JSON or a form, a done deed has two answers, and
the hot routes stand before it.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, RouteContext, iter_route_contexts

from app.web.forms import Filled, Form
from app.web.schemas import Schema, components, ref

ABOUT = """Whatever a page shows is also JSON, with the same rights: ask for `application/json`.
A cookie names your device, so keep cookies; and say where you come from with `Origin`, as browsers
do. Every body may also be sent as a form."""
VERSION = "1"
"""The interface's, not the app's."""
CODE: Schema = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "A room's code, as the TV shows it.",
    "schema": {"type": "string"},
}
REFUSED: Schema = {
    "description": "Refused, in a sentence",
    "content": {
        "application/problem+json": {"schema": ref("Problem")},
        "text/html": {"schema": {"type": "string"}},
    },
}
REFUSALS: Schema = {status: {"$ref": "#/components/responses/Refused"} for status in ("4XX", "503")}
EVENTS: Schema = {
    "summary": "Events",
    "description": "The room through my eyes, again after every change. For scripts each event's"
    " data is a look.",
    "tags": ["pages"],
    "operationId": "events",
    "parameters": [
        CODE,
        *(
            {"name": name, "in": "query", "description": said, "schema": {"type": "string"}}
            for name, said in (
                ("as", "`tv`: what everybody may see."),
                ("accept", "`application/json`: looks instead of parts of a page."),
                ("wide", "`1`: the board too, for a page that has room for it."),
                ("tab", "Which page this is; the newest one is served."),
            )
        ),
    ],
    "responses": {
        "200": {
            "description": "A stream that ends with the room",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **REFUSALS,
    },
}
ISLANDS: Schema = {
    "summary": "Islands",
    "description": "What the stream would say next, for pages whose stream is held back.",
    "tags": ["pages"],
    "operationId": "islands",
    "parameters": [
        *EVENTS["parameters"],
        {
            "name": "since",
            "in": "query",
            "description": "The version that is shown.",
            "schema": {"type": "string"},
        },
    ],
    "responses": {
        "200": {
            "description": "One message of the stream",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        "204": {"description": "Nothing new"},
        **REFUSALS,
    },
}


PHOTO: Schema = {
    "description": "A photo, as it is or as the first field of a form.",
    "content": {
        kind: {"schema": {"type": "string", "format": "binary"}}
        for kind in ("application/octet-stream", "multipart/form-data")
    },
}


def describe(app: FastAPI) -> Schema:
    """Called by FastAPI when somebody first asks."""
    said = get_openapi(title="Soulroom", version=VERSION, description=ABOUT, routes=app.routes)
    paths, forms = said["paths"], set[type[Form]]()
    for route in iter_route_contexts(app.routes):
        if isinstance(route.original_route, APIRoute) and route.include_in_schema:
            for method in route.methods or ():
                operation = paths[route.path_format][method.lower()]
                forms |= _completed(operation, method, route)
    paths["/rooms/{code}/photos"]["post"]["requestBody"] = PHOTO
    paths["/rooms/{code}/moves"] = {"post": _move()}
    paths["/rooms/{code}/events"] = {"get": EVENTS}
    paths["/rooms/{code}/islands"] = {"get": ISLANDS}
    paths["/rooms/{code}"]["get"]["responses"]["200"]["content"] |= _json(ref("Look"))
    said["components"] = {
        "schemas": components(sorted(forms, key=lambda form: form.__name__)),
        "responses": {"Refused": REFUSED},
    }
    return said


def _completed(operation: Schema, method: str, route: RouteContext) -> set[type[Form]]:
    """Adds what FastAPI does not know; says which forms are read."""
    if "{code}" in (route.path or ""):
        operation.setdefault("parameters", []).insert(0, CODE)
    operation["responses"].pop("422", None)
    if method != "POST":
        operation["responses"] |= REFUSALS
        return set()
    operation["responses"] = _done(route.status_code)
    forms = {
        part.call.form for part in route.dependant.dependencies if isinstance(part.call, Filled)
    }
    for form in forms:
        operation["requestBody"] = _body(ref(form.__name__))
    return forms


def _move() -> Schema:
    return {
        "summary": "Move",
        "description": "Answers an ask, once: a second time is an old ask, and changes nothing.",
        "tags": ["people"],
        "operationId": "move",
        "parameters": [CODE],
        "requestBody": _body(ref("Move")),
        "responses": _done(None),
    }


def _body(schema: Schema) -> Schema:
    form = {"application/x-www-form-urlencoded": {"schema": schema}}
    return {"content": {**_json(schema), **form}}


def _done(status: int | None) -> Schema:
    made = {"201": {"description": "Made", "content": _json(ref("Created"))}}
    done = {"204": {"description": "Done; the stream brings the picture"}}
    page = {"303": {"description": "For a page: look there"}}
    return {**(made if status == 201 else done), **page, **REFUSALS}


def _json(schema: Any) -> Schema:
    return {"application/json": {"schema": schema}}
