"""A lobby to go to, and somebody who is there already."""

import asyncio

import pytest

from client.client import Client
from protocol.keys import SecretKey
from tests.brokers import running_broker, running_server
from tests.patience import PATIENCE


@pytest.fixture
async def link(tmp_path):
    async with running_broker("embedded", tmp_path) as address, running_server(address) as server:
        yield server.link


@pytest.fixture
async def ben(link):
    async with Client(link, SecretKey.generate(), "Ben") as client:
        await asyncio.wait_for(client.ready(), PATIENCE)
        yield client
