"""Souls, covers and words on paper: SVG that stands alone, for pictures that people take home.

What a browser draws by a style sheet is written out here, from the same drawings and colours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from html import unescape
from typing import Any
from unicodedata import category, east_asian_width

from markupsafe import Markup

from app.draw.assets import FOLDER
from app.draw.souls import MOODS

FONTS = tuple(
    str(FOLDER / "vendor" / f"{face}.ttf") for face in ("shantell-sans-700", "atkinson-400")
)
INK, WHITE = "#1e1a3c", "#fffaf7"

_TAG, _BLANK = re.compile(r"<[^>]*>"), re.compile(r"[ \n]+")
_PART = re.compile(r'^<(g|path) id="([\w-]+)"(.*)$')
_COLOUR = re.compile(r"\.c-(\w+) \{ --c: (#\w+); --on: (#\w+); --blush: (#\w+); \}")
_FACE = re.compile(r"\.s-(\w+) \.at \{ transform: ([^;]+); \}")
_NARROW = (("ijl.,:;'’!| ", 0.36), ("Irtf()-", 0.56), ("mwMW@%&–—…", 1.0))
"""Letters that are not as wide as most, and their width in em."""


@lru_cache(maxsize=512)
def soul(colour: str, shape: str, mood: str, *, bot: bool = False, sticker: bool = False) -> Markup:
    """Somebody with that face, 46 units wide and high around a body of 32."""
    parts, face = _sprite(), MOODS[mood]
    paint, on, blush = _colours()[colour]
    limbs = [parts[limb] for limb in ("legs", f"a-{face.arms}")]
    at = f'transform="{_faces()[shape]}"'
    printed = "" if shape == "circle" else parts[f"{shape}-print"]
    drawn = [
        *(
            _g(f'fill="none" stroke="{WHITE}" stroke-width="7.6"', limb)
            for limb in limbs
            if sticker
        ),
        _g(_STICKER, parts[shape]) if sticker else "",
        *(_g('fill="none" stroke="var(--key)" stroke-width="1.8"', limb) for limb in limbs),
        parts["x-antenna"] if bot or mood == "bot" else "",
        _g(f'fill="{paint}" transform="translate(1.2 1)"', parts[shape]),
        _g(_PRINT, printed) if printed else "",
        _g(_KEY, parts[shape]),
        _g(at, parts["x-cheeks"]) if face.cheeks else "",
        _g(at, parts[f"m-{face.mouth}"]),
        _g(at, parts[f"e-{face.eyes}"]),
        parts[f"x-{face.thing}"] if (face.thing and not sticker) or face.thing == "hearts" else "",
    ]
    text = "".join(drawn).replace("var(--love,#d42a63)", "#d42a63")
    for name, value in (
        ("var(--white,#fffaf7)", WHITE),
        ("var(--c)", paint),
        ("var(--blush)", blush),
        ("var(--key)", INK),
        ("var(--back)", WHITE),
        ("currentColor", on),
    ):
        text = text.replace(name, value)
    return Markup(text)


_STICKER = f'fill="{WHITE}" stroke="{WHITE}" stroke-width="7" stroke-linejoin="round"'
_PRINT = (
    'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"'
    ' stroke-linejoin="round" opacity=".42" transform="translate(1.2 1)"'
)
_KEY = 'fill="none" stroke="var(--key)" stroke-width="1.5" stroke-linejoin="round"'


def whole(drawing: str) -> str:
    """The `<svg>` of a template as a document of its own."""
    return drawing.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def paint(colour: str) -> str:
    return _colours()[colour][0]


@cache
def cover(slug: str) -> Markup:
    """A game's cover, 320 by 240 units; our own sign for a game that has none."""
    file = FOLDER / slug / "cover.svg"
    text = (file if file.is_file() else FOLDER / "icon.svg").read_text("utf-8")
    inside = text[text.index(">") + 1 : text.rindex("</svg>")]
    return Markup(inside if file.is_file() else _g('transform="translate(40) scale(4)"', inside))


def plain(markup: str) -> str:
    """Its words. Spaces that hold a name together stay what they are."""
    return unescape(_BLANK.sub(" ", _TAG.sub("", markup))).strip(" ")


def capital(markup: str) -> str:
    """Its words, as a sentence begins."""
    words = plain(markup)
    return words[:1].upper() + words[1:]


def lines(text: str, most: float) -> list[str]:
    """The words of a text in as few lines of so many em as there can be, all about as long; a
    longer word has one of its own."""
    found = _filled(text, most)
    for narrower in range(int(most), 0, -1):
        closer = _filled(text, narrower)
        if len(closer) > len(found):
            break
        found = closer
    return found


def _filled(text: str, most: float) -> list[str]:
    found: list[str] = []
    for word in text.split(" "):
        if found and width(f"{found[-1]} {word}") <= most:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def width(text: str) -> float:
    """About, in em; rather too much than too little."""
    return sum(map(_advance, text))


def size(texts: Sequence[str], most: float, largest: float) -> float:
    """In which size the widest of these lines fits into so many pixels."""
    widest = max(map(width, texts), default=0)
    return round(min(largest, most / widest if widest else largest), 1)


@lru_cache(maxsize=1024)
def _advance(letter: str) -> float:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if east_asian_width(letter) in "WF":
        return 1.05
    if ord(letter) > 0x1F000:
        return 1.4
    narrow = next((em for letters, em in _NARROW if letter in letters), None)
    return narrow or (0.76 if letter.isupper() else 0.68)


def _g(attributes: str, inside: Any) -> str:
    return f"<g {attributes}>{inside}</g>"


@cache
def _sprite() -> dict[str, str]:
    """The drawings of souls.svg by name; each is a line."""
    text = (FOLDER / "souls.svg").read_text("utf-8")
    found = (_PART.match(line) for line in text.splitlines())
    return {part[2]: f"<{part[1]}{part[3]}" for part in found if part}


@cache
def _colours() -> dict[str, tuple[str, str, str]]:
    return {name: (c, on, blush) for name, c, on, blush in _COLOUR.findall(_styles())}


@cache
def _faces() -> dict[str, str]:
    """Where each shape has its face, as an attribute."""
    return {name: moved.replace("px", "") for name, moved in _FACE.findall(_styles())}


@cache
def _styles() -> str:
    return (FOLDER / "app.css").read_text("utf-8")
