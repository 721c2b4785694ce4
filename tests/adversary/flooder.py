"""A program that floods a broker: so many messages as fast as they go, coming back when cut off.

``python -m tests.adversary.flooder HOST PORT LOBBY MESSAGES``; prints ``cut off N times``.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys

from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from protocol.topics import Topics
from tests.server.broker.raw import PINGREQ, PINGRESP, connect, publish, raw
from transport.login import key_login

_AT_ONCE = 500


async def flood(address: BrokerAddress, lobby: str, messages: int) -> int:
    """Publish garbage on the inbox of a key of one's own; return how often one was cut off."""
    key = SecretKey.generate()
    inbox = Topics(lobby).inbox(key.public.fingerprint)
    cut_off = 0
    while messages > 0:
        login = key_login(key, lobby)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            async with raw(address) as connection:
                connection.send(connect(login.client_id, login.user, login.password))
                await connection.read(4)
                while messages > 0:
                    messages -= _AT_ONCE
                    garbage = (secrets.token_bytes(200) for _ in range(_AT_ONCE))
                    connection.send(b"".join(publish(inbox, each, qos=0) for each in garbage))
                    connection.send(PINGREQ)
                    await connection.read(len(PINGRESP))  # all of it has been read, or:
                return cut_off
        cut_off += 1
    return cut_off


if __name__ == "__main__":
    _, host, port, lobby, messages = sys.argv
    times = asyncio.run(flood(BrokerAddress("mqtt", host, int(port)), lobby, int(messages)))
    sys.stdout.write(f"cut off {times} times\n")
