"""Makes the names of players distinct in the whole cluster before a part greets them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import psycopg
from attrs import evolve

from protocol.commands import Hello
from protocol.envelope import Envelope
from server.players.names import clean_name, distinct_name, look_alike_keys
from server.refusals import RefusedError
from server.store.postgres.pool import PooledConnection

logger = logging.getLogger(__name__)

MAX_LOOKS = 20_000
"""Looks of names that are reserved; those not seen for longest are free again."""

_FRESH = """
SELECT player, look FROM names
WHERE player = ANY(%s) AND look = ANY(%s) AND seen > now() - interval '1 hour'
"""
_LOCK_CLASS = 0x5349414E
_LOCK = "SELECT pg_advisory_xact_lock(%s, hashtext(current_schema()))"
_OWNER = "SELECT player FROM names WHERE look = %s"
_FREE = "DELETE FROM names WHERE player = %s AND look <> ALL(%s)"
_RESERVE = """
INSERT INTO names (look, player, seen) SELECT look, %s, now() FROM unnest(%s::text[]) AS look
ON CONFLICT (look) DO UPDATE SET seen = excluded.seen
"""
_FORGET = """
DELETE FROM names WHERE look IN (SELECT look FROM names ORDER BY seen DESC OFFSET %s)
"""

Choose: TypeAlias = Callable[[Callable[[str], bool]], tuple[str, Collection[str]]]
"""Chooses a name, given whether a look is another player's; returns the name and its looks."""


def held_looks(
    connection: psycopg.Connection[Any], wishes: Mapping[str, Collection[str]]
) -> set[tuple[str, str]]:
    """Return players and looks that they have reserved lately, among them all that they wish for.

    Args:
        connection: to the database.
        wishes: the looks of the name that each player wishes for, by fingerprint.
    """
    looks = {look for each in wishes.values() for look in each}
    return set(connection.execute(_FRESH, (list(wishes), list(looks))).fetchall())


def reserve_name(connection: psycopg.Connection[Any], player: str, choose: Choose) -> str:
    """Reserve the name that is chosen for a player, and free their earlier one.

    Args:
        connection: to the database.
        player: the player's fingerprint.
        choose: chooses the name.
    """

    def is_taken(look: str) -> bool:
        row = connection.execute(_OWNER, (look,)).fetchone()
        return row is not None and row[0] != player

    with connection.transaction():
        connection.execute(_LOCK, (_LOCK_CLASS,))
        name, looks = choose(is_taken)
        connection.execute(_FREE, (player, list(looks)))
        connection.execute(_RESERVE, (player, list(looks)))
        connection.execute(_FORGET, (MAX_LOOKS,))
    return name


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
