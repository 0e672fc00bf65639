"""Doing: what people send about themselves and the match. Answers 204, or a refusal in words."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter
from pydantic import ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from app.core import brought, door, hosting, lifecycle, people, play, replay
from app.core.errors import BadName, Locked, NoCookie, RoomFull
from app.core.values import MARKS, Device, Match, MemberId, Room
from app.live import steady
from app.live.rooms import new_start
from app.web.context import Context, RequestContext, wants_json
from app.web.forms import Form, Nothing, fields, filled
from app.web.pages import join_page
from games import GAMES

router = APIRouter(prefix="/rooms", tags=["people"])

Mark = Annotated[int, Field(ge=0, lt=MARKS)]
"""A colour with its shape, by number."""


class Open(Form):
    demo: str | None = None
    """A game that computer players shall show."""
    tv: bool = False
    """The opener is a screen: the first phone in will be host."""


class Join(Form):
    name: str
    idea: str = ""
    """One of the names that were suggested instead."""
    mark: Mark | None = None
    role: Literal["player", "watcher"] = "player"


class Rename(Form):
    name: str
    mark: Mark | None = None


class Guest(Form):
    name: str
    mark: Mark | None = None


class Role(Form):
    member: str
    role: Literal["player", "watcher"]


class KnockForm(Form):
    name: str = ""
    idea: str = ""
    """One of the names that were suggested instead."""
    mark: Mark | None = None
    member: str | None = None


class Answer(Form):
    knock: str
    yes: bool


class Bring(Form):
    model_config = ConfigDict(
        extra="allow", frozen=True
    )  # the thing's own fields, read by the game

    kind: str
    tag: str = ""


class Hands(Form):
    member: str


class Step(Form):
    step: Literal["turning", "end"] | Annotated[int, Field(ge=0, le=100_000)]
    eyes: str = ""
    """Of which player; nobody's see what was public."""


class Gone(Form):
    id: str


@router.post("", status_code=201)
async def open_room(context: Context, form: Annotated[Open, filled(Open)]) -> Response:
    context.services.limits.open_room(context.request)
    records, now = context.rooms.records, steady.now()
    if form.demo is not None:
        return await _demo(context, form.demo, now)
    if form.tv:
        room = await records.open(lambda code: lifecycle.open_room(code, None, now))
        return context.created(f"/tv/{room.code}", code=room.code)
    context.own_device()
    room = await records.open(lambda code: lifecycle.open_room(code, context.device, now))
    return context.remember(context.created(f"/rooms/{room.code}", code=room.code))


@router.post("/{code}/members", status_code=201)
async def join(context: Context, form: Annotated[Join, filled(Join)]) -> Response:
    """The only route that gives a device its seat."""
    id, name = MemberId(secrets.token_hex(8)), form.idea or form.name
    sit = partial(people.join, id=id, name=name, mark=form.mark, role=form.role, now=steady.now())
    return await _enter(context, sit, name)


@router.post("/{code}/knock", status_code=201)
async def knock(context: Context, form: Annotated[KnockForm, filled(KnockForm)]) -> Response:
    """Ask to be let in: into a locked room, or to one's own seat with another device."""
    id, name = secrets.token_hex(8), form.idea or form.name
    who = MemberId(form.member) if form.member else None
    ask = partial(door.knock, id=id, name=name, mark=form.mark, who=who, now=steady.now())
    return await _enter(context, ask, name)


async def _enter(
    context: RequestContext, decide: Callable[[Room, Device], Room], name: str
) -> Response:
    """Through the door, or back to its page with what was wrong and the name as it was typed."""
    room = await context.room()
    try:
        if not context.own_device() and not wants_json(context.request):
            raise NoCookie(
                "Your browser has not kept our cookie, so you have no place yet. "
                "Tap once more; if that does not help, open the link in another browser."
            )
        room = await context.change(decide)
    except (BadName, Locked, NoCookie, RoomFull) as error:
        if wants_json(context.request):
            raise
        return context.remember(join_page(context, room, error=error, name=name[:40]))
    me = room.of_device(context.device)
    there = context.created(f"/rooms/{context.code}", code=context.code, member=me and me.id)
    return context.remember(there)


