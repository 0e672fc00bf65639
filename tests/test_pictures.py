"""Photographs that people send: whatever they are, only pixels come out (F55 to F60)."""

from __future__ import annotations

import asyncio
import os
import resource
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from app.core.errors import BadPhoto

pytest.importorskip("PIL", reason="Pillow is not installed: no photos of one's own")

from PIL import Image  # where there is none, all of this is skipped

from app.live import decoder, pictures
from app.live.pictures import MOST_BYTES, Darkroom, Pictures, kind_of
from tests.picture_drill import mutated

RED, BLUE = (200, 30, 30), (30, 30, 200)
SECRET = b"47.3769N 8.5417E"
RUNS = int(os.environ.get("SOULROOM_PICTURE_RUNS", "300"))
"""Broken files; SOULROOM_PICTURE_RUNS=100000 is the long drill."""
MUTANTS = 20
"""Of each kind, by the program itself."""


def developed(content: bytes) -> Pictures:
    return asyncio.run(Darkroom().develop(content))


def refused(content: bytes) -> str:
    with pytest.raises(BadPhoto) as why:
        developed(content)
    return why.value.text


def photo(size: tuple[int, int] = (1600, 1200), *, kind: str = "JPEG", **options: object) -> bytes:
    """The upper half is red and the lower one blue."""
    image = Image.new("RGB", size, BLUE)
    image.paste(RED, (0, 0, size[0], size[1] // 2))
    written = BytesIO()
    image.save(written, kind, **options)
    return written.getvalue()


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    assert image.format == "WEBP"
    return image.convert("RGB")


def near(colour: object, other: tuple[int, int, int]) -> bool:
    assert isinstance(colour, tuple)
    return all(abs(one - two) < 30 for one, two in zip(colour, other, strict=True))


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_becomes_two_pictures_of_bounded_size(kind: str) -> None:
    large, small = map(opened, developed(photo((3000, 2000), kind=kind)))
    assert (large.size, small.size) == ((1280, 853), (560, 373))
    assert near(large.getpixel((640, 100)), RED)
    assert near(small.getpixel((280, 350)), BLUE)


def test_a_photo_of_a_phone_in_its_own_format_is_read() -> None:
    heif = pytest.importorskip("pillow_heif")
    image = Image.open(BytesIO(photo((800, 600))))
    written = BytesIO()
    heif.from_pillow(image).save(written, quality=80)
    assert kind_of(written.getvalue()) == "heic"
    assert opened(developed(written.getvalue()).large).size == (800, 600)


def test_a_small_photo_is_not_made_larger() -> None:
    assert opened(developed(photo((300, 200))).large).size == (300, 200)


def test_what_can_be_seen_through_is_seen_on_white() -> None:
    written = BytesIO()
    Image.new("RGBA", (100, 100), (0, 0, 0, 0)).save(written, "PNG")
    assert near(opened(developed(written.getvalue()).large).getpixel((50, 50)), (255, 255, 255))


# ---- F55: bombs ----


def png_of(width: int, height: int, rows: bytes = b"") -> bytes:
    """One bit a pixel, all black: a few bytes for any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    row = b"\0" + b"\0" * ((width + 7) // 8)
    pixels = zlib.compress(rows or row * height, 9)
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


@pytest.mark.parametrize("side", [4_473, 6_500, 13_000, 100_000])
def test_more_than_twenty_megapixels_are_refused_before_a_pixel_is_read(side: int) -> None:  # F55
    bomb = png_of(side, side, b"\0")
    assert "too large" in refused(bomb)


def test_a_bomb_is_refused_at_once() -> None:  # F55
    bomb = png_of(13_000, 13_000)
    began = perf_counter()
    assert "too large" in refused(bomb)
    assert perf_counter() - began < 0.2


def test_a_bomb_costs_neither_time_nor_memory(monkeypatch: pytest.MonkeyPatch) -> None:  # F55
    """A whole one of 169 megapixels whose head nobody read, in a process whose memory is looked at
    afterwards."""
    monkeypatch.setattr(pictures, "MOST_PIXELS", 10**9)
    bomb = png_of(13_000, 13_000)
    assert len(bomb) < 40_000
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = perf_counter()
    assert "too large" in refused(bomb)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = spent.ru_utime + spent.ru_stime - before.ru_utime - before.ru_stime
    assert cpu < 0.6, f"{cpu:.2f} s of CPU, {perf_counter() - began:.2f} s in all"
    assert spent.ru_maxrss < 200_000 or spent.ru_maxrss == before.ru_maxrss


def test_twenty_megapixels_are_fine() -> None:
    assert opened(developed(png_of(5_000, 4_000)).large).size == (1280, 1024)


def test_a_strip_of_one_pixel_is_a_photo_too() -> None:
    assert max(opened(developed(png_of(60_000, 1)).large).size) == 1280


# ---- F56: nothing but pixels ----


def exif(orientation: int) -> Image.Exif:
    told = Image.Exif()
    told[0x0112] = orientation
    told[0x010E] = SECRET.decode()
    told.get_ifd(0x8825)[2] = (47.0, 22.0, 37.0)
    return told


SAMPLES: dict[str, Callable[[int], bytes]] = {
    "jpeg": lambda turn: photo((640, 480), exif=exif(turn), comment=b"<script>" + SECRET),
    "png": lambda turn: photo((640, 480), kind="PNG", exif=exif(turn), icc_profile=SECRET * 9),
    "webp": lambda turn: photo((640, 480), kind="WEBP", exif=exif(turn), xmp=SECRET),
}
TURNED = {1: 0, 2: 0, 3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270}
"""By EXIF orientation: where what is stored at the top belongs; a mirror leaves our halves."""


@pytest.mark.parametrize("kind", SAMPLES)
@pytest.mark.parametrize("turn", range(1, 9))
def test_it_stands_upright_and_has_no_memory(kind: str, turn: int) -> None:  # F56
    sent = SAMPLES[kind](turn)
    assert SECRET in sent
    for made in developed(sent):
        image = opened(made)
        assert SECRET not in made
        assert b"EXIF" not in made
        assert b"XMP " not in made
        assert b"ICCP" not in made
        assert image.size == ((640, 480) if turn < 5 else (480, 640)) or max(image.size) == 560
        width, height = image.size
        edges = {
            0: (width // 2, 5),
            180: (width // 2, height - 5),
            90: (5 if turn == 5 else width - 5, height // 2),
            270: (width - 5 if turn == 7 else 5, height // 2),
        }
        assert near(image.getpixel(edges[TURNED[turn]]), RED)


# ---- F57: what is no photo ----


def zipped() -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("a.html", "<script>alert(1)</script>")
    return written.getvalue()


def saved(kind: str) -> bytes:
    return photo((64, 64), kind=kind)


OTHERS = {
    "nothing": b"",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "html": b"<!doctype html><script>alert(1)</script>",
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    "pdf": b"%PDF-1.7\n" + b"\xff\xd8\xff" * 9,
    "zip": zipped(),
    "tiff": saved("TIFF"),
    "gif": saved("GIF"),
    "bmp": saved("BMP"),
    "ico": saved("ICO"),
    "fits": b"SIMPLE  =                    T" + b" " * 3000,
    "avif-head": b"\0\0\0\x20ftypavif" + b"\0" * 64,
    "jpeg-head": b"\xff\xd8\xff\xe0" + b"\0" * 64,
    "png-head": b"\x89PNG\r\n\x1a\n" + b"\0" * 64,
    "webp-head": b"RIFF\x40\0\0\0WEBP" + b"\0" * 64,
    "heic-head": b"\0\0\0\x20ftypheic" + b"\0" * 64,
    "gif-as-jpeg": b"\xff\xd8\xff" + saved("GIF"),
    "html-after-png-head": b"\x89PNG\r\n\x1a\n<script>alert(1)</script>",
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_no_photo_is_refused(name: str) -> None:  # F57
    assert refused(OTHERS[name])


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.9])
def test_half_a_photo_is_refused(kind: str, part: float) -> None:  # F57
    luck = Random(1)
    image = Image.frombytes("RGB", (200, 200), luck.randbytes(200 * 200 * 3))
    written = BytesIO()
    image.save(written, kind)
    whole = written.getvalue()
    assert refused(whole[: int(len(whole) * part)])


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_of_a_moving_picture_the_first_is_kept(kind: str) -> None:  # F57
    first, other = Image.new("RGB", (64, 64), RED), Image.new("RGB", (64, 64), BLUE)
    written = BytesIO()
    first.save(written, kind, save_all=True, append_images=[other] * 50)
    image = Image.open(BytesIO(developed(written.getvalue()).large))
    assert getattr(image, "n_frames", 1) == 1
    assert near(image.convert("RGB").getpixel((32, 32)), RED)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_of_a_photo_that_is_also_something_else_only_the_photo_is_left(kind: str) -> None:  # F57
    both = photo((640, 480), kind=kind) + zipped() + b"<script>alert(1)</script>"
    assert zipfile.is_zipfile(BytesIO(photo((640, 480), kind=kind) + zipped()))
    for made in developed(both):
        assert b"<script>" not in made
        assert not zipfile.is_zipfile(BytesIO(made))


# ---- F58, F59: what a file says of itself ----


def test_ten_megabytes_are_enough() -> None:  # F58
    sent = photo((640, 480))
    fits = sent + b"\0" * (MOST_BYTES - len(sent))
    assert developed(fits)
    assert "too large" in refused(fits + b"\0")


def test_a_file_has_no_name_here() -> None:  # F59
    """Nothing but bytes is asked for, so no name can lead anywhere."""
    assert Path(pictures.PROGRAM).is_file()
    assert list(Darkroom.develop.__annotations__) == ["content", "return"]


# ---- F60: decoders that break ----


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_broken_file_breaks_nothing_but_itself(kind: str) -> None:  # F60
    luck, whole = Random(kind), photo((320, 240), kind=kind)

    async def all_of_them() -> list[object]:
        room = Darkroom()
        return await asyncio.gather(
            *(room.develop(mutated(whole, luck)) for _ in range(MUTANTS)),
            return_exceptions=True,
        )

    for end in asyncio.run(all_of_them()):
        assert isinstance(end, Pictures | BadPhoto), end


@pytest.mark.slow
def test_every_broken_file_is_drawn_or_refused_in_time() -> None:  # F60
    """In a program of its own: it forks, and there may be threads here."""
    pytest.importorskip("pillow_heif")
    done = subprocess.run(
        [sys.executable, "-m", "tests.picture_drill", str(RUNS)],
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    print(f"\nF60: {done.stdout.strip()}")
    assert done.returncode == 0, done.stdout


def test_a_decoder_that_never_ends_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # F60
    slow = tmp_path / "slow.py"
    slow.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(pictures, "PROGRAM", slow)
    monkeypatch.setattr(pictures, "PATIENCE", 0.5)
    began = perf_counter()
    assert refused(photo((64, 64)))
    assert perf_counter() - began < 10


def test_a_decoder_that_dies_takes_nothing_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # F60
    dying = tmp_path / "dying.py"
    dying.write_text("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    monkeypatch.setattr(pictures, "PROGRAM", dying)
    assert refused(photo((64, 64)))


LIMITED = """
import sys; sys.path.insert(0, {folder!r}); import decoder; decoder._prepare("jpeg")
decoder._limit()
{deed}
"""


@pytest.mark.parametrize(
    "deed",
    [
        "open('/etc/hostname')",
        "open('/dev/null', 'w')",
        "import socket; socket.socket()",
        "b'x' * (1 << 30)",
    ],
)
def test_a_decoder_can_open_nothing_and_take_no_more_memory(deed: str, tmp_path: Path) -> None:
    program = tmp_path / "deed.py"
    program.write_text(LIMITED.format(folder=str(pictures.PROGRAM.parent), deed=deed))
    before = LIMITED.format(folder=str(pictures.PROGRAM.parent), deed="pass")
    allowed = tmp_path / "allowed.py"
    allowed.write_text(before)
    assert asyncio.run(ended(allowed)) == 0
    assert asyncio.run(ended(program)) != 0


async def ended(program: Path) -> int | None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, program, stderr=asyncio.subprocess.DEVNULL
    )
    return await process.wait()


def test_both_sides_mean_the_same_by_too_large() -> None:
    assert pictures.TOO_MANY_PIXELS == decoder.TOO_LARGE
    assert pictures.MOST_PIXELS == decoder.MOST_PIXELS
