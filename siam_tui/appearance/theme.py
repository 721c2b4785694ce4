"""The app's themes, its own and adapted ones of Textual; and scroll bars in ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rich.segment import Segment, Segments
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.theme import BUILTIN_THEMES, Theme


def _suits(*colours: str) -> dict[str, str]:
    """Return the variables for the colours of a deck's suits."""
    return {f"suit-{number}": colour for number, colour in enumerate(colours, start=1)}


_SUITS_BY_NIGHT: Final = _suits("#d5dbf0", "#ffd469", "#9cceff", "#9be3a6", "#ffb3a3", "#e4beff")
_SUITS_BY_DAY: Final = _suits("#444a72", "#6b4500", "#0a4d88", "#1a5c2b", "#93291a", "#702b96")

DARK = Theme(
    name="siam-dark",
    primary="#e0a526",
    secondary="#4f83d1",
    accent="#e0a526",
    foreground="#e8e2d4",
    background="#14161a",
    surface="#1b1e24",
    panel="#262a33",
    success="#5ca86b",
    warning="#f0b429",
    error="#e0584c",
    dark=True,
    variables={"button-focus-text-style": "bold underline", **_SUITS_BY_NIGHT},
)
LIGHT = Theme(
    name="siam-light",
    primary="#96600a",
    secondary="#1f57b5",
    accent="#96600a",
    foreground="#26221a",
    background="#faf6ec",
    surface="#f2ecdd",
    panel="#e5dcc6",
    success="#2f7d42",
    warning="#a05a00",
    error="#b3261e",
    dark=False,
    variables={"button-focus-text-style": "bold underline", **_SUITS_BY_DAY},
)


CONSOLE = Theme(
    name="siam-console",
    primary="#ffff55",
    secondary="#55ffff",
    accent="#ffff55",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#0000aa",
    success="#55ff55",
    warning="#ffff55",
    error="#ff5555",
    dark=True,
    variables={
        "button-focus-text-style": "bold underline",
        "footer-background": "#0000aa",
        "footer-key-foreground": "#ffff55",
        **_SUITS_BY_NIGHT,
    },
)
"""Of the 16 colours of a console alone, as a console has no others."""


# A board has faint words on tinted ground, for which most themes have too little contrast. So these
# themes of Textual get stronger colours, and other themes are not offered.
_CONTRAST_FIXES: Final[Mapping[str, Mapping[str, str]]] = {
    "textual-light": {"warning": "#654211"},
    "nord": {"foreground": "#f7f8fa", "background": "#222730"},
    "gruvbox": {"foreground": "#fbf3d2", "warning": "#fecca3"},
    "catppuccin-mocha": {"foreground": "#ffffff"},
    "dracula": {"background": "#14151b"},
    "tokyo-night": {"foreground": "#edeff6"},
    "monokai": {"foreground": "#ffffff", "warning": "#fcb662", "background": "#1d1e19"},
    "catppuccin-latte": {"foreground": "#1e1f2a", "warning": "#58380b"},
    "catppuccin-frappe": {"foreground": "#ffffff", "background": "#242734"},
    "catppuccin-macchiato": {"foreground": "#ffffff", "background": "#1b1d2b"},
    "solarized-light": {"foreground": "#232c2e", "warning": "#8d340f"},
    "solarized-dark": {"foreground": "#e6e9ea", "warning": "#e9b7a1"},
    "rose-pine": {"foreground": "#f2f1fa"},
    "rose-pine-moon": {"foreground": "#ffffff"},
    "rose-pine-dawn": {"foreground": "#222030", "warning": "#5d3e14"},
    "atom-one-dark": {"foreground": "#ffffff", "warning": "#e7c98c", "background": "#1e2127"},
    "atom-one-light": {"foreground": "#2c2e34", "warning": "#565616"},
}
_UNCHANGED: Final = ("flexoki", "textual-dark")


def themes() -> tuple[Theme, ...]:
    """Return all themes of the app, its own first; each shows a board readably."""
    names = sorted((*_CONTRAST_FIXES, *_UNCHANGED))
    return (DARK, LIGHT, CONSOLE, *(_fix_contrast(BUILTIN_THEMES[name]) for name in names))


def _fix_contrast(theme: Theme) -> Theme:
    fixes = _CONTRAST_FIXES.get(theme.name, {})
    suits = _SUITS_BY_NIGHT if theme.dark else _SUITS_BY_DAY
    return replace(theme, variables={**theme.variables, **suits}, **fixes)  # type: ignore[arg-type]  # all of them are colours


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes, the app's own first."""
    return tuple(theme.name for theme in themes())


_THUMB: Final = "#"
_TRACK: Final = {True: "|", False: "-"}
"""By whether the bar is vertical."""


class AsciiScrollBarRender(ScrollBarRender):
    """Draws a scroll bar in whole characters, as Textual's parts of a cell are not ASCII."""

    VERTICAL_BARS = [" "] * 8
    HORIZONTAL_BARS = [" "] * 8

    @classmethod
    def render_bar(cls, *args: Any, **settings: Any) -> Segments:  # noqa: ANN401 - passed on
        """Return the bar; the arguments are those of the base class."""
        drawn = super().render_bar(*args, **settings)
        track = _TRACK[bool(settings.get("vertical", True))]
        segments = [_with_sign(segment, track) for segment in drawn.segments]
        return Segments(segments, new_lines=drawn.new_lines)


def _with_sign(segment: Segment, track: str) -> Segment:
    """Return a part of a bar with the sign of what it is; an empty one is no part of it."""
    text, style, _ = segment
    if text.strip(" ") or style is None:
        return segment
    is_thumb = style.meta.get("@mouse.down") == "grab"
    return segment._replace(text=len(text) * (_THUMB if is_thumb else track))  # type: ignore[characters]


def use_scroll_bars(*, ascii_only: bool) -> None:
    """Let all scroll bars of this program be drawn in ASCII, or as Textual draws them."""
    ScrollBar.renderer = AsciiScrollBarRender if ascii_only else ScrollBarRender
