"""Broken photographs by the thousand, each decoded as the app does it (F60).

``python -m tests.picture_drill 100000`` says how they end and how long the slowest took. Each has a
process of its own with a decoder's limits; it is forked from one that has loaded the decoder, which
is thirty times as fast as to start anew.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from time import monotonic
from types import SimpleNamespace

from PIL import Image

from app.core.errors import BadPhoto
from app.live import decoder
from app.live.decoder import TOO_LARGE, UNREADABLE
from app.live.pictures import kind_of

ENDS = {0: "drawn", UNREADABLE: "unreadable", TOO_LARGE: "too large"}
WRONG = 9
"""How it ends when what was drawn is no picture."""
LONGEST = 2.0
"""Seconds of CPU that a photograph may take."""


@dataclass
class Told:
    ends: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    """Seconds on the clock."""
    busiest: float = 0.0
    """Seconds of CPU."""
    largest: int = 0
    """Kilobytes of memory."""
    worst: bytes = b""
    """The one that took longest."""

    def note(self, broken: bytes, end: str, took: float, spent: float, held: int) -> None:
        self.ends[end] += 1
        if took > self.slowest:
            self.slowest, self.worst = took, broken
        self.busiest, self.largest = max(self.busiest, spent), max(self.largest, held)


def drill(runs: int, seed: int = 0) -> Told:
    luck, told, whole = Random(seed), Told(), [*samples()]
    for kind in ("jpeg", "heic"):
        decoder._prepare(kind)
    for _ in range(runs):
        broken = mutated(luck.choice(whole), luck)
        began = monotonic()
        end, spent, held = ended(broken)
        told.note(broken, end, monotonic() - began, spent, held)
    return told


def samples() -> Iterator[bytes]:
    """One of each way to write a photograph, and large ones, that take the longest."""
    luck = Random(1)
    noise = Image.frombytes("RGB", (320, 240), luck.randbytes(320 * 240 * 3))
    large = noise.resize((4000, 3000))
    exif = Image.Exif()
    exif[0x0112] = 6
    yield written(noise, "JPEG", exif=exif)
    yield written(noise, "JPEG", progressive=True, subsampling=0)
    yield written(noise.convert("L"), "JPEG")
    yield written(noise.convert("CMYK"), "JPEG")
    yield written(large, "JPEG", quality=60)
    yield written(noise, "PNG", exif=exif)
    yield written(noise.quantize(32), "PNG", transparency=3)
    yield written(noise.convert("LA"), "PNG")
    yield written(large.convert("1"), "PNG")
    yield written(noise, "PNG", save_all=True, append_images=[noise.rotate(90)])
    yield written(noise, "WEBP", exif=exif)
    yield written(noise.convert("RGBA"), "WEBP", lossless=True)
    yield written(noise, "WEBP", save_all=True, append_images=[noise.rotate(90)])
    yield written(large, "WEBP", method=0)
    yield written(noise, "HEIF")


def written(image: Image.Image, kind: str, **options: object) -> bytes:
    if kind == "HEIF":
        decoder._prepare("heic")
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def mutated(whole: bytes, luck: Random) -> bytes:
    """Other bytes anywhere, most of all where a file says what it is; parts cut, doubled, moved."""
    broken = bytearray(whole)
    for _ in range(luck.randint(1, 12)):
        reach = luck.choice((64, 1024, len(broken)))
        at = luck.randrange(12, max(min(reach, len(broken)), 13))
        other = luck.randrange(12, max(len(broken), 13))
        length = luck.choice((1, 2, 4, luck.randrange(1, 400)))
        match luck.randrange(8):
            case 0:
                del broken[at : at + length]
            case 1:
                broken[at:at] = broken[other : other + length]
            case 2:
                broken[at : at + length] = broken[other : other + length]
            case 3:
                broken[at : at + length] = luck.choice((b"\0", b"\xff", b"\x7f")) * length
            case 4:
                del broken[at + length * 50 :]
            case _:
                broken[at : at + 1] = luck.randbytes(1)
    return bytes(broken)


def ended(broken: bytes) -> tuple[str, float, int]:
    """How one of them ends, with how much CPU and memory."""
    try:
        kind = kind_of(broken)
    except BadPhoto:
        return "refused unread", 0.0, 0
    child = os.fork()
    if not child:
        os._exit(_decoded(broken, kind))
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    end = ENDS.get(code) or (signal.Signals(-code).name if code < 0 else f"wrong, {code}")
    return end, used.ru_utime + used.ru_stime, used.ru_maxrss


def _decoded(broken: bytes, kind: str) -> int:
    """As in the program that the app starts."""
    drawn = BytesIO()
    sys.stdin = SimpleNamespace(buffer=BytesIO(broken))
    sys.stdout = SimpleNamespace(buffer=drawn)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    code = decoder.main(kind)
    return WRONG if not code and drawn.getvalue().count(b"RIFF") < len(decoder.SIZES) else code


def main(runs: int, seed: int = 0) -> int:
    told = drill(runs, seed)
    print(
        f"{told.ends.total()} broken photographs: {dict(told.ends.most_common())}; slowest "
        f"{told.slowest:.2f} s ({told.busiest:.2f} s of CPU), largest {told.largest // 1024} MB"
    )
    return int(told.busiest > LONGEST or any(end.startswith("wrong") for end in told.ends))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
