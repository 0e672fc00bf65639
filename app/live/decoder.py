"""A program of its own that draws a photograph anew: ``python decoder.py < photo > pictures``.

Whatever a stranger's file does to a decoder, it does it here: with little memory, little time, no
files and nothing of the app. What comes out was made from pixels alone, so nothing else that the
file carried (where it was taken, a text, another file) can be in it.
"""

from __future__ import annotations

import struct
import sys
import warnings
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

MOST_PIXELS = 20_000_000
SIZES = (1280, 560)
"""The longest side of each picture that is made, in pixels; phones get the small one."""
QUALITY = 80
MEMORY = 1 << 30
"""Bytes of address space; a photograph of twenty megapixels needs a third of it."""
SECONDS = 6
"""Of CPU."""
FORMATS = {"jpeg": "JPEG", "png": "PNG", "webp": "WEBP", "heic": "HEIF"}
UNREADABLE, TOO_LARGE = 3, 4
"""How it ends when there is nothing to show."""


def redrawn(content: bytes, kind: str) -> list[bytes]:
    """As WebP, upright, the largest first. Raises whatever a broken file makes the decoder raise,
    and Image.DecompressionBombWarning or -Error before a pixel of too large a one is read."""
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    image = Image.open(BytesIO(content), formats=[FORMATS[kind]])
    image.draft("RGB", (SIZES[0], SIZES[0]))  # a JPEG is not decoded larger than needed
    image.load()
    plain = _on_white(ImageOps.exif_transpose(image))
    anew = Image.frombytes("RGB", plain.size, plain.tobytes())
    pictures = []
    for longest in SIZES:
        anew.thumbnail((longest, longest), Image.Resampling.LANCZOS)
        written = BytesIO()
        anew.save(written, "WEBP", quality=QUALITY, method=3)
        pictures.append(written.getvalue())
    return pictures


def _on_white(image: Image.Image) -> Image.Image:
    """What can be seen through is seen on white."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image.convert("RGBA")).convert("RGB")


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def _prepare(kind: str) -> None:
    """Everything that has to be loaded is loaded before the limits."""
    Image.init()
    if kind == "heic":
        from pillow_heif import register_heif_opener

        register_heif_opener(thumbnails=False)


def main(kind: str) -> int:
    _prepare(kind)
    _limit()
    try:
        pictures = redrawn(sys.stdin.buffer.read(), kind)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        return TOO_LARGE
    except Exception:  # a broken file makes decoders raise anything
        return UNREADABLE
    for picture in pictures:
        sys.stdout.buffer.write(struct.pack(">I", len(picture)) + picture)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
