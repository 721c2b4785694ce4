"""Chooses signs and colours by the settings, the locale and the environment."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from textual.app import App

from siam_tui.appearance.glyphs import ASCII, UNICODE, glyphs_for
from siam_tui.appearance.palette import MONO, PALETTES
from siam_tui.appearance.style import Look


@runtime_checkable
class Themeable(Protocol):
    """A screen that can change its look while it is shown."""

    def wear(self, look: Look) -> None:
        """Redraw everything with this look."""


@runtime_checkable
class ThemeProvider(Protocol):
    """An app with a look."""

    @property
    def look(self) -> Look:
        """The look of its screens."""


def worn_by(app: App[object]) -> Look:
    """Return an app's look; the default for an app without one."""
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
