"""Photographs that people send, made safe: looked at from outside, then drawn anew elsewhere.

Nothing of a file is decoded here. `decoder` does it, in a process with hardly any rights.
"""

from __future__ import annotations

import asyncio
import struct
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from app.core.errors import BadPhoto, Unavailable

MOST_BYTES = 10_000_000
PATIENCE = 10.0
"""Seconds for one photograph, waiting included once it is its turn."""
AT_ONCE = 2
"""So many are decoded at the same time; the others wait."""
PROGRAM = Path(__file__).with_name("decoder.py")
MOST_PIXELS = 20_000_000
TOO_MANY_PIXELS = 4
"""How it ends then."""


class Pictures(NamedTuple):
    """One photograph, as WebP without anything but pixels."""

    large: bytes
    small: bytes


class Darkroom:
    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)

    async def develop(self, content: bytes) -> Pictures:
        """Raises BadPhoto with a sentence for whoever sent it; Unavailable without a decoder."""
        kind = kind_of(content)
        if find_spec("PIL") is None:
            raise Unavailable("This server cannot read photos yet.")
        async with self._places:
            return await _decoded(content, kind)


def kind_of(content: bytes) -> str:
    """By its first bytes, never by its name. Raises BadPhoto."""
    if len(content) > MOST_BYTES or _pixels_of_png(content) > MOST_PIXELS:
        raise BadPhoto("That photo is too large: 10 MB and 20 megapixels at most.")
    match content[:12]:
        case head if head.startswith(b"\xff\xd8\xff"):
            return "jpeg"
        case head if head.startswith(b"\x89PNG\r\n\x1a\n"):
            return "png"
        case head if head[:4] == b"RIFF" and head[8:] == b"WEBP":
            return "webp"
        case head if head[4:8] == b"ftyp" and head[8:] in (b"heic", b"heix", b"mif1"):
            return "heic"
        case _:
            raise BadPhoto("That is no photo we can read. Send a JPEG, PNG, WebP or HEIC.")


def _pixels_of_png(content: bytes) -> int:
    """As it says itself: a few bytes can claim gigabytes, and need no decoder to be refused."""
    if not content.startswith(b"\x89PNG") or len(content) < 24:
        return 0
    width, height = struct.unpack_from(">II", content, 16)
    return int(width * height)


async def _decoded(content: bytes, kind: str) -> Pictures:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", PROGRAM, kind),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        written, _ = await asyncio.wait_for(process.communicate(content), PATIENCE)
    except TimeoutError:
        raise BadPhoto("That photo could not be read. Try another one.") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == TOO_MANY_PIXELS:
        raise BadPhoto("That photo is too large: 10 MB and 20 megapixels at most.")
    if process.returncode:
        raise BadPhoto("That photo could not be read. Try another one.")
    return Pictures(*_unpacked(written))


def _unpacked(written: bytes) -> list[bytes]:
    pictures, at = [], 0
    while at < len(written):
        (length,) = struct.unpack_from(">I", written, at)
        pictures.append(written[at + 4 : at + 4 + length])
        at += 4 + length
    return pictures
