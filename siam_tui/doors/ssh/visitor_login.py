"""One connection to the door: logs a visitor in, and refuses everything but sessions."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import asyncssh

from siam_tui.doors.network import network_of
from siam_tui.doors.ssh.login_name import LoginName, read_login_name
from siam_tui.doors.ssh.proof import LoginProof
from siam_tui.doors.ssh.visitor_channel import UNUSED_SECONDS, VisitorChannel

if TYPE_CHECKING:
    from siam_tui.doors.ssh.door import Door

_MOST_STEPS: Final = 30
"""Keys and user names that a login may try."""
_LONGEST_KEY: Final = 1100
"""Bytes of a public key: an RSA key of 8192 bits. Longer ones take long to check."""
_MOST_CHANNELS: Final = 12
"""Channels of a connection, among them those that are only told why there is no session."""

logger = logging.getLogger(__name__)


class VisitorLogin(asyncssh.SSHServer):
    """A connection, and who has logged in through it.

    Attributes:
        name: what the user name asks for.
        network: where the connection comes from.
    """

    def __init__(self, door: Door) -> None:
        """Prepare.

        Args:
            door: the door.
        """
        self.name = LoginName()
        self.network = ""
        self._door = door
        self._connection: asyncssh.SSHServerConnection
        self._proof = LoginProof()
        self._channels: set[VisitorChannel] = set()
        self._is_stranger = self._is_counted = False
        self._unused: asyncio.TimerHandle | None = None

    @property
    def key(self) -> bytes:
        """The SSH public key that signed the login; empty for a guest."""
        return self._proof.key

    # The connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count the connection; cut it off if there are too many."""
        self._connection = conn
        peer = conn.get_extra_info("peername") or ("",)
        self.network = network_of(peer[0])
        self._is_stranger = self._is_counted = self._door.admit_stranger(self.network)
        if not self._is_stranger:
            conn.abort()

    def connection_lost(self, _exc: Exception | None) -> None:
        """Count the connection no longer; its channels are told by asyncssh."""
        self._forget_stranger()
        if self._is_counted:
            self._door.limits.forget_connection()
        if self._unused is not None:
            self._unused.cancel()

    def _forget_stranger(self) -> None:
        if self._is_stranger:
            self._is_stranger = False
            self._door.limits.forget_stranger(self.network)

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
        """Accept every usual key; whether it signs is checked after this."""
        self._proof.ask_about(key.public_data)
        self._bound_steps()
        return len(key.public_data) <= _LONGEST_KEY

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
        self._forget_stranger()
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

    def take_place(self) -> str:
        """Take a place for a session; return why there is none, or nothing."""
        return self._door.limits.take_session(self.network)

    def session_ended(self, session: VisitorChannel, *, held_place: bool) -> None:
        """Forget a session, and give its place back if it had one."""
        if held_place:
            self._door.limits.give_session_back(self.network)
        self._channels.discard(session)
        self._wait_for_session()

    def _wait_for_session(self) -> None:
        if not self._channels:
            loop = asyncio.get_running_loop()
            self._unused = loop.call_later(UNUSED_SECONDS, self._connection.close)
