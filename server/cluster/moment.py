"""A clock that goes on while the program is stopped or the machine sleeps."""

from __future__ import annotations

import time

_BOOT_TIME = getattr(time, "CLOCK_BOOTTIME", None)


def moment() -> float:
    """Return the present, in seconds since some start; it never goes back."""
    return time.monotonic() if _BOOT_TIME is None else time.clock_gettime(_BOOT_TIME)
