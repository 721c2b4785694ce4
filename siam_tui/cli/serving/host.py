"""What `siam serve` tells the person or program that started it, and how they stop it."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import stat
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import typer

from protocol.links import Link
from server.config import Config
from server.lobby.census import Census
from server.rejection_stats import RejectionStats
from server.running import RunningServer
from server.store.errors import StoreError
from server.store.place import StorePlace
from server.store.records import measure_archive
from siam_tui.cli.record_export import archive_sentence
from siam_tui.cli.serving.door_program import DoorKind, DoorProgram
from siam_tui.cli.serving.rereading import Rereader
from siam_tui.cli.serving.serve_texts import (
    FINDS,
    FINDS_ON_NETWORK,
    NOT_ANNOUNCED,
    NOT_ON_NETWORK,
    REACHED_AGAIN,
    invitation,
    write_wrapped,
)
from siam_tui.discovery.announcement import Announcement, Renew, announced
from siam_tui.discovery.audience import Audience
from siam_tui.profile.user_error import UserError

_SERVER_ENDED = (
    "This server has ended. Other servers of the cluster go on with its tables. Without others, "
    "the lobby is closed, and its tables are kept."
)
_STAYS = "{error} Nothing has changed."
_TERMINAL_INPUT = 0
_FLOOD_CHECK_SECONDS = 10.0
_MANY = 1000
"""New rejections after which they are reported without being requested."""
_CENSUS_SECONDS = 2.0
"""Seconds between two looks at how many tables and people are announced."""
_RENEW_SECONDS = 6 * 3600.0


@dataclass(frozen=True, slots=True)
class AnnouncementSettings:
    """How to announce a lobby on this computer.

    Attributes:
        folder: the folder of announcements.
        audience: who can discover it.
        host_name: the host's name; may be empty.
        lobby_name: what the host calls the lobby; may be empty.
    """

    folder: Path
    audience: Audience
    host_name: str
    lobby_name: str = ""


class Host:
    """Prints messages to the person who serves, or to the program that started the server.

    Attributes:
        stop: set when the server is to stop.
        ready: whether the lobby has been open.
        door_failed: whether a door could not be opened.
        tally: counts what is rejected.
        trouble: the last error of the broker; may be empty.
    """

    def __init__(self, config: Config, announcer: AnnouncementSettings, *, private: bool) -> None:
        self.stop = asyncio.Event()
        self.trouble = ""
        self.tally = RejectionStats()
        self._reported = 0
        self._server: RunningServer | None = None
        self._programs: list[DoorProgram] = []
        self._warned = False
        self._private = private
        self._config = config
        self.ready = False
        self.door_failed = False
        self._links: asyncio.Future[tuple[Link, Link]] = asyncio.get_running_loop().create_future()
        self._announcer = announcer
        self._announcing = ExitStack()
        self._renew: Renew = lambda _tables, _people: None

    def print_link(self, link: Link, local_link: Link) -> None:
        """Print the invite link, and announce the lobby on this computer.

        Args:
            link: the invite link.
            local_link: the link that works on this computer.
        """
        self.ready = True
        self._links.set_result((link, local_link))
        announcer = self._announcer
        announcement = Announcement(local_link, announcer.host_name, announcer.lobby_name)
        audience = announcer.audience
        try:
            self._renew = self._announcing.enter_context(
                announced(announcer.folder, announcement, audience)
            )
        except OSError as error:
            reason = NOT_ANNOUNCED.format(folder=announcer.folder, reason=error.strerror)
            write_wrapped(reason, sys.stderr)
            audience = Audience.NOBODY
        on_network = bool(self.network_addresses())
        finds = FINDS_ON_NETWORK if on_network else FINDS[audience]
        text = str(link) if self._private else self._invitation(link, finds)
        if not self._private and self._config.store is not None:
            text = f"{text}\n{self._describe_archive(self._config.store)}"
        write_wrapped(text)

    def _invitation(self, link: Link, finds: str) -> str:
        config = self._config
        return invitation(link, finds, config.name, embedded=config.broker is None)

    def _describe_archive(self, store: StorePlace) -> str:
        limit = self._config.keep_records
        try:
            return archive_sentence(*measure_archive(store), latest=limit.games, days=limit.days)
        except StoreError as error:
            return str(error)

    def network_addresses(self) -> tuple[str, ...]:
        """Return where the networks around find the lobby; empty if they are not to find it."""
        config = self._config
        is_open = config.broker is None and config.owners is None
        if not is_open or self._announcer.audience is not Audience.EVERYONE:
            return ()
        from siam_tui.discovery.own_networks import announced_addresses

        return announced_addresses(config.host)

    async def keep_on_network(self) -> None:
        """Announce the lobby on the networks around once it is open, until cancelled."""
        _, local_link = await asyncio.shield(self._links)
        port = local_link.broker.port
        if not (addresses := self.network_addresses()):
            return
        from siam_tui.discovery.network_announcer import NetworkAnnouncement, announced_on_network

        key = self._config.key.public
        try:
            async with announced_on_network(NetworkAnnouncement(addresses, port, key)):
                await asyncio.Future()
        except OSError as error:
            write_wrapped(NOT_ON_NETWORK.format(reason=error.strerror), sys.stderr)

    async def keep_door_open(self, kind: DoorKind) -> None:
        """Open a door once the lobby is open, and keep it open until cancelled.

        Args:
            kind: the door.
        """
        _, local_link = await asyncio.shield(self._links)
        own_link = self._config.own_link(local_link)
        program = DoorProgram(kind, self._note_door_failure)
        self._programs.append(program)
        await program.keep_open(own_link, self._print)

    def _note_door_failure(self, reason: str) -> None:
        self.trouble = reason
        self.door_failed = True
        self.stop.set()

    def _print(self, text: str) -> None:
        if not self._private:
            write_wrapped(f"\n{text}")

    async def renew_announcement(self) -> None:
        """Renew the announcement for ever: when its counts change, and before it is an old file."""
        loop = asyncio.get_running_loop()
        told, at = (0, 0), loop.time()
        while True:
            await asyncio.sleep(_CENSUS_SECONDS)
            _, *now = self._take_census()
            if (told != tuple(now) and self.ready) or loop.time() - at >= _RENEW_SECONDS:
                told, at = (now[0], now[1]), loop.time()
                self._renew(*told)

    def end_announcement(self) -> None:
        """Remove the announcement."""
        self._announcing.close()

    def note_server(self, server: RunningServer) -> None:
        """Keep the server, which counts what goes on and can be configured."""
        self._server = server

    def _take_census(self) -> Census:
        return Census() if self._server is None else self._server.census()

    def reread(self, rereader: Rereader) -> None:
        """Read the configuration file again, and go on as it says; a wrong one changes nothing."""
        try:
            self._config, sentence = rereader.read(self._config)
        except (UserError, typer.BadParameter) as error:
            write_wrapped(_STAYS.format(error=error), sys.stderr)
            return
        if self._server is not None:
            self._server.reconfigure(self._config)
        for program in self._programs:
            program.reread()
        write_wrapped(sentence)

    def interrupt(self) -> None:
        """Stop on Ctrl-C; while games run, warn first and stop on the second."""
        games = 0 if self._private else self._take_census().games
        if self._warned or not games:
            self.stop.set()
            return
        self._warned = True
        runs = "1 game runs" if games == 1 else f"{games} games run"
        kept = "Nothing is lost: serve this lobby again to continue."
        after = kept if self._config.store is not None else "They would be lost."
        write_wrapped(f"\n{runs}. {after} Press Ctrl-C again to close the lobby.")

    def print_end(self) -> None:
        """Print that the lobby is closed, or goes on without this server."""
        if self._config.in_cluster:
            self.print_counts()
            write_wrapped(f"\n{_SERVER_ENDED}")
        elif not self._private:
            self.print_counts()
            kept = " Its tables are kept: serve it again to continue." if self._config.store else ""
            write_wrapped(f"\nThe lobby is closed.{kept}")

    def print_counts(self) -> None:
        """Print the rejections by reason."""
        self._reported = self.tally.total
        write_wrapped(f"\n{self.tally.text()}")

    async def watch_for_floods(self) -> None:
        """Print the counts whenever they have grown by `_MANY`; for ever."""
        while True:
            await asyncio.sleep(_FLOOD_CHECK_SECONDS)
            if self.tally.total - self._reported >= _MANY:
                self.print_counts()

    def report_trouble(self, sentence: str) -> None:
        """Print an error of the broker; stop if the lobby was never open.

        Args:
            sentence: the error; empty once the broker is reached again.
        """
        if not sentence:
            self._report_recovery()
        elif not self.ready:
            self.trouble = sentence
            self.stop.set()
        elif sentence != self.trouble:
            self.trouble = sentence
            write_wrapped(f"{sentence} Trying again.", sys.stderr)

    def _report_recovery(self) -> None:
        if self.trouble and not self.door_failed:
            self.trouble = ""
            write_wrapped(REACHED_AGAIN, sys.stderr)

    def listen_error_sentence(self, error: OSError) -> str:
        """Return why the server cannot listen, and what to do."""
        port = self._config.port
        to_port = "another port" if self._private else "another with --port"
        to_address = "" if self._private else " given with --bind: `ip addr` shows them"
        match error.errno:
            case errno.EADDRINUSE:
                return (
                    f"Port {port} is in use already, perhaps by a lobby of yours: "
                    f"choose {to_port} (0 finds a free one)."
                )
            case errno.EACCES:
                return (
                    f"The system does not let you listen on port {port}: "
                    f"choose {to_port}, above 1023."
                )
            case errno.EADDRNOTAVAIL | socket.EAI_NONAME:  # the latter for a name, not an address
                return f"This computer does not have the address{to_address}."
        return f"The server cannot listen on port {port} ({error.strerror}): choose {to_port}."

    def end_with_input(self) -> None:
        """Stop when standard input ends: the program that started the server has ended.

        Behind a file or ``/dev/null`` there is no program. The system's service manager and a
        detached container start the server so, and end it by a signal.
        """
        mode = os.fstat(_TERMINAL_INPUT).st_mode
        if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(_TERMINAL_INPUT):
            asyncio.get_running_loop().add_reader(_TERMINAL_INPUT, self._read_input)

    def _read_input(self) -> None:
        if not os.read(_TERMINAL_INPUT, 1024):
            asyncio.get_running_loop().remove_reader(_TERMINAL_INPUT)
            self.stop.set()
