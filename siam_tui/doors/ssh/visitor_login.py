"""One connection to the door: logs a visitor in, and refuses everything but sessions."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import asyncssh

from siam_tui.doors.ssh.visitor_channel import UNUSED_SECONDS, VisitorChannel
from siam_tui.doors.ssh.visitor_connection import VisitorConnection
from siam_tui.doors.ssh.visitor_keys import LoginProof
from siam_tui.doors.ssh.visitor_request import LoginName, read_login_name
from texts import Message

if TYPE_CHECKING:
    from siam_tui.doors.ssh.door import Door

_MOST_STEPS: Final = 12
"""Keys and user names that a login may try: every usual key is accepted."""
_MOST_CHANNELS: Final = 12
"""Channels of a connection, among them those that are only told why there is no session."""

logger = logging.getLogger(__name__)


class VisitorLogin(asyncssh.SSHServer):
    """A connection, and who has logged in through it.

    Attributes:
        name: what the user name asks for.
    """

    def __init__(self, door: Door) -> None:
        """Prepare.

        Args:
            door: the door.
        """
        self.name = LoginName()
        self._door = door
        self._connection: VisitorConnection
        self._proof = LoginProof()
        self._channels: set[VisitorChannel] = set()
        self._unused: asyncio.TimerHandle | None = None

    @property
    def key(self) -> bytes:
        """The SSH public key that signed the login; empty for a guest."""
        return self._proof.key

    @property
    def network(self) -> str:
        """Where the connection comes from."""
        return self._connection.network

    @property
    def is_clogged(self) -> bool:
        """Whether the connection carries nothing more now."""
        return self._connection.is_clogged

    # The connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Note the connection, which has a place already."""
        assert isinstance(conn, VisitorConnection)
        self._connection = conn

    def connection_lost(self, _exc: Exception | None) -> None:
        """Give the place back; the channels are told by asyncssh."""
        self._door.waiting.give_back(self._connection)
        if self._unused is not None:
            self._unused.cancel()

    # The login

    def begin_auth(self, username: str) -> bool:
        """Note the user name; everybody has to log in in some way."""
        self._proof.take_other_step()
        self.name = read_login_name(username)
        self._bound_steps()
        return True

    def public_key_auth_supported(self) -> bool:
        """Offer to be known again."""
        return True

    def validate_public_key(self, _username: str, key: asyncssh.SSHKey) -> bool:
        """Accept every quick key; whether it signs is checked after this."""
        self._proof.ask_about(key.public_data)
        self._bound_steps()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Offer to come as a guest: without a key a client tries this next."""
        return True

    def get_kbdint_challenge(self, _username: str, _lang: str, _submethods: str) -> bool:
        """Let a guest in, without a question."""
        self._proof.take_other_step()
        return True

    def password_auth_supported(self) -> bool:
        """Ask for no password: there are no accounts."""
        return False

    def auth_completed(self) -> None:
        """Note that the login is done, and wait for a session."""
        self._proof.complete()
        self._connection.is_inside = True
        self._wait_for_session()
        logger.info("login from %s, %s", self.network, "with a key" if self.key else "as a guest")

    def _bound_steps(self) -> None:
        if self._proof.steps > _MOST_STEPS:
            self._connection.abort()

    # Sessions

    def session_requested(
        self,
    ) -> bool | tuple[asyncssh.SSHServerChannel[bytes], VisitorChannel]:
        """Open a channel, unless there are too many."""
        if len(self._channels) >= _MOST_CHANNELS:
            return False
        session = VisitorChannel(self._door, self)
        self._channels.add(session)
        if self._unused is not None:
            self._unused.cancel()
        return self._door.make_channel(self._connection), session

    def take_place(self) -> Message | None:
        """Take a place for a session; return why there is none, or None."""
        now = asyncio.get_running_loop().time()
        refusal = self._door.limits.take_session(self.network, now)
        if not refusal:
            self._door.waiting.give_back(self._connection)
        return refusal

    def session_ended(self, session: VisitorChannel, *, held_place: bool) -> None:
        """Forget a session, and give its place back if it had one."""
        self._channels.discard(session)
        if held_place:
            self._door.limits.give_session_back(self.network)
            if (
                not any(each.has_place for each in self._channels)
                and not self._connection.is_closed()
            ):
                self._door.waiting.take(self._connection, self.network)
        self._wait_for_session()

    def _wait_for_session(self) -> None:
        if not self._channels:
            loop = asyncio.get_running_loop()
            self._unused = loop.call_later(UNUSED_SECONDS, self._connection.close)
