"""What people send: the fields of a form or of JSON, read into the form a route expects."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qsl

from fastapi import Depends
from pydantic import BaseModel, ConfigDict
from pydantic_core import from_json
from starlette.requests import Request

from app.core.errors import BadForm
from app.core.posted import Posted, unrolled

F = TypeVar("F", bound="Form")


class Form(BaseModel):
    """The fields of a form or of JSON; anything else in it is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Nothing(Form): ...


def filled(form: type[F]) -> Any:
    """A dependency: the body as that form, whether it came from a page or as JSON."""
    return Depends(Filled(form))


class Filled(Generic[F]):
    """Reads one kind of form, and says which for the description of the routes."""

    def __init__(self, form: type[F]) -> None:
        self.form = form

    async def __call__(self, request: Request) -> F:
        return self.form.model_validate(unrolled(await fields(request), self.form))


async def fields(request: Request) -> dict[str, Any]:
    """The body's fields: of JSON their values, of a form all values of each. Raises BadForm."""
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
    grouped: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in pairs:
        grouped[name].append(value)
    return {name: Posted(values) for name, values in grouped.items()}
