"""Tells what a screen shows in another language, as soon as that is chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol, runtime_checkable
from weakref import WeakKeyDictionary

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from siam_tui.ui.text import Text, told

_TITLES: Final = WeakKeyDictionary[Widget, tuple[Text, Text]]()


@runtime_checkable
class Retold(Protocol):
    """A screen or widget that keeps sentences, and can tell them anew."""

    def retell(self) -> None:
        """Tell everything in the language that is spoken now."""


def entitle(box: Widget, title: Text, below: Text = "") -> None:
    """Give a frame its title, and what stands in its lower border."""
    _TITLES[box] = title, below
    box.border_title = Content(told(title))
    box.border_subtitle = Content(told(below))


def retell(screens: Iterable[Screen[Any]]) -> None:
    """Tell all that screens show in the language that is spoken now."""
    for screen in screens:
        for widget in screen.walk_children(Widget, with_self=True):
            if widget in _TITLES:
                entitle(widget, *_TITLES[widget])
            if isinstance(widget, Retold):
                widget.retell()
            widget.refresh(layout=True)
