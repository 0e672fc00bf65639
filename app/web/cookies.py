"""The two cookies there are: one names a device, never a person; one the language it chose."""

from __future__ import annotations

import hashlib

from starlette.requests import Request
from starlette.responses import Response

from app.core.settings import Settings
from app.core.values import Device

YEAR = 365 * 24 * 3600
LANGUAGE = "language"


def secret_of(request: Request, settings: Settings) -> str:
    """What the device's cookie says; empty when it has none."""
    return request.cookies.get(_name(settings), "")


def device_of(secret: str) -> Device:
    """Nobody's device when there is no cookie."""
    return hashlib.sha256(secret.encode()).digest() if secret else b""


def remember(response: Response, secret: str, settings: Settings) -> Response:
    response.set_cookie(
        _name(settings),
        secret,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=settings.secure,
    )
    return response


def language_of(request: Request) -> str:
    """As it was sent; empty when nobody chose one here."""
    return request.cookies.get(LANGUAGE, "")


def keep_language(response: Response, language: str, settings: Settings) -> Response:
    response.set_cookie(
        LANGUAGE, language, max_age=YEAR, httponly=True, samesite="lax", secure=settings.secure
    )
    return response


def _name(settings: Settings) -> str:
    return "__Host-device" if settings.secure else "device"
