"""Who may do what: every route for everybody (F46); links, looking and other sites do nothing."""

from __future__ import annotations

import re
import secrets
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi.routing import iter_route_contexts
from starlette.routing import Mount, Route

from app.core.settings import Settings
from app.main import Plain, create_app
from tests.server import ROOT, Server, serving
from tests.visitors import JSON, Visitor, answer_all, visitors

# --- F46: the table ---

ACTORS = ("stranger", "tv", "other", "removed", "watcher", "cid", "bob", "ann")
"""In the order of the columns. Bob and Cid play, Ann too and is host, Other is another room's.
In the lobby a guest without a phone is on Bob's."""

ALL = "200 200 200 200 200 200 200 200"
PASSED_ON = "303 303 303 303 303 303 303 303"
NOT_REMOVED = "200 200 200 403 200 200 200 200"
MEMBERS = "403 403 403 403 204 204 204 204"
PLAYERS = "403 403 403 403 403 204 204 204"
HOST = "403 403 403 403 403 403 403 204"
STARTING = "403 403 403 403 403 403 403 201"
OPEN = "201 201 201 403 201 201 201 201"


class Case(NamedTuple):
    route: str
    answers: str
    fields: dict[str, Any] = {}  # noqa: RUF012  # a tuple's default, never changed
    """Names in capitals stand for ids of the room."""
    while_: str = "match"
    """What the room is doing: lobby, door (somebody knocks), match, over."""


