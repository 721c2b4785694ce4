"""Finds out whether a player could play at a lobby: whom its broker admits, what it answers."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from typing import Final, Self

import aiomqtt

from client.links.lobby_links import LobbyLinks
from client.links.server_link import Receiver
from protocol.codec import MAX_BYTES
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Welcome
from protocol.topics import Topics
from transport.mqtt import READ_QOS, Credentials, connected
from transport.mqtt_client import MqttClient

_SHORT: Final = 64
_REFUSED: Final = 128


async def logs_in(link: Link, credentials: Credentials) -> bool:
    """Return whether a broker lets a login in."""
    try:
        async with connected(link.broker, credentials):
            return True
    except (aiomqtt.MqttError, OSError):
        return False


async def passes_long_messages(link: Link, credentials: Credentials, seconds: float) -> bool | None:
    """Return whether a broker passes on a message of `MAX_BYTES`; None if it cannot be tried.

    Two messages are sent on the topic of answers to a player, and are to come back: a short one and
    a long one. Both are noise, which nobody believes. They come back from a broker that lets
    everybody write everywhere, and to the lobby's own user.

    Args:
        link: the lobby.
        credentials: how to log in.
        seconds: how long to wait for each message.
    """
    topics, me = Topics(link.lobby), credentials.key.public.fingerprint
    try:
        async with connected(link.broker, credentials) as mqtt:
            # siam's own broker ends the connection of a player who writes elsewhere, and counts it.
            # It refuses this subscription before; another broker, or the lobby's user, has both.
            granted = await mqtt.subscribe([(topics.inbox(me), READ_QOS)])
            if any(_is_refused(each) for each in granted):
                return None
            await mqtt.subscribe([(topics.outbox(me), READ_QOS)])
            if not await _comes_back(mqtt, topics.outbox(me), _SHORT, seconds):
                return None
            return await _comes_back(mqtt, topics.outbox(me), MAX_BYTES, seconds)
    except (aiomqtt.MqttError, OSError):
        return None


async def _comes_back(mqtt: MqttClient, topic: str, length: int, seconds: float) -> bool:
    """Return whether a message of a length arrives again; also False if the connection ends."""
    noise = secrets.token_bytes(length)
    try:
        async with asyncio.timeout(seconds):
            mqtt.post(topic, noise)
            async for message in mqtt.arrivals():
                if message.payload == noise:
                    return True
    except (TimeoutError, aiomqtt.MqttError):
        pass
    return False


def _is_refused(granted: object) -> bool:
    code = getattr(granted, "value", granted)  # a number, or an object with one
    return isinstance(code, int) and code >= _REFUSED


class LobbyCheck:
    """Greets a lobby's server; use as ``async with LobbyCheck(link, key, name) as check``.

    The server begins a session with a player's first command. No command is sent here, so other
    connections of the player go on, and others see nothing.
    """

    def __init__(self, link: Link, key: SecretKey, name: str, password: str | None) -> None:
        """Prepare; nothing is connected before the context is entered.

        Args:
            link: the lobby.
            key: the player's.
            name: the player's name, which the server keeps for them.
            password: the broker's, if it asks for one.
        """
        self._changed = asyncio.Event()
        receiver = Receiver(
            status_changed=self._note_change,
            unanswered=self._note_change,
            welcomed=self._note_change,
            public=_ignore,
            private=_ignore,
            doubtful=_ignore,
            keys={},
        )
        self._links = LobbyLinks(link, key, name, password, receiver)

    async def __aenter__(self) -> Self:
        await self._links.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._links.close()

    @property
    def trouble(self) -> str:
        """A sentence for the person that says what is wrong; empty when online."""
        return self._links.trouble

    @property
    def refused(self) -> Counter[str]:
        """Rejected messages, counted by the name of the error."""
        return self._links.refused

    async def greet(self) -> Welcome:
        """Greet the server, and return its answer.

        Raises:
            ConnectionEndedError: there will be none.
        """
        before = self._links.welcome
        if before is not None:
            self._links.main.greet()
        while (welcome := self._links.welcome) is None or welcome is before:
            if self._links.status.ended:
                raise self._links.end_error()
            self._changed.clear()
            await self._changed.wait()
        return welcome

    def _note_change(self, *_: object) -> None:
        self._changed.set()


def _ignore(*_: object) -> None:
    """Ignore what a server says to those who play."""
