"""Standard input, output and error of a program that was started without some of them."""

from __future__ import annotations

import fcntl
import os
import sys
from typing import Final

_NO_OUTPUT: Final = "siam: Standard output is closed: what siam prints is lost.\n"
_MODES: Final = {0: os.O_RDONLY, 1: os.O_WRONLY, 2: os.O_WRONLY}


def open_missing_streams() -> None:
    """Put ``/dev/null`` in the place of each standard stream that is closed or of no use.

    Otherwise the first file or connection that is opened would take the place, and get what is
    meant for people. Standard error tells that the output is lost.
    """
    missing = [number for number in _MODES if not _is_usable(number)]
    if not missing:
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in missing:
        if number != nowhere:
            os.dup2(nowhere, number)
    if nowhere not in missing:
        os.close(nowhere)
    for number in missing:
        name = ("stdin", "stdout", "stderr")[number]
        stream = open(number, "w" if number else "r", encoding="utf-8", closefd=False)  # noqa: SIM115 - for the whole run
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)  # so that it stays open when another one replaces it
    if 1 in missing:
        sys.stderr.write(_NO_OUTPUT)


def _is_usable(number: int) -> bool:
    """Return whether a descriptor is open, and open for what it is used for."""
    try:
        mode = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE
    except OSError:
        return False
    return mode in (_MODES[number], os.O_RDWR)
