"""Looking: everything that GET answers. Nothing here changes anything."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from io import BytesIO
from typing import Annotated

import segno
from fastapi import APIRouter, Path
from segno.helpers import make_wifi
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from app.core import codes, people
from app.core.errors import STATUS, NameTaken, NoSuchThing, RoomOver, sentence
from app.core.names import LONGEST
from app.core.values import MARKS, Member, MemberId, Room
from app.draw import assets
from app.draw.eyes import look_at
from app.draw.islands import Drawing
from app.draw.json import as_json
from app.draw.rulebook import rulebook
from app.web.context import Context, RequestContext, wants_json
from app.web.security import POLICY_WITH_ICONS
from games import GAMES

GameSlug = Annotated[str, Path(json_schema_extra={"enum": [*GAMES]})]
"""Described, not checked: what is none of these gets a sentence."""

router = APIRouter(tags=["pages"], default_response_class=HTMLResponse)


class Picture(Response):
    media_type = "image/svg+xml"


@router.get("/")
async def home(context: Context) -> Response:
    return _found(context.page("home.html"))


@router.get("/healthz", response_class=PlainTextResponse)
async def healthz() -> Response:
    """Alive; nobody is helped by a restart because a disk is full."""
    return PlainTextResponse("ok")


@router.get("/readyz", response_class=PlainTextResponse)
async def readyz(context: Context) -> Response:
    """Raises Unavailable: alive alone is no use to anybody when nothing can be written down."""
    await context.rooms.records.check()
    return PlainTextResponse("ok")


@router.get("/credits")
async def credits(context: Context) -> Response:
    return _found(
        context.page("credits.html", credits=assets.credits(), photographs=assets.photographs())
    )


@router.get("/rules/{slug}")
async def rules(context: Context, slug: GameSlug) -> Response:
    """All rules of a game, by number: ``/rules/soulmates#SM-16``."""
    if slug not in GAMES:
        raise NoSuchThing("We do not have that game.")
    return _found(context.page("rules.html", game=GAMES[slug], rulebook=rulebook(slug)))


@router.get("/api")
async def api(context: Context) -> Response:
    """The interface for scripts, to read and to try."""
    page = context.page("api.html")
    page.headers["Content-Security-Policy"] = POLICY_WITH_ICONS
    return page


@router.get("/tv")
async def new_tv(context: Context) -> Response:
    """Asks for a room by itself; a GET must not open one."""
    return context.page("tv_new.html")


@router.get("/tv/{code}")
async def tv(context: Context) -> Response:
    room = await _open(context)
    context.language = context.language_of_tv(room)
    return context.page(
        "tv.html",
        code=room.code,
        demo=look_at(room, None, context.language).demo,
        version=room.version,
        kind=room.match.game if room.match else "lobby",
        islands=_islands(context, room, None),
    )


@router.get("/join", response_class=RedirectResponse, status_code=303)
async def find(context: Context, code: str = "") -> Response:
    """The form on the front page: a code as somebody typed it."""
    found = codes.read(code)
    if len(found) < codes.SHORTEST:
        raise NoSuchThing("That is no code. Check the letters on the TV.")
    return RedirectResponse(f"/rooms/{found}", HTTPStatus.SEE_OTHER)


@router.get("/rooms/{code}")
async def room(context: Context, seat: str = "") -> Response:
    """`seat` is whose page this was: if another device has it now, the join page says so."""
    room = await _open(context)
    me = _seated(room, context)
    look = look_at(room, me, context.language)
    if wants_json(context.request):
        return JSONResponse(as_json(look))
    if me is None:
        context.own_device()  # two taps on Join are then one person
        return context.remember(join_page(context, room, moved=room.member(MemberId(seat))))
    return context.page(
        "room.html",
        code=room.code,
        me=me,
        asked=look.asked,
        version=room.version,
        game=room.game,
        kind=look.match.game if look.match else "lobby",
        islands=_islands(context, room, me),
        title=_title(room),
        tab=secrets.token_hex(4),
    )


