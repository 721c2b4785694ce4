"""Whether a screen can be seen at all."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen


def is_covered(screen: Screen[Any]) -> bool:
    """Tell whether a screen that lets nothing through lies over this one.

    What is painted on a covered screen, Textual paints anew on the one that is seen.
    """
    stack = screen.app.screen_stack
    above = stack[stack.index(screen) + 1 :] if screen in stack else []
    return any(each.styles.background.a == 1 for each in above)