TABLE = [
    Case("GET /", ALL),
    Case("GET /healthz", ALL),
    Case("GET /readyz", ALL),
    Case("GET /credits", ALL),
    Case("GET /rules/{slug}", ALL),
    Case("GET /api", ALL),
    Case("GET /openapi.json", ALL),
    Case("GET /tv", ALL),
    Case("GET /tv/{code}", ALL),
    Case("GET /join", "404 404 404 404 404 404 404 404"),
    Case("GET /{code}", PASSED_ON),
    Case("GET /rooms/{code}", NOT_REMOVED),
    Case("GET /rooms/{code}/help", NOT_REMOVED),
    Case("GET /rooms/{code}/scores", NOT_REMOVED),
    Case("GET /rooms/{code}/menu", "403 403 403 403 200 200 200 200"),
    Case("GET /rooms/{code}/keepsake", "403 403 403 403 200 200 200 200", {}, "over"),
    Case("GET /rooms/{code}/keepsake.png", "403 200 403 403 200 200 200 200", {}, "over"),
    Case("GET /rooms/{code}/keepsake.png", "403 409 403 403 409 409 409 409"),
    Case("GET /covers/{name}.png", ALL),
    Case("GET /rooms/{code}/qr.svg", ALL),
    Case("GET /rooms/{code}/wifi.svg", " ".join(["404"] * 8)),
    Case("GET /rooms/{code}/events", "403 200 403 403 200 200 200 200"),
    Case("GET /rooms/{code}/islands", "403 200 403 403 200 200 200 200"),
    Case("GET /rooms/{code}/photos/{id}", NOT_REMOVED.replace("200", "404")),
    Case("GET /rooms/{code}/photos/{id}/small", NOT_REMOVED.replace("200", "404")),
    # what is sent is no photo
    Case("POST /rooms/{code}/photos", MEMBERS.replace("204", "422")),
    Case("POST /rooms", "201 201 201 201 201 201 201 201"),
    Case("POST /rooms/{code}/members", OPEN, {"name": "ANEW", "role": "watcher"}),
    Case("POST /rooms/{code}/knock", OPEN, {"name": "ANEW"}),
    Case("POST /rooms/{code}/knock", OPEN, {"member": "CID"}),
    # who holds the seat is first; then nobody is at the door any more
    Case(
        "POST /rooms/{code}/admit",
        "403 403 403 403 403 403 204 404",
        {"knock": "OLD", "yes": True},
        "door",
    ),
    Case("POST /rooms/{code}/admit", HOST, {"knock": "NEW", "yes": True}, "door"),
    Case("POST /rooms/{code}/rename", MEMBERS, {"name": "ANEW"}),
    Case("POST /rooms/{code}/leave", MEMBERS),
    Case("POST /rooms/{code}/hop", MEMBERS),
    Case("POST /rooms/{code}/guests", MEMBERS, {"name": "ANEW"}),
    Case(
        "POST /rooms/{code}/sign",
        "403 403 403 403 403 403 204 403",
        {"member": "BOB", "on": True},
    ),
    Case(
        "POST /rooms/{code}/sign",
        "403 403 403 403 403 403 204 403",
        {"member": "GUEST", "on": True},
        "lobby",
    ),
    Case(
        "POST /rooms/{code}/sign",
        "403 403 403 403 403 403 403 403",
        {"member": "WATCHER", "on": True},
    ),
    Case("POST /rooms/{code}/hands", "403 403 403 403 403 403 204 403", {"member": "BOB"}),
    Case("POST /rooms/{code}/replay", MEMBERS, {"step": 1}, "over"),
    Case("POST /rooms/{code}/take-over", "403 403 403 403 409 409 409 409"),
    Case(
        "POST /rooms/{code}/role",
        "403 403 403 403 403 403 204 204",
        {"member": "BOB", "role": "watcher"},
    ),
    Case("POST /rooms/{code}/role", HOST, {"member": "EVEN", "role": "watcher"}),
    Case(
        "POST /rooms/{code}/brought",
        MEMBERS,
        {"kind": "card", "question": "Well?", "answers": ["a", "b", "c", "d"]},
    ),
    Case(
        "POST /rooms/{code}/brought/drop",
        "403 403 403 403 403 403 204 404",
        {"id": "BOBS"},
        "lobby",
    ),
    Case("POST /rooms/{code}/brought/drop", HOST, {"id": "ANNS"}, "lobby"),
    Case("POST /rooms/{code}/moves", PLAYERS, {"ask": "round-1/ego", "kind": "ego", "letter": "B"}),
    Case("POST /rooms/{code}/matches", STARTING, {"game": "soulmates"}, "lobby"),
    Case("POST /rooms/{code}/again", STARTING, {}, "over"),
    Case("POST /rooms/{code}/end", HOST),
    Case("POST /rooms/{code}/close", HOST),
    Case("POST /rooms/{code}/settings", HOST, {"game": "soulmates", "cards": "children"}),
    Case("POST /rooms/{code}/choose", HOST, {"game": "soulmates"}),
    Case("POST /rooms/{code}/pause", HOST, {"on": True}),
    Case("POST /rooms/{code}/stand-in", HOST, {"member": "CID", "on": False}),
    Case("POST /rooms/{code}/bots", HOST, {}, "lobby"),
    Case("POST /rooms/{code}/remove", HOST, {"member": "CID"}),
    Case(
        "POST /rooms/{code}/remove",
        "403 403 403 403 403 403 204 404",
        {"member": "GUEST"},
        "lobby",
    ),
    Case("POST /rooms/{code}/pardon", HOST, {"member": "REMOVED"}),
    Case("POST /rooms/{code}/hand-over", HOST, {"member": "CID"}),
    Case("POST /rooms/{code}/reorder", HOST, {"member": "CID", "step": 1}),
    # nobody has to sit out: there are places for all
    Case(
        "POST /rooms/{code}/bench",
        "403 403 403 403 403 403 403 409",
        {"member": "CID"},
        "lobby",
    ),
    Case("POST /rooms/{code}/shuffle", HOST),
    Case("POST /rooms/{code}/lock", HOST, {"on": True}),
    Case("POST /rooms/{code}/hide", HOST, {"on": True}),
    Case("POST /rooms/{code}/wifi", HOST, {"name": "Home", "password": "sesame"}),
    Case("POST /rooms/{code}/next-by", HOST, {"by": "anyone"}),
    Case("POST /rooms/{code}/tv-language", HOST, {"language": "en"}),
    Case("POST /language", "204 204 204 204 204 204 204 204", {"language": "en"}),
]


def test_the_readme_names_every_route() -> None:
    readme = (ROOT / "README.md").read_text("utf-8").replace("`", " ").replace(",", " ").split()
    for route in {case.route.split()[1] for case in TABLE}:
        verb = route.removeprefix("/rooms/{code}/")
        assert {verb, route, route.upper(), f"{route}?code="} & {*readme}, route


