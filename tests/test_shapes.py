"""What does not fit gets a sentence and a 4xx, and nothing has changed (F51, F53, F54)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core import names
from app.draw.events import lines, message
from tests.server import Server
from tests.visitors import JSON, Visitor, seated, visitors

# --- F51: whatever a text holds, it is one event ---


@dataclass(frozen=True)
class Event:
    id: str
    kind: str
    data: str


def parsed(stream: bytes) -> list[Event]:
    """As a browser reads it (WHATWG HTML, 9.2.6)."""
    events, id, kind, data = [], "", "", ""
    for line in re.split("\r\n|\n|\r", stream.decode().removeprefix("\ufeff")):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "" if not line:
                events += [Event(id, kind or "message", data[:-1])] if data else []
                kind, data = "", ""
            case "event":
                kind = value
            case "data":
                data += f"{value}\n"
            case "id" if "\0" not in value:
                id = value
    return events


BREAKS = ("\r", "\n", "\r\n", "\n\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\0")
LETTERS = st.sampled_from(
    "\r\n\r\n\x0b\x0c\x1c\x85\u2028\u2029\0\ufeff: dataeventidretry"
) | st.characters(codec="utf-8")


@settings(max_examples=10_000)
@given(st.text(LETTERS, min_size=1))
def test_f51_any_text_is_exactly_one_event_and_arrives_whole(text: str) -> None:
    whole = re.sub("\r\n|\r", "\n", text)  # the one thing that the format cannot carry
    assert parsed(message(7, lines("", text.encode()))) == [Event("7", "message", whole)]


@pytest.mark.parametrize("end", BREAKS)
def test_f51_a_name_never_ends_an_event(stranger: Visitor, end: str) -> None:
    told = b""
    stranger.join(stranger.open_room(), f"A{end}data:x")
    with stranger.http.stream("GET", f"/rooms/{stranger.code}/events") as stream:
        for chunk in stream.iter_raw():
            told += chunk
            if told.count(b"\n\n") > 1:  # after `retry:`
                break
    [event] = parsed(told)
    assert event.data.endswith("</hx-partial>")


# --- F53: names ---


@pytest.fixture(scope="module")
def ann(server: Server) -> Iterator[Visitor]:
    """A host alone in her room."""
    with visitors(server.url, 1) as [first]:
        yield first.join(first.open_room(), "Ann")


@pytest.fixture(scope="module")
def device(server: Server) -> Iterator[Visitor]:
    with visitors(server.url, 1) as [somebody]:
        yield somebody


@pytest.fixture
def stranger(device: Visitor, ann: Visitor) -> Iterator[Visitor]:
    """Somebody before Ann's room who has never been here; whoever came in goes again."""
    device.code = ann.code
    yield device
    if device.http.cookies:
        device.post("leave")
        device.http.cookies.clear()


FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Zoë   Lee ", "Zoë Lee"),
        ("Zoe\u0308", "Zoë"),
        ("محمد", "محمد"),
        ("สมชาย", "สมชาย"),
        (FAMILY * names.LONGEST, FAMILY * names.LONGEST),
        ("<b>&'\"", "<b>&'\""),
        ("{0}%s{{x}}", "{0}%s{{x}}"),
        ("Li\u202en\u2066a", "Lina"),
        ("Max\0\x07\x1b", "Max"),
        ("Eva\u200b\ufeff", "Eva"),
        ("Two\r\nLines", "TwoLines"),
    ],
    ids=ascii,
)
def test_f53_a_name_is_kept_without_what_breaks_a_line(
    stranger: Visitor, typed: str, shown: str
) -> None:
    stranger.join(stranger.code, typed, role="watcher")
    assert name_of(stranger) == shown


