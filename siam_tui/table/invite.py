"""The invite link, whole and alone, for whoever wants to select it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class InviteScreen(ModalScreen[None]):
    """Shows the link from the left edge of the terminal on, with nothing beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,c,enter", "dismiss", "Back to the table"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    InviteScreen { align: center middle; }
    InviteScreen > Vertical {
        width: 100%; height: auto; background: $surface; padding: 1 0;
        border-top: solid $accent; border-bottom: solid $accent;
    }
    InviteScreen Static { margin-bottom: 1; padding: 0 2; }
    InviteScreen #link { padding: 0; }
    InviteScreen #back { margin-bottom: 0; color: $text-muted; }
    """

    def __init__(self, link: str) -> None:
        super().__init__()
        self._link = link

    def compose(self) -> ComposeResult:
        """Show the link."""
        with Vertical():
            yield Static("Whoever has this link can come to the table:")
            yield Static(Content(self._link), id="link")
            yield Static(
                "Sent to your terminal's clipboard, if it takes it. If it does not, select the "
                "link with the mouse: most terminals want Shift held down."
            )
            yield Static("Esc goes back", id="back")
