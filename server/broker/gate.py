"""The gate of the embedded broker: admits connections or refuses and counts them.

`ConnectedClient` decides what an admitted client may do.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress

from server.broker import packet_writer
from server.broker.access import ANYBODY, Access, Visitor
from server.broker.accounts import network, origin
from server.broker.connected_client import ConnectedClient
from server.broker.limits import FLOOD, Limits, ShutOut
from server.broker.packet_stream import CutOffError, PacketStream
from server.broker.packets import Connect, PacketError, VersionRefusedError, read_connect
from server.broker.places import Places
from server.broker.router import Router
from server.broker.scheduler import FairScheduler
from transport.login import Login, read_login

logger = logging.getLogger(__name__)

_FLUSH_SECONDS = 1.0
_CHECK_SECONDS = 0.2
_CLOSING_TURNS = 4
"""Turns of the loop that a new connection needs to be made, aborted and closed."""


class Gate:
    """Accepts all connections of a broker.

    Attributes:
        refused: connections that were refused or cut off, by reason.
    """

    def __init__(  # noqa: PLR0913 - its rules and callbacks
        self,
        access: Access,
        limits: Limits,
        router: Router,
        refused: Counter[str],
        *,
        kept: Callable[[], Collection[str]] = tuple,
        playing: Callable[[], Collection[str]] = tuple,
        entered: Callable[[str, str], None] = lambda _key, _address: None,
    ) -> None:
        """Open the gate.

        Args:
            access: who may do what.
            limits: how much they may do.
            router: routes the messages of admitted clients.
            refused: counts connections that are refused or cut off, by reason.
            kept: returns the fingerprints of keys that keep their places.
            playing: returns those of the players of running games, who never wait for others.
            entered: called with the key, and the address or account, of each admitted key.
        """
        self.refused = refused
        self._access = access
        self._limits = limits
        self._router = router
        self._places = Places(limits, kept)
        self._entered = entered
        self._playing = playing
        self._now_playing: Collection[str] = ()
        self._players: dict[PacketStream, str] = {}
        self._scheduler = FairScheduler(limits)
        self._shut_out = ShutOut(limits.shut_out_seconds)
        self._streams: dict[asyncio.Task[None], PacketStream] = {}
        self._loop = asyncio.get_running_loop()
        self._checking = self._loop.call_later(_CHECK_SECONDS, self._cut_off_clients)
        self._closed = False

    def new_stream(self) -> PacketStream:
        """Return the stream of the next connection."""
        return PacketStream(self._limits, self._scheduler, self._count_refusal, self._accept)

    def _accept(self, stream: PacketStream) -> None:
        if self._closed:
            stream.abort()
            return
        if reason := self._places.take_place(stream, network(stream.peer[0]), self._loop.time()):
            stream.cut_off(reason)
            return
        task = self._loop.create_task(self._serve(stream))
        self._streams[task] = stream
        task.add_done_callback(self._streams.pop)

    async def _serve(self, stream: PacketStream) -> None:
        """Serve one connection to its end."""
        try:
            await self._let_in(stream)
        except OSError:
            pass  # the client has gone
        except Exception:
            logger.exception("a connection to the broker failed because of a bug")
        finally:
            await stream.close(_FLUSH_SECONDS)
            self._places.give_back(stream)

    async def close(self) -> None:
        """Close all connections, without waiting for clients that do not read."""
        self._closed = True
        self._checking.cancel()
        self._scheduler.close()
        for stream in self._streams.values():
            stream.hang_up()
        if serving := list(self._streams):
            _, pending = await asyncio.wait(serving, timeout=_FLUSH_SECONDS)
            for task in pending:
                self._streams[task].abort()
            if pending:
                await asyncio.wait(pending, timeout=_FLUSH_SECONDS)
        for _ in range(_CLOSING_TURNS):
            await asyncio.sleep(0)

    def _cut_off_clients(self) -> None:
        """Cut off slow clients, and the one with most unread bytes if all have too many."""
        self._checking = self._loop.call_later(_CHECK_SECONDS, self._cut_off_clients)
        now = self._loop.time()
        self._now_playing = self._playing()
        for stream, key in self._players.items():
            stream.playing = key in self._now_playing
        for stream in self._streams.values():
            stream.check_time(now)
        if sum(each.unread for each in self._streams.values()) > self._limits.unread_of_all:
            max(self._streams.values(), key=lambda each: each.unread).cut_off("unread")

    async def _let_in(self, stream: PacketStream) -> None:
        try:
            packet = await stream.read_connect()
            connect = read_connect(packet.flags, packet.body)
            if connect.user:  # checking a signature is expensive
                await stream.greet(self._places.strangers_of(network(stream.peer[0])) - 1)
            visitor = self._admit(connect, stream)
        except VersionRefusedError as error:
            stream.refuse("another version of MQTT", packet_writer.version_refusal(error.level))
        except PacketError:
            stream.cut_off("malformed")
        except CutOffError as error:
            stream.cut_off(str(error))
        else:
            if visitor is not None:
                stream.admit(connect.keep_alive, unlimited=visitor.serves)
                if not visitor.key:
                    stream.expire(self._limits.idle_seconds, "reading nothing")
                client = ConnectedClient(visitor, stream, self._router, self._access, self._limits)
                stream.playing = visitor.key in self._now_playing
                self._players[stream] = visitor.key
                will = connect.will
                del packet, connect  # a login is long, and the connection may be too
                try:
                    await client.serve(will)
                finally:
                    del self._players[stream]
                if stream.blame == FLOOD:
                    self._shut_out.shut(visitor.key, self._loop.time())

    def _admit(self, connect: Connect, stream: PacketStream) -> Visitor | None:
        visitor = ANYBODY
        if connect.user:
            password = None
            with suppress(UnicodeDecodeError):
                password = (connect.password or b"").decode()
            found = read_login(Login(connect.client_id, connect.user, password))
            if found is None:
                stream.refuse("login", packet_writer.connack(packet_writer.WRONG_LOGIN))
                return None
            visitor = Visitor(*found)
        reason, code = self._refusal(connect, visitor)
        where = "" if reason else origin(stream.peer, stream.own)
        if not reason:
            reason, code = self._places.admit(stream, visitor, where), packet_writer.UNAVAILABLE
        if reason:
            stream.refuse(reason, packet_writer.connack(code))
            return None
        if visitor.key:
            self._entered(visitor.key, where or network(stream.peer[0]))
        return visitor

    def _refusal(self, connect: Connect, visitor: Visitor) -> tuple[str, int]:
        """Return why an identified visitor may not enter, and the code for that; "" if they may."""
        if not (connect.client_id or connect.clean):
            return "client id", packet_writer.BAD_CLIENT_ID
        if self._shut_out.holds(visitor.key, self._loop.time()):
            return "flooded before", packet_writer.NOT_ALLOWED
        if not self._access.may_enter(visitor):
            return "another lobby", packet_writer.NOT_ALLOWED
        will = connect.will
        if will and not self._access.may_publish(visitor, will.topic, retain=will.retain):
            return "will", packet_writer.NOT_ALLOWED
        return "", packet_writer.ACCEPTED

    def _count_refusal(self, reason: str) -> None:
        self.refused[reason] += 1