@router.get("/rooms/{code}/menu")
async def menu(context: Context) -> Response:
    room = await context.room()
    look = look_at(room, people.member(room, context.device), context.language)
    return context.page("menu.html", room=look, longest=LONGEST, sheet=_is_fragment(context))


@router.get("/rooms/{code}/scores")
async def scores(context: Context) -> Response:
    """What lies on the table, in words: all that the TV shows."""
    room = await _open(context)
    look = look_at(room, _seated(room, context), context.language)
    return context.page("scores.html", room=look, sheet=_is_fragment(context))


@router.get("/rooms/{code}/help")
async def help(context: Context) -> Response:
    room = await context.room()
    look = look_at(room, _seated(room, context), context.language)
    return context.page("help.html", room=look, sheet=_is_fragment(context))


@router.get("/rooms/{code}/qr.svg", response_class=Picture)
async def qr(context: Context) -> Response:
    room = await context.room()
    # Capitals keep the code in the alphanumeric mode: bigger squares, scanned from further away.
    return _drawn(segno.make(f"{context.services.pages.base_url}/{room.code}".upper(), error="m"))


@router.get("/rooms/{code}/wifi.svg", response_class=Picture)
async def wifi(context: Context) -> Response:
    """By this a phone joins the network that the deployment names."""
    room = await context.room()
    network = room.options.wifi or context.services.settings.wifi
    if not network:
        raise NoSuchThing("There is nothing here.")
    name, _, password = network.partition(":")
    return _drawn(make_wifi(name, password or None, "WPA" if password else None))


def _drawn(code: segno.QRCode) -> Response:
    picture = BytesIO()
    code.save(picture, kind="svg", scale=8, border=4, light="#fbefea", dark="#14112b")
    return Picture(picture.getvalue())


@router.get("/{code}", response_class=RedirectResponse, status_code=303)
async def short_link(context: Context) -> Response:
    if codes.read(context.code) != context.code.upper() or len(context.code) < codes.SHORTEST:
        raise NoSuchThing("There is nothing here.")
    return RedirectResponse(f"/rooms/{context.code.upper()}", HTTPStatus.SEE_OTHER)


def join_page(
    context: RequestContext,
    room: Room,
    *,
    error: Exception | None = None,
    name: str = "",
    moved: Member | None = None,
) -> Response:
    """One field and a button; with `error`, what was wrong the first time."""
    said = context.services.pages.say(context.language, *sentence(error)) if error else ""
    ideas = error.values.values() if isinstance(error, NameTaken) else ()
    look = look_at(room, None, context.language)
    mine = room.knock_of(context.device)
    taken = {person.mark for person in look.people}
    free = next((mark for mark in range(MARKS) if mark not in taken), 0)
    elsewhere = (who for who in look.people if moved and moved.has_device and who.id == moved.id)
    return context.page(
        "join.html",
        STATUS[type(error)] if error else 200,
        room=look,
        said=said,
        name=name,
        ideas=tuple(ideas)[1:],
        longest=LONGEST,
        taken=taken,
        free=free,
        knocking=mine is not None and not mine.refused,
        refused=mine is not None and mine.refused,
        moved=next(elsewhere, None),
    )


def _found(page: Response) -> Response:
    """A page that search engines may show; all others they may not."""
    page.headers["X-Robots-Tag"] = "all"
    return page


async def _open(context: RequestContext) -> Room:
    room = await context.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    return room


def _islands(context: RequestContext, room: Room, me: Member | None) -> Drawing:
    return context.services.islands.draw(room, me, context.language, board=me is None)


def _seated(room: Room, context: RequestContext) -> Member | None:
    """Whoever has a place here; None for a stranger. Raises Removed."""
    me = room.of_device(context.device)
    return None if me is None or me.role == "left" else people.member(room, context.device)


def _title(room: Room) -> str:
    return (
        room.match.rules.title
        if room.match
        else GAMES[room.options.game].title
        if room.options.game
        else "Soulroom"
    )


def _is_fragment(context: RequestContext) -> bool:
    return "hx-request" in context.request.headers
