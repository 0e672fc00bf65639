"""Doing: what people send about themselves and the match. Answers 204, or a refusal in words."""

from __future__ import annotations

import secrets
import time
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from app.core import brought, door, hosting, lifecycle, people, play, replay
from app.core.errors import BadName, Locked
from app.core.posted import last
from app.core.values import MARKS, Match, MemberId, Room
from app.live.rooms import new_start
from app.web.context import Context, RequestContext, wants_json
from app.web.forms import Form, Nothing, fields, filled
from app.web.pages import join_page
from games import GAMES

router = APIRouter(prefix="/rooms", tags=["people"])

Mark = Annotated[int, Field(ge=0, lt=len(MARKS))]
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
    mark: Mark | None = None
    member: str | None = None


class Answer(Form):
    knock: str
    yes: bool


class Card(Form):
    question: str
    answers: list[str]


class Hands(Form):
    member: str


class Step(Form):
    step: Literal["turning", "end"] | Annotated[int, Field(ge=0, le=100_000)]
    eyes: str = ""
    """Of which player; nobody's see what was public."""


class Gone(Form):
    card: str


@router.post("", status_code=201)
async def open_room(context: Context, form: Annotated[Open, filled(Open)]) -> Response:
    context.services.limits.open_room(context.request)
    records, now = context.rooms.records, time.time()
    if form.demo is not None:
        return await _demo(context, form.demo, now)
    if form.tv:
        room = await records.open(lambda code: lifecycle.open_room(code, None, now))
        return context.created(f"/tv/{room.code}", code=room.code)
    await context.own_device()
    room = await records.open(lambda code: lifecycle.open_room(code, context.device, now))
    return context.remember(context.created(f"/rooms/{room.code}", code=room.code))


@router.post("/{code}/members", status_code=201)
async def join(context: Context, form: Annotated[Join, filled(Join)]) -> Response:
    """The only route that gives a device its seat."""
    room = await context.room()
    await context.own_device()
    id, name = MemberId(secrets.token_hex(8)), form.idea or form.name
    try:
        room = await context.change(
            people.join, id=id, name=name, mark=form.mark, role=form.role, now=time.time()
        )
    except (BadName, Locked) as error:
        if wants_json(context.request):
            raise
        return join_page(context, room, error=error, name=name[:40])
    me = room.of_device(context.device)
    there = context.created(f"/rooms/{context.code}", code=context.code, member=me and me.id)
    return context.remember(there)


@router.post("/{code}/knock", status_code=201)
async def knock(context: Context, form: Annotated[KnockForm, filled(KnockForm)]) -> Response:
    """Ask to be let in: into a locked room, or to one's own seat with another device."""
    await context.own_device()
    who = MemberId(form.member) if form.member else None
    await context.change(
        door.knock, id=secrets.token_hex(8), name=form.name, mark=form.mark, who=who
    )
    return context.remember(context.created(f"/rooms/{context.code}", code=context.code))


@router.post("/{code}/admit")
async def admit(context: Context, form: Annotated[Answer, filled(Answer)]) -> Response:
    new, now = MemberId(secrets.token_hex(8)), time.time()
    return await context.answer(door.admit, form.knock, new=new, yes=form.yes, now=now)


@router.post("/{code}/rename")
async def rename(context: Context, form: Annotated[Rename, filled(Rename)]) -> Response:
    return await context.answer(people.rename, form.name, form.mark)


@router.post("/{code}/role")
async def role(context: Context, form: Annotated[Role, filled(Role)]) -> Response:
    return await context.answer(people.take_role, MemberId(form.member), form.role)


@router.post("/{code}/guests")
async def add_guest(context: Context, form: Annotated[Guest, filled(Guest)]) -> Response:
    id, now = MemberId(secrets.token_hex(8)), time.time()
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
    return await context.answer(hosting.take_over, time.time())


@router.post("/{code}/scenarios")
async def write_scenario(context: Context, form: Annotated[Card, filled(Card)]) -> Response:
    id = f"own-{secrets.token_hex(6)}"
    return await context.answer(brought.write_scenario, id, form.question, form.answers)


@router.post("/{code}/scenarios/drop")
async def drop_scenario(context: Context, form: Annotated[Gone, filled(Gone)]) -> Response:
    return await context.answer(brought.drop_scenario, form.card)


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
    if wish == "turning" and match.rules.turning:
        return await to_thread.run_sync(match.rules.turning, states)
    return wish if isinstance(wish, int) else None


async def move(request: Request) -> Response:
    """Answers an ask. A plain route: FastAPI's conveniences would cost more than the commit."""
    context = RequestContext(request)
    sent = await fields(request)
    ask, sent["seat"] = last(sent.pop("ask", None)), last(sent.get("seat"))
    return await context.answer(play.play, ask, sent, time.time())


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
