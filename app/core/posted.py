"""What a form cannot say by itself: whether a name stands for one value or for several.

A browser sends a list of one like a single value, and a list of none not at all. Whoever reads the
form knows which it is by the types of its fields; JSON says it by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import Parameter, signature
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

SEVERAL = (tuple, list, frozenset, set)


class Posted(tuple[str, ...]):
    """All values that a form has sent under one name, in their order."""


def last(value: object) -> object:
    """Of a form's values the one that counts where there is room for one: a ticked box comes after
    the hidden field that says no for it."""
    return value[-1] if isinstance(value, Posted) else value


def unrolled(fields: Mapping[str, object], shape: type) -> dict[str, Any]:
    """A form's fields as that dataclass or model holds them. Names it does not know stay as they
    came, and so does JSON."""
    read = dict(fields)
    if any(isinstance(value, Posted) for value in fields.values()):
        for name, field in _fields(shape).items():
            if name in fields:
                value = fields[name]
                read[name] = value if field.several else last(value)
            elif field.several and field.needed:
                read[name] = ()
    return read


class _Field(NamedTuple):
    several: bool
    needed: bool


@cache
def _fields(shape: type) -> Mapping[str, _Field]:
    types = get_type_hints(shape)
    return {
        name: _Field(_holds_several(types[name]), parameter.default is Parameter.empty)
        for name, parameter in signature(shape).parameters.items()
        if name in types
    }


def _holds_several(kind: Any) -> bool:
    kind = getattr(kind, "__supertype__", kind)  # of a NewType
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return any(_holds_several(choice) for choice in get_args(kind))
    return (origin or kind) in SEVERAL
