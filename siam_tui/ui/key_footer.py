"""The keys that can be pressed now, along the bottom of a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from siam_tui.appearance.cells import text_width
from texts import tell

WAYS_OUT: Final = ("leave", "dismiss", "back", "choose('quit')", "answer(False)", "answer('stay')")
"""Actions that lead back from a screen, the one that leads farthest first."""
_FIRST: Final = (*WAYS_OUT, "help")
"""Actions whose keys stand first where there is no room even for the most needed ones."""
_KEPT: Final = frozenset((*_FIRST, "end_early"))
"""Actions whose keys are never left out."""
_LEAST: Final = ("type", "gathering")
"""Actions whose keys are left out first; then the last ones."""
_TEXT_ID: Final = re.compile(r"[a-z_]+/[a-z0-9-/]+")
_PALETTE: Final = "-command-palette"
_AROUND: Final = 3
"""Blank cells around a key and what it does."""
_LAST: Final = 1
"""Of them, the last one of all keys may be covered by the palette's key."""


class KeyFooter(Footer):
    """A footer that takes away and adds only keys that differ.

    Textual's own makes all of them anew, and lays the screen out and paints them twice, whenever
    anything is asked that may have changed one. Where there is no room for all keys, those least
    needed are left out; the others keep their order.
    """

    def compose(self) -> ComposeResult:
        """Make the keys, with what they do in the reader's language."""
        for key in super().compose():
            if isinstance(key, FooterKey):
                key.description = key_label(key.description)
                if key.key == "space":  # the one key that has no letters of its own
                    key.key_display = tell("ui/key/space")
                if key.tooltip:
                    key.tooltip = Content(key_label(str(key.tooltip)))
            yield key

    async def recompose(self) -> None:
        """Show the keys there are now."""
        async with self.lock:  # else two at a time would each add what is missing
            await self._replace_keys()

    async def _replace_keys(self) -> None:
        if not self.is_attached:  # the screen is taken down
            return
        wanted = fitting_keys(list(self.compose()), self.size.width)
        kept = {_said(key): key for key in self.children}
        gone = kept.keys() - {_said(key) for key in wanted}
        with self.app.batch_update():
            await self.remove_children([kept[said] for said in gone])
            for place, key in enumerate(wanted):
                if _said(key) not in kept and self.is_attached:
                    await self.mount(key, before=place if place < len(self.children) else None)
            if [_said(key) for key in self.children] != [_said(key) for key in wanted]:
                self._put_in_order([_said(key) for key in wanted])

    def _put_in_order(self, wanted: Sequence[tuple[object, ...]]) -> None:
        """Give the keys their places; some have changed them."""
        self.sort_children(key=lambda key: wanted.index(_said(key)))

    def retell(self) -> None:
        """Say what the keys do in the language that is spoken now."""
        self.refresh(recompose=True)

    def on_resize(self) -> None:
        """Use the room there is now; what else asks for that waits for the same recomposition."""
        self.refresh(recompose=True)


def key_label(description: str) -> str:
    """Return what a key does, in the reader's language: its binding has the id of a text."""
    return tell(description) if _TEXT_ID.fullmatch(description) else description


def fitting_keys(keys: Sequence[Widget], width: int) -> list[Widget]:
    """Return the keys in their order; if they do not fit a width, without those least needed.

    They work all the same, and the help and the palette, whose key always stays, name them. Only
    where even the others do not fit, the way out comes before them, so that it is never cut off.
    """
    kept, left = list(keys), width - sum(map(_width, keys))
    if not width:
        return kept
    for key in sorted(_droppable(keys), key=_drop_rank):
        if left >= -_LAST:
            return kept
        kept.remove(key)
        left += _width(key)
    return kept if left >= -_LAST else sorted(kept, key=_rank)


def _droppable(keys: Sequence[Widget]) -> list[Widget]:
    """Return the keys that may be left out, the last one first."""
    return [
        key for key in reversed(keys) if _action_of_key(key) not in _KEPT and not _is_palette(key)
    ]


def _drop_rank(key: Widget) -> int:
    action = _action_of_key(key)
    return _LEAST.index(action) if action in _LEAST else len(_LEAST)


def _is_palette(key: Widget) -> bool:
    return key.has_class(_PALETTE)


def _action_of_key(key: Widget) -> str:
    return str(getattr(key, "action", ""))


def _rank(key: Widget) -> int:
    action = _action_of_key(key)
    return _FIRST.index(action) if action in _FIRST else len(_FIRST)


def _width(key: Widget) -> int:
    words: Iterable[object] = (getattr(key, name, "") for name in ("key_display", "description"))
    return sum(text_width(str(each)) for each in words) + _AROUND


def _said(key: Widget) -> tuple[object, ...]:
    """Return what tells a key from others."""
    names = ("key", "key_display", "description", "action", "disabled")
    return (*(getattr(key, name, None) for name in names), key.has_class(_PALETTE))
