"""Input line of bounded length."""

from __future__ import annotations

from textual import events
from textual.command import CommandPalette
from textual.widgets import Input

MAX_PATH = 4096
"""Characters of a file's path."""
MAX_ADDRESS = 600
"""Characters of an invite link or a broker's address."""
MAX_PASSWORD = 1000
"""Characters of a broker's password."""

MAX_SEARCH = 100
"""Characters of what is looked for in the command palette."""

_CUT = "Only {} characters fit here: the rest of what you pasted was cut off."


class BoundedPalette(CommandPalette):
    """Command palette whose search field has a greatest length."""

    def on_mount(self) -> None:
        """Bound the search field."""
        self.query_one(Input).max_length = MAX_SEARCH


class LineInput(Input):
    """Input that takes so many characters and no more; says so when it cuts a pasted text.

    Give it `max_length`, as every input must have an end.
    """

    def _on_paste(self, event: events.Paste) -> None:
        """Insert the first line of what is pasted, as far as it fits."""
        event.stop()
        event.prevent_default()
        assert self.max_length
        line = next((each for each in event.text.splitlines() if each.strip()), "")
        start, end = sorted(self.selection)
        room = self.max_length - len(self.value) + end - start
        self.replace(line[:room], start, end)
        if len(line) > room:
            self.notify(_CUT.format(self.max_length), severity="warning")
