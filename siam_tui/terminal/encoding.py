"""Which characters the terminal can show."""

from __future__ import annotations

import locale
import os
import sys


def terminal_encoding() -> str:
    """Return the encoding of the locale the program was started in.

    The Linux console gets ASCII, because its fonts have at most 512 signs.

    In the C locale Python uses UTF-8 anyway (PEP 538, PEP 540), and only its UTF-8 mode shows that
    it did so by itself. A terminal in that locale supports only ASCII.
    """
    if os.environ.get("TERM") == "linux":
        return "ascii"
    asked = "utf8" in sys._xoptions or "PYTHONUTF8" in os.environ  # noqa: SLF001 - documented so
    by_itself = sys.flags.utf8_mode and not asked and sys.version_info < (3, 15)  # PEP 686
    return "ascii" if by_itself else locale.getencoding()
