"""What can go wrong, by whose fault, and the one table that turns it into HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import NamedTuple

from pydantic import ValidationError

from games.contract import Illegal, Objection


class Refused(Objection):
    """The app, not a game, says no."""


class NoSuchRoom(Refused): ...


class NoSuchThing(Refused): ...


class RoomOver(Refused): ...


class Removed(Refused): ...


class NotYours(Refused): ...


class NoCookie(Refused): ...


class Locked(Refused): ...


class RoomFull(Refused): ...


class BadName(Refused): ...


class NameTaken(BadName): ...


class NotNow(Refused): ...


class OldAsk(NotNow): ...


class BadForm(Refused): ...


class BadPhoto(Refused): ...


class WrongVerb(Refused): ...


class TooLarge(Refused): ...


class TooSlow(Refused): ...


class TooMany(Refused): ...


class Unavailable(Refused): ...


STATUS: dict[type[Exception], HTTPStatus] = {
    NoSuchRoom: HTTPStatus.NOT_FOUND,
    NoSuchThing: HTTPStatus.NOT_FOUND,
    RoomOver: HTTPStatus.GONE,
    Removed: HTTPStatus.FORBIDDEN,
    NotYours: HTTPStatus.FORBIDDEN,
    NoCookie: HTTPStatus.PRECONDITION_REQUIRED,
    Locked: HTTPStatus.FORBIDDEN,
    RoomFull: HTTPStatus.CONFLICT,
    BadName: HTTPStatus.UNPROCESSABLE_ENTITY,
    NameTaken: HTTPStatus.CONFLICT,
    NotNow: HTTPStatus.CONFLICT,
    OldAsk: HTTPStatus.CONFLICT,
    Illegal: HTTPStatus.UNPROCESSABLE_ENTITY,
    BadForm: HTTPStatus.BAD_REQUEST,
    ValidationError: HTTPStatus.BAD_REQUEST,
    BadPhoto: HTTPStatus.UNPROCESSABLE_ENTITY,
    WrongVerb: HTTPStatus.METHOD_NOT_ALLOWED,
    TooLarge: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    TooSlow: HTTPStatus.REQUEST_TIMEOUT,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}


class Sentence(NamedTuple):
    """A message id, its values, and the id for other numbers than one where a number decides."""

    text: str
    values: Mapping[str, object] = MappingProxyType({})
    many: str = ""


def sentence(error: Exception) -> Sentence:
    """What to say to a person. Pydantic's own words are for programmers."""
    match error:
        case Objection():
            return Sentence(error.text, error.values, error.many)
        case ValidationError():
            return Sentence("That form made no sense to us. Nothing has changed.")
        case _:
            return Sentence("Something broke on our side. Nothing has changed, please try again.")


class CannotStart(Exception):
    """For operators: one line, what is wrong and what to do. The process ends with `code`."""

    def __init__(self, text: str, code: int = 78) -> None:  # EX_CONFIG of sysexits.h
        super().__init__(text)
        self.code = code
