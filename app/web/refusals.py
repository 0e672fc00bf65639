"""How a refusal is said: a page with a way on, a sentence for an open page, or JSON."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from app.core.errors import STATUS, NoSuchThing, Removed, RoomOver, WrongVerb, sentence
from app.web.context import RequestContext, wants_json
from app.web.security import RETRY_AFTER, problem

log = logging.getLogger(__name__)


async def refuse(request: Request, error: Exception) -> Response:
    context = RequestContext(request)
    text = context.services.pages.say(context.language, *sentence(error))
    status = _status(error)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error(
            "%s %s",
            request.method,
            request.scope["route"].path if "route" in request.scope else "?",
            exc_info=error,
        )
    headers = {"Retry-After": RETRY_AFTER[status]} if status in RETRY_AFTER else {}
    if wants_json(request):
        said = problem(status, text)
        said.headers.update(headers)
        return said
    if "hx-request" in request.headers:
        return PlainTextResponse(text, status, headers)
    template = "tv_refusal.html" if request.url.path.startswith("/tv/") else "refusal.html"
    out = isinstance(error, Removed | RoomOver)
    page = context.page(template, status, text=text, code=context.code, error=int(status), out=out)
    page.headers.update(headers)
    return page


async def _astray(request: Request, error: Exception) -> Response:
    """Addresses nobody has, and verbs an address does not know."""
    assert isinstance(error, HTTPException)
    if error.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        return await refuse(request, NoSuchThing("There is nothing here."))
    said = await refuse(request, WrongVerb("Nothing is done by looking. Use the buttons."))
    said.headers.update(error.headers or {})
    return said


def _status(error: Exception) -> HTTPStatus:
    if isinstance(error, RequestValidationError):
        return HTTPStatus.BAD_REQUEST
    kinds = (STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
    return next(kinds, HTTPStatus.INTERNAL_SERVER_ERROR)


HANDLERS: dict[Any, Any] = {
    **dict.fromkeys(STATUS, refuse),
    HTTPException: _astray,
    RequestValidationError: refuse,
}
