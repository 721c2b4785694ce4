"""The front of the door: listens, logs visitors in, and starts their sessions."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from signal import SIGKILL, Signals
from typing import Final

import asyncssh
from asyncssh.crypto import mlkem_available, sntrup_available

from protocol.keys import SecretKey
from protocol.links import parse_link
from siam_tui.doors.door_life import told_to_end
from siam_tui.doors.fair_shares import FairPlaces, FairTurns
from siam_tui.doors.ssh.door_settings import DoorReady, DoorSettings
from siam_tui.doors.ssh.session_order import Ending, SessionOrder
from siam_tui.doors.ssh.sessions import SessionLimits, Sessions
from siam_tui.doors.ssh.turns import Turns
from siam_tui.doors.ssh.visitor_channel import VisitorChannel
from siam_tui.doors.ssh.visitor_connection import Doorstep, VisitorConnection
from siam_tui.doors.ssh.visitor_folders import VisitorFolders
from siam_tui.doors.ssh.visitor_keys import host_key, player_seed
from siam_tui.doors.ssh.visitor_login import VisitorLogin
from siam_tui.doors.ssh.visitor_request import TerminalKind
from siam_tui.model.start import IDLE_SIGNAL, ssh_command
from siam_tui.profile.language import AUTO
from siam_tui.profile.profiles import Profile
from siam_tui.profile.small_files import unwritable
from siam_tui.profile.user_error import UserError
from texts import Message, say

_WARNING_SHARE: Final = 30
"""The last of so many parts of the idle time follows the warning."""
_END_SECONDS: Final = 4.0
_KEEPALIVE_SECONDS: Final = 30.0
_WINDOW: Final = 64 * 1024
MOST_WAITING: Final = 60
"""Connections at a time that have no session."""
_KEY_EXCHANGES: Final = [
    *(("mlkem768x25519-sha256",) if mlkem_available else ()),
    *(("sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com") if sntrup_available else ()),
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
]
"""Those that cost us no more than the client; the first ones withstand quantum computers."""
_SIGNATURES: Final = [
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-256",
    "rsa-sha2-512",
]


class Door:
    """The door: its settings, its limits and its sessions.

    Attributes:
        settings: how it serves.
        limits: how many may come.
        waiting: the connections that have no session, because they only log in or look for one.
        turns: whose bytes are worked on next.
        starts: whose session starts next.
        idle_signal: tells a session that it is idle.
        last_seconds: how long it then still has.
    """

    idle_signal: Final = IDLE_SIGNAL

    def __init__(self, settings: DoorSettings, sessions: Sessions) -> None:
        """Prepare.

        Args:
            settings: how to serve.
            sessions: the sessions of the fork server.

        Raises:
            UserError: the folder of the visitors cannot be used.
        """
        self.settings = settings
        self.limits = SessionLimits(settings.sessions, settings.per_address)
        self.waiting = FairPlaces[VisitorConnection](
            MOST_WAITING, MOST_WAITING, VisitorConnection.abort, is_busy=lambda _: False
        )
        self.turns = Turns()
        self.starts = FairTurns(_starts_at_a_time(), waiting=settings.sessions)
        self.last_seconds = max(1, round(settings.idle_seconds / _WARNING_SHARE))
        self._secret = SecretKey.from_text(settings.secret).seed
        self._link = parse_link(settings.link)
        self._sessions = sessions
        folder = Path(settings.folder)
        try:
            self._folders = VisitorFolders(folder)
        except OSError as error:
            raise unwritable(folder, error, "XDG_DATA_HOME") from error
        self._running: set[VisitorChannel] = set()
        self._port = settings.port

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[DoorReady]:
        """Listen for as long as the context lasts.

        Raises:
            UserError: it cannot listen there.
        """
        key = host_key(self._secret)
        acceptor = await self.settings.place.listen(partial(self._listen_for_ssh, key))
        try:
            self._port = acceptor.sockets[0].getsockname()[1]
            yield DoorReady(self._port, key.get_fingerprint())
        finally:
            acceptor.close()
            await self._end_sessions()

    async def _listen_for_ssh(self, key: asyncssh.SSHKey, port: int) -> asyncio.Server:
        options = asyncssh.SSHServerConnectionOptions(
            config=None,
            server_factory=lambda: VisitorLogin(self),
            server_host_keys=[key],
            server_version="siam",
            kex_algs=_KEY_EXCHANGES,
            signature_algs=_SIGNATURES,
            compression_algs=["none"],
            host_based_auth=False,
            password_auth=False,
            gss_host=None,
            rdns_lookup=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            line_editor=False,
            login_timeout=self.settings.login_seconds,
            keepalive_interval=_KEEPALIVE_SECONDS,
        )
        loop = asyncio.get_running_loop()
        return await loop.create_server(
            lambda: Doorstep(self, options), self.settings.address, port
        )

    async def _end_sessions(self) -> None:
        """End all sessions, and tell their visitors why."""
        for each in tuple(self._running):
            each.end(Ending.CLOSED)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._sessions.until_none(), _END_SECONDS)
        self._sessions.signal_all(SIGKILL)

    def admit(self, network: str) -> bool:
        """Count a new connection; return False if too many come from its address."""
        return self.limits.may_come(network, asyncio.get_running_loop().time())

    @staticmethod
    def make_channel(
        connection: asyncssh.SSHServerConnection,
    ) -> asyncssh.SSHServerChannel[bytes]:
        """Return a channel for bytes, which keeps few that were not handled yet."""
        return connection.create_server_channel(encoding=None, window=_WINDOW)

    def start(
        self,
        channel: VisitorChannel,
        login: VisitorLogin,
        terminal: tuple[TerminalKind, int],
        ended: Callable[[int, str], None],
    ) -> int:
        """Start a session, and return its number.

        Args:
            channel: where the visitor is.
            login: who the visitor is.
            terminal: its kind and its descriptor.
            ended: called when the session has ended, with its exit code and the language that the
                visitor has chosen, or nothing.

        Raises:
            OSError: it cannot be started.
        """
        number, (kind, descriptor) = self._sessions.next_number(), terminal
        seed = player_seed(self._secret, login.key) if login.key else b""
        folder = self._folders.open(number, seed)
        order = self._order(number, login, kind, seed, folder)
        order = replace(order, language=channel.locale.language)

        def finish(code: int) -> None:
            language = _chosen_language(folder)
            self._folders.close(folder)
            self._running.discard(channel)
            ended(code, language)

        try:
            self._sessions.start(order, descriptor, finish)
        except OSError:
            self._folders.close(folder)
            raise
        self._running.add(channel)
        return number

    def _order(
        self, number: int, login: VisitorLogin, kind: TerminalKind, seed: bytes, folder: Path
    ) -> SessionOrder:
        name, link = login.name, self._link
        if name.table:
            link = link.to_table(name.table, name.table_key)
        return SessionOrder(
            number=number,
            link=str(link),
            folder=str(folder),
            seed=seed,
            password=self.settings.password,
            login=name.proposed,
            plain=name.plain or kind.is_dumb,
            watching=name.watching,
            term=kind.name,
            true_colour=kind.has_true_colour,
            ascii=kind.is_ascii,
            host=self.settings.public_host,
            port=self._port,
            last_seconds=self.last_seconds,
        )

    def refuse_commands(self) -> Message:
        """Return a sentence for who gives a command, with the two that one may type."""
        play = ssh_command(self.settings.public_host, self._port)
        return say("doors/ssh/no-commands", play=play, script=play.replace("ssh", "ssh -T", 1))

    def signal(self, number: int, which: Signals) -> None:
        """Signal a session, if it still runs."""
        self._sessions.signal(number, which)


def _chosen_language(folder: Path) -> str:
    """Return the language that a visitor has chosen; empty for none."""
    try:
        chosen = Profile(folder).settings().language
    except UserError:
        return ""
    return "" if chosen == AUTO else chosen


def _starts_at_a_time() -> int:
    """Return how many sessions start at a time; each keeps a processor busy meanwhile."""
    return max(1, len(os.sched_getaffinity(0)) // 2)


async def run_door(fork_server: socket.socket) -> None:
    """Serve until standard input ends, after it has told how to serve.

    Raises:
        UserError: the door cannot listen, or its folder cannot be used.
    """
    line = await asyncio.to_thread(sys.stdin.readline)
    settings = DoorSettings.of_line(line)
    sessions = Sessions(fork_server)
    with told_to_end() as stop:
        ends = [asyncio.create_task(each.wait()) for each in (stop, sessions.lost)]
        try:
            async with Door(settings, sessions).listening() as listening:
                ready = asyncio.create_task(sessions.ready.wait())
                await asyncio.wait([ready, *ends], return_when=asyncio.FIRST_COMPLETED)
                if ready.done():
                    sys.stdout.write(listening.to_line())
                    sys.stdout.flush()
                ready.cancel()
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in ends:
                each.cancel()
            sessions.close()
