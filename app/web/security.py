"""What stands before every route: whose request, how large, and which headers go out."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from functools import lru_cache
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import TooLarge, TooSlow, sentence
from app.core.settings import Settings
from app.draw import texts
from app.live.pictures import MOST_BYTES
from games.contract import phrase

log = logging.getLogger(__name__)

LARGEST_BODY = 64 * 1024
LARGEST_PHOTO = MOST_BYTES + LARGEST_BODY
"""With the form around it."""
MOST_WAITING = 1500
"""Those who have said all and wait for us: two seconds of work at most. Whoever comes on top of
these is refused, which costs little, so those who were let in are answered soon (F66)."""
RETRY_AFTER = {HTTPStatus.SERVICE_UNAVAILABLE: "2", HTTPStatus.TOO_MANY_REQUESTS: "60"}
"""Seconds after which the same may be done; a page looks no sooner."""
ALIVE = "/healthz"
"""Says that nobody shall restart us, above all when there is most to do."""
STALLED = 20.0
"""Seconds without a byte, after which nobody waits for the rest of a form or a photo (F60)."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'"
)
POLICY_WITH_ICONS = POLICY.replace("img-src 'self'", "img-src 'self' data:")
"""For the page at `/api` alone, whose style sheet has its icons in it."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with no-referrer, forms and Firefox would say Origin: null
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), camera=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex, nofollow",
    "X-Soulroom": "1",  # by this our scripts know our answers from a proxy's or a portal's
}
EMPTY = frozenset({b"x-soulroom", b"cache-control"})
"""All that an answer without a body needs: the others say what a browser may do with what is in it,
and a server takes as long over ten headers as over the rest of such an answer."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """Pure ASGI, because a wrapping middleware would hold back streams."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = _own_hosts(settings)
        self._origin = _origin(settings.base_url or "")
        headers = {**HEADERS, "Cache-Control": "no-store"}
        if settings.secure:
            headers["Strict-Transport-Security"] = "max-age=31536000"
            headers["Cross-Origin-Opener-Policy"] = "same-origin"  # on plain http only a warning
        self._headers = [(k.lower().encode(), v.encode()) for k, v in headers.items()]
        self._few = [header for header in self._headers if header[0] in EMPTY]
        self._is_ours = lru_cache(maxsize=256)(self._is_own_name)
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = waits = False

        def said_all() -> None:
            nonlocal waits
            waits = not begun
            self._waiting += waits

        def answered() -> None:
            nonlocal waits
            self._waiting -= waits
            waits = False

        def send_guarded(message: Message) -> Awaitable[None]:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                answered()
                headers = message.setdefault("headers", [])
                given = {name for name, _ in headers}
                ours = self._few if message["status"] == HTTPStatus.NO_CONTENT else self._headers
                headers += [header for header in ours if header[0] not in given]
                if message["status"] == HTTPStatus.REQUEST_TIMEOUT:
                    headers.append((b"connection", b"close"))  # else the line waits for the rest
            return send(message)

        try:
            await self._judge(scope, receive, send_guarded, said_all)
        except Exception as error:
            if begun:
                raise  # the server cuts the answer off
            log.exception("a fault of the guard, or of what answers faults")
            await _at_fault(scope, error)(scope, receive, send_guarded)
        finally:
            answered()

    async def _judge(
        self, scope: Scope, receive: Receive, send: Send, said_all: Callable[[], None]
    ) -> None:
        headers = Headers(scope=scope)
        refusal = self._refusal(headers, scope["method"])
        if self._waiting >= MOST_WAITING and scope["path"] != ALIVE:
            said = phrase("The table is busy. Nothing has changed, try again in a moment.")
            refusal = _no(headers, HTTPStatus.SERVICE_UNAVAILABLE, said)
        if refusal:
            await refusal(scope, receive, send)
        else:
            await self._app(scope, _bounded(scope, receive, said_all), send)

    def _refusal(self, headers: Headers, method: str) -> Response | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            said = phrase("We are not known by that name.")
            return _no(headers, HTTPStatus.MISDIRECTED_REQUEST, said)
        if method not in SAFE and not self._same_origin(headers, host):
            said = phrase("That came from another site, so nothing was done. Scripts send Origin.")
            return _no(headers, HTTPStatus.FORBIDDEN, said)
        return None

    def _same_origin(self, headers: Headers, host: str) -> bool:
        """Browsers say where a form comes from; who says nothing at all is not believed.

        On plain http they send no Sec-Fetch-Site, and behind a proxy the Host may lack its port.
        """
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        origin = _origin(headers.get("origin", ""))
        return origin is not None and (
            origin == self._origin or (bool(host) and origin.partition("://")[2] == host.lower())
        )

    def _is_own_name(self, host: str) -> bool:
        """A configured name; or, at home, whatever only this network can mean."""
        name = _parts(f"//{host}").hostname or ""
        if self._hosts is not None:
            return name in self._hosts
        return (
            _is_address(name)
            or name in {"localhost", socket.gethostname().lower()}
            or name.endswith((".local", ".lan", ".home.arpa"))
        )


