"""Which signs and colours the app wears: by the settings, the locale and the environment."""

from __future__ import annotations

import locale
import os
import sys
from typing import Protocol, runtime_checkable

from textual.app import App

from siam_tui.appearance.glyphs import ASCII, UNICODE, glyphs_for
from siam_tui.appearance.palette import MONO, PALETTES
from siam_tui.appearance.style import Look


@runtime_checkable
class Themeable(Protocol):
    """A screen that can change its look while it is shown."""

    def wear(self, look: Look) -> None:
        """Draw everything anew with this look."""


@runtime_checkable
class ThemeProvider(Protocol):
    """An app with a look."""

    @property
    def look(self) -> Look:
        """The look its screens wear."""


def worn_by(app: App[object]) -> Look:
    """Return the look an app's screens wear; the usual one for an app without any."""
    return app.look if isinstance(app, ThemeProvider) else Look()


def look_of(palette: str, ascii_only: str, encoding: str, *, no_color: bool) -> Look:
    """Return the look that some settings ask for.

    Args:
        palette: a name in `PALETTES`.
        ascii_only: yes or no; auto asks the encoding.
        encoding: of the terminal's locale.
        no_color: whether colours are unwanted (https://no-color.org).
    """
    glyphs = {"yes": ASCII, "no": UNICODE, "auto": glyphs_for(encoding)}[ascii_only]
    return Look(glyphs, MONO if no_color else PALETTES[palette])


def terminal_encoding() -> str:
    """Return the encoding of the locale the program was started in.

    In the C locale Python takes UTF-8 all the same (PEP 538, PEP 540), and tells only by having
    switched its UTF-8 mode on by itself; a terminal in that locale promises ASCII and no more.
    """
    asked = "utf8" in sys._xoptions or "PYTHONUTF8" in os.environ  # noqa: SLF001 - documented so
    by_itself = sys.flags.utf8_mode and not asked and sys.version_info < (3, 15)  # PEP 686
    return "ascii" if by_itself else locale.getencoding()