def test_f46_the_table_has_every_route(tmp_path: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path}/soulroom.db"))
    app.state.services.rooms.records.close()
    hot = [(route.path, route.app) for route in app.routes if isinstance(route, Route)]
    static, rest = (route for route in app.routes if isinstance(route, Mount))
    assert (static.path, rest.path) == ("/static", "")
    found = {
        f"{verb} {path}" for path, plain in hot if isinstance(plain, Plain) for verb in plain.verbs
    } | {
        f"{method} {context.path}"
        for context in iter_route_contexts(rest.routes)
        for method in (context.methods or ())
    }
    assert {route.replace("HEAD ", "GET ") for route in found} == {case.route for case in TABLE}


@pytest.mark.parametrize("case", TABLE, ids=lambda case: f"{case.route}-{'-'.join(case.fields)}")
def test_f46_everybody_may_do_what_the_table_says_and_nothing_else(
    server: Server, case: Case
) -> None:
    with crowd(server, case.while_) as room:
        method, _, path = case.route.partition(" ")
        got = []
        for actor in ACTORS:
            before = room.guest("ann").lasting()
            query = {"as": "tv"} if actor == "tv" else {}
            fields = room.named(case.fields, actor) if method == "POST" else None
            address = path.format(code=room.code, slug="soulaween", name="shelf", id="none")
            with room.guest(actor).http.stream(
                method, address, json=fields, params=query, headers=JSON
            ) as answer:
                got.append(answer.status_code)
            if got[-1] >= 400:
                assert room.guest("ann").lasting() == before, f"{actor} was refused and changed it"
        assert dict(zip(ACTORS, got, strict=True)) == dict(
            zip(ACTORS, map(int, case.answers.split()), strict=True)
        )


STRANGE: list[tuple[str, dict[str, Any]]] = [
    ("remove", {"member": "ID"}),
    ("pardon", {"member": "ID"}),
    ("hand-over", {"member": "ID"}),
    ("reorder", {"member": "ID", "step": 1}),
    ("bench", {"member": "ID"}),
    ("stand-in", {"member": "ID", "on": True}),
    ("hands", {"member": "ID"}),
    ("sign", {"member": "ID", "on": True}),
    ("role", {"member": "ID", "role": "watcher"}),
    ("knock", {"member": "ID"}),
    ("admit", {"knock": "ID", "yes": True}),
    ("brought/drop", {"id": "ID"}),
]


def test_f46_an_id_of_another_room_or_of_nothing_is_nobody(server: Server) -> None:
    with crowd(server, "match") as room:
        ann, theirs = room.guest("ann"), room.guest("other")
        foreign = [theirs.member, ann.code, "0", *(secrets.token_hex(8) for _ in range(997))]
        before = [guest.lasting() for guest in (ann, theirs)]
        for number, id in enumerate(foreign):
            for verb, fields in STRANGE if number < 3 else [STRANGE[number % len(STRANGE)]]:
                mine = {name: id if value == "ID" else value for name, value in fields.items()}
                assert ann.post(verb, **mine).status_code == 404, (verb, id)
        assert [guest.lasting() for guest in (ann, theirs)] == before


def test_f46_a_match_is_not_begun_by_somebody_from_elsewhere(server: Server) -> None:
    with crowd(server, "lobby") as room:
        ann, theirs = room.guest("ann"), room.guest("other")
        assert ann.post("matches", game="soulmates", first=theirs.member).status_code == 404
        assert ann.look()["match"] is None


# --- F41: what is shown and shared ---


def test_f41_no_address_that_is_shown_gives_a_seat_or_the_role_of_host(server: Server) -> None:
    with crowd(server, "match") as room, visitors(server.url, 1) as [clean]:
        ann, addresses = room.guest("ann"), {f"/{room.code}"}
        for path in ("", "/menu", "/help"):
            page = ann.http.get(f"/rooms/{room.code}{path}")
            addresses |= {page.url.raw_path.decode(), *shown(page.text)}
        for path in (f"/tv/{room.code}", "/", "/tv", "/credits"):
            addresses |= {path, *shown(ann.http.get(path).text)}
        assert len(addresses) > 20
        before, clean.code = ann.lasting(), room.code
        for address in sorted(addresses):
            answer = clean.http.get(address, follow_redirects=True)
            assert answer.status_code < 500, address
            assert clean.look()["me"] is None, address
            assert clean.post("lock", on=True).status_code == 403, address
        assert ann.lasting() == before


def test_f41_no_page_holds_a_devices_secret(server: Server) -> None:
    with crowd(server, "match") as room:
        for actor in ("ann", "bob", "watcher"):
            guest = room.guest(actor)
            for path in (f"/rooms/{room.code}", f"/rooms/{room.code}/menu", f"/tv/{room.code}"):
                page = guest.http.get(path)
                assert page.is_success
                assert guest.secret not in page.text + str(page.headers)