@pytest.mark.parametrize(
    "typed",
    [
        *("", "   ", "\t\n", "\0", "\u200b\u200d", "\u202e\u2066", "\u3164", "\u00ad", "\u034f"),
        *("\u2800", "\u0301", "\ufe0f", "\U000e0041"),
        *("x" * 13, FAMILY * 13, "a" + "\u0301" * 13, "a" + "\u0301" * 10_000, "x" * 60_000),
    ],
    ids=lambda typed: ascii(typed[:12]),
)
def test_f53_what_nobody_can_read_is_no_name(stranger: Visitor, ann: Visitor, typed: str) -> None:
    with unchanged(ann):
        refused(stranger.post("members", name=typed), 422)


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "Ann",
            "ann",
            "ANN",
            " Ann ",
            "A n n",
            "Ánn",
            "\uff21\uff4e\uff4e",
            "\u0391nn",
            "\u0410nn",
        ),
        *("An\u200bn", "An\u200dn", "An\u200cn", "A\u00adnn", "A\u034fnn", "Ann\ufe0f"),
        *("A\u2060nn", "Ann\u180e", "\u200eAnn", "Ann\U000e0061", "Ann\u0301"),
        *("Host", "HOST", "\uff28ost", "H0st", "Hos\u03c4", "TV", "tv", "T\u200dV"),
    ],
    ids=ascii,
)
def test_f53_a_name_that_looks_like_another_gets_two_free_ones(
    stranger: Visitor, ann: Visitor, typed: str
) -> None:
    with unchanged(ann):
        said = refused(stranger.post("members", name=typed), 409)
    ideas = re.search(r"How about (.+) or (.+)\?", said)
    assert ideas
    assert stranger.join(stranger.code, ideas[1]).post("rename", name=ideas[2]).is_success


def test_f53_a_suggestion_is_taken_by_its_button(stranger: Visitor, ann: Visitor) -> None:
    stranger.http.get(f"/rooms/{ann.code}")
    page = stranger.http.post(f"/rooms/{ann.code}/members", data={"name": "Ann"}).text
    idea = re.findall(r'<button[^>]* name="idea" value="([^"]+)"', page)[0]
    answer = stranger.http.post(f"/rooms/{ann.code}/members", data={"name": "Ann", "idea": idea})
    assert answer.status_code == 303, answer.text
    assert name_of(stranger) == idea


def test_f53_when_every_suggestion_is_taken_there_is_still_a_sentence(server: Server) -> None:
    ends = ("", " B", " II", *(f" {n}" for n in range(3, 30)), "")
    with visitors(server.url, len(ends)) as many:
        code = many[0].open_room()
        for guest, end in zip(many[:-1], ends, strict=False):
            guest.join(code, f"Bob{end}", role="watcher")
        many[-1].code = code
        refused(many[-1].post("members", name="Bob"), 409)


def test_f53_a_megabyte_is_no_name(stranger: Visitor, ann: Visitor) -> None:
    with unchanged(ann):
        refused(stranger.post("members", name="x" * 1_000_000), 413)


def test_f53_names_leave_no_line_in_the_log(server: Server, stranger: Visitor) -> None:
    stranger.join(stranger.code, "Canary\nline", role="watcher").post("leave")
    assert "Canary" not in server.log


# --- F54: bodies ---

LOBBY: list[tuple[str, dict[str, Any]]] = [
    ("members", {"name": "Bob", "mark": 1, "role": "player"}),
    ("knock", {"name": "Bob", "mark": 1}),
    ("knock", {"member": "ANN"}),
    ("admit", {"knock": "0", "yes": True}),
    ("rename", {"name": "Bea", "mark": 1}),
    ("role", {"member": "ANN", "role": "watcher"}),
    ("leave", {}),
    ("take-over", {}),
    ("brought", {"kind": "card", "question": "Tea?", "answers": ["Yes", "No", "Both", "Never"]}),
    ("brought/drop", {"id": "own-0"}),
    ("matches", {"game": "soulmates", "first": "ANN", "own": True}),
    ("again", {}),
    ("end", {}),
    ("close", {}),
    ("choose", {"game": "soulmates"}),
    ("settings", {"game": "soulmates", "first": "ANN", "own": True}),
    ("pause", {"on": True}),
    ("stand-in", {"member": "ANN", "on": True}),
    ("bots", {"strength": "friendly"}),
    ("remove", {"member": "ANN"}),
    ("pardon", {"member": "ANN"}),
    ("hand-over", {"member": "ANN"}),
    ("reorder", {"member": "ANN", "step": 1}),
    ("bench", {"member": "ANN"}),
    ("shuffle", {}),
    ("hop", {}),
    ("lock", {"on": True}),
    ("hide", {"on": True}),
    ("wifi", {"name": "Home", "password": "sesame"}),
    ("next-by", {"by": "anyone"}),
]
OPTIONAL = {"mark", "first", "own", "strength", "role of members", "member of knock"}
OPTIONAL |= {"name of wifi", "password of wifi"}
MAY_BE_NULL = {"mark of members", "mark of knock", "mark of rename", "member of knock"}
WRONG: dict[str, Any] = {
    "a list": ["x"],
    "an empty list": [],
    "an object": {"x": 1},
    "null": None,
    "a half": 0.5,
    "2^63": 2**63,
    "-2^63-1": -(2**63) - 1,
    "10^30": 10**30,
    "NUL": "\0",
    "a lone surrogate": "\ud800",
    "a long text": "x" * 5_000,
}


