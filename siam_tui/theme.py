"""The two looks of the app: by night and by day."""

from __future__ import annotations

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


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes the app can wear, its own first."""
    return (DARK.name, LIGHT.name, *sorted(BUILTIN_THEMES))