def test_f41_the_qr_code_is_the_same_for_all(server: Server) -> None:
    with crowd(server, "lobby") as room:
        pictures = {
            room.guest(actor).http.get(f"/rooms/{room.code}/qr.svg").content for actor in ACTORS
        }
        assert len(pictures) == 1


# --- F42: a device is known by a secret that we gave ---


def test_f42_a_cookie_we_did_not_give_is_nobodys_and_not_adopted(server: Server) -> None:
    with crowd(server, "lobby") as room, visitors(server.url, 1) as [thief]:
        ann, bob = room.guest("ann"), room.guest("bob")
        forged = f"{bob.secret.partition('.')[0]}.{secrets.token_hex(16)}"
        names = [ann.member, bob.member, room.code, "", forged, *(secrets.token_urlsafe(32),) * 8]
        device = ann.cookie.partition(": ")[2].partition("=")[0]
        for number, cookie in enumerate(names):
            thief.http.cookies.clear()
            thief.http.cookies.set(device, cookie)
            thief.code = room.code
            assert thief.look()["me"] is None
            thief.http.cookies.clear()
            given = thief.http.post(
                f"/rooms/{room.code}/members",
                json={"name": f"T{number}", "role": "watcher"},
                headers={**JSON, "Cookie": f"{device}={cookie}"},
            )
            assert given.status_code == 201
            assert given.cookies[device] != cookie
            assert len(given.cookies[device]) >= 43


def test_f42_the_database_holds_no_secret(server: Server) -> None:
    with crowd(server, "lobby") as room:
        secrets_ = [room.guest(actor).secret for actor in ("ann", "bob", "cid")]
        kept = b"".join(path.read_bytes() for path in server.folder.glob("soulroom.db*"))
        assert not any(secret.encode() in kept for secret in secrets_)


def test_f42_the_cookie_is_for_this_site_and_not_for_scripts(server: Server) -> None:
    with visitors(server.url, 1) as [guest]:
        cookie = guest.http.post("/rooms", json={}).headers["set-cookie"].casefold()
        assert {"httponly", "samesite=lax", "path=/"} <= set(cookie.split("; "))
        assert "domain" not in cookie


# --- F44: looking changes nothing ---

LOOKED_AT = sorted({case.route.split()[1] for case in TABLE if case.route.startswith("GET")})
ACTED_ON = sorted({case.route.split()[1] for case in TABLE if case.route.startswith("POST")})
PREVIEW = {
    "User-Agent": "WhatsApp/2.23.20.0 A",
    "Purpose": "prefetch",
    "Sec-Purpose": "prefetch;prerender",
    "X-Forwarded-For": "192.0.2.44",
}


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_f44_looking_at_every_address_changes_nothing(server: Server, method: str) -> None:
    with crowd(server, "match") as room:
        before = digest(server, room.code)
        for actor in ACTORS:
            query = {"as": "tv"} if actor == "tv" else {}
            guest = room.guest(actor)
            for path in LOOKED_AT + ACTED_ON:
                if path.endswith(("/events", "/islands")) and method != "OPTIONS":
                    continue  # an open stream says who or what is here, and nothing else
                address = path.format(code=room.code, slug="soulaween", name="shelf", id="none")
                with guest.http.stream(method, address, params=query, headers=PREVIEW) as answer:
                    assert answer.status_code < 500, (actor, path)
                    gives = path == "/rooms/{code}" and method != "OPTIONS"  # the page to join
                    assert gives or "set-cookie" not in answer.headers, (actor, path)
        assert digest(server, room.code) == before


@pytest.mark.parametrize("path", ACTED_ON)
def test_f44_what_is_posted_is_not_done_by_a_link(server: Server, path: str) -> None:
    with crowd(server, "lobby") as room:
        before = digest(server, room.code)
        query = {"member": room.ids["CID"], "on": "true", "name": "Ax", "game": "soulmates"}
        answer = room.guest("ann").http.get(
            path.format(code=room.code, slug="soulaween", name="shelf", id="none"), params=query
        )
        assert answer.status_code in (404, 405)
        assert digest(server, room.code) == before


