"""Finds out what a broker lets a login do: whether it is let in, and how long messages may be."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

import aiomqtt

from protocol.codec import MAX_BYTES
from protocol.links import Link
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
