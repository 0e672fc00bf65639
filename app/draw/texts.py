"""What is said, in whose language: gettext for the app, one file a language for a game's content.

Message ids are English, so English needs no catalogue. The pseudo-language `en-XA` makes every
text 40 % longer and accented: plain English in it is a string that cannot be translated.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from gettext import NullTranslations
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.support import Translations

from app.draw.negotiation import best

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "app" / "locales"
ENGLISH, PSEUDO = "en", "en-XA"
LONGER = 0.4
LONGEST_WISH = 500
"""Of an Accept-Language header, in characters; browsers need a tenth of it."""

_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")


@cache
def languages() -> tuple[str, ...]:
    found = CATALOGUES.glob("*/LC_MESSAGES/messages.mo")
    return (ENGLISH, PSEUDO, *sorted(path.parts[-3] for path in found))


def known(language: str) -> str | None:
    return language if language in languages() else None


@cache
def choosable() -> tuple[tuple[str, str], ...]:
    """What people may choose by hand, each with its own name; the pseudo-language is for tests."""
    return tuple((one, _own_name(one)) for one in languages() if one != PSEUDO)


def negotiate(accepted: str) -> str:
    """The best of our languages for an Accept-Language header."""
    return _negotiated(accepted[:LONGEST_WISH], languages())


_negotiated = lru_cache(maxsize=256)(best)


@cache
def translations(language: str) -> NullTranslations:
    if language == PSEUDO:
        return Pseudo()
    return Translations.load(CATALOGUES, [language])


def direction(language: str) -> str:
    return _locale(language).text_direction


def joined(items: Sequence[str], language: str) -> str:
    """Anna, Ben and Cleo: by the language's rule."""
    return format_list(items, locale=_locale(language))


def day(date: date, language: str) -> str:
    """30 November 2026: as the language writes it."""
    return format_date(date, format="long", locale=_locale(language))


def _own_name(language: str) -> str:
    """Deutsch, Čeština: in the language itself, written as a heading."""
    name = Locale.parse(language, sep="-").get_display_name() or language
    return name[:1].upper() + name[1:]


@cache
def _locale(language: str) -> Locale:
    """Our English is British: no comma before the last of a list."""
    ours = language in (ENGLISH, PSEUDO)
    return Locale("en", "GB") if ours else Locale.parse(language, sep="-")


class Text(SimpleNamespace):
    """A piece of content; each is only equal to itself, so that what is made of it can be kept."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # type: ignore[assignment]  # its base class has none


@cache
def content(slug: str, language: str) -> dict[str, dict[str, Any]]:
    """A game's texts by kind and id, as values; what a language lacks is said in English."""
    folder = ROOT / "games" / slug / "content"
    texts: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for file_language in (ENGLISH, language):
        for path in sorted(folder.glob(f"*.{file_language}.toml")):
            read = tomllib.loads(path.read_text("utf-8"))
            said = pseudo(read) if language == PSEUDO else read
            texts[path.name.partition(".")[0]] |= {
                id: Text(**fields) for id, fields in said.items()
            }
    return dict(texts)


def pseudo(value: Any) -> Any:
    """Longer and accented, without touching {placeholders} or %(placeholders)s."""
    match value:
        case str():
            return _stretched(value)
        case list():
            return [pseudo(item) for item in value]
        case dict():
            return {key: pseudo(item) for key, item in value.items()}
        case _:
            return value


class Pseudo(NullTranslations):
    def gettext(self, message: str) -> str:
        return _stretched(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _stretched(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


def _stretched(text: str) -> str:
    parts = text.replace("{", "\0{").replace("%(", "\0%(").split("\0")
    accented = parts[0].translate(_ACCENTS) + "".join(map(_after_placeholder, parts[1:]))
    return accented + " wxyz" * ceil(len(text) * LONGER / len(" wxyz"))


def _after_placeholder(part: str) -> str:
    end = part.find("}") if part.startswith("{") else part.find(")s") + 1
    return part[: end + 1] + part[end + 1 :].translate(_ACCENTS)
