"""The gate of the embedded broker: admits connections or refuses and counts them.

`ConnectedClient` decides what an admitted client may do.

Connections of one machine are told apart by the account that made them, on Linux. All players over
SSH, or through a proxy on this machine, come from 127.0.0.1. `sock_diag(7)` asks the kernel for the
owner of the other end of one connection. That takes some microseconds, however many connections
there are; reading /proc/net/tcp takes longer with each. Where the kernel does not answer,
connections are counted by their keys only.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import struct
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from server.broker import packet_writer
from server.broker.access import ANYBODY, Access, Visitor
from server.broker.connected_client import ConnectedClient
from server.broker.limits import FLOOD, Limits, ShutOut
from server.broker.packet_stream import CutOffError, PacketStream
from server.broker.packets import Connect, PacketError, VersionRefusedError, read_connect
from server.broker.places import Places
from server.broker.router import Router
from server.broker.scheduler import FairScheduler
from transport.login import Login, read_login

_FAMILY: Final = getattr(socket, "AF_NETLINK", None)
_SOCK_DIAG: Final = 4
_BY_FAMILY: Final = 20
_REQUEST: Final = 1
_ANY_STATE: Final = 0xFFFFFFFF
_UID_AT: Final = 80
"""Position of the user in the answer: after the head (16 bytes) and inet_diag_msg to idiag_uid."""
_V6_NETWORK: Final = 64
_WAIT_SECONDS: Final = 0.05


def network(host: str) -> str:
    """Return what tells addresses of other machines apart: the address, or the network for IPv6.

    It is empty for this machine, and for a text that is no address: many people may share it.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return ""
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _V6_NETWORK), strict=False).network_address)
    return str(address)


def origin(peer: tuple[str, int], own: tuple[str, int]) -> str:
    """Return where a connection comes from, for counting; empty if that is not known.

    That is the network, or on this machine the account. The account of this process does not count,
    since its SSH door or proxy may serve many people.

    Args:
        peer: address and port of the other end.
        own: address and port of this end.
    """
    if (elsewhere := network(peer[0])) and peer[0] != own[0]:
        return elsewhere
    user = account(peer, own)
    return "" if user is None or user == os.geteuid() else f"account {user}"


def account(peer: tuple[str, int], own: tuple[str, int]) -> int | None:
    """Return the user id that made a connection on this machine; None if it is not known."""
    if _FAMILY is None:
        return None
    family = socket.AF_INET6 if ":" in peer[0] else socket.AF_INET
    try:
        with socket.socket(_FAMILY, socket.SOCK_RAW, _SOCK_DIAG) as kernel:
            kernel.settimeout(_WAIT_SECONDS)
            kernel.send(_question(family, peer, own))
            answer = kernel.recv(4096)
    except OSError:
        return None
    if len(answer) < _UID_AT + 4 or struct.unpack_from("=H", answer, 4) != (_BY_FAMILY,):
        return None
    (user,) = struct.unpack_from("=I", answer, _UID_AT)
    return int(user)


def _question(family: int, peer: tuple[str, int], own: tuple[str, int]) -> bytes:
    head = struct.pack("=BBBxI", family, socket.IPPROTO_TCP, 0, _ANY_STATE)
    ports = struct.pack("!HH", peer[1], own[1])
    addresses = b"".join(
        socket.inet_pton(family, host).ljust(16, b"\0") for host in (peer[0], own[0])
    )
    body = head + ports + addresses + struct.pack("=III", 0, _ANY_STATE, _ANY_STATE)
    return struct.pack("=IHHII", 16 + len(body), _BY_FAMILY, _REQUEST, 1, 0) + body


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
