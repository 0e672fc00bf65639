"""A player is a soul: colour, shape and print that tell people apart, and a face that says how
things stand. Each is printed twice, a colour plate and an ink key, a little out of register.

Drawn dozens of times a picture, so by Python instead of a macro; the drawings are in souls.svg.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from app.draw.assets import url


class Face(NamedTuple):
    eyes: str
    mouth: str
    arms: str
    thing: str = ""
    """What it has about itself; only there when it is tall."""
    cheeks: bool = False


MOODS = {
    "calm": Face("open", "smile", "rest"),
    "happy": Face("happy", "smile", "wave", cheeks=True),
    "think": Face("up", "hm", "think", "dots"),
    "locked": Face("shut", "calm", "hold", "card"),
    "curious": Face("side", "smirk", "wave"),
    "right": Face("happy", "grin", "up", "spark", cheeks=True),
    "wrong": Face("oops", "wobble", "oops", "sweat"),
    "wow": Face("wide", "oh", "wow", "bang"),
    "asleep": Face("doze", "tiny", "rest", "z"),
    "love": Face("love", "grin", "love", "hearts", cheeks=True),
    "bot": Face("bot", "bot", "bot"),
    "wink": Face("wink", "smirk", "rest"),
}
"""What a face says, always with words beside it."""

_LAYER = Markup('<svg class="{}" viewBox="{}" aria-hidden="true">{}</svg>')
_TALL, _SMALL = "-7 -7 46 46", "-1 -1 34 34"


@lru_cache(maxsize=4096)
def soul(
    colour: str, shape: str, mood: str, *, tall: bool, bot: bool, sticker: bool, classes: str
) -> Markup:
    """`tall` has arms and legs, from 54 px on; a `sticker` stands on coloured ground."""
    face, box = MOODS[mood], _TALL if tall else _SMALL
    limbs = ("legs", f"a-{face.arms}") if tall else ()
    under = [
        *(_use(limb, "sticker line") for limb in limbs if sticker),
        _use(shape, "sticker") if sticker else "",
    ]
    skin = [
        *under,
        *(_use(limb, "limb") for limb in limbs),
        _use("x-antenna") if bot or mood == "bot" else "",
        _body(shape),
        _use("x-cheeks", "at") if face.cheeks else "",
        _use(f"m-{face.mouth}", "at"),
    ]
    thing = face.thing if tall or face.thing == "z" else ""
    parts = [
        _LAYER.format("skin", box, Markup("").join(skin)),
        _LAYER.format("eyes", box, _use(f"e-{face.eyes}", "at")),
        _LAYER.format("thing", box, _use(f"x-{thing}")) if thing else "",
    ]
    names = f"soul c-{colour} s-{shape} is-{mood}{' tall' if tall else ''} {classes}".strip()
    return Markup('<span class="{}">{}</span>').format(names, Markup("").join(parts))


@lru_cache(maxsize=256)
def mark(colour: str, shape: str) -> Markup:
    """Colour and shape without a face, for a line of text."""
    body = _LAYER.format("skin", _SMALL, _body(shape))
    return Markup('<span class="soul bare c-{}">{}</span>').format(colour, body)


def _body(shape: str) -> Markup:
    has_print = shape != "circle"
    printed = _use(f"{shape}-print", "print") if has_print else ""
    return Markup("").join((_use(shape, "plate"), printed, _use(shape, "key")))


def _use(name: str, classes: str = "") -> Markup:
    named = Markup(' class="{}"').format(classes) if classes else ""
    return Markup('<use{} href="{}#{}"/>').format(named, url("souls.svg"), name)
