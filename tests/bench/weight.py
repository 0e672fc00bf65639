"""What a phone that was never here before fetches, as a browser would, without pictures."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from tests.bench.phone import Phone
from tests.bench.wire import Broken, request

LINKED = re.compile(r'<(?:script[^>]* src|link rel="(?:stylesheet|preload)" href)="([^"]+)"')
FACE = re.compile(r"@font-face *{(.*?)}", re.DOTALL)
URL = re.compile(r'url\("?([^")]+)')
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", re.IGNORECASE)


async def first_load(phone: Phone) -> dict[str, int]:
    """Bytes of the bodies on the wire, by kind."""
    path = f"/rooms/{phone.code}"
    size, page = await _fetch(phone, path, "identity")
    files = {urljoin(path, link) for link in LINKED.findall(page)}
    for css in [file for file in files if file.endswith(".css")]:
        _, text = await _fetch(phone, css, "identity")
        files |= {urljoin(css, font) for font in _fonts(text, page)}
    size, _ = await _fetch(phone, path)
    kinds = {"html": size}
    for file in files:
        kind = file.rpartition(".")[2]
        kinds[kind] = kinds.get(kind, 0) + (await _fetch(phone, file))[0]
    return kinds


def _fonts(css: str, page: str) -> list[str]:
    """The faces that the page's letters need; one without a range is always needed."""
    faces = (face for face in FACE.findall(css) if URL.search(face))
    return [url for face in faces if _needed(face, page) for url in URL.findall(face)]


def _needed(face: str, page: str) -> bool:
    ranges = [(int(a, 16), int(b or a, 16)) for a, b in RANGE.findall(face)]
    return not ranges or any(a <= ord(letter) <= b for letter in set(page) for a, b in ranges)


async def _fetch(phone: Phone, path: str, coding: str = "gzip") -> tuple[int, str]:
    accept = f"Accept-Encoding: {coding}"
    answer = await phone.line.send(
        request("GET", path, phone.host, phone.who, "Accept: */*", accept)
    )
    if answer.status != 200:
        raise Broken(f"{path} was answered {answer.status}")
    return len(answer.body), answer.body.decode(errors="replace")
