"""The host's powers, one verb a route. Every one of them is seen by all in the room."""

from __future__ import annotations

import secrets
import time
from random import SystemRandom
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import ConfigDict
from starlette.responses import Response

from app import people, rooms
from app.deps import AtDesk, Desk, Form, filled, new_start
from app.values import MemberId

router = APIRouter(prefix="/rooms/{code}")


class Who(Form):
    member: str


class Choice(Form):
    game: str


class Bot(Form):
    strength: str = ""


class Step(Form):
    member: str
    step: Literal[-1, 1]


class Switch(Form):
    on: bool


class NextBy(Form):
    by: Literal["host", "anyone"]


class StandIn(Form):
    member: str
    on: bool


class Start(Form):
    model_config = ConfigDict(
        extra="allow", frozen=True
    )  # the game's own options, read by the game

    game: str
    first: str = ""


class Nothing(Form): ...


@router.post("/matches")
async def start(desk: AtDesk, form: Annotated[Start, filled(Start)]) -> Response:
    begin, options = new_start(form.first), form.model_extra or {}
    await desk.decide(lambda room: rooms.start(room, desk.device, form.game, options, begin))
    return _started(desk)


@router.post("/again")
async def again(desk: AtDesk, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    begin = new_start()
    await desk.decide(lambda room: rooms.again(room, desk.device, begin))
    return _started(desk)


@router.post("/end")
async def end(desk: AtDesk, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await desk.change(lambda room: rooms.end(room, desk.device))


@router.post("/close")
async def close(desk: AtDesk, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await desk.change(lambda room: rooms.close(room, desk.device, time.time()))


@router.post("/choose")
async def choose(desk: AtDesk, form: Annotated[Choice, filled(Choice)]) -> Response:
    return await desk.change(lambda room: rooms.choose(room, desk.device, form.game))


@router.post("/pause")
async def pause(desk: AtDesk, form: Annotated[Switch, filled(Switch)]) -> Response:
    return await desk.change(lambda room: rooms.pause(room, desk.device, time.time(), on=form.on))


@router.post("/stand-in")
async def stand_in(desk: AtDesk, form: Annotated[StandIn, filled(StandIn)]) -> Response:
    who = MemberId(form.member)
    return await desk.change(
        lambda room: rooms.stand_in(room, desk.device, who, time.time(), on=form.on)
    )


@router.post("/bots")
async def add_bot(desk: AtDesk, form: Annotated[Bot, filled(Bot)]) -> Response:
    id, now = MemberId(secrets.token_hex(8)), time.time()
    return await desk.change(
        lambda room: rooms.add_bot(room, desk.device, form.strength, id=id, now=now)
    )


@router.post("/remove")
async def remove(desk: AtDesk, form: Annotated[Who, filled(Who)]) -> Response:
    return await desk.change(lambda room: people.remove(room, desk.device, MemberId(form.member)))


@router.post("/pardon")
async def pardon(desk: AtDesk, form: Annotated[Who, filled(Who)]) -> Response:
    return await desk.change(lambda room: people.pardon(room, desk.device, MemberId(form.member)))


@router.post("/hand-over")
async def hand_over(desk: AtDesk, form: Annotated[Who, filled(Who)]) -> Response:
    return await desk.change(
        lambda room: people.hand_over(room, desk.device, MemberId(form.member))
    )


@router.post("/move")
async def move(desk: AtDesk, form: Annotated[Step, filled(Step)]) -> Response:
    return await desk.change(
        lambda room: people.move(room, desk.device, MemberId(form.member), form.step)
    )


@router.post("/shuffle")
async def shuffle(desk: AtDesk, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await desk.change(lambda room: people.shuffle(room, desk.device, SystemRandom()))


@router.post("/lock")
async def lock(desk: AtDesk, form: Annotated[Switch, filled(Switch)]) -> Response:
    return await desk.change(lambda room: people.set_options(room, desk.device, locked=form.on))


@router.post("/hide")
async def hide(desk: AtDesk, form: Annotated[Switch, filled(Switch)]) -> Response:
    return await desk.change(lambda room: people.set_options(room, desk.device, hidden=form.on))


@router.post("/next-by")
async def next_by(desk: AtDesk, form: Annotated[NextBy, filled(NextBy)]) -> Response:
    return await desk.change(lambda room: people.set_options(room, desk.device, next_by=form.by))


def _started(desk: Desk) -> Response:
    if "hx-request" in desk.request.headers:
        return desk.done()
    return desk.created(f"/rooms/{desk.code}", code=desk.code)
