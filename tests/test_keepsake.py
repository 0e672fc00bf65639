"""The page to take home: small, whole, and nobody's name on it who has not agreed."""

from __future__ import annotations

import re
import struct
from collections.abc import Set
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from resvg_py import svg_to_bytes

from app.core.values import Room
from app.draw import keepsake, paper, texts
from app.live.studio import Studio, print_out, undrawn
from app.live.thinking import Thinking
from games import GAMES
from games.contract import Result, Seat
from tests.every_game import PAGES, playthrough, room_of
from tests.inside import app_inside, device, named
from tests.loop import run
from tests.server import Server
from tests.visitors import seated, visitors

LARGEST = 150_000
LONGEST = (
    *("Wilhelmina W", "Maximilian M", "MMMMMMMMMMMM", "Bartholomäus"),
    *("Wolfgang-Mia", "Chloé-Amélie", "Zacharias-Jo", "Annegret-Kim"),
)
EVERYBODY = frozenset(range(8))
BOTH = [(slug, n) for slug, game in GAMES.items() for n in sorted({game.seats[0], game.seats[-1]})]


@cache
def played(slug: str, seats: int, seed: int = 3) -> tuple[Any, ...]:
    return tuple(step.state for step in playthrough(slug, seats, seed))


def table(
    slug: str, seats: int, names: tuple[str, ...] = LONGEST, signs: frozenset[int] = EVERYBODY
) -> Room:
    room = room_of(slug, played(slug, seats)[-1], seats)
    *people, watcher = room.members
    called = (
        replace(one, name=name, signs=n in signs)
        for n, (one, name) in enumerate(zip(people, names, strict=False))
    )
    return replace(room, members=(*called, watcher))


def drawn(room: Room, language: str = "en", lacking: Set[str] = frozenset()) -> str:
    assert room.match
    states = played(room.match.game, len(room.match.seats))
    return keepsake.page(PAGES, room, language, room.match.rules.moments(states), lacking)


@cache
def picture(svg: str) -> bytes:
    return print_out(svg, keepsake.WIDTH, paper.FONTS)


@pytest.mark.slow
@pytest.mark.parametrize("language", [texts.ENGLISH, texts.PSEUDO])
@pytest.mark.parametrize(("slug", "seats"), BOTH)
def test_it_is_1080_by_1350_and_150_kb_at_most(slug: str, seats: int, language: str) -> None:
    png = picture(drawn(table(slug, seats), language))
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1080, 1350)
    assert len(png) <= LARGEST


@pytest.mark.slow
@pytest.mark.parametrize("language", [texts.ENGLISH, texts.PSEUDO])
@pytest.mark.parametrize(("slug", "seats"), BOTH)
def test_no_word_runs_off_the_page(slug: str, seats: int, language: str) -> None:
    """The margins look as where everybody has a short name."""

    def margins(names: tuple[str, ...]) -> list[bytes]:
        svg = drawn(table(slug, seats, names), language)
        sheet = svg_to_bytes(svg_string=svg, width=1080, font_files=[*paper.FONTS])
        whole = Image.open(BytesIO(sheet)).convert("RGB")
        return [whole.crop(box).tobytes() for box in ((0, 0, 80, 1350), (1054, 0, 1080, 1240))]

    assert margins(LONGEST) == margins(tuple("ABCDEFGH"))


@pytest.mark.parametrize(("slug", "seats"), BOTH)
def test_who_has_not_agreed_leaves_no_trace_of_a_name(slug: str, seats: int) -> None:
    """Two evenings that differ in nothing but names are the same picture."""
    others = tuple(reversed(LONGEST))
    one, two = (table(slug, seats, names, frozenset()) for names in (LONGEST, others))
    assert drawn(one) == drawn(two)
    assert picture(drawn(one)) == picture(drawn(two))
    assert not any(name in drawn(one) for name in LONGEST)


@pytest.mark.parametrize(("slug", "seats"), BOTH)
def test_who_has_agreed_is_named_and_nobody_else(slug: str, seats: int) -> None:
    for who in range(seats):
        svg = drawn(table(slug, seats, signs=frozenset({who})))
        text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
        words = {name for name in LONGEST[:seats] if name.split()[0] in text}
        assert words <= {LONGEST[who]}
    svg = drawn(table(slug, seats))
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    assert all(name.split()[0] in text for name in _shown(slug, seats))


def _shown(slug: str, seats: int) -> tuple[str, ...]:
    """Of two players the one who lost is drawn, and named only by the sentence."""
    result = table(slug, seats).match
    assert result
    assert result.result
    winners = result.result.winners
    return tuple(LONGEST[seat] for seat in range(seats) if seats > 2 or seat in winners)


def test_it_says_what_happened() -> None:
    room = table("soulmates", 5, ("Ann", "Ben", "Cid", "Dot", "Eve"))
    assert room.match
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn(room)))
    talk = room.match.rules.talk(room.match.state)
    assert talk
    for word in ("Soulmates", "1 January 1970", "friend chips", str(talk.count)):
        assert word in text


