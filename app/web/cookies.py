"""The two cookies there are: one names a device, never a person; one the language it chose."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from app.core.settings import Settings
from app.core.values import Device

YEAR = 365 * 24 * 3600
LANGUAGE = "language"


class DeviceCookie:
    """A secret that we signed: what somebody else planted in a browser is no device of ours."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        port = urlsplit(settings.base_url).port if settings.base_url else settings.port
        self._name = f"{'__Host-' if settings.secure else ''}device{f'-{port}' if port else ''}"
        """Cookies do not know ports, and there may be two servers on one machine."""
        self._secure = settings.secure
        self._key = key

    def secret_of(self, request: Request) -> str:
        """What this browser's cookie says; empty when it has none of ours."""
        secret = request.cookies.get(self._name, "")
        ours = hmac.compare_digest(secret.encode(), self._signed(secret.partition(".")[0]).encode())
        return secret if ours else ""

    def new_secret(self) -> str:
        return self._signed(secrets.token_urlsafe(32))

    def give(self, response: Response, secret: str) -> Response:
        response.set_cookie(
            self._name, secret, max_age=YEAR, httponly=True, samesite="lax", secure=self._secure
        )
        return response

    def _signed(self, random: str) -> str:
        return f"{random}.{hmac.digest(self._key, random.encode(), 'sha256').hex()[:32]}"


def device_of(secret: str) -> Device:
    """Nobody's device when there is no cookie."""
    return hashlib.sha256(secret.encode()).digest() if secret else b""


def language_of(request: Request) -> str:
    """As it was sent; empty when nobody chose one here."""
    return request.cookies.get(LANGUAGE, "")


def keep_language(response: Response, language: str, settings: Settings) -> Response:
    response.set_cookie(
        LANGUAGE, language, max_age=YEAR, httponly=True, samesite="lax", secure=settings.secure
    )
    return response