def mutations(good: list[tuple[str, dict[str, Any]]]) -> Iterator[Any]:
    """Each field of each verb, wrong in every way; left out; and one too many."""
    for verb, fields in good:
        for field in fields:
            for kind, value in WRONG.items():
                if kind != "null" or f"{field} of {verb}" not in MAY_BE_NULL:
                    yield pytest.param(verb, fields | {field: value}, id=f"{verb}-{field}-{kind}")
            if not {field, f"{field} of {verb}"} & OPTIONAL:
                left = {name: fields[name] for name in fields if name != field}
                yield pytest.param(verb, left, id=f"{verb}-without-{field}")
        for extra in ("chair", "role_", "__proto__", "\ud800", "host"):
            yield pytest.param(verb, fields | {extra: 1}, id=f"{verb}-extra-{extra!a}")


@pytest.mark.parametrize(("verb", "fields"), [*mutations(LOBBY)])
def test_f54_a_field_of_the_wrong_shape_changes_nothing(
    ann: Visitor, stranger: Visitor, verb: str, fields: dict[str, Any]
) -> None:
    mine = {name: ann.member if value == "ANN" else value for name, value in fields.items()}
    asking = stranger if verb in ("members", "knock") else ann
    with unchanged(ann):
        refused(send(asking, verb, mine))


MOVE = {"ask": "round-1/ego", "kind": "ego", "letter": "A"}


@pytest.fixture(scope="module")
def players(server: Server) -> Iterator[list[Visitor]]:
    """Three who are asked to answer for themselves."""
    with visitors(server.url, 3) as three:
        seated(three)
        three[0].move("pick", card=three[0].look()["match"]["view"]["offer"][0])
        yield three


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        *mutations([("moves", MOVE)]),
        *(
            pytest.param("moves", MOVE | change, id=str(change))
            for change in (
                {"letter": "Z"},
                {"letter": "a"},
                {"letter": "AB"},
                {"letter": ["A"]},
                {"letter": 1},
                {"kind": "Ego"},
                {"kind": "guess"},
                {"kind": "next"},
                {"kind": "pick", "card": "scenario-001"},
                {"ask": "round-1/pick"},
                {"ask": "round-1/guess-1"},
                {"ask": "round-99/ego"},
                {"ask": ""},
                {"seat": 0},
            )
        ),
    ],
)
def test_f54_a_move_of_the_wrong_shape_changes_nothing(
    players: list[Visitor], verb: str, fields: dict[str, Any]
) -> None:
    with unchanged(players[1]):
        refused(send(players[1], verb, fields))


def test_f54_a_move_at_another_seats_ask_is_not_yours(table: list[Visitor]) -> None:
    ann, bob, *_ = seated(table)
    [card, _] = ann.look()["match"]["view"]["offer"]
    with unchanged(bob):
        refused(bob.post("moves", ask="round-1/pick", kind="pick", card=card), 403)


