"""An invitation, a link or a command: sentences about it, and the dialog that shows it whole."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from siam_tui.terminal.clipboard import SENT, copy_to_clipboard, let_copy_as_one_line
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.retelling import entitle
from siam_tui.ui.text_widgets import Button, Static
from texts import say


def is_link(invitation: str) -> bool:
    """Return whether an invitation is a link; else it is a command that leads here.

    >>> is_link("ssh -p 2222 example.org")
    False
    """
    return "://" in invitation


class LinkScreen(Dialog[None]):
    """Copies a link, and shows it from the window's edge, so that it breaks as late as it can.

    The terminal itself wraps it, so that the mouse copies it without a line break.

    A key of what is below, such as to start the game, closes it and does what it says there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "ui/key/back"),
        Binding("c", "copy", "ui/key/copy-again"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    LinkScreen > Vertical {
        width: 100%; padding: 1 0; border: none;
        border-top: round $accent; border-bottom: round $accent;
    }
    LinkScreen Static { padding: 0 2; }
    LinkScreen #link { padding: 0; margin: 1 0; text-style: bold; text-wrap: wrap; }
    LinkScreen Button { margin: 1 2 0 2; }
    """

    def __init__(self, link: str) -> None:
        """Prepare to show a link.

        Args:
            link: the invite link of a lobby or a table, or the command that leads there.
        """
        super().__init__()
        self._link = link

    def compose(self) -> ComposeResult:
        """Show the link, nothing beside it."""
        link = is_link(self._link)
        with Vertical() as box:
            entitle(box, say("ui/invite/title", link=link))
            yield Static(SENT)
            yield Static(self._link, id="link")
            yield Static(say("ui/invite/secret", link=link))
            yield Static(say("ui/invite/use", link=link))
            yield Button(say("ui/invite/back"), id="back", compact=True)

    def on_mount(self) -> None:
        """Copy the link."""
        self.action_copy()

    def on_resize(self) -> None:
        """Let the mouse select the link in one piece, where it takes more than one line."""
        self.call_after_refresh(let_copy_as_one_line, self.query_one("#link"))

    def on_button_pressed(self) -> None:
        """Go back."""
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        """Give a letter or digit that means nothing here to the screen below."""
        if event.is_printable and event.key not in self.active_bindings:
            event.stop()
            self.dismiss()
            self.app.post_message(events.Key(event.key, event.character))

    def action_copy(self) -> None:
        """Hand the link to the terminal, which says nothing of whether it took it."""
        copy_to_clipboard(self.app, self._link)