def _at_fault(scope: Scope, error: Exception) -> Response:
    """In English: whatever finds the reader's language may be what broke."""
    return _plainly(Headers(scope=scope), HTTPStatus.INTERNAL_SERVER_ERROR, sentence(error).text)


def _no(headers: Headers, status: HTTPStatus, text: str) -> Response:
    language = texts.negotiate(headers.get("accept-language", ""))
    said = _plainly(headers, status, texts.translations(language).gettext(text))
    if status in RETRY_AFTER:
        said.headers["Retry-After"] = RETRY_AFTER[status]
    return said


def _plainly(headers: Headers, status: HTTPStatus, said: str) -> Response:
    if "application/json" in headers.get("accept", ""):
        return problem(status, said)
    return PlainTextResponse(said, status)


def problem(status: HTTPStatus, said: str) -> Response:
    """A refusal for scripts (RFC 9457)."""
    body = {"title": status.phrase, "status": status, "detail": said}
    return Response(json.dumps(body), status, media_type="application/problem+json")


def _own_hosts(settings: Settings) -> frozenset[str] | None:
    """The names we answer to; the health check of a container comes by localhost."""
    if settings.base_url is None:
        return None
    return frozenset({urlsplit(settings.base_url).hostname or "", "localhost", "127.0.0.1"})


def _origin(address: str) -> str | None:
    """``https://play.example.org`` of an address, as browsers write it; None for ``null``."""
    parts = _parts(address)
    return f"{parts.scheme}://{parts.netloc.lower()}" if parts.scheme and parts.netloc else None


def _parts(address: str) -> SplitResult:
    """An address taken apart; one that makes no sense has no parts."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _bounded(scope: Scope, receive: Receive, said_all: Callable[[], None]) -> Receive:
    """Reads no further than the largest form we have, or photo, where photos are sent; and waits
    for no part of it for ever. Tells when there is no more to come."""
    size, whole = 0, scope["method"] in SAFE
    photo = scope["path"].startswith("/rooms/") and scope["path"].endswith("/photos")

    if whole:
        said_all()

    async def receive_bounded() -> Message:
        nonlocal size, whole
        if whole:
            return await receive()
        message = await _soon(receive)
        whole = not message.get("more_body", False)
        if whole:
            said_all()
        size += len(message.get("body", b""))
        if photo and size > LARGEST_PHOTO:
            raise TooLarge("That photo is too large: 10 MB and 20 megapixels at most.")
        if not photo and size > LARGEST_BODY:
            raise TooLarge("That is far too much text. Nothing has changed.")
        return message

    return receive_bounded


async def _soon(receive: Receive) -> Message:
    """Raises TooSlow."""
    try:
        async with asyncio.timeout(STALLED):
            return await receive()
    except TimeoutError:
        raise TooSlow("The rest of that never came. Nothing has changed: send it again.") from None
