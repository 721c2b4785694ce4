"""The invite link, whole: to be read, selected and copied."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from siam_tui.clipboard import copy

_SENT = "Sent to your terminal's clipboard (if it takes it)."
_OR = (
    "Or select it: hold Shift while you drag the mouse over it. "
    "Whoever has the link can come in, so send it only to those you want to play with."
)


class LinkScreen(ModalScreen[None]):
    """Copies a link, and shows it from the window's edge, so that it breaks as late as it can."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "Back"),
        Binding("c", "copy", "Copy again"),
        Binding("ctrl+c", "app.quit", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    LinkScreen { align: center middle; }
    LinkScreen > Vertical {
        width: 100%; height: auto; border-top: round $accent; border-bottom: round $accent;
        border-title-style: bold; padding: 1 0; background: $surface;
    }
    LinkScreen Static { padding: 0 2; }
    LinkScreen #link { padding: 0; margin: 1 0; text-style: bold; text-wrap: wrap; }
    LinkScreen Button { margin: 1 2 0 2; }
    """

    def __init__(self, link: str) -> None:
        """Prepare to show a link.

        Args:
            link: the invite link of a lobby or a table.
        """
        super().__init__()
        self._link = link

    def compose(self) -> ComposeResult:
        """Show the link, nothing beside it."""
        with Vertical() as box:
            box.border_title = "Invite link"
            yield Static(_SENT, markup=False)
            yield Static(self._link, id="link", markup=False)
            yield Static(_OR, markup=False)
            yield Button("Back  (Esc)", id="back", compact=True)

    def on_mount(self) -> None:
        """Copy the link."""
        self.action_copy()

    def on_button_pressed(self) -> None:
        """Go back."""
        self.dismiss()

    def action_copy(self) -> None:
        """Hand the link to the terminal, which says nothing of whether it took it."""
        copy(self.app, self._link)
