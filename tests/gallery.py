"""Every picture of every game, at every size, by day and by night: ``make gallery``.

States come from matches that computers play; a page is drawn from a state as the server draws it
and shown in Chromium, where its show has come to its end. ``var/gallery/index.html`` has them all;
``make gallery T="soulmates reveal"`` only those whose names hold all these words.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from html import escape
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from app.core.values import MARKS, Room
from app.draw import assets
from app.draw.eyes import look_at
from app.draw.rulebook import rulebook
from app.draw.texts import PSEUDO
from games import GAMES
from games.contract import Seat, Viewer
from tests.every_game import ISLANDS, PAGES, moments, room_of, tables
from tests.server import Server

FOLDER = Path(__file__).parent.parent / "var" / "gallery"
PHONES = ((320, 454), (320, 568), (390, 844), (568, 320), (768, 1024))
STAGES = ((1280, 720), (1920, 1080))
WIDE = ((1366, 768),)
REFUSALS = {
    404: "No room KLMR. Check the four letters on the TV.",
    403: "The host removed you from this room.",
    409: "Hand over the host role first, then leave.",
    410: "This room has ended.",
    429: "Too many wrong codes. Try again in a minute.",
}
LONGEST_NAMES = ("Wilhelmina W", "Maximilian M", "Chloé-Amélie", "Bartholomäus", "Wolfgang-Mia")


@dataclass(frozen=True)
class Picture:
    name: str
    html: str
    size: tuple[int, int]
    dark: bool = False

    @property
    def file(self) -> str:
        night = "-dark" if self.dark else ""
        return f"{self.name}-{self.size[0]}x{self.size[1]}{night}.png".replace(" ", "-")


def pictures(wanted: list[str]) -> Iterator[Picture]:
    for name, html, is_stage in scenes():
        shapes = STAGES if is_stage else (*PHONES, *WIDE)
        for size in shapes:
            for dark in (False,) if is_stage else (False, True):
                picture = Picture(name, html, size, dark)
                if all(word in picture.file for word in wanted):
                    yield picture


def scenes() -> Iterator[tuple[str, str, bool]]:
    """Every game and phase, for few and for many players, as its players and the TV see it."""
    for slug, game in GAMES.items():
        for seats in {min(game.seats), max(game.seats)}:
            for phase, state in pictured(slug, seats):
                room = named(room_of(slug, state, seats))
                yield f"{slug} {phase} {seats} tv", page(room, None), True
                for seat in range(min(seats, 2)):
                    yield f"{slug} {phase} {seats} phone {seat}", page(room, Seat(seat)), False
                if seats == 2:
                    yield f"{slug} {phase} 2 between", page(on_one_phone(room), Seat(0)), False
    yield from around()
    for count in (0, 1, 3, 5, 8):
        room = lobby(count)
        yield f"lobby {count} tv", page(room, None), True
        if count:
            yield f"lobby {count} host", page(room, Seat(0)), False
        if count > 1:
            yield f"lobby {count} guest", page(room, Seat(1)), False


def around() -> Iterator[tuple[str, str, bool]]:
    """The pages outside of the matches, in every state in which they look different."""
    for language, tail in (("en", ""), (PSEUDO, " longer")):
        for name, template, values in _pages():
            html = PAGES.render(template, language, **values(language))
            yield f"page {name}{tail}", html, template.startswith("tv")


def _pages() -> Iterator[tuple[str, str, Callable[[str], dict[str, Any]]]]:
    yield "home", "home.html", lambda _: {}
    listed = {"credits": assets.credits(), "photographs": assets.photographs()}
    yield "credits", "credits.html", partial(_given, listed)
    yield (
        "rules",
        "rules.html",
        lambda _: {"game": GAMES["soulmates"], "rulebook": rulebook("soulmates")},
    )
    yield "tv new", "tv_new.html", lambda _: {}
    for error, text in REFUSALS.items():
        told = {"text": text, "error": error, "code": "KLMR", "out": error in (403, 410)}
        yield f"refusal {error}", "refusal.html", partial(_given, told)
        yield f"tv refusal {error}", "tv_refusal.html", partial(_given, told)
    room, full = lobby(3), lobby(8)
    locked = replace(room, options=replace(room.options, locked=True))
    doors: dict[str, tuple[Room, dict[str, Any]]] = {
        "new": (room, {}),
        "first": (lobby(0), {}),
        "taken": (
            room,
            {"said": "There is already a Ben.", "name": "Ben", "ideas": ("Ben B", "Benni")},
        ),
        "full": (full, {}),
        "locked": (locked, {}),
        "knocking": (locked, {"knocking": True}),
        "refused": (locked, {"refused": True}),
    }
    for name, (shown, values) in doors.items():
        yield f"join {name}", "join.html", partial(_door, shown, values)
    moved = look_at(room, None, "en").people[1]
    yield "join moved", "join.html", partial(_door, room, {"moved": moved})
    for sheet in ("menu", "help", "scores"):
        for name, of in (("host", 0), ("guest", 1)):
            yield f"{sheet} {name}", f"{sheet}.html", partial(_sheet, full, of)
    for slug in GAMES:
        *before, (seats, last) = moments(slug)
        playing = room_of(slug, before[-9][1], seats)
        for sheet in ("menu", "help", "scores"):
            yield f"{sheet} {slug}", f"{sheet}.html", partial(_sheet, playing, 0)
        over = room_of(slug, last, seats)
        yield f"keepsake {slug}", "keepsake.html", partial(_sheet, over, 0)


def _given(values: dict[str, Any], language: str) -> dict[str, Any]:
    return values


def _door(room: Room, values: dict[str, Any], language: str) -> dict[str, Any]:
    free = next(mark for mark in range(MARKS) if mark not in {one.mark for one in room.people})
    plain = {
        "said": "",
        "name": "",
        "ideas": (),
        "knocking": False,
        "refused": False,
        "moved": None,
    }
    return {"room": look_at(room, None, language), "free": free, **plain, **values}


def _sheet(room: Room, of: int, language: str) -> dict[str, Any]:
    return {"room": look_at(room, room.members[of], language), "sheet": False}


def pictured(slug: str, seats: int) -> Iterator[tuple[str, Any]]:
    """The phases at each table the game is tried at; of the usual one without its name."""
    for table, options in tables(slug).items():
        for phase, state in phases(slug, seats, options).items():
            yield f"{table} {phase}".strip(), state


def phases(slug: str, seats: int, options: Any) -> dict[str, Any]:
    """The first and the last state of each phase: in the last, something has happened already."""
    found: dict[str, Any] = {}
    for state in (state for n, state in moments(slug, 0, options) if n == seats):
        found.setdefault(f"{state.phase} first", state)
        found[state.phase] = state
    return found


def on_one_phone(room: Room) -> Room:
    host, guest, *others = room.members
    return replace(room, members=(host, replace(guest, device=None, keeper=host.id), *others))


def named(room: Room) -> Room:
    members = tuple(
        replace(member, name=LONGEST_NAMES[n % 5] if n % 2 else member.name)
        for n, member in enumerate(room.members)
    )
    return replace(room, members=members, options=replace(room.options, tv=True))


def lobby(count: int) -> Room:
    slug = next(iter(GAMES))
    _, state = moments(slug)[0]
    room = named(room_of(slug, state, 8))
    return replace(
        room,
        match=None,
        members=room.members[:count],
        host=room.members[0].id if count else None,
        options=replace(room.options, game="soulmates"),
    )


def page(room: Room, eyes: Viewer, language: str = "en") -> str:
    me = None if eyes is None else room.members[eyes]
    islands = ISLANDS.draw(room, me, language, board=me is None)
    shown = {
        "code": room.code,
        "version": room.version,
        "islands": islands,
        "game": room.game,
        "kind": room.match.game if room.match else "lobby",
    }
    if me is None:
        demo = look_at(room, None, language).demo
        return PAGES.render("tv.html", language, **shown, demo=demo)
    look = look_at(room, me, language)
    own = {"me": me, "asked": look.asked, "title": "Soulroom", "tab": "gallery"}
    return PAGES.render("room.html", language, **shown, **own)


class Studio:
    """A page for each size, by day and by night, that shows one picture after the other."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._page = cache(self._open)

    def shoot(self, picture: Picture) -> None:
        one = self._page(picture.size, picture.dark)
        show(one, self._url, picture.html)
        one.screenshot(path=FOLDER / picture.file)
        one.unroute_all()

    def _open(self, size: tuple[int, int], dark: bool) -> Page:
        width, height = size
        return self._browser.new_page(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )


