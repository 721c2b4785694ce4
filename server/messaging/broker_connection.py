"""What the server needs of a connection to its broker, over the network or within the process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias


class Arrival(Protocol):
    """A message that has arrived."""

    @property
    def topic(self) -> object:
        """Its topic; `str` makes it a text."""

    @property
    def payload(self) -> Any:  # noqa: ANN401 - bytes, or what paho has for none
        """Its content."""

    @property
    def retain(self) -> bool:
        """Whether the broker had kept it."""


class BrokerConnection(Protocol):
    """A connection; `MqttClient` and `LocalClient` are such."""

    @property
    def unacknowledged(self) -> int:
        """How many posted messages are on their way to the broker."""

    def post(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish without waiting for the broker; see `MqttClient.post`.

        Raises:
            aiomqtt.MqttError: the connection is lost.
        """

    async def delivered(self) -> None:
        """Wait until the broker has all posted messages, or the connection is lost."""

    async def subscribe(self, topic: Any, /, qos: int = 0) -> Any:  # noqa: ANN401 - aiomqtt's own
        """Subscribe to a filter."""

    async def unsubscribe(self, topic: str, /) -> Any:  # noqa: ANN401 - aiomqtt's own
        """End a subscription."""

    def arrivals(self) -> AsyncIterator[Arrival]:
        """Yield the messages that arrive.

        Raises:
            aiomqtt.MqttError: the connection has ended.
        """


Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[BrokerConnection]]
"""Connects to the broker for as long as the context lasts; may raise `aiomqtt.MqttError`."""
