"""Asks a lobby whether it is open, without entering it.

The answer proves that whoever answers holds the lobby's key. Only the holder can open the sealed
question, and seal an answer that repeats its nonce.
"""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass

import aiomqtt

from client.links.session import Session
from client.release import release
from protocol.envelope import Envelope
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.messages import Welcome
from protocol.states import LobbyState
from protocol.topics import Topics
from transport.login import key_login
from transport.mqtt import READ_QOS, connected_as
from transport.mqtt_client import MqttClient
from transport.packets import MAX_PACKET, ReadBudget

_MAX_FRAMES = 12
"""Frames that are read for one answer; a server sends two."""
_BUDGET = ReadBudget(total=_MAX_FRAMES * MAX_PACKET, packets=4 * _MAX_FRAMES, skipped=0)
_REACH_SECONDS = 2.0


class ProbeError(Exception):
    """Nobody there has shown that they hold the lobby's key."""


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """A lobby whose server has just answered.

    Attributes:
        name: what the lobby is called; may be empty.
        tables: how many public tables there are.
    """

    name: str
    tables: int


async def probe_lobby(link: Link) -> OpenLobby:
    """Ask a lobby with an embedded broker whether it is open; the caller limits the time.

    The asker uses a new key, so a stranger's lobby does not learn who asks. The server does not
    count them as a visitor. The broker may be a stranger's. So no thread waits for it, and little
    is read.

    Raises:
        ProbeError: nobody there holds the lobby's key, or they are not reached.
    """
    key = SecretKey.generate()
    login = key_login(key, link.lobby)
    try:
        with await _reach(link.broker) as opened:
            async with connected_as(link.broker, login, budget=_BUDGET, opened=opened) as mqtt:
                return await _Probe(link, key).ask(mqtt)
    except (aiomqtt.MqttError, OSError) as error:
        raise ProbeError(f"{link.broker} is not reached: {error}") from error


async def _reach(broker: BrokerAddress) -> socket.socket:
    """Return a socket that is connected with a broker.

    Raises:
        OSError: nothing answers there.
    """
    loop = asyncio.get_running_loop()
    opened = socket.socket(socket.AF_INET)
    opened.setblocking(False)
    try:
        async with asyncio.timeout(_REACH_SECONDS):
            await loop.sock_connect(opened, (broker.host, broker.port))
    except BaseException:
        opened.close()
        raise
    return opened


class _Probe:
    """One question, and the two frames that answer it, in any order."""

    def __init__(self, link: Link, key: SecretKey) -> None:
        topics = Topics(link.lobby)
        self._inbox = topics.inbox(key.public.fingerprint)
        self._outbox = topics.outbox(key.public.fingerprint)
        self._lobby = topics.lobby_state()
        self._session = Session(key, link.server)
        self._name = "probe-" + key.public.fingerprint[:8]  # a name is required, and nobody's
        self._state: Envelope | None = None

    async def ask(self, mqtt: MqttClient) -> OpenLobby:
        """Ask, and return the answer."""
        await mqtt.subscribe([(self._outbox, READ_QOS), (self._lobby, READ_QOS)])
        mqtt.post(self._inbox, self._session.seal_greeting(self._name, release()))
        left = _MAX_FRAMES
        async for message in mqtt.arrivals():
            if isinstance(message.payload, bytes | bytearray):
                self._read(message.topic.value, bytes(message.payload))
            if (found := self._lobby_found()) is not None:
                return found
            left -= 1
            if not left:
                break
        raise ProbeError("too much was sent that is no answer")

    def _read(self, topic: str, frame: bytes) -> None:
        try:
            if topic == self._outbox:
                self._read_welcome(self._session.open_answer(frame))
            elif topic == self._lobby and frame:
                self._state = self._session.open_public(frame, topic)
        except ProtocolError:
            return  # a stranger's, or another version's

    def _read_welcome(self, envelope: Envelope) -> None:
        if isinstance(envelope.message, Welcome):
            self._session.accept_welcome(envelope, envelope.message)

    def _lobby_found(self) -> OpenLobby | None:
        """Return the answer once there is a welcome, and the state of the same run."""
        state = self._state
        if state is None or not self._session.begun or state.session != self._session.boot:
            return None
        if not isinstance(state.message, LobbyState) or not state.message.serving:
            return None
        return OpenLobby(state.message.name, len(state.message.tables))