DEEP = 100_000
NESTED = {
    "lists": "[" * DEEP,
    "closed lists": "[" * 30_000 + "]" * 30_000,
    "objects": '{"a":' * 10_000,
    "values": '{"name":' + "[" * 900 + "]" * 900 + "}",
    "options": '{"game":"soulmates","own":' + '{"a":' * 900 + "1" + "}" * 901,
}
BODIES: dict[str, tuple[str, bytes]] = {
    **{f"nested {name}": ("application/json", text.encode()) for name, text in NESTED.items()},
    "nothing": ("application/json", b""),
    "no JSON": ("application/json", b"{name: Bob}"),
    "half of it": ("application/json", b'{"name": "B'),
    "a list": ("application/json", b'["Bob"]'),
    "a text": ("application/json", b'"Bob"'),
    "a number": ("application/json", b"9223372036854775808"),
    "null": ("application/json", b"null"),
    "not a number": ("application/json", b'{"name": NaN}'),
    "5,000 digits": ("application/json", b'{"name": ' + b"9" * 5_000 + b"}"),
    "no UTF-8": ("application/json", b'{"name": "\xff\xfe"}'),
    "a surrogate in UTF-8": ("application/json", b'{"name": "\xed\xa0\x80"}'),
    "NUL bytes": ("application/json", b"\0" * 100),
    "a megabyte of JSON": ("application/json", b'{"name": "' + b"x" * 1_000_000 + b'"}'),
    "a megabyte of spaces": ("application/json", b" " * 1_000_000),
    "a megabyte of form": ("application/x-www-form-urlencoded", b"name=" + b"x" * 1_000_000),
    "a name twice": ("application/x-www-form-urlencoded", b"name=Bob&name=Bea&game=a&ask=b"),
    "101 fields": ("application/x-www-form-urlencoded", b"&".join([b"name=a"] * 101)),
    "a form without UTF-8": ("application/x-www-form-urlencoded", b"name=\xff"),
    "a form of nothing": ("application/x-www-form-urlencoded", b"=&=&&"),
    "a field of Python's": ("application/x-www-form-urlencoded", b"name=Bob&__class__=x"),
    "JSON said to be text": ("text/plain", b'{"name": "Bob", "game": "soulmates"}'),
    "JSON said to be a form": ("application/x-www-form-urlencoded", b'{"name": "Bob"}'),
    "a form said to be JSON": ("application/json", b"name=Bob"),
    "XML": ("application/xml", b"<name>Bob</name>"),
    "many parts": ("multipart/form-data; boundary=x", b"--x\r\n\r\nBob\r\n--x--\r\n"),
    "no such type": ("nonsense", b"name=Bob"),
}


@pytest.mark.parametrize("verb", ["members", "knock", "matches", "moves", "rename", "brought"])
@pytest.mark.parametrize("body", BODIES)
def test_f54_a_body_of_the_wrong_shape_changes_nothing(
    players: list[Visitor], stranger: Visitor, verb: str, body: str
) -> None:
    kind, content = BODIES[body]
    asking = stranger if verb in ("members", "knock") else players[0]
    address, headers = f"/rooms/{players[0].code}/{verb}", {**JSON, "Content-Type": kind}
    with unchanged(players[0]):
        refused(asking.http.post(address, content=content, headers=headers))


def test_f54_a_megabyte_in_pieces_is_cut_off(players: list[Visitor]) -> None:
    pieces = (b"x" * 10_000 for _ in range(100))
    with unchanged(players[0]):
        address = f"/rooms/{players[0].code}/moves"
        refused(players[0].http.post(address, content=pieces, headers=JSON), 413)


@pytest.mark.parametrize("fields", [{"tv": "perhaps"}, {"demo": 1}, {"demo": "nim"}, {"x": 1}])
def test_f54_a_room_of_the_wrong_shape_is_not_opened(
    stranger: Visitor, fields: dict[str, Any]
) -> None:
    refused(stranger.http.post("/rooms", json=fields, headers=JSON))


@pytest.mark.parametrize(
    "header",
    [
        {"Accept-Language": "*,;q=,--,-x,de_DE@euro, \x7f" + "a-" * 500},
        {"Cookie": 'device="\\777\\000; device=; =; device=\xff'},
        {"X-Forwarded-For": "::::, [, 999.1.1.1"},
        {"Last-Event-ID": "\x7f-1e999"},
        {"Accept": ";;q=x,application/json;q=\xff"},
        {"Range": "bytes=" + ",".join(["0-"] * 500)},
    ],
    ids=str,
)
def test_f54_a_header_of_the_wrong_shape_does_no_harm(
    stranger: Visitor, ann: Visitor, header: dict[str, str]
) -> None:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in header.items()]
    for path in ("/", f"/rooms/{ann.code}", f"/rooms/{ann.code}/help", "/static/x/app.css"):
        answer = stranger.http.get(path, headers=raw)
        assert answer.status_code in (200, 206, 400, 404, 416), answer.text


