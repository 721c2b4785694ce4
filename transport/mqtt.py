"""A connection to an MQTT broker, with the logins of a player, and cleanly closed."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import aiomqtt

from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from transport.connection_error import explain_error, is_refusal
from transport.login import Login, key_login, new_client_id
from transport.mqtt_client import MAX_QUEUED, Incoming, MqttClient
from transport.packets import ReadBudget
from transport.tls import tls_context

KEEP_ALIVE = 20
"""Seconds of silence after which a connection is tested."""
READ_QOS = 0
"""The QoS of subscriptions. Commands are repeated until they are answered, and clients ask for what
they may have missed. With QoS 1 each message would cost one more packet, and NATS would keep a
queue on disk for each subscription."""
_CONNECT_TIMEOUT = 10.0
_UNLOGGED = ("failed to receive", "Unexpected message ID")
"""Log messages that an exception repeats, or of which a broker could cause any number."""
_NO_BUDGET = ReadBudget()

_log = logging.getLogger("transport.mqtt")
_log.addHandler(logging.NullHandler())  # without it logging writes to the screen
_log.addFilter(lambda record: not record.msg.startswith(_UNLOGGED))


@dataclass(frozen=True, slots=True)
class Credentials:
    """Credentials for the brokers of one lobby.

    Attributes:
        key: identifies the player to the embedded broker.
        lobby: the fingerprint of the lobby's server.
        password: the password for another broker: of the user in its address, or of a user named
            by the key's fingerprint if the address has none.
    """

    key: SecretKey
    lobby: str
    password: str | None = field(default=None, repr=False)

    def user_at(self, address: BrokerAddress) -> str:
        """Return the user whom the password is for, at another broker than the embedded one."""
        return address.user or self.key.public.fingerprint

    def explain(self, error: aiomqtt.MqttError, address: BrokerAddress) -> str:
        """Return a sentence for a person: why there is no connection, and what to do."""
        user, is_server = self.user_at(address), self.key.public.fingerprint == self.lobby
        is_player = not (address.user or is_server)
        return explain_error(
            error, address, user, has_password=bool(self.password), is_player=is_player
        )

    def logins(self, user: str) -> list[Login]:
        """Return the logins to try in turn; `user` is the one in the broker's address, or empty."""
        if user or self.password is not None:
            user = user or self.key.public.fingerprint
            return [Login(new_client_id(), user, self.password)]
        return [key_login(self.key, self.lobby), Login(new_client_id())]


@asynccontextmanager
async def connected(
    address: BrokerAddress, credentials: Credentials, unread: Counter[str] | None = None
) -> AsyncIterator[MqttClient]:
    """Connect to a broker for as long as the context lasts.

    If a broker with its own users refuses the key's login, connect without a login.

    Args:
        address: where the broker is.
        credentials: the logins to try.
        unread: counts messages too long or too many to be read, by reason.

    Raises:
        aiomqtt.MqttError: the broker cannot be reached, or refuses (`transport.connection_error`).
    """
    *others, last = credentials.logins(address.user)
    async with AsyncExitStack() as stack:
        for login in others:
            try:
                client = await stack.enter_async_context(connected_as(address, login, unread))
            except aiomqtt.MqttError as error:
                if not is_refusal(error):
                    raise
            else:
                yield client
                return
        yield await stack.enter_async_context(connected_as(address, last, unread))


@asynccontextmanager
async def connected_as(
    address: BrokerAddress,
    login: Login,
    unread: Counter[str] | None = None,
    *,
    budget: ReadBudget = _NO_BUDGET,
    opened: socket.socket | None = None,
) -> AsyncIterator[MqttClient]:
    """Connect to a broker with one login, for as long as the context lasts; see `connected`.

    Args:
        address: where the broker is.
        login: the login.
        unread: counts messages too long or too many to be read, by reason.
        budget: how much is read at most.
        opened: a socket that is connected with it; None to make one.

    Raises:
        aiomqtt.MqttError: the broker cannot be reached, or refuses (`transport.connection_error`).
    """
    tls = tls_context() if address.tls else None
    client = MqttClient(
        address.host,
        address.port,
        unread=Counter() if unread is None else unread,
        budget=budget,
        opened=opened,
        identifier=login.client_id,
        username=login.user or None,
        password=login.password,
        logger=_log,
        clean_session=True,
        transport="websockets" if address.websocket else "tcp",
        timeout=_CONNECT_TIMEOUT,
        keepalive=KEEP_ALIVE,
        queue_type=Incoming,
        max_queued_incoming_messages=MAX_QUEUED,
        tls_context=tls,
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
    )
    try:
        await client.open()
        try:
            yield client
        finally:
            client.write_posted()
            with contextlib.suppress(aiomqtt.MqttError):
                await client.__aexit__(None, None, None)
    finally:
        client.abandon()
        if tls is not None:
            tls.close()
