"""The forms of a page, sent as a browser sends them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, TypeAlias

from lxml import html

from app.core.posted import Posted

Pairs: TypeAlias = list[tuple[str, str]]
TYPED = ("Zoe", "Is it late?", "maybe", "never", "always", "often")


@dataclass(frozen=True)
class Form:
    """One form of a page, with whatever belongs to it by its `form` attribute."""

    address: str
    fields: tuple[Any, ...]
    buttons: tuple[Any, ...]

    @property
    def verb(self) -> str:
        """What it does to the room: the end of its address."""
        return self.address.split("/", 3)[-1]

    def ways(self) -> Iterator[Pairs]:
        """By each of its buttons, and with each choice of its first group of radio buttons. A form
        whose buttons are all switched off cannot be sent."""
        radios = [field for field in self.fields if field.get("type") == "radio"]
        group = [r for r in radios if r.get("name") == radios[0].get("name")]
        for button in self.buttons:
            for choice in group or (None,):
                yield self.filled(button, choice, Random(0))

    def filled(self, button: Any, choice: Any, luck: Random) -> Pairs:
        """Every group of radio buttons has a choice, every list and every text is filled in, as
        `required` asks."""
        pairs: Pairs = []
        chosen = {choice.get("name"): choice} if choice is not None else {}
        for field in self.fields:
            name, kind = field.get("name"), field.get("type")
            if kind == "radio":
                if name not in chosen:
                    chosen[name] = luck.choice([f for f in self.fields if f.get("name") == name])
                if chosen[name] is field:
                    pairs.append((name, field.get("value", "on")))
            elif kind == "checkbox":
                if field.get("checked") is not None:
                    pairs.append((name, field.get("value", "on")))
            elif field.tag == "select":
                taken = [value for key, value in pairs if key == name]
                pairs.append((name, _selected(field, taken)))
            else:
                typed = field.get("value") or field.text or ""
                wanted = field.get("required") is not None and not typed
                pairs.append((name, f"{luck.choice(TYPED)} {len(pairs)}" if wanted else typed))
        if button is not None and button.get("name"):
            pairs.append((button.get("name"), button.get("value", "")))
        return pairs


@lru_cache(maxsize=2000)
def forms(page: str) -> tuple[Form, ...]:
    """Those that change something; a form that only looks has no say here, and one that sends a
    file has tests of its own."""
    if not page.strip():
        return ()
    tree = html.fromstring(f"<div>{page}</div>" if "<html" not in page else page)
    elsewhere = tree.xpath("//*[@form]")
    return tuple(
        Form(form.get("action"), _fields(form, elsewhere), _buttons(form, elsewhere))
        for form in tree.iter("form")
        if form.get("method") == "post" and not form.xpath(".//input[@type='file']")
    )


def posted(pairs: Pairs) -> dict[str, Any]:
    """As the server reads them."""
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: Posted(values) for name, values in found.items()}


def _fields(form: Any, elsewhere: list[Any]) -> tuple[Any, ...]:
    named = [e for e in form.iter("input", "select", "textarea") if not e.get("form")]
    named += [e for e in elsewhere if e.get("form") == form.get("id") and e.tag != "button"]
    return tuple(e for e in named if e.get("name") and e.get("disabled") is None)


def _buttons(form: Any, elsewhere: list[Any]) -> tuple[Any, ...]:
    """Without scripts, which switch some of them on."""
    own = [b for b in form.iter("button") if b.get("type", "submit") == "submit"]
    own += [e for e in elsewhere if e.get("form") == form.get("id") and e.tag == "button"]
    return tuple(b for b in own if b.get("disabled") is None)


def _selected(select: Any, taken: list[str]) -> str:
    """What is chosen in it, or else its first; one that must be filled in has something that no
    other of its name has."""
    options = list(select.iter("option"))
    chosen = [option for option in options if option.get("selected") is not None]
    if not chosen and select.get("required") is not None:
        chosen = [option for option in options if option.get("value") not in ("", *taken)]
    value: str = (chosen or options)[0].get("value", "")
    return value
