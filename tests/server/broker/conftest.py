"""A broker for one lobby, with narrow limits, and keys to come with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

from protocol.keys import SecretKey
from server.broker.access import LobbyAccess
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.limits import Limits
from tests.server.broker.raw import CONNACK_OK, Raw, connect, raw
from transport.login import key_login
from transport.mqtt import Credentials, connected
from transport.mqtt_client import MqttClient

SERVER = SecretKey(b"s" * 32)
LOBBY = SERVER.public.fingerprint
ANN = SecretKey(b"a" * 32)
BEN = SecretKey(b"b" * 32)
NARROW = Limits(packet=2000, connections=30, unread=50_000, filters=5, newcomer=50, credit=50)
"""Little of everything but time: a busy machine may need that."""

Enter = Callable[..., AbstractAsyncContextManager[Raw]]


def short_of(**limits: float) -> pytest.MarkDecorator:
    """Have a test's broker wait for something no longer, or bear no more of it."""
    return pytest.mark.parametrize("lobby_broker", [limits], ids=[" ".join(limits)], indirect=True)


@pytest.fixture
async def lobby_broker(request: pytest.FixtureRequest) -> AsyncIterator[EmbeddedBroker]:
    limits = replace(NARROW, **getattr(request, "param", {}))
    async with embedded_broker("127.0.0.1", 0, LobbyAccess(LOBBY), limits) as running:
        yield running


@pytest.fixture
def enter(lobby_broker: EmbeddedBroker) -> Enter:
    """Return how to connect by bytes with a key, or with none."""

    @asynccontextmanager
    async def entering(key: SecretKey | None = None, **options: object) -> AsyncIterator[Raw]:
        async with raw(lobby_broker.address) as connection:
            if key is None:
                connection.send(connect(**options))  # type: ignore[arg-type]
            else:
                login = key_login(key, LOBBY)
                connection.send(connect(login.client_id, login.user, login.password, **options))  # type: ignore[arg-type]
            assert await connection.read(4) == CONNACK_OK
            yield connection

    return entering


def visit(broker: EmbeddedBroker, key: SecretKey) -> AbstractAsyncContextManager[MqttClient]:
    """Connect as players do."""
    return connected(broker.address, Credentials(key, LOBBY))
