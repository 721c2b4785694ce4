"""An invitation, a link or a command: sentences about it, and the dialog that shows it whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from siam_tui.terminal.clipboard import SENT, copy_to_clipboard, let_copy_as_one_line
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.text_widgets import Button, Static


@dataclass(frozen=True, slots=True)
class InviteText:
    """What the screens say about an invitation.

    Attributes:
        title: the title of its dialog.
        lobby: what stands above the lobby's.
        table: what stands above a table's.
        by_key: what stands at a table where there is no room for it.
        copy: what the key that copies it does, in the bar of a table.
        copy_briefly: the same where there is less room.
        about: what the command that copies it does.
        use: what others do with it.
        secret: what to know before it is passed on.
        told: what text mode says before it.
    """

    title: str
    lobby: str
    table: str
    by_key: str
    copy: str
    copy_briefly: str
    about: str
    use: str
    secret: str
    told: str


_SELECT: Final = (
    "Or select all of it: hold Shift while you drag the mouse over it. Whoever has {it} can come "
    "in, so send it only to those you want to play with."
)
_LINK: Final = InviteText(
    title="Invite link",
    lobby="Invite link (C copies it). Others type `siam join` and the link:",
    table="Invite others with this link:",
    by_key="Invite others with a link: C copies it and shows it in full.",
    copy="copy the invite link",
    copy_briefly="copy link",
    about="The whole invite link of this lobby",
    use="Others need siam. They type `siam join` and the link, or paste it at Join by link.",
    secret=_SELECT.format(it="the link"),
    told="The invite link:",
)
_COMMAND: Final = InviteText(
    title="Invitation",
    lobby="Others come with this command (C copies it):",
    table="Invite others with this command:",
    by_key="Invite others with a command: C copies it and shows it in full.",
    copy="copy the invitation",
    copy_briefly="copy",
    about="The command with which others come to this lobby",
    use="Others need nothing but ssh.",
    secret=_SELECT.format(it="it"),
    told="Others come with this command:",
)


def invite_text(invitation: str) -> InviteText:
    """Return the sentences about an invitation.

    >>> invite_text("ssh -p 2222 example.org").title
    'Invitation'
    """
    return _LINK if "://" in invitation else _COMMAND


class LinkScreen(Dialog[None]):
    """Copies a link, and shows it from the window's edge, so that it breaks as late as it can.

    The terminal itself wraps it, so that the mouse copies it without a line break.

    A key of what is below, such as to start the game, closes it and does what it says there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "Back"),
        Binding("c", "copy", "Copy again"),
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
        self._text = invite_text(link)

    def compose(self) -> ComposeResult:
        """Show the link, nothing beside it."""
        with Vertical() as box:
            box.border_title = Content(self._text.title)
            yield Static(SENT)
            yield Static(self._link, id="link")
            yield Static(self._text.secret)
            yield Static(self._text.use)
            yield Button("Back  (Esc)", id="back", compact=True)

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
