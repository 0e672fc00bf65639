"""Where phones find this machine, and the socket it listens on."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.core.errors import CannotStart
from app.core.settings import Settings

VANISHED = 15_000
"""Milliseconds until a phone that acknowledges nothing counts as gone: with a heartbeat every 5 s
and 8 s of grace it shows as away within 28 s."""


def base_url(settings: Settings) -> str:
    """As the QR code says it; at home this machine's address in the local network."""
    address = own_address() or "127.0.0.1"
    return (settings.base_url or f"http://{address}:{settings.port}").rstrip("/")


def at_home(url: str) -> bool:
    """Can only those in the same network open this address?"""
    name = urlsplit(url).hostname or ""
    try:
        return ip_address(name).is_private
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home.arpa"))


def where(settings: Settings) -> str:
    """What is printed at the start: how phones and the TV get here."""
    tv = f"  On the TV or this machine: http://localhost:{settings.port}/tv"
    if settings.base_url is None and own_address() is None:
        return (
            "  There is no network, so phones cannot come in.\n"
            f"  Connect this machine to the Wi-Fi and start again.\n{tv}"
        )
    lines = [f"  On phones: {base_url(settings)}"]
    if settings.base_url is None:
        name = socket.gethostname().partition(".")[0].lower()
        lines.append(f"  or, where the network knows names: http://{name}.local:{settings.port}")
    return "\n".join((*lines, tv))


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


def own_address() -> str | None:
    """The address this machine has towards its network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: any way out will do
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address
