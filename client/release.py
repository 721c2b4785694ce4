"""The installed release of the program."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def release() -> str:
    """Return the installed release, for people to read."""
    try:
        return version("siam-tui")[:24]
    except PackageNotFoundError:
        return "uninstalled"
