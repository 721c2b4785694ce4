"""Commands are sent again until they are answered."""

from __future__ import annotations

import asyncio

import pytest

from client.links import requests
from client.links.requests import PATIENCE, Pending, Requests
from protocol.commands import Look
from tests.patience import PATIENCE as LONG


async def test_the_next_server_gets_as_much_time_to_answer_as_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(requests, "REPEAT", 0.001)
    silent = asyncio.get_running_loop().create_future()
    sent = 0

    def send(_: Pending) -> bool:
        nonlocal sent
        sent += 1
        if sent == PATIENCE - 1:  # then the next server welcomes the player
            asyncio.get_running_loop().call_soon(waiting.repeat, lambda _: True)
        return True

    waiting = Requests(send, lambda _: silent.done() or silent.set_result(sent))
    asking = asyncio.create_task(waiting.send_until_answered(Look("abcdefgh")))
    async with asyncio.timeout(LONG):
        assert await silent == PATIENCE - 1 + PATIENCE
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
