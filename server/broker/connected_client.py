"""Serves one admitted client: does what its packets ask for, and sends it messages."""

from __future__ import annotations

from dataclasses import replace

from server.broker import packets
from server.broker.access import Access, Visitor
from server.broker.limits import Limits
from server.broker.packet_stream import CutOffError, Packet, PacketStream
from server.broker.packet_writer import (
    ACCEPTED,
    MAX_PACKET_ID,
    PINGRESP,
    SUBSCRIPTION_REFUSED,
    OutgoingMessage,
    connack,
    puback,
    suback,
    unsuback,
)
from server.broker.packets import Message, PacketError
from server.broker.router import Router, Subscriptions
from transport.packets import PUBLISH


class ConnectedClient:
    """A client, from the answer to its CONNECT to its end.

    Attributes:
        visitor: its identity.
    """

    __slots__ = (
        "_access",
        "_last_id",
        "_limits",
        "_router",
        "_stream",
        "_subscriptions",
        "_unacknowledged",
        "visitor",
    )

    def __init__(
        self, visitor: Visitor, stream: PacketStream, router: Router, access: Access, limits: Limits
    ) -> None:
        self.visitor = visitor
        self._stream = stream
        self._router = router
        self._access = access
        self._limits = limits
        readable = access.readable(visitor)
        self._subscriptions = Subscriptions(router, self, readable, limits.filters)
        self._unacknowledged: set[int] = set()
        self._last_id = 0

    async def serve(self, will: Message | None) -> None:
        """Serve the client to its end; publish its will unless it disconnected properly."""
        self._stream.write(connack(ACCEPTED))
        try:
            while (packet := await self._stream.read()).kind != packets.DISCONNECT:
                await self._handle(packet)
            packets.check(*packet)
            will = None
        except CutOffError as error:
            self._stream.cut_off(str(error))
        except PacketError:
            self._stream.cut_off("malformed")
        except OSError:
            pass  # the client has gone
        finally:
            self._subscriptions.clear()
            if will is not None:
                self._router.publish(replace(will, qos=min(will.qos, 1)))

    def deliver(self, message: OutgoingMessage, qos: int) -> None:
        """Send a message, or cut off a client that acknowledges nothing."""
        number = self._next_id() if qos else 0
        if len(self._unacknowledged) > self._limits.unacknowledged:
            self._stream.cut_off("unacknowledged")
        else:
            self._stream.write(message.packet(number))

    def _next_id(self) -> int:
        """Return a free packet id, which now waits for its acknowledgement."""
        number = self._last_id % MAX_PACKET_ID + 1
        while number in self._unacknowledged:
            number = number % MAX_PACKET_ID + 1
        self._last_id = number
        self._unacknowledged.add(number)
        return number

    async def _handle(self, packet: Packet) -> None:
        if packet.kind == PUBLISH:
            await self._stream.charge(self._stream.packet_cost(packet))
            self._publish(packet)
            return
        packets.check(*packet)
        if (
            packet.kind == packets.PUBACK
            and (number := packets.read_puback(packet.body)) in self._unacknowledged
        ):
            self._unacknowledged.discard(number)
            return
        await self._stream.charge(self._stream.packet_cost(packet))
        if packet.kind == packets.SUBSCRIBE:
            await self._subscribe(packet)
        elif packet.kind == packets.UNSUBSCRIBE:
            await self._unsubscribe(packet)
        elif packet.kind == packets.PINGREQ:
            self._stream.write(PINGRESP)

    def _publish(self, packet: Packet) -> None:
        message, number = packets.read_publish(packet.flags, packet.body)
        if not self._access.may_publish(self.visitor, message.topic, retain=message.retain):
            raise CutOffError("publishing elsewhere")
        self._router.publish(message)
        if number:
            self._stream.write(puback(number))

    async def _subscribe(self, packet: Packet) -> None:
        number, wishes = packets.read_subscribe(packet.body)
        await self._stream.charge(len(wishes) / self._limits.filter_share)
        codes = [self._subscriptions.add_filter(each, qos) for each, qos in wishes]
        self._stream.write(suback(number, codes))
        granted = [
            (each, code)
            for (each, _), code in zip(wishes, codes, strict=True)
            if code != SUBSCRIPTION_REFUSED
        ]
        if granted:
            self._stream.stay()
            await self._send_retained(granted)

    async def _send_retained(self, granted: list[tuple[str, int]]) -> None:
        """Send the retained messages that the filters of one SUBSCRIBE match, each once.

        The client is charged for them, and nothing else that it sends is read meanwhile.
        """
        greatest: dict[str, int] = {}
        for topic_filter, qos in granted:
            for part in self._subscriptions.parts(topic_filter):
                greatest[part] = max(qos, greatest.get(part, 0))
        topics: dict[str, int] = {}
        for part, qos in greatest.items():
            for topic in self._router.retained_topics(part):
                topics[topic] = max(qos, topics.get(topic, 0))
        for topic, qos in topics.items():
            message = self._router.retained(topic)
            if message is not None:
                await self._stream.pace(message.size / self._limits.retained_share)
            message = self._router.retained(topic)
            if message is not None:
                self.deliver(message, min(qos, message.qos))

    async def _unsubscribe(self, packet: Packet) -> None:
        number, filters = packets.read_unsubscribe(packet.body)
        await self._stream.charge(len(filters) / self._limits.filter_share)
        for each in filters:
            self._subscriptions.remove(each)
        self._stream.write(unsuback(number))
