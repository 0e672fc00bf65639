"""The time as this process counts it: the wall clock at its start, and steadily from then on.

Whoever sets the clock of the machine, by hand or by the network, makes nobody wait for an hour and
lets nothing happen twice.
"""

from __future__ import annotations

import time

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""One that also counts while a laptop sleeps, where there is one."""
_START = time.time() - time.clock_gettime(_CLOCK)


def now() -> float:
    """Seconds since 1970."""
    return _START + time.clock_gettime(_CLOCK)
