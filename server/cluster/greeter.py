"""Makes the names of players distinct in the whole cluster before a part greets them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import psycopg
from attrs import evolve

from protocol.commands import Hello
from protocol.envelope import Envelope
from server.players.confusables import look_alike_keys
from server.players.names import clean_name, distinct_name
from server.refusals import RefusedError
from server.store.parts.names import held_looks, reserve_name
from server.store.parts.pool import PooledConnection

logger = logging.getLogger(__name__)

MAX_GREETED = 1000
"""Greetings that wait for the database at a time: all players come at once to a new owner."""
_TOGETHER = 256
"""Greetings that are looked up together."""


class _Greeting(NamedTuple):
    """A `Hello`, and what takes it once its name is distinct."""

    envelope: Envelope
    hand_on: Callable[[Envelope], None]


class Greeter:
    """Reserves the name of each player who says `Hello`."""

    def __init__(self, connection: PooledConnection) -> None:
        """Use a connection to the database."""
        self._connection = connection
        self._waiting: dict[str, _Greeting] = {}
        self._greeting: asyncio.Task[None] | None = None

    def greet(self, envelope: Envelope, hand_on: Callable[[Envelope], None]) -> None:
        """Take a `Hello`, and later hand on one that wishes for a name nobody else has.

        Of each player one waits at a time for each part; clients repeat the others.
        """
        if len(self._waiting) < MAX_GREETED and envelope.topic not in self._waiting:
            self._waiting[envelope.topic] = _Greeting(envelope, hand_on)
            if self._greeting is None or self._greeting.done():
                self._greeting = asyncio.create_task(self._greet_waiting())

    def close(self) -> None:
        """Drop the greetings that wait."""
        if self._greeting is not None:
            self._greeting.cancel()

    async def _greet_waiting(self) -> None:
        while self._waiting:
            some = tuple(islice(self._waiting.items(), _TOGETHER))
            try:
                await self._greet([greeting for _, greeting in some])
            except psycopg.Error as error:  # the clients repeat them
                logger.debug("greetings wait for the database: %s", error)
            finally:
                for topic, _ in some:
                    del self._waiting[topic]

    async def _greet(self, some: Sequence[_Greeting]) -> None:
        wishes = [(each.envelope.sender.fingerprint, _wish_of(each.envelope)) for each in some]
        names = await self._connection.run(lambda connection: reserve_all(connection, wishes))
        for (envelope, hand_on), name in zip(some, names, strict=True):
            hello = envelope.message
            assert isinstance(hello, Hello)
            hand_on(replace(envelope, message=evolve(hello, name=name or hello.name)))


def _wish_of(envelope: Envelope) -> str:
    """Return the name that a player wishes for; empty for one that the part will refuse."""
    hello = envelope.message
    assert isinstance(hello, Hello)
    try:
        return clean_name(hello.name)
    except RefusedError:
        return ""


def reserve_all(
    connection: psycopg.Connection[Any], wishes: Sequence[tuple[str, str]]
) -> list[str]:
    """Return the distinct name of each player who wishes for one."""
    # Most have their name already, and nobody has to wait for others to find that out.
    wanted = [look_alike_keys(wish) for _, wish in wishes]
    players = [player for player, _ in wishes]
    held = held_looks(connection, dict(zip(players, wanted, strict=True)))

    def name_of(player: str, wish: str, looks: Collection[str]) -> str:
        def choose(is_taken: Callable[[str], bool]) -> tuple[str, tuple[str, ...]]:
            name = distinct_name(wish, is_taken)
            return name, tuple(look_alike_keys(name))

        if not wish or all((player, look) in held for look in looks):
            return wish
        return reserve_name(connection, player, choose)

    return [name_of(*each, looks) for each, looks in zip(wishes, wanted, strict=True)]
