"""Choosing a language by hand: for one's own device, and for the TV of a room."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from starlette.responses import Response

from app.core import codes, hosting
from app.core.errors import NoSuchThing
from app.draw import texts
from app.web import cookies
from app.web.context import Context
from app.web.forms import Form, filled

router = APIRouter()


class Tongue(Form):
    language: str
    code: str = ""
    """The room to go back to, for browsers without scripts."""


class TvTongue(Form):
    language: str


@router.post("/language", tags=["people"])
async def choose(context: Context, form: Annotated[Tongue, filled(Tongue)]) -> Response:
    """A device's own; no room knows of it."""
    code = codes.read(form.code)
    done = context.done(f"/rooms/{code}" if code else "/")
    done.headers["HX-Refresh"] = "true"  # all that stands outside the islands speaks it too
    return cookies.keep_language(done, _known(form.language), context.services.settings)


@router.post("/rooms/{code}/tv-language", tags=["host"])
async def choose_for_tv(context: Context, form: Annotated[TvTongue, filled(TvTongue)]) -> Response:
    room = await context.change(hosting.choose_tv_language, _known(form.language))
    seated = room.of_device(context.device)
    return context.done("" if seated else f"/tv/{room.code}")


def _known(language: str) -> str:
    if language not in texts.languages():
        raise NoSuchThing("We do not speak that language.")
    return language
