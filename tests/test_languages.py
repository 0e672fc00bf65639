"""Languages: who reads which, and what each does by its own rules."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog
from httpx import AsyncClient
from hypothesis import given
from hypothesis import strategies as st
from jinja2.filters import do_striptags as striptags
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request

from app.core.errors import BadForm, sentence
from app.draw import negotiation, texts
from app.draw.islands import Islands
from app.draw.render import Pages
from app.web.stream import AGAIN, ENDED, Listener, listener_of
from games.contract import Illegal
from tests import tongues
from tests.every_game import NAMES, moments, room_of
from tests.inside import app_inside, device
from tests.loop import run

PAGES = Pages("http://tv.test")


def shorter(count: int) -> BadForm:
    return BadForm.plural(
        "Shorter, please: one letter at most.",
        "Shorter, please: {count} letters at most.",
        count=count,
    )


def test_a_refusal_with_a_number_has_the_plural_forms_of_its_language(czech: None) -> None:
    said = [PAGES.say("cs", *sentence(shorter(count))) for count in (1, 2, 5)]
    assert said == ["Kratší, prosím: 1 písmeno.", "Kratší: 2 písmena.", "Kratší: 5 písmen."]


def test_a_refusal_in_english_knows_one_and_many() -> None:
    said = [PAGES.say("en", *sentence(shorter(count))) for count in (1, 2)]
    assert said == ["Shorter, please: one letter at most.", "Shorter, please: 2 letters at most."]


def test_a_game_says_plurals_as_the_app_does() -> None:
    error = Illegal.plural("Pick one picture.", "Pick {count} {kind}.", count=3, kind="pictures")
    assert PAGES.say("en", *sentence(error)) == "Pick 3 pictures."


def people(count: int, language: str) -> str:
    """As the macro names them, without the markup that each name stands in."""
    names = PAGES.environment(language).from_string(
        '{% import "_macros.html" as m %}{{ m.names(people) }}'
    )
    said = names.render(people=[SimpleNamespace(name=name) for name in NAMES[:count]])
    assert said.count('<span class="name" dir="auto" translate="no">') == min(count, 3)
    return striptags(said)


def test_people_are_listed_by_the_rule_of_the_language(czech: None) -> None:
    assert [people(count, "en") for count in (1, 2, 3, 4, 5)] == [
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cid",
        "Ann, Bob, Cid and one more",
        "Ann, Bob, Cid and 2 more",
    ]
    assert people(3, "cs") == "Ann, Bob a Cid"


def test_a_name_in_a_list_is_still_only_a_name() -> None:
    listed = PAGES.environment("en").from_string("{{ names|joined }}")
    assert listed.render(names=["<b>", "{0}", Markup("<i>")]) == "&lt;b&gt;, {0} and <i>"


OFFERED = ("en", "en-XA", "de", "fr", "he", "pt", "pt-BR", "sr-Latn", "zh-Hans", "zh-Hant")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("zh-TW", "zh-Hant"),
        ("zh-HK,zh;q=0.9", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-SG;q=0.9,zh-TW;q=0.8", "zh-Hans"),
        ("sr", "en"),  # in Cyrillic
        ("sr-Latn-RS", "sr-Latn"),
        ("sh", "sr-Latn"),
        ("iw", "he"),
        ("de-CH", "de"),
        ("DE-ch", "de"),
        ("pt-BR", "pt-BR"),
        ("pt-PT", "pt"),
        ("en-GB", "en"),
        ("en-XA", "en-XA"),
        ("fr;q=0.3, de;q=0.8, en;q=0.5", "de"),
        ("de ; q = 0.2 , fr", "fr"),
        ("fr;q=0, de;q=0.1", "de"),
        ("xx, fr", "fr"),
        ("de-1996-x-private", "de"),
    ],
)
def test_a_reader_gets_the_dearest_of_the_languages_there_are(accepted: str, language: str) -> None:
    assert negotiation.best(accepted, OFFERED) == language


@pytest.mark.parametrize(
    "accepted",
    [
        "",
        "*",
        "*, de;q=0.5",
        "*;q=0",
        ",;,=",
        "de;q=2",
        "de;q=nan",
        "de;q=",
        "1",
        "d" * 9,
        "x-y",
        "é",
    ],
)
def test_no_wish_any_wish_and_garbage_are_english(accepted: str) -> None:
    assert negotiation.best(accepted, OFFERED) == "en"


@given(st.text(max_size=80) | st.from_regex(r"[a-z*;=q0-9., -]{0,60}", fullmatch=True))
def test_whatever_a_browser_sends_is_answered_in_a_language_there_is(accepted: str) -> None:
    assert negotiation.best(accepted, OFFERED) in OFFERED


def test_a_header_without_end_is_not_read_to_the_end(czech: None) -> None:
    assert texts.negotiate("xx," * 10 + "cs") == "cs"
    assert texts.negotiate("xx," * 100_000 + "cs") == "en"


def test_the_guard_at_the_door_says_it_in_the_readers_language(tmp_path: Path) -> None:
    async def turned_away() -> str:
        async with device(app) as browser:
            headers = {"Origin": "http://evil.test", "Accept-Language": "en-XA"}
            return (await browser.post("/rooms", headers=headers)).text

    with app_inside(tmp_path) as app:
        assert run(turned_away()).startswith("Thát çámé fróm áñóthér síté")


# --- chosen by hand ---

JSON = {"Accept": "application/json"}


async def opened(browser: AsyncClient, **fields: str) -> str:
    answer = await browser.post("/rooms", json=fields, headers=JSON)
    code: str = answer.json()["code"]
    return code


async def join(browser: AsyncClient, code: str, name: str) -> None:
    await browser.get(f"/rooms/{code}")
    joined = await browser.post(f"/rooms/{code}/members", data={"name": name})
    assert joined.status_code == 303


def test_where_there_is_one_language_there_is_nothing_to_choose(tmp_path: Path) -> None:
    async def look() -> None:
        async with device(app) as ann:
            code = await opened(ann)
            assert "/language" not in (await ann.get(f"/tv/{code}")).text
            await join(ann, code, "Ann")
            assert "/language" not in (await ann.get(f"/rooms/{code}/menu")).text

    with app_inside(tmp_path) as app:
        run(look())


def test_a_device_keeps_the_language_it_chose(czech: None, tmp_path: Path) -> None:
    async def choose() -> None:
        async with device(app) as ann, device(app) as ben:
            code = await opened(ann)
            await join(ann, code, "Ann")
            await join(ben, code, "Ben")
            menu = (await ann.get(f"/rooms/{code}/menu")).text
            assert '<html lang="en"' in menu
            assert (
                'value="cs" lang="cs" dir="auto" translate="no" aria-pressed="false">Čeština'
                in menu
            )
            answer = await ann.post("/language", data={"language": "cs", "code": code})
            assert (answer.status_code, answer.headers["location"]) == (303, f"/rooms/{code}")
            for path in (f"/rooms/{code}", f"/rooms/{code}/menu", "/"):
                assert '<html lang="cs" dir="ltr">' in (await ann.get(path)).text
            assert '<html lang="en"' in (await ben.get(f"/rooms/{code}")).text
            assert (
                await ann.post("/language", json={"language": "xx"}, headers=JSON)
            ).status_code == 404

    with app_inside(tmp_path / "app") as app:
        run(choose())


def test_a_page_with_scripts_is_loaded_anew_in_its_new_language(
    czech: None, tmp_path: Path
) -> None:
    async def choose() -> None:
        async with device(app) as ann:
            headers = {"HX-Request": "true"}
            answer = await ann.post("/language", data={"language": "cs"}, headers=headers)
            assert (answer.status_code, answer.headers["hx-refresh"]) == (204, "true")

    with app_inside(tmp_path / "app") as app:
        run(choose())


def test_the_tv_speaks_what_was_chosen_on_it_and_then_what_the_host_chose(
    czech: None, tmp_path: Path
) -> None:
    async def choose() -> None:
        async with device(app) as tv, device(app) as ann:
            code = await opened(tv, tv="true")
            url = f"/rooms/{code}/tv-language"
            assert url in (await tv.get(f"/tv/{code}")).text
            stream = await listening(app, code)
            assert await stream.look() not in (AGAIN, ENDED)
            chosen = await tv.post(url, data={"language": "cs"})
            assert (chosen.status_code, chosen.headers["location"]) == (303, f"/tv/{code}")
            assert await stream.look() == AGAIN, "the page is loaded anew"
            again = await listening(app, code)
            assert again.language == "cs"
            assert await again.look() not in (AGAIN, ENDED)
            assert '<html lang="cs"' in (await tv.get(f"/tv/{code}")).text

            await join(ann, code, "Ann")
            assert url not in (await tv.get(f"/tv/{code}")).text
            assert url in (await ann.get(f"/rooms/{code}/menu")).text
            assert (await tv.post(url, data={"language": "en"})).status_code == 403
            chosen = await ann.post(url, data={"language": "en"})
            assert (chosen.status_code, chosen.headers["location"]) == (303, f"/rooms/{code}")
            assert await again.look() == AGAIN
            assert '<html lang="en"' in (await tv.get(f"/tv/{code}")).text
            assert '<html lang="en"' in (await ann.get(f"/rooms/{code}")).text, (
                "as its browser says"
            )

    with app_inside(tmp_path / "app") as app:
        run(choose())


async def listening(app: Starlette, code: str) -> Listener:
    """A TV's stream, as if it was opened just now."""
    scope = {
        "type": "http",
        "app": app,
        "path_params": {"code": code},
        "query_string": b"as=tv",
        "headers": [],
        "client": ("127.0.0.1", 1),
    }
    return await listener_of(Request(scope))


def test_a_language_from_right_to_left_says_so_and_the_mat_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, state = moments("soulaween")[0]
    room = room_of("soulaween", state, 2)
    with tongues.speaking(tmp_path, monkeypatch, ar=Catalog(locale="ar")):
        assert '<html lang="ar" dir="rtl">' in PAGES.render("home.html", "ar")
        drawn = Islands(PAGES).draw(room, room.members[0], "ar", board=True)
        for island in ("panel", "board"):
            assert re.search('class="sa-mat[^>]* dir="ltr"', drawn[island].html)
