"""What is made of a finished match, in a process of its own: its moments, and pictures to keep.

Made once, however many phones ask at the same time; the newest are kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from html import escape
from io import BytesIO
from typing import Any, TypeVar
from unicodedata import category

from app.core import replay
from app.core.errors import Unavailable
from app.core.values import Match
from app.live.thinking import Thinking
from games.contract import Highlight, Seat

T = TypeVar("T")

KEPT = 24
"""Pictures of 100 KB, and lists of moments."""

PATIENCE = 30.0
"""Seconds: no room waits for a picture, only who asked for it."""
COLOURS = 256
"""Of a picture; the edges of letters need most of them."""

OURS = "\u0148"
"""Up to this one, our faces have every letter."""

FACE = "Shantell Sans Light"
"""Any that is there: what it lacks is looked for in all others."""
SVG, CELL = "http://www.w3.org/2000/svg", 40
"""A letter of 16 pixels, and room around it."""

log = logging.getLogger(__name__)


class Studio:
    def __init__(self) -> None:
        self._works = Thinking(workers=1, patience=PATIENCE)
        self._made: dict[Hashable, asyncio.Task[Any]] = {}
        """The longest unused first."""

    async def moments(
        self, match: Match, moves: tuple[tuple[Seat, Any], ...]
    ) -> tuple[Highlight, ...]:
        """What is worth another look; nothing, if that cannot be found out."""
        try:
            return await self._once(match.id, replay.moments, match, moves)
        except Exception as error:
            log.error("the moments of a match of %s were not found", match.game, exc_info=error)
            return ()

    async def lacking(self, text: str, fonts: tuple[str, ...]) -> frozenset[str]:
        """Which of these letters no face on this machine has. Raises Unavailable."""
        strange = "".join(sorted({letter for letter in text if letter > OURS}))
        if not strange:
            return frozenset()
        return await self._drawn((strange,), undrawn, strange, fonts)

    async def picture(self, svg: str, width: int, fonts: tuple[str, ...]) -> bytes:
        """A drawing as PNG, so many pixels wide. Raises Unavailable."""
        return await self._drawn((svg, width), print_out, svg, width, fonts)

    async def _drawn(self, key: Hashable, work: Callable[..., T], *given: Any) -> T:
        try:
            return await self._once(key, work, *given)
        except Exception as error:
            log.error("a picture was not drawn", exc_info=error)
            raise Unavailable(
                "The picture was not drawn this time. Please try again in a moment."
            ) from None

    def close(self) -> None:
        self._works.close()

    async def _once(self, key: Hashable, work: Callable[..., T], *given: Any) -> T:
        task = self._made.pop(key, None)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.get_running_loop().create_task(self._works.of(work, *given))
        self._made[key] = task
        if len(self._made) > KEPT:
            del self._made[next(iter(self._made))]
        made: T = await asyncio.shield(task)  # who leaves takes it from nobody else
        return made


def print_out(svg: str, width: int, fonts: tuple[str, ...]) -> bytes:
    """Few colours cover a drawing of plain ones: a third of the bytes."""
    from PIL import Image  # only the process that draws needs them
    from resvg_py import svg_to_bytes

    drawn = Image.open(BytesIO(svg_to_bytes(svg_string=svg, width=width, font_files=[*fonts])))
    printed = BytesIO()
    flat = drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    flat.save(printed, "PNG", optimize=True)
    return printed.getvalue()


def undrawn(letters: str, fonts: tuple[str, ...]) -> frozenset[str]:
    """Those that leave no trace on paper, though they should."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    seen = [one for one in letters if category(one) != "Cf" and category(one)[0] not in "MZ"]
    words = "".join(
        f'<text x="{n * CELL + 10}" y="30" font-family="{FACE}">{escape(one)}</text>'
        for n, one in enumerate(seen)
    )
    sheet = f'<svg xmlns="{SVG}" width="{len(seen) * CELL + 1}" height="{CELL}">{words}</svg>'
    drawn = Image.open(BytesIO(svg_to_bytes(svg_string=sheet, font_files=[*fonts]))).getchannel("A")
    places = ((n * CELL, 0, (n + 1) * CELL, CELL) for n in range(len(seen)))
    traces = (drawn.crop(place).getbbox() for place in places)
    return frozenset(one for one, trace in zip(seen, traces, strict=True) if trace is None)
