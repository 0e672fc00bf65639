"""Names: any script, any emoji, nothing that breaks a line or passes for another name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import count

import regex
from confusable_homoglyphs.confusables import confusables_data

from app.core.errors import BadName

LONGEST = 12
"""In characters as people see them (grapheme clusters): what fits under a token on the TV."""
LONGEST_CLUSTER = 12
"""Code points in one such character: enough for a family emoji, not for a tower of accents."""
LONGEST_RAW = 200
RESERVED = frozenset({"host", "tv"})

_INVISIBLE = regex.compile(
    r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060-\u2064\uFEFF\u115F\u1160\u3164\uFFA0\u2800]"
)
_IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")  # emoji and Persian need some
_CLUSTER = regex.compile(r"\X")


def line(raw: str) -> str:
    """A text as it is shown on one line: nothing that breaks it, hides in it or turns it round."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", raw)).split())


def clean(raw: str) -> str:
    """The name as it is shown. Raises BadName when nothing readable is left or it is too long."""
    if len(raw) > LONGEST_RAW:
        raise _too_long()
    name = line(raw)
    clusters = _CLUSTER.findall(name)
    if not any(unicodedata.category(char)[0] in "LNSP" for char in name):
        raise BadName("Please type a name, so that the others know who you are.")
    if len(clusters) > LONGEST or max(map(len, clusters)) > LONGEST_CLUSTER:
        raise _too_long()
    return name


def clash(name: str, others: list[str]) -> bool:
    """Would people mix it up with one of the others, or with a role?"""
    return _folded(name) in {_folded(other) for other in others} | {*map(_folded, RESERVED)}


def suggestions(name: str, others: list[str]) -> tuple[str, str]:
    """Two free names close to a taken one."""
    free = (new for end in _endings() if not clash(new := _with_ending(name, end), others))
    return next(free), next(free)


def _too_long() -> BadName:
    return BadName.plural(
        "That name is too long. One letter at most.",
        "That name is too long. {count} letters at most.",
        count=LONGEST,
    )


def _endings() -> Iterator[str]:
    yield from ("B", "II")
    yield from map(str, count(3))


def _with_ending(name: str, end: str) -> str:
    stem = "".join(_CLUSTER.findall(name)[: LONGEST - 1 - len(end)]).strip()
    return f"{stem} {end}"


def _folded(name: str) -> str:
    """Alike to the eye is alike here: case, accents, width, and letters of other scripts."""
    apart = unicodedata.normalize("NFKD", _IGNORED.sub("", name)).casefold()
    bare = (char for char in apart if not unicodedata.combining(char))
    return "".join("".join(map(_drawn_alike, bare)).split())


@cache
def _drawn_alike(char: str) -> str:
    """One for all characters that Unicode calls confusable with this one (UTS #39), in any case:
    the first of ASCII among them. So l, I and 1 are one, and so are o, O and 0."""
    forms = (char, char.lower(), char.upper())
    alike = {*forms, *(f["c"] for form in forms for f in confusables_data.get(form, ()))}
    plain = sorted(one.lower() for one in alike if one.isascii() and one.isalnum())
    return next((one for one in plain if len(one) == 1), char)
