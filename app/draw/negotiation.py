"""Which of our languages suits a reader best: what a browser wishes for, against what there is.

Babel knows which script a language has by itself and where (`zh-TW` is `zh-Hant`), and which old
codes mean the same (`iw` is `he`). Another script is another language to whoever cannot read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from babel.core import get_global, parse_locale

_WISH = re.compile(
    r"\s*(?P<tag>\*|[a-z]{2,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(?P<q>[01](?:\.\d{0,3})?)\s*)?",
    re.IGNORECASE,
)
"""A part of Accept-Language (RFC 9110, 12.5.4)."""

_TAG = re.compile(
    r"([a-z]{2,8})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?(?![a-z0-9])", re.IGNORECASE
)
"""Language, script and country of such a tag (BCP 47); what follows makes no difference here."""


class Tongue(NamedTuple):
    language: str
    script: str | None
    territory: str | None


def best(accepted: str, offered: Sequence[str]) -> str:
    """One of `offered`, of which the first is everybody's. What makes no sense is no wish."""
    for tag in _wishes(accepted):
        if tag == "*":
            break
        found = _suiting(tag, offered)
        if found:
            return found
    return offered[0]


def _wishes(accepted: str) -> Iterator[str]:
    """The dearest first; what has no weight is not wanted at all."""
    parts = filter(None, map(_WISH.fullmatch, accepted.split(",")))
    weighed = [(float(part["q"] or 1), part["tag"]) for part in parts]
    for weight, tag in sorted(weighed, key=itemgetter(0), reverse=True):
        if weight > 0:
            yield tag


def _suiting(tag: str, offered: Sequence[str]) -> str | None:
    """The same language in the same script; of those the very one, or one of the same country."""
    wish = _tongue(tag)
    near = [one for one in offered if _tongue(one)[:2] == wish[:2]]
    return min(near, key=lambda one: (one != tag, _tongue(one)[2] != wish[2]), default=None)


@lru_cache(maxsize=512)
def _tongue(tag: str) -> Tongue:
    """With what goes without saying: `zh-TW` is Chinese in Hant in Taiwan."""
    found = _TAG.match(tag)
    assert found, "it was a wish"
    language, script, territory = (part and part.lower() for part in found.groups())
    known = get_global("language_aliases").get(language, language)
    likely = get_global("likely_subtags")
    full = territory and likely.get(f"{known}_{territory.upper()}")
    its_language, its_territory, its_script = parse_locale(full or likely.get(known, known))[:3]
    return Tongue(
        its_language,
        script.title() if script else its_script,
        territory.upper() if territory else its_territory,
    )
