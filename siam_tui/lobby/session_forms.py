"""The forms that open a lobby, or join one by its invite link."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from textual import work
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import Worker

from client.errors import ConnectionEndedError
from protocol.limits import MAX_NAME
from protocol.links import BrokerAddress, Link
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.search import retold_lobby_name
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Session
from siam_tui.profile.invitations import read_broker, read_link, read_port
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.user_error import UserError
from siam_tui.ui.form import FormScreen, Picker, picked
from siam_tui.ui.line_input import MAX_ADDRESS, MAX_PASSWORD, LineInput
from siam_tui.ui.panel_screen import row
from siam_tui.ui.text import Text, told
from siam_tui.ui.text_widgets import Static
from texts import say, tell

Entered = TypeVar("Entered")


class SessionForm(FormScreen[Entered, Session]):
    """Dismisses with the session, or with nothing.

    Attributes:
        DOING: what the form says while it opens the session.
    """

    DOING: ClassVar[Text] = ""

    def __init__(self, open_session: Callable[[Entered], Awaitable[Session]]) -> None:
        """Prepare the form.

        Args:
            open_session: opens the session; raises `UserError` or `ConnectionEndedError`.
        """
        super().__init__()
        self._open_session = open_session
        self._opening: Worker[None] | None = None
        self._has_begun = False

    @property
    def is_opening(self) -> bool:
        """Whether the session is being opened."""
        return self._opening is not None

    def take(self, entered: Entered) -> None:
        """Open the session."""
        if not self.is_opening:
            self.say(told(self.DOING), doing=True)
            self._has_begun = False
            self._opening = self._open(entered)

    @work
    async def _open(self, entered: Entered) -> None:
        self._has_begun = True
        try:
            session = await self._open_session(entered)
        except (UserError, ConnectionEndedError) as error:
            self.say(str(error))
        else:
            self.dismiss(session)
        finally:
            if self._opening is not None and self._opening.is_cancelled and self.is_attached:
                self.say("")
            self._opening = None

    def action_back(self) -> None:
        """Stop opening the session, else go back."""
        if self._opening is None:
            self.dismiss()
        elif not self._has_begun:  # such a worker ends unheard
            self._opening.cancel()
            self._opening = None
            self.say("")
        elif not self._opening.is_cancelled:
            self._opening.cancel()
            self.say(tell("lobby/stopping"), doing=True)


_HERE, _NETWORK, _BROKER = "127.0.0.1", "0.0.0.0", "broker"  # noqa: S104 - the host's choice
_ABOUT = {
    _HERE: say("lobby/host/about-this-computer"),
    _NETWORK: say("lobby/host/about-network"),
    _BROKER: say("lobby/host/about-broker"),
}
_REACHED_BY = (
    (say("lobby/host/this-computer"), _HERE),
    (say("lobby/host/network"), _NETWORK),
    (say("lobby/host/broker"), _BROKER),
)
_FOUND_BY = (
    (say("lobby/host/found-by-everybody"), Audience.EVERYONE.value),
    (say("lobby/host/found-by-account"), Audience.ACCOUNT.value),
    (say("lobby/host/found-by-nobody"), Audience.NOBODY.value),
)


class HostScreen(SessionForm[Serving]):
    """Opens a lobby of your own."""

    PANEL_TITLE = say("lobby/host/title")
    SUBMIT = say("lobby/host/open")
    DOING = say("lobby/host/opening")

    def __init__(
        self,
        profile: str,
        port: int,
        open_session: Callable[[Serving], Awaitable[Session]],
        usual_name: str = "",
        proposed: Serving | None = None,
    ) -> None:
        """Prepare the form.

        Args:
            profile: whose lobby it is.
            port: the port to propose.
            open_session: opens the lobby; raises `UserError` or `ConnectionEndedError`.
            usual_name: what the lobby is called if it is given no name.
            proposed: how it was served before, to be proposed; None proposes the usual way.
        """
        super().__init__(open_session)
        self._proposed = proposed or Serving(port=port, announce=Audience.EVERYONE)
        self._usual_name = usual_name
        self._profile = profile

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        before = self._proposed
        reached = before.bind if before.bind in (_HERE, _NETWORK) else _NETWORK
        where = Picker(_REACHED_BY, "where", _BROKER if before.broker else reached)
        found_by = Picker(_FOUND_BY, "foundby", before.announce.value)
        port = LineInput(str(before.port), id="port", type="integer", max_length=5, compact=True)
        broker = LineInput(
            before.broker,
            id="broker",
            placeholder="mqtts://ann@broker.example.org",
            max_length=MAX_ADDRESS,
            compact=True,
        )
        password = LineInput(id="password", password=True, max_length=MAX_PASSWORD, compact=True)
        name = LineInput(
            before.name if before.name != self._usual_name else "",
            id="lobbyname",
            placeholder=retold_lobby_name(self._usual_name),
            max_length=MAX_NAME,
            compact=True,
        )
        yield Vertical(
            row(say("lobby/host/name"), name),
            row(say("lobby/host/reached-by"), where),
            Static(id="about"),
            row(say("lobby/host/found-by"), found_by),
            row(say("lobby/host/port"), port, "portrow"),
            row(say("lobby/host/mqtt-broker"), broker, "brokerrow"),
            row(say("lobby/host/password"), password, "passwordrow"),
            classes="form",
        )

    def on_mount(self) -> None:
        """Show the lines that belong to the first choice."""
        self._show_rows()

    def on_select_changed(self) -> None:
        """Show the lines that belong to the choice."""
        self._show_rows()

    def _show_rows(self) -> None:
        where = self._where
        self.query_one("#about", Static).update(_ABOUT[where])
        self.query_one("#portrow").display = where != _BROKER
        for name in ("#brokerrow", "#passwordrow"):
            self.query_one(name).display = where == _BROKER

    @property
    def _where(self) -> str:
        return str(picked(self, "where"))

    def read(self) -> Serving:
        """Return how to serve.

        Raises:
            UserError: an address, a port or a password is wrong.
        """
        announce = Audience(picked(self, "foundby"))
        name = clean_name(self.query_one("#lobbyname", Input).value or self._usual_name)
        if self._where == _BROKER:
            broker = read_broker(self.query_one("#broker", Input).value)
            password = self.query_one("#password", Input).value
            _check_password(broker, password)
            return Serving(
                broker=str(broker),
                password=password,
                profile=self._profile,
                announce=announce,
                name=name,
            )
        port = read_port(self.query_one("#port", Input).value)
        return Serving(
            bind=self._where, port=port, profile=self._profile, announce=announce, name=name
        )


def _check_password(broker: BrokerAddress, password: str) -> None:
    if password and not broker.user:
        raise UserError(tell("lobby/password/no-user"))
    if broker.user and not password:
        raise UserError(_tell_missing_password(broker))


def _tell_missing_password(broker: BrokerAddress) -> str:
    return tell("lobby/password/missing", user=broker.user or "", host=broker.host)


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

    PANEL_TITLE = say("lobby/join/title")
    SUBMIT = say("lobby/join/join")
    INSTRUCTION = say("lobby/join/instruction")

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
            placeholder=say("lobby/password/placeholder"),
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
            raise UserError(_tell_missing_password(link.broker))
        return Invitation(link, password or None)

    def take(self, entered: Invitation) -> None:
        """Dismiss with the invitation."""
        self.dismiss(entered)


class WatchScreen(JoinScreen):
    """The same for a spectator."""

    PANEL_TITLE = say("lobby/watch/title")
    SUBMIT = say("lobby/watch/watch")
    INSTRUCTION = say("lobby/watch/instruction")


def _names_user(link: str) -> bool:
    try:
        return bool(read_link(link).broker.user)
    except UserError:
        return False
