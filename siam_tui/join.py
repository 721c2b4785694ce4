"""Asks for an invite link."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from protocol.links import Link
from siam_tui.framed import Framed, trouble_line
from siam_tui.invitations import read_link
from siam_tui.trouble import TroubleError


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link, and the password its broker asks for, if it does."""

    link: Link
    password: str | None = field(default=None, repr=False)


class JoinScreen(Framed[Invitation]):
    """Dismisses with the invitation, or with nothing."""

    def __init__(self, *, watching: bool) -> None:
        super().__init__()
        self._watching = watching
        self.PANEL_TITLE = "Watch" if watching else "Join by link"

    def body(self) -> Iterable[Widget]:
        """Ask."""
        what = "watch" if self._watching else "join"
        yield Static(f"Paste the invite link of the lobby or table you want to {what}.")
        yield Input(id="link", placeholder="siam://…#…")
        password = Input(id="password", placeholder="the broker's password", password=True)
        password.display = False
        yield password
        yield trouble_line()
        yield Horizontal(
            Button(what.capitalize(), id="go", variant="primary"),
            Button("Back", id="back"),
            classes="buttons",
        )

    def on_mount(self) -> None:
        """The link is what one comes with."""
        self.query_one("#link").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask for a password as soon as the link names a user."""
        if event.input.id != "link":
            return
        self.say("")
        try:
            named = bool(read_link(event.value).broker.user)
        except TroubleError:
            named = False
        self.query_one("#password").display = named

    def on_input_submitted(self) -> None:
        """Go on Enter."""
        self._go()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go, or go back."""
        if event.button.id == "go":
            self._go()
        else:
            self.action_back()

    def _go(self) -> None:
        try:
            link = read_link(self.query_one("#link", Input).value)
        except TroubleError as trouble:
            self.say(str(trouble))
            return
        password = self.query_one("#password", Input).value
        if link.broker.user and not password:
            self.say(f"What is the password of {link.broker.user} at {link.broker.host}?")
            self.query_one("#password").focus()
            return
        self.dismiss(Invitation(link, password or None))
