"""What a route may ask for: who is asking, in which language, what they sent, and the house."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, TypeVar
from urllib.parse import parse_qsl

from fastapi import Depends
from pydantic import BaseModel, ConfigDict
from pydantic_core import from_json
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from app import texts
from app.errors import BadForm, NoSuchRoom
from app.house import House
from app.islands import Islands
from app.limits import Limits
from app.presence import Presence
from app.render import Pages
from app.rooms import Start
from app.settings import Settings
from app.values import Device, MemberId, Room

F = TypeVar("F", bound="Form")
YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Services:
    """What one process is made of; lives in ``app.state.services``."""

    settings: Settings
    house: House
    islands: Islands
    pages: Pages
    presence: Presence
    limits: Limits


class Form(BaseModel):
    """The fields of a form or of JSON; anything else in it is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Desk:
    """One request at the desk: who asks, and what they are answered with."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.services = services(request)
        self.house = self.services.house
        self.code: str = request.path_params.get("code", "").upper()
        self.secret = device_cookie(request)
        self.device = device_of(self.secret)
        self.language = texts.negotiate(request.headers.get("accept-language", ""))

    async def room(self) -> Room:
        """Raises NoSuchRoom; and TooMany for strangers where codes are being guessed."""
        try:
            room = await self.house.records.room(self.code)
        except NoSuchRoom:
            self.services.limits.wrong_code(self.request)
            raise
        if room.of_device(self.device) is None:
            self.services.limits.check_codes(self.request)
        return room

    async def change(self, decide: Callable[[Room], Room]) -> Response:
        """Do it, and answer that it is done; the picture comes by the stream."""
        await self.decide(decide)
        return self.done()

    async def decide(self, decide: Callable[[Room], Room]) -> Room:
        await self.room()
        return await self.house.change(self.code, decide)

    def done(self, url: str = "") -> Response:
        if wants_json(self.request) or "hx-request" in self.request.headers:
            return Response(status_code=HTTPStatus.NO_CONTENT)
        # a plain form, without scripts
        return RedirectResponse(url or f"/rooms/{self.code}", HTTPStatus.SEE_OTHER)

    def created(self, url: str, **values: object) -> Response:
        if wants_json(self.request):
            return JSONResponse({**values, "url": url}, HTTPStatus.CREATED)
        return RedirectResponse(url, HTTPStatus.SEE_OTHER)

    async def own_device(self) -> tuple[Device, str]:
        """This device and its secret: the one it has, if we gave it, else a new one."""
        if self.device and await self._is_ours(self.device):
            return self.device, self.secret
        secret = secrets.token_urlsafe(32)
        return hash_secret(secret), secret

    async def _is_ours(self, device: Device) -> bool:
        records = self.house.records
        knocking = self.code and any(k.device == device for k in (await self.room()).knocks)
        return knocking or await records.knows(device)

    def remember(self, response: Response, secret: str) -> Response:
        """The only cookie there is. It names a device, never a person."""
        settings = self.services.settings
        response.set_cookie(
            cookie_name(settings),
            secret,
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=settings.secure,
        )
        return response

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        html = self.services.pages.render(template, self.language, **values)
        return Response(html, status, media_type="text/html")


def desk(request: Request) -> Desk:
    return Desk(request)


AtDesk = Annotated[Desk, Depends(desk)]


def filled(form: type[F]) -> Any:
    """A dependency: the body as that form, whether it came from a page or as JSON."""

    async def read(request: Request) -> F:
        return form.model_validate(await fields(request))

    return Depends(read)


async def fields(request: Request) -> dict[str, Any]:
    """The body's fields; a name that comes several times is a list. Raises BadForm."""
    body = await request.body()
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    try:
        if kind == "application/json":
            parsed = from_json(body or b"{}", allow_inf_nan=False)
            if isinstance(parsed, dict):
                return parsed
        elif kind in ("application/x-www-form-urlencoded", ""):
            return _grouped(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100))
    except ValueError:
        pass
    raise BadForm("That form made no sense to us. Nothing has changed.")


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    grouped: dict[str, Any] = {}
    for name, value in pairs:
        had = grouped.get(name)
        grouped[name] = (
            value if had is None else [*(had if isinstance(had, list) else [had]), value]
        )
    return grouped


def services(request: Request) -> Services:
    found: Services = request.app.state.services
    return found


def wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")


def cookie_name(settings: Settings) -> str:
    return "__Host-device" if settings.secure else "device"


def device_cookie(request: Request) -> str:
    return request.cookies.get(cookie_name(services(request).settings), "")


def hash_secret(secret: str) -> Device:
    return hashlib.sha256(secret.encode()).digest()


def device_of(secret: str) -> Device:
    """Nobody's device when there is no cookie."""
    return hash_secret(secret) if secret else b""


def new_start(first: str = "") -> Start:
    """A match begins now, with luck nobody can foresee."""
    return Start(
        id=secrets.token_hex(8),
        seed=secrets.token_hex(16),
        now=time.time(),
        first=MemberId(first) if first else None,
    )
