"""The whole server: broker, connection, lobby and bots, from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial

import aiomqtt

from games.registry import prepare_games
from protocol.links import BrokerAddress, Link
from protocol.topics import Topics
from server.bots.bot_supervisor import BotSupervisor
from server.broker.access import Access, LobbyAccess, PrivateAccess
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.config import Config
from server.lobby.census import Census, Origins, Roster
from server.lobby.lobby_rules import LobbyRules
from server.messaging.wire import Connect, Wire
from server.rejection_stats import RejectionStats
from server.reminders.reminder_desk import Postbox, ReminderDesk
from server.reminders.reminder_settings import reminder_check
from server.reminders.reminder_texts import message_frame
from server.running import RunningServer, repeat, run_until_stopped
from server.service import Service
from server.store.store import Store, open_store
from transport.mqtt import Credentials, connected

logger = logging.getLogger(__name__)

_FAREWELL_SECONDS = 2
_IDLE_CHECK_SECONDS = 60.0
_ARCHIVE_CHECK_SECONDS = 60.0
_PRESENCE_CHECK_SECONDS = 5.0
_CLOCK_CHECK_SECONDS = 0.5
_STORE_CHECK_SECONDS = 1.0


async def serve(  # noqa: PLR0913 - each callback by itself
    config: Config,
    *,
    stop: asyncio.Event,
    on_ready: Callable[[Link, Link], None] = lambda _, __: None,
    on_trouble: Callable[[str], None] = logger.warning,
    tally: RejectionStats | None = None,
    on_start: Callable[[RunningServer], None] = lambda _: None,
    postbox: Postbox | None = None,
) -> None:
    """Serve a lobby until `stop` is set.

    Args:
        config: how to serve.
        stop: ends the server, after a farewell to everybody.
        on_ready: called once, as soon as players can connect, with the invite link and with the
            link for this machine.
        on_trouble: called with a sentence for the host whenever the broker cannot be reached, and
            with an empty one once it is reached again.
        tally: counts what is rejected.
        on_start: called at the start, with the server.
        postbox: takes the reminders, if the configuration has any.

    Raises:
        OSError: the embedded broker cannot listen where it should; the text says why.
        StoreError: the store cannot be used; the text says why and what to do.
    """
    tally, origins, roster = tally or RejectionStats(), Origins(), Roster()
    async with (
        open_store(
            config.store, config.key.public.fingerprint, accept_older=config.accept_older
        ) as store,
        _broker(config, tally, origins, roster) as broker,
    ):
        server = Server(config, broker, store, on_trouble, tally, origin=origins, postbox=postbox)
        roster.lobby = lambda: server.service.lobby
        await server.service.restore()
        await server.service.bound_archive()
        on_start(server)
        try:
            await run_until_stopped(
                server.run(),
                stop=stop,
                ready=server.ready,
                lost=store.wait_until_lost(),
                on_ready=lambda: on_ready(server.link, server.near),
                shut_down=server.shut_down,
            )
        finally:
            await server.bots.stop_bots()


class Server:
    """The parts of a running server.

    Attributes:
        link: the invitation to the lobby.
        near: the same for clients on this machine.
        ready: set once the lobby can be seen.
        service: runs the lobby.
        bots: starts and ends the bots.
    """

    def __init__(  # noqa: PLR0913 - its parts
        self,
        config: Config,
        broker: BrokerAddress | EmbeddedBroker,
        store: Store,
        on_trouble: Callable[[str], None],
        tally: RejectionStats | None = None,
        *,
        origin: Callable[[str], str] = lambda _: "",
        postbox: Postbox | None = None,
    ) -> None:
        """Put the parts together.

        Args:
            config: how to serve.
            broker: where this machine reaches the broker, or the embedded one.
            store: keeps the lobby.
            on_trouble: called with a sentence when the broker or the store fails, and with an empty
                one once the broker is reached again.
            tally: counts what is rejected.
            origin: returns the address a player connects from; empty where it is not known.
            postbox: takes the reminders, if the configuration has any.

        Raises:
            StoreError: the addresses of reminders cannot be read.
        """
        tally = tally or RejectionStats()
        address = broker if isinstance(broker, BrokerAddress) else broker.address
        self.near = Link(address, config.key.public)
        self.link = Link(_invited_to(config, address), config.key.public)
        self.ready = asyncio.Event()
        bot_link = config.own_link(self.near)
        self.bots = BotSupervisor(bot_link, config.password, config.bot_pace, config.bot_cores)
        self._bots_ready = config.bots_ready
        self._topics = Topics(self.near.lobby)
        self._farewell_back = b""
        self._farewell_arrived = asyncio.Event()
        who = Credentials(config.key, self.near.lobby, config.password)
        self._wire = Wire(
            _connect(broker, who, tally.messages),
            partial(who.explain, address=address),
            (self._topics.every_inbox(),),
            self._route_message,
            self._connected,
            on_trouble,
        )
        self.service = Service(
            config.key,
            self._wire.send,
            self.bots.set_bots,
            store,
            warn_host=on_trouble,
            tally=tally,
            rules=LobbyRules(config.key, name=config.name),
            idle_limits=config.idle_limits,
            origin=origin,
            keep_records=config.keep_records,
            reminders=_reminder_desk(config, self.link, postbox or Postbox()),
        )
        self._reminders = config.reminders
        self._idle_check = min(_IDLE_CHECK_SECONDS, config.idle_limits.least / 10)

    def census(self) -> Census:
        """Return how much goes on in the lobby now."""
        return self.service.census()

    def reconfigure(self, config: Config) -> None:
        """Go on with another configuration, as `RunningServer`."""
        self.bots.pace = config.bot_pace
        self.service.set_limits(config.idle_limits, config.keep_records)

    async def run(self) -> None:
        """Serve until cancelled."""
        async with asyncio.TaskGroup() as group:
            if self._bots_ready:
                group.create_task(self.bots.start_process())
            group.create_task(asyncio.to_thread(prepare_games))
            group.create_task(self._wire.run())
            group.create_task(self.service.run())
            group.create_task(repeat(self.service.close_idle, self._idle_check))
            group.create_task(repeat(self.service.bound_archive, _ARCHIVE_CHECK_SECONDS))
            group.create_task(repeat(self.service.reconnect_store, _STORE_CHECK_SECONDS))
            group.create_task(repeat(self.service.run_clocks, _CLOCK_CHECK_SECONDS))
            group.create_task(repeat(self.service.send_attendances, _PRESENCE_CHECK_SECONDS))
            if self._reminders is not None:
                seconds = reminder_check(self._reminders)
                group.create_task(repeat(self.service.send_reminders, seconds))

    async def shut_down(self) -> None:
        """Tell all clients that the server ends, and wait a moment for the broker to deliver it."""
        with contextlib.suppress(TimeoutError, aiomqtt.MqttError):
            await asyncio.wait_for(self._say_farewell(), _FAREWELL_SECONDS)

    async def _say_farewell(self) -> None:
        if not (self.ready.is_set() and self._wire.up):
            return
        await self._wire.subscribe(self._topics.lobby_state())
        farewell = await self.service.say_farewell()
        await self._wire.sent()
        while self._farewell_back != farewell:  # it may have arrived before the two lines above
            self._farewell_arrived.clear()
            await self._farewell_arrived.wait()

    async def _connected(self) -> None:
        await self._sweep()
        await self.service.publish_all()
        await self._wire.sent()
        self.ready.set()

    async def _sweep(self) -> None:
        """Clear the retained messages that an earlier start of this server left on the broker."""
        everything = self._topics.table("+")
        await self._wire.subscribe(everything)
        await self._wire.unsubscribe(everything)

    def _route_message(self, topic: str, payload: bytes, retained: bool) -> None:
        base, _, table = topic.rpartition("/")
        if topic == self._topics.lobby_state():
            self._farewell_back = payload
            self._farewell_arrived.set()
        elif base == self._topics.table("").rstrip("/"):
            if retained and table not in self.service.lobby.tables:
                self._wire.send(topic, b"", True)
        else:
            self.service.receive(topic, payload, retained)


def _reminder_desk(config: Config, link: Link, postbox: Postbox) -> ReminderDesk | None:
    if config.reminders is None:
        return None
    frame = message_frame(config.name, link, config.reminders)
    return ReminderDesk(config.reminders, frame, postbox, time.monotonic)


@contextlib.asynccontextmanager
async def _broker(
    config: Config, tally: RejectionStats, origins: Origins, roster: Roster
) -> AsyncIterator[BrokerAddress | EmbeddedBroker]:
    if config.broker is not None:
        yield config.broker
        return
    async with embedded_broker(
        config.host,
        config.port,
        _access(config, roster),
        refused=tally.connections,
        kept=roster.players,
        playing=roster.playing,
        entered=origins.note_address,
    ) as embedded:
        yield embedded


def _connect(
    broker: BrokerAddress | EmbeddedBroker, who: Credentials, unread: Counter[str]
) -> Connect:
    if isinstance(broker, EmbeddedBroker):
        return partial(broker.connect_server, who.lobby, unread)
    return partial(connected, broker, who, unread)


def _access(config: Config, roster: Roster) -> Access:
    lobby = config.key.public.fingerprint
    if config.owners is None:
        return LobbyAccess(lobby)
    return PrivateAccess(lobby, config.owners, roster.is_bot)


def _invited_to(config: Config, address: BrokerAddress) -> BrokerAddress:
    """Return where players on other machines reach the broker."""
    if config.broker is not None:
        return config.broker
    if config.public_host:
        return replace(address, host=config.public_host)
    if config.host in ("", "0.0.0.0", "::"):  # noqa: S104 - the host's wish
        return replace(address, host=socket.gethostname())
    return address