@router.post("/{code}/admit")
async def admit(context: Context, form: Annotated[Answer, filled(Answer)]) -> Response:
    new, now = MemberId(secrets.token_hex(8)), steady.now()
    return await context.answer(door.admit, form.knock, new=new, yes=form.yes, now=now)


@router.post("/{code}/rename")
async def rename(context: Context, form: Annotated[Rename, filled(Rename)]) -> Response:
    return await context.answer(people.rename, form.name, form.mark)


@router.post("/{code}/role")
async def role(context: Context, form: Annotated[Role, filled(Role)]) -> Response:
    return await context.answer(people.take_role, MemberId(form.member), form.role)


@router.post("/{code}/guests")
async def add_guest(context: Context, form: Annotated[Guest, filled(Guest)]) -> Response:
    id, now = MemberId(secrets.token_hex(8)), steady.now()
    return await context.answer(people.add_guest, id=id, name=form.name, mark=form.mark, now=now)


@router.post("/{code}/hands")
async def hand(context: Context, form: Annotated[Hands, filled(Hands)]) -> Response:
    return await context.answer(people.hand, MemberId(form.member))


@router.post("/{code}/leave")
async def leave(context: Context, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    await context.change(people.leave)
    done = context.done("/")
    done.headers["HX-Redirect"] = "/"
    return done


@router.post("/{code}/take-over")
async def take_over(context: Context, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await context.answer(hosting.take_over, steady.now())


@router.post("/{code}/brought")
async def bring(context: Context, form: Annotated[Bring, filled(Bring)]) -> Response:
    id, fields = f"own-{secrets.token_hex(6)}", form.model_extra or {}
    return await context.answer(brought.bring, form.kind, form.tag, fields, id=id)


@router.post("/{code}/brought/drop")
async def drop(context: Context, form: Annotated[Gone, filled(Gone)]) -> Response:
    return await context.answer(brought.drop, form.id)


@router.post("/{code}/replay")
async def show_step(context: Context, form: Annotated[Step, filled(Step)]) -> Response:
    """A finished match again, step by step, on all screens of the room."""
    room = await context.room()
    people.member(room, context.device)
    match = replay.finished(room)
    moves = await context.rooms.records.moves(match)
    states = await to_thread.run_sync(replay.states, match, moves)
    step = await _step(match, states, form.step)
    eyes = MemberId(form.eyes)
    return await context.answer(replay.show, states, step, eyes)


async def _step(match: Match, states: tuple[Any, ...], wish: str | int) -> int | None:
    if wish == "turning":
        over = replay.Finished(match.id, match.rules, states)
        return await to_thread.run_sync(replay.turning, over)
    return wish if isinstance(wish, int) else None


async def move(request: Request) -> Response:
    """Answers an ask. A plain route: FastAPI's conveniences would cost more than the commit."""
    context = RequestContext(request)
    sent = await fields(request)
    return await context.answer(play.play, sent, steady.now())


async def _demo(context: RequestContext, game: str, now: float) -> Response:
    """A room of computer players, for a screen to show."""
    slug = lifecycle.known(game)
    rules = GAMES[slug]
    room = await context.rooms.records.open(lambda code: lifecycle.open_room(code, None, now))

    def play(room: Room) -> Room:
        for _ in range(min(max(rules.seats), 4)):
            id = MemberId(secrets.token_hex(8))
            room = people.seat_bot(room, id=id, strength=rules.stand_in, now=now)
        order = tuple(player.id for player in room.players)
        return lifecycle.begin(room, slug, {}, order, new_start())

    await context.rooms.change(room.code, play)
    return context.created(f"/tv/{room.code}", code=room.code)
