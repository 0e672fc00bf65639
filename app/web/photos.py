"""Photographs that people bring: sent one by one, drawn anew, and shown to this room alone."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import partial
from hashlib import blake2b
from secrets import token_bytes
from typing import Literal

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.core import brought, people
from app.core.errors import BadForm, NoSuchThing, RoomOver
from app.store.writing import add_picture
from app.web.context import Context, RequestContext

router = APIRouter(prefix="/rooms/{code}/photos", tags=["people"])

KIND = "photo"
LONGEST_KEY = 64
LONGEST_HEAD = 2048
"""Of a part of a form, in bytes."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, no-store",
    "Content-Disposition": 'inline; filename="photo.webp"',
}


class WebP(Response):
    media_type = "image/webp"


@router.post("")
async def send(context: Context, caption: str = "", key: str = "") -> Response:
    """The body is the photo, or a form whose first field is one. The same `key` again is the same
    photo: whoever does not know whether it arrived sends it once more."""
    room = await context.room()
    me = people.member(room, context.device)
    with context.services.limits.sending(context.request, f"{context.code}.{me.id}"):
        brought.check_place(room, KIND)
        pictures = await context.services.darkroom.develop(await _sent(context.request))
    id, given = _id(context, me.id, key), {"caption": caption}
    await context.rooms.change(
        context.code,
        lambda room: brought.bring(room, context.device, KIND, "", given, id=id, picture=True),
        partial(add_picture, code=context.code, id=id, large=pictures.large, small=pictures.small),
    )
    return context.done()


@router.get("/{id}", response_class=WebP)
async def large(context: Context, id: str) -> Response:
    return await _picture(context, id, "large")


@router.get("/{id}/small", response_class=WebP)
async def small(context: Context, id: str) -> Response:
    return await _picture(context, id, "small")


async def _picture(context: RequestContext, id: str, size: Literal["large", "small"]) -> Response:
    """For whoever knows the address: the people of the room, and its TV, who has no seat."""
    room = await context.room()
    if room.closed:
        raise RoomOver("This room has ended.")
    if room.of_device(context.device):
        people.member(room, context.device)  # whoever was removed sees nothing more
    content = await context.rooms.records.picture(context.code, id, size)
    if content is None:
        raise NoSuchThing("That is not here any more.")
    return WebP(content, headers=HEADERS)


def _id(context: RequestContext, member: str, key: str) -> str:
    """128 bits that nobody can guess, as 22 letters."""
    said = f"{context.code}.{member}.{key[:LONGEST_KEY]}".encode() if key else token_bytes(16)
    hashed = blake2b(said, key=context.services.rooms.records.device_key, digest_size=16)
    return urlsafe_b64encode(hashed.digest()).decode().rstrip("=")


async def _sent(request: Request) -> bytes:
    """Not longer than the guard lets through. Raises BadForm."""
    body = await request.body()
    kind, _, rest = request.headers.get("content-type", "").partition(";")
    if kind.strip().lower() != "multipart/form-data":
        return body
    _, _, boundary = rest.partition("boundary=")
    return _first_file(body, b"--" + boundary.strip().strip('"').encode())


def _first_file(body: bytes, line: bytes) -> bytes:
    """A form as browsers write one: nothing stands before its first field."""
    head = body.find(b"\r\n\r\n", 0, LONGEST_HEAD)
    if len(line) < 4 or not body.startswith(line) or head < 0 or b"filename=" not in body[:head]:
        raise BadForm("That form made no sense to us. Nothing has changed.")
    return body[head + 4 : max(body.find(b"\r\n" + line, head), head + 4)]
