"""Asynchronous work in a test that is not asynchronous itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return aside(asyncio.run, work)


def aside(work: Callable[P, T], *args: P.args, **values: P.kwargs) -> T:
    """In a thread of its own: once a browser was used, Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *args, **values).result()
