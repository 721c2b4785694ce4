"""The gate of the embedded broker: only whole, timely, allowed packets come through it.

amqtt routes messages. Who may connect, what they may do and how much of it, is decided here,
before amqtt sees a byte; every connection is a new client to it, whatever name it gives itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count

from server.broker.access import ANYBODY, Access, Visitor
from server.broker.limits import FLOOD, Limits, Places, ShutOut
from server.broker.line import CutOffError, Line
from server.broker.packets import (
    DISCONNECT,
    NOT_ALLOWED,
    PUBLISH,
    WRONG_LOGIN,
    Connect,
    PacketError,
    VersionRefusedError,
    check,
    read_connect,
    read_publish,
    refusal,
)
from server.broker.turns import Turns
from transport.login import Login, read_login

logger = logging.getLogger(__name__)

Route = Callable[["Pass"], Awaitable[None]]
"""Lets the broker serve an admitted connection to its end."""

_FLUSH_SECONDS = 1.0


class Pass:
    """An admitted connection: what the broker may know of it.

    Attributes:
        visitor: who it is.
        client_id: names it, as no other.
        line: where its bytes come and go.
    """

    def __init__(self, visitor: Visitor, client_id: str, line: Line, access: Access) -> None:
        self.visitor = visitor
        self.client_id = client_id
        self.line = line
        self._access = access
        self._ended = False

    async def next_packet(self) -> bytes:
        """Return the next packet that may come through, or nothing when the connection ends."""
        if self._ended:
            return b""
        try:
            kind, flags, body, whole = await self.line.read()
            if kind == PUBLISH:
                wish = read_publish(flags, body)
                if not self._access.may_publish(self.visitor, wish.topic, retain=wish.retain):
                    raise CutOffError("publishing elsewhere")
            else:
                check(kind, flags, body)
                self._ended = kind == DISCONNECT
        except (CutOffError, PacketError) as error:
            self.line.cut_off(str(error) if isinstance(error, CutOffError) else "malformed")
            return b""
        except (OSError, asyncio.IncompleteReadError):
            return b""
        return whole


class Gate:
    """Everybody's way in.

    Attributes:
        refused: connections that were refused or cut off, by reason.
    """

    def __init__(
        self,
        access: Access,
        limits: Limits,
        route: Route,
        refused: Counter[str],
        entered: Callable[[str, str], None] = lambda _key, _address: None,
    ) -> None:
        self.refused = refused
        self._entered = entered
        self._access = access
        self._limits = limits
        self._route = route
        self._places = Places(limits)
        self._turns = Turns(limits)
        self._shut_out = ShutOut(limits.shut_out_seconds)
        self._lines: dict[asyncio.Task[None], Line] = {}
        self._numbers = count(1)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection to its end, whatever comes through it."""
        task = asyncio.current_task()
        assert task is not None
        address = str((writer.get_extra_info("peername") or ("",))[0])
        if reason := self._places.take(address, asyncio.get_running_loop().time()):
            self.refused[reason] += 1
            writer.transport.abort()
            return
        line = self._lines[task] = Line(reader, writer, self._limits, self._turns, self._count)
        try:
            await self._let_in(line)
        except (OSError, asyncio.IncompleteReadError):
            pass  # they have gone by themselves
        except Exception as error:  # noqa: BLE001 - amqtt lets many through that a stranger causes
            logger.debug("a connection failed: %r", error)
        finally:
            await line.close(_FLUSH_SECONDS)
            del self._lines[task]
            self._places.give_back(address)

    async def close(self) -> None:
        """Hang up on everybody; who does not read what is left is not waited for."""
        self._turns.close()
        for line in self._lines.values():
            line.hang_up()
        if serving := list(self._lines):
            _, pending = await asyncio.wait(serving, timeout=_FLUSH_SECONDS)
            for task in pending:
                self._lines[task].abort()

    async def _let_in(self, line: Line) -> None:
        try:
            flags, body = await line.read_connect()
            connect = read_connect(flags, body)
            visitor = self._admit(connect, line)
        except VersionRefusedError as error:
            line.refuse("another version of MQTT", error.answer)
        except PacketError:
            line.cut_off("malformed")
        except CutOffError as error:
            line.cut_off(str(error))
        else:
            if visitor is not None:
                if visitor.key:
                    self._entered(visitor.key, str(line.peer[0]))
                line.admit(connect.keep_alive, unlimited=visitor.serves)
                admitted = Pass(visitor, str(next(self._numbers)), line, self._access)
                line.put_back(connect.rewritten(admitted.client_id))
                await self._route(admitted)
                if line.blame == FLOOD:
                    self._shut_out.add(visitor.key, asyncio.get_running_loop().time())

    def _admit(self, connect: Connect, line: Line) -> Visitor | None:
        visitor = ANYBODY
        if connect.user:
            password = None
            with suppress(UnicodeDecodeError):
                password = (connect.password or b"").decode()
            found = read_login(Login(connect.client_id, connect.user, password))
            if found is None:
                line.refuse("login", refusal(WRONG_LOGIN))
                return None
            visitor = Visitor(*found)
        if self._shut_out.holds(visitor.key, asyncio.get_running_loop().time()):
            line.refuse("flooded before", refusal(NOT_ALLOWED))
            return None
        if not self._access.may_enter(visitor):
            line.refuse("another lobby", refusal(NOT_ALLOWED))
            return None
        will = connect.will
        if will and not self._access.may_publish(visitor, will.topic, retain=will.retain):
            line.refuse("will", refusal(NOT_ALLOWED))
            return None
        return visitor

    def _count(self, reason: str) -> None:
        self.refused[reason] += 1
