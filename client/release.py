"""The installed release of the program, and who has to update if a lobby has another version."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from protocol import PROTOCOL_VERSION
from texts import tell


@cache
def release() -> str:
    """Return the installed release, for people to read."""
    try:
        return version("siam-tui")[:24]
    except PackageNotFoundError:
        return "uninstalled"


def describe_other_version(version: int) -> str:
    """Return a sentence for the person about a lobby of another version than this program."""
    return tell(
        "client/theirs-newer" if version > PROTOCOL_VERSION else "client/ours-newer",
        theirs=version,
        ours=PROTOCOL_VERSION,
    )
