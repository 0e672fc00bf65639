"""Pictures: the page to take home from a match, and what introduces a link to us."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import HTMLResponse, Response

from app.core import people, replay
from app.core.errors import NoSuchThing, NotNow, RoomOver
from app.draw import keepsake, paper
from app.draw.eyes import look_at
from app.web.context import Context
from games import GAMES

router = APIRouter(tags=["pages"], default_response_class=HTMLResponse)

COVERS = ("shelf", *GAMES)
CoverName = Annotated[str, Path(json_schema_extra={"enum": [*COVERS]})]
DAY = {"Cache-Control": "public, max-age=86400", "X-Robots-Tag": "all"}


class Photo(Response):
    media_type = "image/png"


@router.get("/covers/{name}.png", response_class=Photo)
async def cover(context: Context, name: CoverName) -> Response:
    """What a link shows before it is opened: `shelf`, or a game's slug."""
    if name not in COVERS:
        raise NoSuchThing("There is nothing here.")
    svg = keepsake.preview(context.services.pages, "" if name == "shelf" else name)
    picture = await context.services.studio.picture(svg, keepsake.PREVIEW, paper.FONTS)
    return Photo(picture, headers=DAY)


@router.get("/rooms/{code}/keepsake")
async def keepsake_page(context: Context) -> Response:
    """The picture, who is named in it, and how to share it."""
    room = await context.room()
    me = people.member(room, context.device)
    look = look_at(room, me, context.language)
    fragment = "hx-request" in context.request.headers
    return context.page("keepsake.html", room=look, sheet=fragment)


@router.get("/rooms/{code}/keepsake.png", response_class=Photo)
async def keepsake_picture(context: Context) -> Response:
    """For the people of the room, and with `?as=tv` for its TV; in words of their language."""
    room = await context.room()
    if context.request.query_params.get("as") == "tv":
        if room.closed:
            raise RoomOver("This room has ended.")
        context.language = context.language_of_tv(room)
    else:
        people.member(room, context.device)
    match = replay.finished(room)
    if match.result is None:
        raise NotNow("This match has no end that could be drawn.")
    services, moves = context.services, await context.rooms.records.moves(match)
    moments = await services.studio.moments(match, moves)
    signed = "".join(member.name for member in room.members if member.signs)
    lacking = await services.studio.lacking(signed, paper.FONTS)
    svg = keepsake.page(services.pages, room, context.language, moments, lacking)
    return Photo(await services.studio.picture(svg, keepsake.WIDTH, paper.FONTS))