@pytest.mark.parametrize(
    "path",
    [
        *("/rooms/%00", "/rooms/%FF", "/rooms/%ED%A0%80", "/tv/%0a%0d"),
        *("/static/%00", "/static/x/%00", "/static/x/..%2f..%2fapp/main.py", "/static/x/vendor"),
        *("/" + "x" * 5_000, "/rooms/" + "B" * 5_000, "/static/x/" + "y" * 5_000, "/nothing"),
    ],
    ids=lambda path: path[:30],
)
def test_f54_an_address_nobody_has_is_a_page_with_a_way_on(stranger: Visitor, path: str) -> None:
    answer = stranger.http.get(path, headers={"X-Forwarded-For": "192.0.2.54"})
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("verb", ["GET", "PUT", "DELETE", "PATCH"])
def test_f54_a_verb_an_address_does_not_know_gets_a_sentence(
    ann: Visitor, accept: str, verb: str
) -> None:
    before = ann.lasting()
    answer = ann.http.request(verb, f"/rooms/{ann.code}/leave", headers={"Accept": accept})
    assert answer.status_code == 405
    if accept == "application/json":
        assert answer.headers["content-type"] == "application/problem+json"
    else:
        assert 'href="/"' in answer.text
    assert ann.lasting() == before


@pytest.mark.parametrize("verb", ["members", "moves", "rename"])
def test_a_form_that_is_refused_is_a_page_with_a_way_on(ann: Visitor, verb: str) -> None:
    answer = ann.http.post(f"/rooms/{ann.code}/{verb}", data={"nonsense": "1"})
    assert answer.is_client_error
    assert re.search(r"<h1>[^<]+\.", answer.text)
    assert 'href="/"' in answer.text


@pytest.fixture(scope="module")
def ended(server: Server) -> Iterator[Visitor]:
    """The host of a room that has ended."""
    with visitors(server.url, 1) as [host]:
        host.join(host.open_room(), "Ann").post("close")
        yield host


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("path", ["/rooms/{}", "/rooms/{}/events", "/rooms/{}/menu", "/tv/{}"])
def test_a_room_that_has_ended_says_so_to_everybody(
    ended: Visitor, stranger: Visitor, accept: str, path: str
) -> None:
    for guest in (ended, stranger):
        answer = guest.http.get(path.format(ended.code), headers={"Accept": accept})
        assert answer.status_code == 410, answer.text
        assert "This room has ended." in answer.text


@pytest.mark.parametrize(("verb", "fields"), LOBBY)
def test_nothing_can_be_done_in_a_room_that_has_ended(
    ended: Visitor, verb: str, fields: dict[str, Any]
) -> None:
    mine = {name: ended.member if value == "ANN" else value for name, value in fields.items()}
    assert ended.post(verb, **mine).status_code == 410


# --- how it is looked at ---


def send(guest: Visitor, verb: str, fields: dict[str, Any]) -> httpx.Response:
    """As JSON in ASCII, which can say what UTF-8 cannot."""
    headers = {**JSON, "Content-Type": "application/json"}
    return guest.http.post(
        f"/rooms/{guest.code}/{verb}", content=json.dumps(fields), headers=headers
    )


@contextmanager
def unchanged(witness: Visitor) -> Iterator[None]:
    before = witness.lasting()
    yield
    assert witness.lasting() == before


def refused(answer: httpx.Response, status: int | None = None) -> str:
    """It was a 4xx with a sentence for people: what it said."""
    told = f"{answer.status_code} {answer.text[:300]}"
    assert answer.is_client_error, told
    assert status in (None, answer.status_code), told
    assert answer.headers["content-type"] == "application/problem+json", told
    said: str = answer.json()["detail"]
    assert re.fullmatch(r"[A-Z].*[.?]", said), told
    assert not re.search("pydantic|Traceback|Input should|Error", said), told
    assert "set-cookie" not in answer.headers, told
    return said


def name_of(guest: Visitor) -> str:
    look = guest.look()
    name: str = next(person["name"] for person in look["members"] if person["id"] == look["me"])
    return name