def test_f44_a_head_of_a_stream_ends(server: Server) -> None:
    """A preview bot that keeps its connection must not wait for ever for the next answer."""
    with crowd(server, "lobby") as room:
        http = room.guest("ann").http
        http.timeout = httpx.Timeout(3)
        assert http.head(f"/rooms/{room.code}/events").status_code in (200, 405)
        assert http.get("/healthz").is_success


# --- F47: other sites ---


def own(server: Server) -> str:
    return f"127.0.0.1:{server.port}"


FOREIGN: dict[str, dict[str, str]] = {
    "nothing said": {},
    "another site": {"Origin": "https://evil.test"},
    "a sandbox": {"Origin": "null"},
    "an empty origin": {"Origin": ""},
    "half an address": {"Origin": "http://["},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "no port": {"Origin": "http://127.0.0.1"},
    "only the host": {"Origin": "OWN"},
    "us as a beginning": {"Origin": "http://OWN.evil.test"},
    "us as a path": {"Origin": "http://evil.test/OWN"},
    "us as an end": {"Origin": "http://evil.test:80:OWN"},
    "us as a user": {"Origin": "http://OWN@evil.test"},
    "a user of ours": {"Origin": "http://me@OWN"},
    "by a fetch of another site": {"Sec-Fetch-Site": "cross-site"},
    "by a fetch of a neighbour": {"Sec-Fetch-Site": "same-site"},
    "typed in": {"Sec-Fetch-Site": "none"},
    "an empty fetch": {"Sec-Fetch-Site": ""},
    "in capitals": {"Sec-Fetch-Site": "SAME-ORIGIN"},
    "two at once": {"Sec-Fetch-Site": "same-origin, cross-site"},
    "fetched elsewhere, though from us": {"Sec-Fetch-Site": "cross-site", "Origin": "http://OWN"},
    "only a referer": {"Referer": "http://OWN/"},
    "letters of no alphabet": {"Origin": "http://\xff"},
}


@pytest.mark.parametrize("said", FOREIGN)
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data"])
def test_f47_what_another_site_sends_is_not_done(
    server: Server, hosted: Visitor, said: str, kind: str
) -> None:
    headers = {
        name.encode(): value.replace("OWN", own(server)).encode("latin-1")
        for name, value in FOREIGN[said].items()
    }
    with bare(server, hosted) as http:
        before = hosted.lasting()
        answer = http.post(
            f"/rooms/{hosted.code}/lock",
            content=b'{"on": true}',
            headers={b"Content-Type": kind.encode(), **headers},
        )
        assert answer.status_code == 403, answer.text
        assert "set-cookie" not in answer.headers
        assert hosted.lasting() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://OWN"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://OWN"},
    ],
    ids=str,
)
def test_f47_what_our_own_page_sends_is_done(
    server: Server, hosted: Visitor, headers: dict[str, str]
) -> None:
    mine = {name: value.replace("OWN", own(server)) for name, value in headers.items()}
    with bare(server, hosted) as http:
        before = hosted.look()["version"]
        answer = http.post(f"/rooms/{hosted.code}/shuffle", json={}, headers={**JSON, **mine})
        assert answer.status_code == 204, answer.text
        assert hosted.look()["version"] == before + 1


