"""The two looks of the app: by night and by day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from textual.theme import BUILTIN_THEMES, Theme

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
    variables={"button-focus-text-style": "bold underline"},
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
    variables={"button-focus-text-style": "bold underline"},
)


# A board has faint words on tinted ground, for which the contrast of most themes does not suffice.
# So these of Textual's are worn with letters further from their ground, and no others are offered.
_MENDED: Final[Mapping[str, Mapping[str, str]]] = {
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
_AS_THEY_ARE: Final = ("flexoki", "textual-dark")


def themes() -> tuple[Theme, ...]:
    """Return all themes the app can wear, its own first; on each, all of a board can be read."""
    names = sorted((*_MENDED, *_AS_THEY_ARE))
    return (DARK, LIGHT, *(_mended(BUILTIN_THEMES[name]) for name in names))


def _mended(theme: Theme) -> Theme:
    changes = _MENDED.get(theme.name, {})
    return replace(
        theme,
        foreground=changes.get("foreground", theme.foreground),
        warning=changes.get("warning", theme.warning),
        background=changes.get("background", theme.background),
    )


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes the app can wear, its own first."""
    return tuple(theme.name for theme in themes())