def show(one: Page, url: str, html: str) -> None:
    """The page as if it came from the server, whose files it uses."""
    one.route("**/gallery", lambda route: route.fulfill(body=html, content_type="text/html"))
    for part in ("events", "islands"):
        one.route(f"**/rooms/*/{part}*", lambda route: route.abort())
    one.route("**/rooms", lambda _: None)  # a TV that opens a room waits for it
    one.goto(f"{url}/gallery", wait_until="load")
    one.evaluate("document.fonts.ready")


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = which("chromium-headless-shell") or which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        studio, done = Studio(browser, server.url), []
        for picture in pictures(wanted):
            studio.shoot(picture)
            done.append(picture)
        browser.close()
        server.stop()
    index = "\n".join(
        f'<figure><img src="{escape(p.file)}" height="360" alt=""><figcaption>{escape(p.file)}'
        "</figcaption></figure>"
        for p in sorted(done, key=lambda p: p.file)
    )
    style = "<style>body{display:flex;flex-wrap:wrap;gap:12px;font:14px sans-serif}</style>"
    (FOLDER / "index.html").write_text(f"<!doctype html>{style}{index}", "utf-8")
    print(f"{len(done)} pictures: {FOLDER / 'index.html'}")


if __name__ == "__main__":
    main(sys.argv[1:])