@pytest.mark.parametrize("verb", ["PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_f47_other_verbs_of_other_sites_are_not_done_either(
    server: Server, hosted: Visitor, verb: str
) -> None:
    with bare(server, hosted) as http:
        foreign = {"Origin": "https://evil.test"}
        answer = http.request(verb, f"/rooms/{hosted.code}/lock", headers=foreign)
        assert answer.status_code in (400, 403, 405)


HOSTS = {
    "ours": (b"127.0.0.1:PORT", b"200"),
    "this machine": (b"localhost:PORT", b"200"),
    "this machine in IPv6": (b"[::1]:PORT", b"200"),
    "a name of this network": (b"soulroom.local:PORT", b"200"),
    "a name without a port": (b"localhost", b"200"),
    "another site": (b"evil.test", b"421"),
    "another site that begins like us": (b"127.0.0.1.evil.test", b"421"),
    "another site that ends like us": (b"evil.test:80@localhost", b"421 200"),
    "nothing": (b"", b"421"),
    "half a bracket": (b"[", b"421"),
    "the other half": (b"]", b"421"),
    "a bracket of nothing": (b"[]", b"421"),
    "no address": (b"[::1::1]:PORT", b"421"),
    "a bracket and more": (b"[::1]evil.test", b"200 421"),  # as this Python reads it
    "two names": (b"localhost, evil.test", b"421 400"),
    "a path": (b"evil.test/localhost", b"421 400"),
    "a wild port": (b"localhost:99999999999", b"200 400 421"),
    "no port": (b"localhost:x", b"200 400 421"),
    "letters of no alphabet": (b"\xff\xfe.local", b"200 400 421"),
    "a megabyte": (b"a" * 70_000, b"400 421 431"),
}


@pytest.mark.parametrize("host", HOSTS)
def test_f47_a_host_that_is_not_ours_gets_nothing(server: Server, host: str) -> None:
    name, statuses = HOSTS[host]
    name = name.replace(b"PORT", str(server.port).encode())
    request = b"GET /healthz HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n"
    assert raw(server, request) in statuses.split()


@pytest.mark.parametrize(
    "host", [name for name, (_, statuses) in HOSTS.items() if statuses == b"421"]
)
def test_f47_a_site_that_points_its_name_at_us_does_nothing(server: Server, host: str) -> None:
    name, _ = HOSTS[host]
    lines = (b"POST /rooms HTTP/1.1", b"Host: " + name, b"Origin: http://" + name)
    request = b"\r\n".join((*lines, b"Connection: close", b"Content-Length: 0")) + b"\r\n\r\n"
    assert raw(server, request) == b"421"


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.test\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n",
        b"GET //evil.test HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"POST /rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"POST /rooms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\nConnection: close\r\n\r\n",
    ],
    ids=lambda request: request[:60],
)
def test_f47_a_request_that_makes_no_sense_does_no_harm(server: Server, request_: bytes) -> None:
    status = raw(server, request_)
    assert status == b"" or status.startswith(b"4"), status


def test_f47_a_site_with_a_name_answers_to_that_name_alone(tmp_path: Path) -> None:
    address = "https://play.example.org"
    with serving(tmp_path, SOULROOM_BASE_URL=address) as named, httpx.Client() as http:
        url, ours = named.url, {"Host": "play.example.org", "Origin": address, **JSON}
        opened = http.post(f"{url}/rooms", json={}, headers=ours)
        assert opened.status_code == 201
        cookie = opened.headers["set-cookie"]
        assert cookie.startswith("__Host-device=")
        assert {"secure", "httponly", "path=/"} <= set(cookie.casefold().split("; "))
        assert "max-age" in opened.headers["strict-transport-security"]
        assert opened.headers["cross-origin-opener-policy"] == "same-origin"
        for wrong, status in (
            ({"Host": "evil.test", "Origin": "https://evil.test"}, 421),
            ({"Host": "192.168.1.5", "Origin": "http://192.168.1.5"}, 421),
            ({"Origin": "https://evil.test"}, 403),
            ({"Origin": "https://play.example.org.evil.test"}, 403),
        ):
            assert http.post(f"{url}/rooms", json={}, headers=ours | wrong).status_code == status


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("play.example.org", "https://play.example.org:8443"),  # a proxy that drops the port
        ("localhost:8000", "https://play.example.org:8443"),  # or says its own name
        ("play.example.org:8443", "https://PLAY.example.org:8443"),
    ],
)
def test_f47_behind_a_proxy_our_address_is_believed(tmp_path: Path, host: str, origin: str) -> None:
    address = "https://play.example.org:8443"
    with serving(tmp_path, SOULROOM_BASE_URL=address) as named, httpx.Client() as http:
        headers = {"Host": host, "Origin": origin, **JSON}
        assert http.post(f"{named.url}/rooms", json={}, headers=headers).status_code == 201
        headers["Origin"] = "https://play.example.org:8444"
        assert http.post(f"{named.url}/rooms", json={}, headers=headers).status_code == 403


LASTS = {"static": "immutable", "covers": "public"}


def test_every_answer_carries_the_headers_that_keep_pages_apart(server: Server) -> None:
    with crowd(server, "match") as room:
        for path in [*LOOKED_AT, "/static/x/app.css", "/nothing", "/rooms/-/leave"]:
            address = path.format(code=room.code, slug="soulaween", name="shelf", id="none")
            with room.guest("ann").http.stream("GET", address) as answer:
                policy = answer.headers["content-security-policy"]
                assert "default-src 'none'" in policy, path
                assert "unsafe" not in policy, path
                assert answer.headers["x-content-type-options"] == "nosniff", path
                assert answer.headers["referrer-policy"] == "same-origin", path
                kept = answer.headers["cache-control"]
                assert LASTS.get(path.split("/")[1], "no-store") in kept, path


