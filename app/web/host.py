"""The host's powers, one verb a route. Every one of them is seen by all in the room."""

from __future__ import annotations

import secrets
from random import SystemRandom
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import ConfigDict, Field
from starlette.responses import Response

from app.core import hosting, lifecycle, names, play
from app.core.errors import BadForm, NotNow
from app.core.values import MemberId
from app.live import steady
from app.live.rooms import new_start
from app.web.context import Context, RequestContext
from app.web.forms import Form, Nothing, filled

router = APIRouter(prefix="/rooms/{code}", tags=["host"])


class Who(Form):
    member: str


class Choice(Form):
    game: str


class Bot(Form):
    strength: str = ""


class Place(Form):
    member: str
    step: Annotated[int, Field(ge=-1, le=1)]


class Switch(Form):
    on: bool


class NextBy(Form):
    by: Literal["host", "anyone"]


class Wifi(Form):
    name: Annotated[str, Field(max_length=32)] = ""
    password: Annotated[str, Field(max_length=63)] = ""


class StandIn(Form):
    member: str
    on: bool


class Start(Form):
    model_config = ConfigDict(
        extra="allow", frozen=True
    )  # the game's own options, read by the game

    game: str
    first: str = ""


@router.post("/settings")
async def set_up(context: Context, form: Annotated[Start, filled(Start)]) -> Response:
    """What the next match shall be like; what is not named stays as it is."""
    return await context.answer(lifecycle.set_up, form.game, form.first, form.model_extra or {})


@router.post("/matches", status_code=201)
async def start(context: Context, form: Annotated[Start, filled(Start)]) -> Response:
    begin, options = new_start(form.first), form.model_extra or {}
    await context.change(lifecycle.start, form.game, options, begin)
    return _started(context)


@router.post("/again", status_code=201)
async def again(context: Context, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    begin = new_start()
    await context.change(lifecycle.again, begin)
    return _started(context)


@router.post("/end")
async def end(context: Context, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await context.answer(lifecycle.end)


@router.post("/close")
async def close(context: Context, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await context.answer(lifecycle.close, steady.now())


@router.post("/choose")
async def choose(context: Context, form: Annotated[Choice, filled(Choice)]) -> Response:
    return await context.answer(lifecycle.choose, form.game)


@router.post("/pause")
async def pause(context: Context, form: Annotated[Switch, filled(Switch)]) -> Response:
    return await context.answer(play.pause, steady.now(), on=form.on)


@router.post("/stand-in")
async def stand_in(context: Context, form: Annotated[StandIn, filled(StandIn)]) -> Response:
    who = MemberId(form.member)
    return await context.answer(play.stand_in, who, steady.now(), on=form.on)


@router.post("/bots")
async def add_bot(context: Context, form: Annotated[Bot, filled(Bot)]) -> Response:
    id, now = MemberId(secrets.token_hex(8)), steady.now()
    return await context.answer(lifecycle.add_bot, form.strength, id=id, now=now)


@router.post("/remove")
async def remove(context: Context, form: Annotated[Who, filled(Who)]) -> Response:
    return await context.answer(hosting.remove, MemberId(form.member))


@router.post("/pardon")
async def pardon(context: Context, form: Annotated[Who, filled(Who)]) -> Response:
    return await context.answer(hosting.pardon, MemberId(form.member), steady.now())


@router.post("/hand-over")
async def hand_over(context: Context, form: Annotated[Who, filled(Who)]) -> Response:
    return await context.answer(hosting.hand_over, MemberId(form.member))


@router.post("/reorder")
async def reorder(context: Context, form: Annotated[Place, filled(Place)]) -> Response:
    return await context.answer(hosting.reorder, MemberId(form.member), form.step)


@router.post("/bench")
async def bench(context: Context, form: Annotated[Who, filled(Who)]) -> Response:
    """Where there are more people than places: who plays sits out, who sits out plays."""
    return await context.answer(lifecycle.bench, MemberId(form.member))


@router.post("/shuffle")
async def shuffle(context: Context, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await context.answer(hosting.shuffle, SystemRandom())


@router.post("/lock")
async def lock(context: Context, form: Annotated[Switch, filled(Switch)]) -> Response:
    return await context.answer(hosting.set_options, locked=form.on)


@router.post("/hide")
async def hide(context: Context, form: Annotated[Switch, filled(Switch)]) -> Response:
    return await context.answer(hosting.set_options, hidden=form.on)


@router.post("/wifi")
async def tell_wifi(context: Context, form: Annotated[Wifi, filled(Wifi)]) -> Response:
    """The TV shows how to join this network; no name takes it away again."""
    if not context.services.pages.at_home:
        raise NotNow("That is for home: here everybody could read the password.")
    name, password = names.line(form.name).replace(":", " "), names.line(form.password)
    if (form.name and not name) or (form.password and not password):
        raise BadForm("That form made no sense to us. Nothing has changed.")
    wifi = f"{name}:{password}" if name else ""
    return await context.answer(hosting.set_options, wifi=wifi)


@router.post("/next-by")
async def next_by(context: Context, form: Annotated[NextBy, filled(NextBy)]) -> Response:
    return await context.answer(hosting.set_options, next_by=form.by)


def _started(context: RequestContext) -> Response:
    if "hx-request" in context.request.headers:
        return context.done()
    return context.created(f"/rooms/{context.code}", code=context.code)
