"""What strangers at the SSH door cost: the attacks of `bench.ssh_strangers`, in short."""

from __future__ import annotations

import asyncio
import contextlib

import asyncssh
import pytest

from bench.ssh_strangers import ATTACKS, HALF_OPEN, REFUSED, VERSION, guest, line
from siam_tui.doors.ssh.door import MOST_WAITING
from tests.e2e.ssh_door import SOURCES, OpenDoor
from tests.e2e.ssh_strangers import session, stranger
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.xdist_group("ssh-door"),
]
NEWCOMERS = 16
ATTACKERS = 4


@pytest.mark.parametrize("kind", HALF_OPEN)
async def test_newcomers_get_in_while_four_addresses_hold_all_places(
    door: OpenDoor, kind: str
) -> None:
    addresses = [next(SOURCES) for _ in range(ATTACKERS)]
    holding = {
        asyncio.create_task(HALF_OPEN[kind](door.port, addresses[number % ATTACKERS]))
        for number in range(MOST_WAITING + 8)
    }
    try:
        async with asyncio.timeout(PATIENCE):
            while sum(each.done() for each in holding) < 8:  # so the places are full
                waiting = [each for each in holding if not each.done()]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for _ in range(NEWCOMERS):
            async with guest(door.port, next(SOURCES)):
                pass
        assert sum(not each.done() for each in holding) >= MOST_WAITING // 3
    finally:
        for each in holding:
            each.cancel()
        await asyncio.gather(*holding, return_exceptions=True)


@pytest.mark.parametrize(
    "kind", ["ignore", "encrypted ignore", "service", "none", "keys", "slow keys"]
)
async def test_who_sends_too_much_before_the_login_is_cut_off(door: OpenDoor, kind: str) -> None:
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(*REFUSED):
            await ATTACKS[kind](door.port, next(SOURCES))


@pytest.mark.parametrize("kind", ["ignore inside", "keepalive", "channels", "typing"])
async def test_who_floods_a_connection_is_the_one_who_waits(door: OpenDoor, kind: str) -> None:
    flooding = asyncio.create_task(ATTACKS[kind](door.port, next(SOURCES)))
    try:
        async with stranger(door, "plain") as connection:
            _, reader = await session(connection, "dumb")
            await reader.until(b"in the lobby.")
            for _ in range(20):
                reader.shown = b""
                reader.type(b"status\r")
                await reader.until(b"There is no table", b"Table 1")
    finally:
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)


async def test_a_guest_exchanges_keys_only_a_few_times(door: OpenDoor) -> None:
    exchanges = 0
    async with guest(door.port, next(SOURCES)) as connection, asyncio.timeout(PATIENCE):
        while not connection.is_closed() and exchanges < 20:
            connection._send_kexinit()
            connection._kexinit_sent = True
            while not connection.is_closed() and not connection._kex_complete:
                with contextlib.suppress(asyncssh.Error):
                    await connection._make_global_request(b"keepalive@openssh.com")
            exchanges += 1
    assert exchanges == 5


async def test_only_key_exchanges_that_cost_the_client_as_much_are_offered(door: OpenDoor) -> None:
    async with line(door.port, next(SOURCES)) as (reader, writer):
        writer.write(VERSION)
        async with asyncio.timeout(PATIENCE):
            said = await reader.readuntil(b"kex-strict-s")
    assert b"curve25519-sha256" in said
    assert b"diffie-hellman" not in said
    assert b"nistp521" not in said
    # Whoever of the two finds out first ends the connection.
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        async with stranger(door, kex_algs=["diffie-hellman-group18-sha512"]):
            pass
