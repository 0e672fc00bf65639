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

from app import people, rooms
from app.deps import AtDesk, Desk, Form, fields, filled, new_start, wants_json
from app.errors import BadName, Locked, NotNow
from app.pages import join_page
from app.values import MARKS, Match, MemberId, Room
from games import GAMES

router = APIRouter(prefix="/rooms")

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
    look: Mark | None = None
    role: Literal["player", "watcher"] = "player"


class Rename(Form):
    name: str
    look: Mark | None = None


class Guest(Form):
    name: str
    look: Mark | None = None


class Role(Form):
    member: str
    role: Literal["player", "watcher"]


class KnockForm(Form):
    name: str = ""
    look: Mark | None = None
    member: str | None = None


class Answer(Form):
    knock: str
    yes: bool


class Card(Form):
    question: str
    answers: list[str]


class Hands(Form):
    member: str


class LookBack(Form):
    step: Literal["turning", "end"] | Annotated[int, Field(ge=0, le=100_000)]
    eyes: str = ""
    """Of which player; nobody's see what was public."""


class Gone(Form):
    card: str


class Nothing(Form): ...


@router.post("")
async def open_room(desk: AtDesk, form: Annotated[Open, filled(Open)]) -> Response:
    desk.services.limits.open_room(desk.request)
    records, now = desk.house.records, time.time()
    if form.demo is not None:
        return await _demo(desk, form.demo, now)
    if form.tv:
        room = await records.open(lambda code: rooms.open_room(code, None, now))
        return desk.created(f"/tv/{room.code}", code=room.code)
    device, secret = await desk.own_device()
    room = await records.open(lambda code: rooms.open_room(code, device, now))
    return desk.remember(desk.created(f"/rooms/{room.code}", code=room.code), secret)


@router.post("/{code}/members")
async def join(desk: AtDesk, form: Annotated[Join, filled(Join)]) -> Response:
    """The only route that gives a device its seat."""
    room = await desk.room()
    device, secret = await desk.own_device()
    id, now, name = MemberId(secrets.token_hex(8)), time.time(), form.idea or form.name
    try:
        room = await desk.decide(
            lambda room: people.join(
                room,
                device,
                id=id,
                name=form.idea or form.name,
                mark=form.look,
                role=form.role,
                now=now,
            ),
        )
    except (BadName, Locked) as error:
        if wants_json(desk.request):
            raise
        return join_page(desk, room, error=error, name=name[:40])
    me = room.of_device(device)
    return desk.remember(
        desk.created(f"/rooms/{desk.code}", code=desk.code, member=me and me.id), secret
    )


@router.post("/{code}/knock")
async def knock(desk: AtDesk, form: Annotated[KnockForm, filled(KnockForm)]) -> Response:
    """Ask to be let in: into a locked room, or to one's own seat with another device."""
    device, secret = await desk.own_device()
    who = MemberId(form.member) if form.member else None
    await desk.decide(
        lambda room: people.knock(
            room, device, id=secrets.token_hex(8), name=form.name, mark=form.look, who=who
        ),
    )
    return desk.remember(desk.created(f"/rooms/{desk.code}", code=desk.code), secret)


@router.post("/{code}/admit")
async def admit(desk: AtDesk, form: Annotated[Answer, filled(Answer)]) -> Response:
    new, now = MemberId(secrets.token_hex(8)), time.time()
    return await desk.change(
        lambda room: people.admit(room, desk.device, form.knock, new=new, yes=form.yes, now=now)
    )


@router.post("/{code}/rename")
async def rename(desk: AtDesk, form: Annotated[Rename, filled(Rename)]) -> Response:
    return await desk.change(lambda room: people.rename(room, desk.device, form.name, form.look))


@router.post("/{code}/role")
async def role(desk: AtDesk, form: Annotated[Role, filled(Role)]) -> Response:
    return await desk.change(
        lambda room: people.seat(room, desk.device, MemberId(form.member), form.role)
    )


@router.post("/{code}/guests")
async def add_guest(desk: AtDesk, form: Annotated[Guest, filled(Guest)]) -> Response:
    id, now = MemberId(secrets.token_hex(8)), time.time()
    return await desk.change(
        lambda room: people.add_guest(
            room, desk.device, id=id, name=form.name, mark=form.look, now=now
        )
    )


@router.post("/{code}/hands")
async def hand(desk: AtDesk, form: Annotated[Hands, filled(Hands)]) -> Response:
    return await desk.change(lambda room: people.hand(room, desk.device, MemberId(form.member)))


@router.post("/{code}/leave")
async def leave(desk: AtDesk, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    await desk.decide(lambda room: people.leave(room, desk.device))
    done = desk.done("/")
    done.headers["HX-Redirect"] = "/"
    return done


@router.post("/{code}/take-over")
async def take_over(desk: AtDesk, _: Annotated[Nothing, filled(Nothing)]) -> Response:
    return await desk.change(lambda room: people.take_over(room, desk.device, time.time()))


@router.post("/{code}/scenarios")
async def write_scenario(desk: AtDesk, form: Annotated[Card, filled(Card)]) -> Response:
    id = f"own-{secrets.token_hex(6)}"
    return await desk.change(
        lambda room: rooms.write_scenario(room, desk.device, id, form.question, form.answers)
    )


@router.post("/{code}/scenarios/drop")
async def drop_scenario(desk: AtDesk, form: Annotated[Gone, filled(Gone)]) -> Response:
    return await desk.change(lambda room: rooms.drop_scenario(room, desk.device, form.card))


@router.post("/{code}/look-back")
async def look_back(desk: AtDesk, form: Annotated[LookBack, filled(LookBack)]) -> Response:
    """A finished match again, step by step, on all screens of the room."""
    room = await desk.room()
    people.member(room, desk.device)
    if room.match is None or room.match.running:
        raise NotNow("You can look back when the match is over.")
    match = room.match
    moves = await desk.house.records.moves(match)
    states = await to_thread.run_sync(rooms.states, match, moves)
    step = await _step(match, states, form.step)
    eyes = MemberId(form.eyes)
    return await desk.change(lambda room: rooms.look_back(room, desk.device, states, step, eyes))


async def _step(match: Match, states: tuple[Any, ...], wish: str | int) -> int | None:
    if wish == "turning" and match.rules.turning:
        return await to_thread.run_sync(match.rules.turning, states)
    return wish if isinstance(wish, int) else None


async def move(request: Request) -> Response:
    """Answers an ask. A plain route: FastAPI's conveniences would cost more than the commit."""
    desk = Desk(request)
    sent = await fields(request)
    ask = sent.pop("ask", None)
    return await desk.change(lambda room: rooms.play(room, desk.device, ask, sent, time.time()))


async def _demo(desk: Desk, game: str, now: float) -> Response:
    """A room of computer players, for a screen to show."""
    slug = rooms.known(game)
    rules = GAMES[slug]
    room = await desk.house.records.open(lambda code: rooms.open_room(code, None, now))

    def play(room: Room) -> Room:
        for _ in range(min(max(rules.seats), 4)):
            id = MemberId(secrets.token_hex(8))
            room = people.seat_bot(room, id=id, strength=rules.stand_in, now=now)
        order = tuple(player.id for player in room.players)
        return rooms.begin(room, slug, {}, order, new_start())

    await desk.house.change(room.code, play)
    return desk.created(f"/tv/{room.code}", code=room.code)
