"""Whose packet is next, when all together send more than the broker is to bear."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from protocol.keys import SecretKey
from protocol.topics import Topics
from server.broker.embedded import EmbeddedBroker
from server.broker.limits import Limits
from server.broker.scheduler import FairScheduler, Use
from tests.patience import PATIENCE
from tests.server.broker.conftest import ANN, BEN, LOBBY, SERVER, Enter, short_of
from tests.server.broker.raw import PINGREQ, Raw, connect, publish, raw, subscribe
from transport.allowances import Allowance
from transport.login import key_login

CREDIT = 100


def turns(credit: int, per_second: float) -> FairScheduler:
    return FairScheduler(replace(Limits(), all_credit=credit, all_per_second=per_second))


async def until_heard(server: Raw, text: bytes, times: int) -> None:
    """Wait until something has been published so often."""
    data = b""
    while data.count(text) < times:
        data += await server.read(1)


@short_of(all_credit=CREDIT, all_per_second=5)
async def test_a_flood_from_ever_new_keys_is_held_up_and_nobody_else(enter: Enter) -> None:
    async with AsyncExitStack() as stack:
        keys = [SecretKey.generate() for _ in range(8)]
        ann, server, *flooders = [
            await stack.enter_async_context(enter(key)) for key in (ANN, SERVER, *keys)
        ]
        server.send(subscribe(Topics(LOBBY).every_inbox(), qos=0))
        heard = asyncio.create_task(until_heard(server, b"flood", CREDIT - 3 * 10))
        flooded = []
        for key, flooder in zip(keys, flooders, strict=True):
            flooded.append(asyncio.create_task(flooder.read(1)))
            inbox = Topics(LOBBY).inbox(key.public.fingerprint)
            flooder.send(publish(inbox, b"flood", qos=0) * 45 + PINGREQ)
        await heard  # what all may send at once has been sent
        for _ in range(100):  # the server is never held up; each of these is a turn for everybody
            await server.ping()
        await ann.ping()
        assert not any(answered.done() for answered in flooded)
        for answered in flooded:
            answered.cancel()


@short_of(all_credit=3, all_per_second=10, connect_cost=3)
async def test_who_has_gone_takes_no_turn(
    lobby_broker: EmbeddedBroker, enter: Enter, caplog: pytest.LogCaptureFixture
) -> None:
    """Strangers log in and leave; their turns would take half a minute."""
    async with enter(BEN):  # it takes all that may be sent at once
        for _ in range(20):
            for _ in range(5):
                async with raw(lobby_broker.address) as stranger:
                    login = key_login(SecretKey.generate(), LOBBY)
                    stranger.send(connect(login.client_id, login.user, login.password))
                    await stranger.writer.drain()
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with enter(ANN):
            assert loop.time() - began < 15
    assert not caplog.records


class OneAtATime(Allowance):
    """Bears one packet more each time it is asked again, once it is opened."""

    def __init__(self) -> None:
        self.opened = False
        self._given = False

    def spend(self, amount: float, now: float) -> bool:
        self._given = self.opened and not self._given
        return self._given


async def served_in_turn(**senders: tuple[float, int, bool]) -> list[str]:
    """Return who is served when, of some who all wait.

    Args:
        senders: by name what each has used before, how many packets they send, and whether the
            next one waits behind each.
    """
    waiting = turns(1, 1000)
    waiting._of_others._allowance = allowance = OneAtATime()
    now = asyncio.get_running_loop().time()
    served: list[str] = []

    async def send(name: str, used: float, packets: int, more: bool) -> None:
        use = Use(used, now)
        for _ in range(packets):
            await waiting.wait_turn(use, more=more)
            served.append(name)

    sending = [asyncio.create_task(send(name, *each)) for name, each in senders.items()]
    await asyncio.sleep(0)  # they all wait
    allowance.opened = True
    await asyncio.gather(*sending)
    return served


async def test_who_has_sent_least_lately_is_next() -> None:
    served = await served_in_turn(
        flooder=(200, 1, False), newcomer=(60, 1, False), player=(5, 1, False)
    )
    assert served == ["player", "newcomer", "flooder"]


async def test_who_always_has_more_waiting_goes_after_who_does_not() -> None:
    served = await served_in_turn(flooder=(0, 2, True), player=(0, 5, False))
    assert served == ["player"] * 5 + ["flooder"] * 2


async def test_players_of_running_games_do_not_wait_for_strangers() -> None:
    busy = turns(1, 0.001)
    now = asyncio.get_running_loop().time()
    await busy.wait_turn(Use(0, now))  # strangers have used up what they may
    stranger = asyncio.create_task(busy.wait_turn(Use(0, now)))
    await asyncio.sleep(0)
    async with asyncio.timeout(0):
        await busy.wait_turn(Use(1000, now), playing=True)
    assert not stranger.done()
    stranger.cancel()


async def test_nobody_waits_while_the_broker_bears_it() -> None:
    free = turns(10, 1)
    now = asyncio.get_running_loop().time()
    async with asyncio.timeout(0):  # nobody is let to wait
        for _ in range(10):
            await free.wait_turn(Use(1000, now))


async def test_when_the_broker_ends_nobody_is_kept() -> None:
    ending = turns(1, 0.001)
    now = asyncio.get_running_loop().time()
    await ending.wait_turn(Use(0, now))
    waiting = asyncio.create_task(ending.wait_turn(Use(0, now)))
    await asyncio.sleep(0)
    assert not waiting.done()
    ending.close()
    await waiting


def test_what_was_used_is_forgotten() -> None:
    use = Use(60, now=0)
    assert use.record(1, now=0) == pytest.approx(61)
    assert use.record(1, now=30) == pytest.approx(1, abs=0.2)


class TestTheModest:
    """Who has been there for a while and sent little does not wait for those who flood."""

    async def test_do_not_wait_while_others_do(self) -> None:
        now = asyncio.get_running_loop().time()
        line = turns(1, 0.001)
        modest, flooder = Use(0, now - 60), Use(0, now - 60)
        await line.wait_turn(flooder)
        waiting = asyncio.create_task(line.wait_turn(flooder, 500))
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            for _ in range(5):
                await line.wait_turn(modest)
        assert not waiting.done()
        line.close()
        await waiting

    @pytest.mark.parametrize(
        ("used", "age"), [(0, 0), (1000, 60)], ids=["who has just come", "who has sent much"]
    )
    async def test_are_not(self, used: float, age: float) -> None:
        loop = asyncio.get_running_loop()
        line = turns(1, 0.001)
        other = Use(0, loop.time())
        await line.wait_turn(other)
        use = Use(used, loop.time())
        use.began -= age
        waiting = asyncio.create_task(line.wait_turn(use))
        await asyncio.sleep(0)
        assert not waiting.done()
        line.close()
        await waiting

    async def test_have_a_bounded_share(self) -> None:
        now = asyncio.get_running_loop().time()
        limits = replace(Limits(), all_credit=1, all_per_second=0.001, modest_per_second=0.001)
        line = FairScheduler(limits)
        await line.wait_turn(Use(0, now))
        tasks = [
            asyncio.create_task(line.wait_turn(Use(0, now - 60)))
            for _ in range(int(limits.modest_use) + 9)
        ]
        await asyncio.sleep(0)
        assert sum(not each.done() for each in tasks) == 9
        line.close()
        await asyncio.gather(*tasks)
