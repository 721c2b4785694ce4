"""One server of a cluster: owns parts of the lobby, and shares them out with the other servers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial

import psycopg

from games.registry import prepare_games
from protocol.links import BrokerAddress, Link
from protocol.topics import LIST_PART, Topics
from server.cluster.greeter import Greeter
from server.cluster.leaseholder import Handover, Leaseholder, Renewer, Taken, fair_share, moment
from server.cluster.lobby_news import Listener, LobbyNews
from server.cluster.part import PartBots, RunningPart, make_rounds
from server.cluster.part_wires import PartWires
from server.cluster.reminding import Reminding
from server.config import Config
from server.lobby.census import Census, take_census
from server.rejection_stats import RejectionStats
from server.reminders.reminder_desk import Postbox, read_book
from server.store.errors import StoreError
from server.store.parts.part_store import BANS, LEASES, PartStore, running_in
from server.store.parts.reading import SavedPart, read_parts
from server.store.place import PostgresUrl
from server.store.postgres.connection import reading
from server.store.postgres.errors import explain
from server.store.postgres.leases import Renewal
from server.store.postgres.part_database import PartDatabase
from server.store.postgres.pool import ConnectionPool
from server.tables.opening import open_game
from transport.mqtt import Credentials, connected

logger = logging.getLogger(__name__)

_HANDED_AT_ONCE = 2
"""Parts that are handed over together, so that each is without an owner for a moment only."""
_SETTLE_SECONDS = 10.0
"""How long a server keeps tables that it has just taken: their players have waited once already."""


class ClusterServer:
    """Runs the parts that this server owns.

    Attributes:
        link: the invitation to the lobby.
        ready: set once this server is connected and shares in the lobby.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - its parts
        self,
        config: Config,
        broker: BrokerAddress,
        url: PostgresUrl,
        on_trouble: Callable[[str], None],
        tally: RejectionStats,
        postbox: Postbox,
    ) -> None:
        """Put the parts together; `begin` opens the database.

        Args:
            config: how to serve.
            broker: where the broker is.
            url: where the database is.
            on_trouble: as `server.app.Server`.
            tally: counts what is rejected.
            postbox: takes the reminders, if the configuration has any.
        """
        self.link = Link(broker, config.key.public)
        self.ready = asyncio.Event()
        self._loss: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._config = config
        self._url = url
        self._warn = on_trouble
        self._tally = tally
        self._leases = Leaseholder(url, self.link.lobby)
        self._pool = ConnectionPool(url, self._leases.name)
        self._greeter = Greeter(self._pool.of_part(0))
        self._parts: dict[int, RunningPart] = {}
        self._starting: dict[int, RunningPart | None] = {}
        self._leaving: set[int] = set()
        self._taking: set[asyncio.Task[None]] = set()
        self._settled_at = 0.0
        self._is_ending = False
        self._was_connected = asyncio.Event()
        self._noted = asyncio.Event()
        self._balancing = asyncio.Lock()
        self._handover = Handover()
        self._extended: tuple[Mapping[int, int], float] = {}, 0.0
        self._renewer = Renewer(
            self._leases, self._extend, self._noted.set, self._note_failed_renewal
        )
        self._bots = PartBots(config, self.link)
        who = Credentials(config.key, self.link.lobby, config.password)
        self._wires = PartWires(
            partial(connected, broker, who, tally.messages),
            partial(who.explain, address=broker),
            Topics(self.link.lobby),
            received=self._route_message,
            connected=self._connected,
            restore=self._publish_parts,
            trouble=on_trouble,
        )
        self._news = LobbyNews(self._pool.of_part(LIST_PART), self._parts)
        self._reminding = Reminding(self._pool.of_part(0), self._parts, config, self.link, postbox)
        self._listener = Listener(
            url, f"{self._leases.name} news", self._leases.channel, self._hear, self._hear_anew
        )

    def census(self) -> Census:
        """Return how much goes on in the parts of this server."""
        each = [take_census(part.service.lobby) for part in self._parts.values()]
        return Census(*map(sum, zip(*each, strict=True))) if each else Census()

    def reconfigure(self, config: Config) -> None:
        """Go on with another configuration, as `RunningServer`."""
        self._config = config
        self._bots.set_pace(config.bot_pace)
        for part in self._parts.values():
            part.service.set_limits(config.idle_limits, config.keep_records)

    async def begin(self) -> None:
        """Open the database.

        Raises:
            StoreError: it cannot be used, or a server without parts uses it; or the file with
                addresses cannot be read.
        """
        if self._config.reminders is not None:
            read_book(self._config.reminders.file)
        await self._leases.begin()

    async def run(self) -> None:
        """Serve until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.to_thread(prepare_games))
            group.create_task(self._wires.run())
            group.create_task(self._listener.run())
            group.create_task(self._news.run())
            group.create_task(self._reminding.run())
            group.create_task(self._renew_leases())
            group.create_task(self._look_after_leases())
            group.create_task(make_rounds(self._parts, self._config.idle_limits))

    async def wait_until_lost(self) -> str:
        """Return a sentence that says so when another server runs the whole lobby."""
        return await asyncio.shield(self._loss)

    async def stop_taking(self) -> None:
        """Take no more parts from now on, and go on with those that this server has."""
        self._is_ending = True
        async with self._balancing:
            await asyncio.gather(*self._taking, return_exceptions=True)

    async def shut_down(self) -> None:
        """Hand all parts over, and say farewell once no other server runs that stays."""
        with contextlib.suppress(psycopg.Error, StoreError):
            await self._leases.leave()
            while self._parts and (await self._leases.renew())[0].servers:
                await self._hand_over(tuple(self._parts)[:_HANDED_AT_ONCE])
            await self._say_farewell()
            await self._wires.sent()

    async def close(self) -> None:
        """End everything that is left."""
        self._greeter.close()
        for taking in self._taking:
            taking.cancel()
        await asyncio.gather(*self._taking, return_exceptions=True)
        for part in tuple(self._parts.values()):
            await part.stop("The server ended.")
        await self._bots.stop()
        await self._leases.close()
        await self._pool.close()

    # ------------------------------------------------------------ leases

    async def _renew_leases(self) -> None:
        await self._was_connected.wait()  # before, the other servers do not count on this one
        await self._renewer.run()

    async def _look_after_leases(self) -> None:
        """Do after each renewal what it asks for; the renewals do not wait for it."""
        while True:
            await self._noted.wait()
            self._noted.clear()
            async with self._balancing:
                try:
                    await self._drop_ended()
                    if not self._is_ending and (renewal := self._renewer.latest) is not None:
                        await self._give_back_orphans(renewal)
                        await self._balance(renewal)
                except psycopg.Error as error:
                    self._warn(explain(error, self._url))
                    continue
            if self._wires.are_up and self._renewer.latest is not None:
                self.ready.set()

    def _extend(self, renewal: Renewal, until: float) -> None:
        """Let parts go on until their renewed leases end; it is called in a thread."""
        self._extended = renewal.epochs, until
        for number, epoch in renewal.epochs.items():
            part = self._parts.get(number) or self._starting.get(number)
            if part is not None and part.database.lease.epoch == epoch:
                part.renew(until)

    def _note_failed_renewal(self, error: Exception) -> None:
        if isinstance(error, psycopg.Error):
            self._warn(explain(error, self._url))
        elif not self._loss.done():
            self._loss.set_result(str(error))

    async def _drop_ended(self) -> None:
        for part in tuple(self._parts.values()):
            if not part.is_owned:
                await self._drop(part)

    async def _drop(self, part: RunningPart) -> None:
        """Stop a part that this server no longer owns."""
        del self._parts[part.part]
        self._bots.set_bots(part.part, {})
        await part.stop("Another server may own it.")
        logger.warning("part %d has ended: %s", part.part, part.database.loss)
        self._wires.remove_part(part.part, self._parts)

    async def _give_back_orphans(self, renewal: Renewal) -> None:
        """Give back parts that have ended here only: somebody takes them in a new epoch."""
        known = self._parts.keys() | self._starting.keys() | self._leaving
        if orphans := renewal.epochs.keys() - known:
            await self._leases.give_back(orphans)

    async def _balance(self, renewal: Renewal) -> None:
        """Take free parts, or hand over those that are too many.

        All servers share in what a failed one has left, even those that have enough: their players
        wait, and a single server would be busy with all of them for seconds.
        """
        if self._is_ending:
            return
        room = fair_share(renewal.servers) - len(self._parts) - len(self._starting)
        if renewal.lapsed and self._wires.can_answer:
            most = -(-renewal.lapsed // max(1, renewal.servers))
            self._begin_taking(await self._leases.take(most, only_lapsed=True))
            if most < renewal.lapsed:
                self._renewer.hurry()  # in case that another server does not take its share
        elif room > 0 and renewal.free and self._wires.can_answer:
            self._begin_taking(await self._leases.take(room))
        elif room < 0 and not self._taking and moment() >= self._settled_at:
            surplus = sorted(self._parts, reverse=True)[: min(-room, _HANDED_AT_ONCE)]
            await self._hand_over(surplus)
            self._renewer.hurry()

    # ------------------------------------------------------------ parts

    def _begin_taking(self, taken: Taken) -> None:
        if taken.leases:
            parts = [lease.part for lease in taken.leases]
            logger.info("took parts %s", sorted(parts))
            self._starting |= dict.fromkeys(parts)
            task = asyncio.create_task(self._take_over(taken))
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)

    async def _take_over(self, taken: Taken) -> None:
        leases = {lease.part: lease for lease in taken.leases}
        try:
            found = await asyncio.to_thread(self._read, tuple(leases))
            # Together, since each of them waits for the database and for the broker.
            async with asyncio.TaskGroup() as group:
                for number, saved in found.items():
                    connection = self._pool.of_part(number)
                    database = PartDatabase(
                        self._url, leases[number], connection, self._renewer.hurry
                    )
                    group.create_task(self._start(database, saved, taken.until))
        except Exception:
            logger.exception("parts were not taken because of a bug")
        finally:
            for number in leases:
                self._starting.pop(number, None)
            self._renewer.hurry()  # others may have given more back meanwhile
        logger.info("this server runs %d parts", len(self._parts))

    async def _start(self, database: PartDatabase, saved: SavedPart, until: float) -> None:
        number = database.lease.part
        epochs, extended = self._extended
        if epochs.get(number) == database.lease.epoch:
            until = max(until, extended)
        try:
            part = self._starting[number] = RunningPart(
                self._config,
                database,
                PartStore(database, self._leases.channel, saved),
                until,
                self._wires.send,
                desk=self._reminding.desk_of(database, saved.book),
                set_bots=self._bots.set_bots,
                warn_host=self._warn,
                tally=self._tally,
                greeter=self._greeter,
            )
            await part.start()
        except StoreError as error:
            self._warn(str(error))
            return
        self._parts[number] = part
        del self._starting[number]
        if part.service.lobby.tables:
            self._settled_at = moment() + _SETTLE_SECONDS
        await self._wires.add_part(number, self._parts)
        self._news.note(BANS)  # some may be newer than what was read of the part
        if number == LIST_PART:
            await self._news.read_now()
        await part.publish()
        logger.info("part %d runs in epoch %d", number, database.lease.epoch)
        with contextlib.suppress(psycopg.Error):  # then its owner before waits for a second
            await self._leases.tell_running(database.lease)

    def _read(self, parts: Collection[int]) -> dict[int, SavedPart]:
        """Return what is found of parts; of none whose tables cannot be read."""
        try:
            with reading(self._url, f"{self._leases.name} reads") as connection:
                return read_parts(connection, parts, open_game)
        except StoreError as error:
            if len(parts) == 1:
                self._warn(str(error))
                return {}
        return {part: saved for each in parts for part, saved in self._read((each,)).items()}

    async def _hand_over(self, parts: Collection[int]) -> None:
        """End parts cleanly, a few at a time, and let other servers take them at once."""
        left = list(parts)
        while left:
            some, left = left[:_HANDED_AT_ONCE], left[_HANDED_AT_ONCE:]
            self._leaving = set(some)
            owned = (self._parts[each] for each in some if each in self._parts)
            self._handover.expect({each.part: each.epoch for each in owned})
            try:
                await asyncio.gather(*map(self._end_part, some))
                await self._leases.give_back(some)
            finally:
                self._leaving = set()
            # The other parts are kept meanwhile: their players would wait for the next owner, too.
            await self._handover.wait_until_run()

    async def _end_part(self, number: int) -> None:
        if (part := self._parts.pop(number, None)) is not None:
            logger.info("part %d is handed over", number)
            await part.hand_over()
            self._bots.set_bots(number, {})
            self._wires.remove_part(number, self._parts)

    async def _say_farewell(self) -> None:
        self._leaving = set(self._parts)
        for number in sorted(self._parts, reverse=True):  # the list is the last
            await self._parts.pop(number).say_farewell()
            await self._leases.give_back((number,))

    # ------------------------------------------------------------ the broker

    async def _connected(self) -> None:
        self._was_connected.set()
        self._renewer.hurry()
        for part in tuple(self._parts.values()):
            await part.publish_owner()

    async def _publish_parts(self) -> None:
        """Publish everything that is retained, since the broker may have lost it."""
        for part in tuple(self._parts.values()):
            await part.publish()

    def _route_message(self, topic: str, payload: bytes, retained: bool) -> None:
        _, _, _, kind, number, *_ = topic.split("/")
        part = self._parts.get(int(number))
        if part is None or not part.is_owned:
            return
        if kind == "part":
            part.note_claim(payload)
        else:
            part.service.receive(topic, payload, retained)

    # ------------------------------------------------------------ news

    def _hear(self, news: str) -> None:
        if news == LEASES:
            self._renewer.hurry()
        elif (running := running_in(news)) is not None:
            self._handover.note_running(*running)
        else:
            self._news.note(news)

    def _hear_anew(self) -> None:
        self._news.read_everything()
        self._renewer.hurry()
