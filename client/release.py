"""The installed release of the program, and who has to update if a lobby has another version."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from protocol import PROTOCOL_VERSION


@cache
def release() -> str:
    """Return the installed release, for people to read."""
    try:
        return version("siam-tui")[:24]
    except PackageNotFoundError:
        return "uninstalled"


_THEIRS_NEWER = (
    "This lobby speaks protocol {}, your siam {}: update siam-tui here as you installed it "
    "(in a clone: git pull, then its setup command again)."
)
_OURS_NEWER = "This lobby speaks protocol {}, your siam {}: ask its host to update siam-tui."


def describe_other_version(version: int) -> str:
    """Return a sentence for the person about a lobby of another version than this program."""
    sentence = _THEIRS_NEWER if version > PROTOCOL_VERSION else _OURS_NEWER
    return sentence.format(version, PROTOCOL_VERSION)
