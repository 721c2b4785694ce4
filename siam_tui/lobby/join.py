"""The forms that ask for an invite link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from textual.widget import Widget
from textual.widgets import Input

from protocol.links import Link
from siam_tui.profile.invitations import read_link
from siam_tui.profile.user_error import UserError
from siam_tui.ui.form import FormScreen
from siam_tui.ui.line_input import MAX_ADDRESS, MAX_PASSWORD, LineInput
from siam_tui.ui.text_widgets import Static


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link, and its broker's password, if it needs one."""

    link: Link
    password: str | None = field(default=None, repr=False)


class LinkInput(LineInput):
    """Input for an invite link; one that was copied over several lines is put together."""

    def read_pasted(self, lines: Sequence[str]) -> str:
        """Return the link in pasted lines, or else the first line."""
        with suppress(UserError):
            return str(read_link("\n".join(lines)))
        return super().read_pasted(lines)


class JoinScreen(FormScreen[Invitation, Invitation]):
    """Dismisses with the invitation, or with nothing."""

    PANEL_TITLE = "Join by link"
    SUBMIT = "Join"
    INSTRUCTION = "Paste the invite link of the lobby or table you want to join."

    def __init__(self, link: str = "", refusal: str = "") -> None:
        """Prepare the form.

        Args:
            link: the link to propose, or nothing.
            refusal: why its broker refused the last password, or nothing.
        """
        super().__init__()
        self._link, self._refusal = link, refusal

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield Static(self.INSTRUCTION)
        yield LinkInput(self._link, id="link", placeholder="siam://...#...", max_length=MAX_ADDRESS)
        password = LineInput(
            id="password",
            placeholder="type the broker's password here",
            max_length=MAX_PASSWORD,
            password=True,
        )
        password.display = bool(self._refusal) or _names_user(self._link)
        yield password

    def on_mount(self) -> None:
        """Ask for another password if the last one was refused."""
        if self._refusal:
            self.say(self._refusal)
            self.query_one("#password").focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask for a password as soon as the link names a user."""
        if event.input.id != "link" or event.value == self._link:
            return
        self.say("")
        self.query_one("#password").display = _names_user(event.value)

    def read(self) -> Invitation:
        """Return the invitation.

        Raises:
            UserError: it is no invite link, or its broker's password is missing.
        """
        link = read_link(self.query_one("#link", Input).value)
        password = self.query_one("#password", Input).value
        if link.broker.user and not password:
            self.query_one("#password").focus()
            raise UserError(f"Enter the password of {link.broker.user} at {link.broker.host}.")
        return Invitation(link, password or None)

    def take(self, entered: Invitation) -> None:
        """Dismiss with the invitation."""
        self.dismiss(entered)


class WatchScreen(JoinScreen):
    """The same for a spectator."""

    PANEL_TITLE = "Watch"
    SUBMIT = "Watch"
    INSTRUCTION = "Paste the invite link of the lobby or table you want to watch."


def _names_user(link: str) -> bool:
    try:
        return bool(read_link(link).broker.user)
    except UserError:
        return False
