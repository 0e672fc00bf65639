"""Serves Soulroom, and says where."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress

import segno
import uvicorn
from pydantic import ValidationError

from app.core.errors import CannotStart
from app.core.settings import Settings
from app.main import create_app
from app.web.network import base_url, listen, own_address, trusted_proxies, where

MANY_SOCKETS = 8192
"""A stream a screen; some systems allow a process 256 files unless it asks for more."""


def main() -> None:
    try:
        settings = Settings()
        if settings.redis_url:
            raise CannotStart(
                "SOULROOM_REDIS_URL is not supported yet: one process serves all rooms."
            )
        allow_many_sockets()
        sock = listen(settings)
        app = create_app(settings)
    except CannotStart as error:
        sys.exit(_complaint(str(error), error.code))
    except ValidationError as error:
        first = error.errors()[0]
        sys.exit(_complaint(f"SOULROOM_{str(first['loc'][0]).upper()}: {first['msg']}.", 78))
    print(f"\n  Soulroom is open.\n{where(settings)}\n", flush=True)  # into a log, too
    if sys.stdout.isatty() and (settings.base_url or own_address()):
        segno.make(base_url(settings)).terminal(compact=True)
    sys.setswitchinterval(0.001)  # a thinking computer gives the event loop its turn sooner
    gc.collect()
    gc.freeze()  # what was loaded stays; looking through it again and again costs 5 % of a move
    gc.set_threshold(20_000, 50, 50)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=trusted_proxies(settings),
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
    )
    uvicorn.Server(config).run(sockets=[sock])


def allow_many_sockets() -> None:
    """As many as we may have by ourselves; where there is no such limit, nothing."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MANY_SOCKETS if hard == resource.RLIM_INFINITY else min(hard, MANY_SOCKETS)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _complaint(text: str, code: int) -> int:
    print(f"soulroom: {text}", file=sys.stderr)
    return code