def test_a_name_that_cannot_be_written_here_is_not_left_blank() -> None:
    """No face has letters for private use; ours have all that Łukasz needs."""
    lacking = undrawn("Łx \ue000", paper.FONTS)
    assert lacking == {"\ue000"}
    room = table("soulmates", 2, ("Łukasz", "\ue000 Zoë"))
    text = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawn(room, lacking=lacking)))
    assert "Łukasz" in text
    assert "the blue diamond" in text.replace("\u00a0", " ")
    assert "Zoë" not in text


@pytest.mark.parametrize("winners", [0, 1, 2, 3, 5, 8])
def test_any_number_of_winners_among_eight_has_a_picture(
    winners: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    end, won = played("soulmates", 5)[-1], Result(frozenset(map(Seat, range(winners))))
    game = replace(GAMES["soulmates"], result=lambda state: won, talk=lambda state: None)
    monkeypatch.setitem(GAMES, "soulmates", game)
    room = room_of("soulmates", end, 8)
    svg = keepsake.page(PAGES, room, texts.ENGLISH, ())
    assert len({*re.findall(r'fill="(#\w+)" transform="translate\(1.2 1\)"', svg)}) == 8
    assert len(picture(svg)) <= LARGEST


def test_names_are_text_and_nothing_else() -> None:
    svg = drawn(table("soulmates", 2, ("<b>&'\"", "</text>&x;")))
    assert "<b>" not in svg
    assert picture(svg)


def test_people_agree_on_their_own_phone(server: Server) -> None:
    with visitors(server.url, 3) as [ann, bob, cid]:
        seated([ann, bob])
        cid.join(ann.code, "Cid", role="watcher")
        assert ann.post("end").status_code == 204
        assert 'aria-pressed="false"' in _signature(ann.http, ann.code, ann.member)
        assert ann.post("sign", member=ann.member, on=True).status_code == 204
        assert ann.post("sign", member=bob.member, on=True).status_code == 403
        assert cid.post("sign", member=cid.member, on=True).status_code == 403
        assert 'aria-pressed="true"' in _signature(ann.http, ann.code, ann.member)
        assert 'aria-pressed="false"' in _signature(bob.http, ann.code, bob.member)
        assert "sign-" not in cid.http.get(f"/rooms/{ann.code}/menu").text
        assert ann.post("sign", member=ann.member, on=False).status_code == 204
        assert 'aria-pressed="false"' in _signature(ann.http, ann.code, ann.member)


def _signature(http: Any, code: str, member: str) -> str:
    found = re.search(f'<button[^>]*id="sign-{member}"[^>]*>', http.get(f"/rooms/{code}/menu").text)
    assert found
    return found[0]


class Broken(Thinking):
    """Its process dies, the first times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def of(self, work: Any, *given: Any, **values: Any) -> Any:
        self.times -= 1
        if self.times >= 0:
            raise RuntimeError("dead")
        return work(*given, **values)


def test_a_picture_that_fails_is_a_sentence_and_tried_again(tmp_path: Path) -> None:
    with app_inside(tmp_path) as app:
        studio: Studio = app.state.services.studio
        studio._works = Broken(2)  # the moments, and the picture

        async def evening() -> list[Any]:
            browser = device(app)
            me = await named(app, browser)
            room = table("soulmates", 3)
            ann, *others = room.members
            mine = replace(room, members=(replace(ann, device=me), *others))
            opened = await app.state.services.rooms.records.open(
                lambda code: replace(mine, code=code)
            )
            path = f"/rooms/{opened.code}/keepsake.png"
            page = await browser.get(f"/rooms/{opened.code}/keepsake")
            return [page, *[await browser.get(path) for _ in range(2)]]

        page, failed, made = run(evening())
        assert "/keepsake.png?" in page.text
        assert failed.status_code == 503
        assert "The picture was not drawn this time." in failed.text
        assert made.status_code == 200
        assert made.headers["content-type"] == "image/png"
        assert made.headers["cache-control"] == "no-store"
        assert made.headers["x-robots-tag"] == "noindex, nofollow"


def test_links_introduce_themselves_and_rooms_are_not_indexed(server: Server) -> None:
    with visitors(server.url, 2) as [ann, stranger]:
        ann.join(ann.open_room(), "Ann")
        home, room = stranger.http.get("/"), stranger.http.get(f"/rooms/{ann.code}")
        for page in (home, room):
            assert '<meta property="og:description" content="' in page.text
            [image] = re.findall(r'og:image" content="http://[^/]*(/covers/\w+\.png)"', page.text)
            shown = stranger.http.get(image)
            assert shown.status_code == 200
            assert struct.unpack(">II", shown.content[16:24]) == (1200, 630)
            assert len(shown.content) <= LARGEST
        assert home.headers["x-robots-tag"] == "all"
        assert room.headers["x-robots-tag"] == "noindex, nofollow"
        assert stranger.http.get("/covers/nothing.png").status_code == 404
