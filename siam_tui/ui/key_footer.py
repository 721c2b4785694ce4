"""The keys that can be pressed now, along the bottom of a screen."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Footer


class KeyFooter(Footer):
    """A footer that takes away and adds only keys that differ.

    Textual's own makes all of them anew, and lays the screen out and paints them twice, whenever
    anything is asked that may have changed one.
    """

    SPARED: ClassVar[frozenset[str]] = frozenset({"overview"})
    """Actions whose keys are left out below `WIDE` columns, so that the way out is always shown."""
    WIDE: ClassVar[int] = 110

    def compose(self) -> ComposeResult:
        """Make the keys."""
        narrow = self.app.size.width < self.WIDE
        for key in super().compose():
            if not (narrow and getattr(key, "action", "") in self.SPARED):
                yield key

    async def recompose(self) -> None:
        """Show the keys there are now."""
        if not self.is_attached:  # the screen is taken down
            return
        wanted = list(self.compose())
        kept = {_said(key): key for key in self.children}
        gone = kept.keys() - {_said(key) for key in wanted}
        with self.app.batch_update():
            await self.remove_children([kept[said] for said in gone])
            for place, key in enumerate(wanted):
                if _said(key) not in kept and self.is_attached:
                    await self.mount(key, before=place if place < len(self.children) else None)
            if [_said(key) for key in self.children] != [_said(key) for key in wanted]:
                await super().recompose()  # some have changed places


def _said(key: Widget) -> tuple[object, ...]:
    """Return what tells a key from others."""
    names = ("key", "key_display", "description", "action", "disabled")
    return (*(getattr(key, name, None) for name in names), key.has_class("-command-palette"))
