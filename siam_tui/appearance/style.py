"""The look of a screen: its signs and colours, and how the settings choose them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from textual.app import App
from textual.content import Content

from siam_tui.appearance.glyphs import ASCII, UNICODE, Glyphs, glyphs_for
from siam_tui.appearance.palette import CLASSIC, MONO, PALETTES, Palette
from texts import tell


@dataclass(frozen=True, slots=True)
class Look:
    """Signs and colours to draw with."""

    glyphs: Glyphs = UNICODE
    palette: Palette = CLASSIC


def chip(side: int, look: Look, text: str) -> Content:
    """Return a text on the colour of a side, such as a faction; with many sides, colours repeat."""
    chips = look.palette.chips
    return Content.styled(text, chips[side % len(chips)])


def choice_samples(look: Look, contested: str, pointed: str) -> list[Content]:
    """Return how names stand in a choice: contested, to choose, and under the cursor."""
    palette, free = look.palette, f" {tell('appearance/to-choose')} "
    return [
        Content.styled(contested, palette.contested_name),
        Content.assemble((" 2 ", palette.key), (free, palette.target)),
        Content.styled(pointed, palette.cursor),
    ]


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
