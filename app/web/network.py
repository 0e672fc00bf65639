"""Where phones find this machine, and the socket it listens on."""

from __future__ import annotations

import errno
import socket

from app.core.errors import CannotStart
from app.core.settings import Settings

VANISHED = 15_000
"""Milliseconds until a phone that acknowledges nothing counts as gone: with a heartbeat every 5 s
and 8 s of grace it shows as away within 28 s."""


def base_url(settings: Settings) -> str:
    """As the QR code says it; at home this machine's address in the local network."""
    return (settings.base_url or f"http://{_own_address()}:{settings.port}").rstrip("/")


def trusted_proxies(settings: Settings) -> list[str]:
    """Each as it is seen over IPv4 and, where the server listens on both, over IPv6."""
    named = [proxy.strip() for proxy in settings.trusted_proxies.split(",")]
    return [*named, *(f"::ffff:{proxy}" for proxy in named if proxy.count(".") == 3)]


def listen(settings: Settings) -> socket.socket:
    """Raises CannotStart when the port is taken or not allowed."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
    try:
        sock.bind((settings.host, settings.port))
        sock.listen(1024)  # now, so that a second process cannot bind it as well
    except (OSError, OverflowError) as error:
        sock.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        why = "is taken. Another Soulroom?" if taken else f"cannot be used: {error}."
        raise CannotStart(
            f"Port {settings.port} {why} Set SOULROOM_PORT to another number.", 69
        ) from None
    return sock


def _own_address() -> str:
    """The address this machine has towards its network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: any way out will do
            address: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address