# --- the room in which it happens ---


class Crowd(NamedTuple):
    """One of each: `ids` are what the capitals in the table stand for."""

    code: str
    people: dict[str, Visitor]
    ids: dict[str, str]

    def guest(self, actor: str) -> Visitor:
        return self.people[actor]

    def named(self, fields: dict[str, Any], actor: str) -> dict[str, Any]:
        ids = {**self.ids, "ANEW": f"New {actor}"[:12]}
        return {
            name: ids.get(value, value) if isinstance(value, str) else value
            for name, value in fields.items()
        }


@contextmanager
def crowd(server: Server, while_: str) -> Iterator[Crowd]:
    with visitors(server.url, 11) as devices:
        keys = (*ACTORS, "even", "old", "new")
        people = dict(zip(keys, devices, strict=True))
        ann, bob = people["ann"], people["bob"]
        code = ann.open_room()
        people["other"].join(people["other"].open_room(), "Other")
        for actor in ("ann", "bob", "cid", "removed"):
            people[actor].join(code, actor)
        ann.post("remove", member=people["removed"].member)
        if while_ == "lobby":
            for author in (ann, bob):
                author.post("brought", kind="card", question="What?", answers=["a", "b", "c", "d"])
            bob.post("guests", name="Guest")
        if while_ in ("match", "over"):
            assert ann.post("matches", game="soulmates", first=ann.member).status_code == 201
            answer_all([ann])
        for _ in range(200 if while_ == "over" else 0):
            if ann.look()["match"]["over"]:
                break
            answer_all([ann, bob, people["cid"]])
        people["watcher"].join(code, "watcher", role="watcher")
        people["even"].join(code, "even", role="watcher")
        ids = {actor.upper(): guest.member for actor, guest in people.items() if guest.member}
        for guest in people.values():
            guest.code = guest.code or code
        if while_ == "door":
            people["old"].post("knock", member=bob.member)
            people["new"].post("knock", name="new")
            knocks = re.findall(r'name="knock" value="(\w+)"', ann.page())
            ids |= {"OLD": knocks[0], "NEW": knocks[-1]}
        ids |= {p["name"].upper(): p["id"] for p in ann.look()["members"] if p["name"] == "Guest"}
        for one in ann.look()["brought"]:
            ids["ANNS" if one["author"] == ann.member else "BOBS"] = one["id"]
        yield Crowd(code, people, ids)


@pytest.fixture(scope="module")
def hosted(server: Server) -> Iterator[Visitor]:
    """A host alone in her room."""
    with visitors(server.url, 1) as [ann]:
        yield ann.join(ann.open_room(), "Ann")


@contextmanager
def bare(server: Server, guest: Visitor) -> Iterator[httpx.Client]:
    """The guest's cookies, and not a word about where requests come from."""
    with httpx.Client(base_url=server.url, cookies=guest.http.cookies) as http:
        yield http


def raw(server: Server, request: bytes) -> bytes:
    """The status that these bytes get; nothing when the line is just cut."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(request)
        try:
            return line.makefile("rb").readline()[9:12]
        except ConnectionResetError:
            return b""


def shown(page: str) -> set[str]:
    """The addresses of our own in a page."""
    found = re.findall(r'\b(?:href|src|action|hx-get|hx-post|hx-sse\S*)="([^"]+)"', page)
    return {address.replace("&amp;", "&") for address in found if address.startswith("/")}


def digest(server: Server, code: str) -> list[Any]:
    """All that is written down of a room, and how many rooms there are."""
    with closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as db:
        return [
            db.execute(query, (code,) * query.count("?")).fetchall()
            for query in (
                "SELECT * FROM rooms WHERE code = ?",
                "SELECT * FROM members WHERE room = ? ORDER BY id",
                "SELECT * FROM matches WHERE room = ? ORDER BY id",
                "SELECT * FROM moves WHERE match IN (SELECT id FROM matches WHERE room = ?)",
                "SELECT * FROM brought WHERE room = ? ORDER BY id",
                "SELECT count(*) FROM rooms",
            )
        ]
