"""The form that opens a lobby: how others reach it and find it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from protocol.limits import MAX_NAME
from protocol.links import BrokerAddress
from siam_tui.discovery.audience import Audience
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Session
from siam_tui.lobby.session_form import SessionForm
from siam_tui.profile.invitations import read_broker, read_port
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.user_error import UserError
from siam_tui.ui.form import Picker, picked
from siam_tui.ui.line_input import MAX_ADDRESS, MAX_PASSWORD, LineInput
from siam_tui.ui.panel_screen import row
from siam_tui.ui.text_widgets import Static

_HERE, _NETWORK, _BROKER = "127.0.0.1", "0.0.0.0", "broker"  # noqa: S104 - the host's choice
_ABOUT = {
    _HERE: "For people with an account on this computer, over SSH. No port is open to the network.",
    _NETWORK: "For your own network. Hands and moves are encrypted; who plays can be seen.",
    _BROKER: "For people far apart. The broker can neither see a hand nor make a move.",
}
_REACHED_BY = (
    ("This computer, also over SSH", _HERE),
    ("Everybody on this network", _NETWORK),
    ("Through an MQTT broker", _BROKER),
)
_FOUND_BY = (
    ("Everybody near you", Audience.EVERYONE.value),
    ("This Unix account only", Audience.ACCOUNT.value),
    ("Nobody without the link", Audience.NOBODY.value),
)


class HostScreen(SessionForm[Serving]):
    """Opens a lobby of your own."""

    PANEL_TITLE = "Host a lobby"
    SUBMIT = "Open the lobby"
    DOING = "Opening the lobby ... Press Esc to stop."

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
            placeholder=self._usual_name,
            max_length=MAX_NAME,
            compact=True,
        )
        yield Vertical(
            row("Lobby name", name),
            row("Reached by", where),
            Static(id="about"),
            row("Found by", found_by),
            row("Port", port, "portrow"),
            row("Broker", broker, "brokerrow"),
            row("Password", password, "passwordrow"),
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
        raise UserError("A password needs a user. Write the broker as mqtts://user@host.")
    if broker.user and not password:
        raise UserError(f"Enter the password of {broker.user} at {broker.host}.")
