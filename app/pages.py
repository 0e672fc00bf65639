"""Looking: everything that GET answers. Nothing here changes anything."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from io import BytesIO

import segno
from fastapi import APIRouter
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from app import assets, codes, people
from app.deps import AtDesk, Desk, wants_json
from app.errors import STATUS, NameTaken, NoSuchThing, RoomOver, sentence
from app.islands import Island
from app.look import as_json, look_at
from app.names import LONGEST
from app.values import MARKS, Member, Room
from games import GAMES

router = APIRouter()


@router.get("/")
async def home(desk: AtDesk) -> Response:
    return desk.page("home.html")


@router.get("/healthz")
async def healthz() -> Response:
    return PlainTextResponse("ok")


@router.get("/credits")
async def credits(desk: AtDesk) -> Response:
    return desk.page("credits.html", credits=assets.credits())


@router.get("/tv")
async def new_tv(desk: AtDesk) -> Response:
    """Asks for a room by itself; a GET must not open one."""
    return desk.page("tv_new.html")


@router.get("/tv/{code}")
async def tv(desk: AtDesk) -> Response:
    room = await _open(desk)
    return desk.page(
        "tv.html", code=room.code, version=room.version, islands=_islands(desk, room, None)
    )


@router.get("/join")
async def find(desk: AtDesk, code: str = "") -> Response:
    """The form on the front page: a code as somebody typed it."""
    return RedirectResponse(f"/rooms/{codes.read(code) or '-'}", HTTPStatus.SEE_OTHER)


@router.get("/rooms/{code}")
async def room(desk: AtDesk) -> Response:
    room = await _open(desk)
    me = _seated(room, desk)
    if wants_json(desk.request):
        return JSONResponse(as_json(look_at(room, me, desk.language)))
    if me is None:
        return join_page(desk, room)
    return desk.page(
        "room.html",
        code=room.code,
        version=room.version,
        islands=_islands(desk, room, me),
        title=_title(room),
        tab=secrets.token_hex(4),
    )


@router.get("/rooms/{code}/menu")
async def menu(desk: AtDesk) -> Response:
    room = await desk.room()
    look = look_at(room, people.member(room, desk.device), desk.language)
    return desk.page("menu.html", room=look, longest=LONGEST, sheet=_is_fragment(desk))


@router.get("/rooms/{code}/scores")
async def scores(desk: AtDesk) -> Response:
    """What lies on the table, in words: all that the TV shows."""
    room = await _open(desk)
    look = look_at(room, _seated(room, desk), desk.language)
    return desk.page("scores.html", room=look, sheet=_is_fragment(desk))


@router.get("/rooms/{code}/help")
async def help(desk: AtDesk) -> Response:
    room = await desk.room()
    look = look_at(room, _seated(room, desk), desk.language)
    return desk.page("help.html", room=look, sheet=_is_fragment(desk))


@router.get("/rooms/{code}/qr.svg")
async def qr(desk: AtDesk) -> Response:
    room = await desk.room()
    picture = BytesIO()
    # Capitals keep the code in the alphanumeric mode: bigger squares, scanned from further away.
    url = f"{desk.services.pages.base_url}/{room.code}".upper()
    segno.make(url, error="m").save(
        picture, kind="svg", scale=8, border=4, light="#fbefea", dark="#14112b"
    )
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.get("/{code}")
async def short_link(desk: AtDesk) -> Response:
    if codes.read(desk.code) != desk.code.upper() or len(desk.code) < 4:
        raise NoSuchThing("There is nothing here.")
    return RedirectResponse(f"/rooms/{desk.code.upper()}", HTTPStatus.SEE_OTHER)


def join_page(
    desk: Desk, room: Room, *, error: Exception | None = None, name: str = ""
) -> Response:
    """One field and a button; with `error`, what was wrong the first time."""
    said = desk.services.pages.say(desk.language, *sentence(error)) if error else ""
    ideas = error.values.values() if isinstance(error, NameTaken) else ()
    look = look_at(room, None, desk.language)
    waiting = next((knock for knock in room.knocks if knock.device == desk.device), None)
    taken = {person.mark for person in look.people}
    free = next((mark for mark in range(len(MARKS)) if mark not in taken), 0)
    return desk.page(
        "join.html",
        STATUS[type(error)] if error else 200,
        room=look,
        said=said,
        name=name,
        ideas=tuple(ideas)[1:],
        longest=LONGEST,
        taken=taken,
        free=free,
        knocking=waiting is not None,
    )


async def _open(desk: Desk) -> Room:
    room = await desk.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    return room


def _islands(desk: Desk, room: Room, me: Member | None) -> dict[str, Island]:
    return desk.services.islands.draw(room, me, desk.language, board=me is None)


def _seated(room: Room, desk: Desk) -> Member | None:
    """Whoever has a place here; None for a stranger. Raises Removed."""
    me = room.of_device(desk.device)
    return None if me is None or me.role == "left" else people.member(room, desk.device)


def _title(room: Room) -> str:
    return (
        room.match.rules.title
        if room.match
        else GAMES[room.options.game].title
        if room.options.game
        else "Soulroom"
    )


def _is_fragment(desk: Desk) -> bool:
    return "hx-request" in desk.request.headers
