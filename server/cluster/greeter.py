"""Makes the names of players distinct in the whole cluster before a part greets them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import psycopg
from attrs import evolve

from protocol.envelope import Envelope
from protocol.messages import Hello
from server.players.confusables import look_alike_keys
from server.players.names import clean_name, distinct_name
from server.refusals import RefusedError
from server.store.parts.names import has_name, reserve_name
from server.store.parts.pool import PooledConnection

logger = logging.getLogger(__name__)

MAX_GREETED = 200
"""Greetings that wait for the database at a time."""


class Greeter:
    """Reserves the name of each player who says `Hello`."""

    def __init__(self, connection: PooledConnection) -> None:
        """Use a connection to the database."""
        self._connection = connection
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def greet(self, envelope: Envelope, hand_on: Callable[[Envelope], None]) -> None:
        """Take a `Hello`, and later hand on one that wishes for a name nobody else has.

        Of each player one waits at a time for each part; clients repeat the others.
        """
        topic = envelope.topic
        if len(self._tasks) < MAX_GREETED and topic not in self._tasks:
            task = asyncio.create_task(self._greet(envelope, hand_on))
            self._tasks[topic] = task
            task.add_done_callback(lambda _: self._tasks.pop(topic, None))

    def close(self) -> None:
        """Drop the greetings that wait."""
        for task in self._tasks.values():
            task.cancel()

    async def _greet(self, envelope: Envelope, hand_on: Callable[[Envelope], None]) -> None:
        hello = envelope.message
        assert isinstance(hello, Hello)
        try:
            name = await self._reserve(envelope.sender.fingerprint, clean_name(hello.name))
        except RefusedError:
            name = hello.name  # the part refuses it, and tells the player
        except psycopg.Error as error:
            logger.debug("a greeting waits for the database: %s", error)
            return  # the client repeats it
        hand_on(replace(envelope, message=evolve(hello, name=name)))

    async def _reserve(self, player: str, wish: str) -> str:
        def choose(is_taken: Callable[[str], bool]) -> tuple[str, tuple[str, ...]]:
            name = distinct_name(wish, is_taken)
            return name, tuple(look_alike_keys(name))

        def reserve(connection: psycopg.Connection[Any]) -> str:
            # Most have their name already, and nobody has to wait for others to find that out.
            if has_name(connection, player, look_alike_keys(wish)):
                return wish
            return reserve_name(connection, player, choose)

        return await self._connection.run(reserve)
