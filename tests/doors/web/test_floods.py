"""What strangers send without end at the web door, and what it costs at most."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from socket import create_connection, socket
from time import monotonic

import aiohttp
import pytest
import pytest_asyncio

from bench.web_strangers import (
    ADDRESSES,
    BEGIN,
    CONTINUE,
    FIRST,
    PING,
    VERSION,
    post,
    request,
    upgrade,
)
from siam_tui.browser.replay_worker import MOST_BYTES
from siam_tui.doors.named_proxies import Origin
from siam_tui.doors.web import request_pace
from siam_tui.doors.web.connection_guard import (
    CONNECTIONS_OF_ADDRESS,
    MOST_CONNECTIONS,
    NEW_AT_ONCE,
    REQUEST_BYTES,
    SPECTATOR_BYTES,
)
from siam_tui.doors.web.page_answers import POLICY
from siam_tui.doors.web.record_replayer import SECONDS_AT_ONCE, RecordReplayer
from siam_tui.doors.web.request_pace import REQUESTS_AT_ONCE, REQUESTS_PER_SECOND, RequestPace
from siam_tui.profile.user_error import UserError
from tests.certificates import TestAuthority
from tests.doors.web.open_page import OpenPage, open_page, state_of
from tests.patience import PATIENCE

PONG = bytes.fromhex("8a8000000000")
TEXT_OF_NOTHING = bytes.fromhex("818000000000")
COMPRESSED = bytes.fromhex("c18000000000")
ANSWER_TO_PING = bytes.fromhex("8a00")
NEWCOMERS = [f"127.0.1.{number}" for number in range(1, 17)]

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page() -> AsyncIterator[OpenPage]:
    async with open_page() as opened:
        yield opened


async def exchange(page: OpenPage, sent: bytes, source: str = "127.0.0.1") -> bytes:
    """Send bytes and return all that comes back, once the door has hung up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", page.port, local_addr=(source, 0))
    try:
        writer.write(sent)
        return await _read_to_end(reader)
    finally:
        writer.transport.abort()


async def _read_to_end(reader: asyncio.StreamReader) -> bytes:
    found = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while part := await reader.read(1 << 16):
                found += part
    except ConnectionError:
        pass
    return found


async def load(page: OpenPage, source: str, **headers: str) -> int:
    """Ask for the page from an address; return the status of the answer."""
    connector = aiohttp.TCPConnector(local_addr=(source, 0))
    async with (
        aiohttp.ClientSession(connector=connector, headers=headers) as http,
        http.get(f"{page.origin}/") as answer,
    ):
        return answer.status


@contextmanager
def held(port: int, source: str, number: int, sent: bytes = b"") -> Iterator[list[socket]]:
    """Hold connections from an address, on which the same was sent."""
    with ExitStack() as stack:
        found = []
        for _ in range(number):
            each = create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
            found.append(stack.enter_context(each))
            each.sendall(sent)
        yield found


def last_post(port: int, path: str, body: bytes = b"") -> bytes:
    """Return a request after which the door hangs up."""
    length = f"Content-Length: {len(body)}"
    return request(port, f"POST {path}", "Connection: close", length, body=body)


# Spectators


@pytest.mark.parametrize(
    "frames",
    [PING * 500, PONG * 500, BEGIN + CONTINUE * 500, TEXT_OF_NOTHING * 500, COMPRESSED * 500],
    ids=["pings", "pongs", "fragments", "texts", "compressed"],
)
async def test_a_spectators_frames_of_every_kind_are_counted(page: OpenPage, frames: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
    writer.write(upgrade(page.port))
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    writer.write(FIRST + frames)
    answer = await _read_to_end(reader)
    assert answer.count(ANSWER_TO_PING) <= SPECTATOR_BYTES // len(PING)
    writer.transport.abort()


async def test_a_spectator_sends_nothing_before_the_answer(page: OpenPage) -> None:
    answer = await exchange(page, upgrade(page.port) + PING * 20_000)
    assert ANSWER_TO_PING not in answer


async def test_a_spectator_may_ping_now_and_then(page: OpenPage) -> None:
    """Some programs do every 20 seconds; so do the answers to the door's own pings count."""
    async with aiohttp.ClientSession() as http, page.watch(http) as other:
        await other.receive(timeout=PATIENCE)
        for _ in range(10):
            await other.ping()
        page.publish(state_of("siam", 2, 3))
        assert "shown" in await other.receive_json(timeout=PATIENCE)


async def test_compression_is_not_agreed_to(page: OpenPage) -> None:
    offer = b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
    answer = await exchange(page, upgrade(page.port)[:-2] + offer + TEXT_OF_NOTHING)
    assert answer.startswith(b"HTTP/1.1 101 ")
    assert b"extensions" not in answer.lower()


# Requests


@pytest.mark.parametrize(
    "sent",
    [
        b"garbage\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 5_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: " + b"a" * 5_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
        b"GET /watch/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    ],
)
async def test_what_is_no_request_gets_the_pages_own_answer(page: OpenPage, sent: bytes) -> None:
    answer = await exchange(page, sent)
    if answer:  # too much at once is not answered at all
        assert answer.split(b" ")[1][:1] == b"4"
        assert f"Content-Security-Policy: {POLICY}".encode() in answer
    assert b"python" not in answer.lower()
    assert b"aiohttp" not in answer.lower()


async def test_a_handshake_does_not_name_the_library(page: OpenPage) -> None:
    answer = await exchange(page, upgrade(page.port) + TEXT_OF_NOTHING)
    assert b"\r\nServer: siam\r\n" in answer


async def test_a_body_with_chunks_that_are_mostly_no_record_is_cut_off(page: OpenPage) -> None:
    head = request(page.port, f"POST /replay?{VERSION}", "Transfer-Encoding: chunked")
    answer = await exchange(page, head + (b"1;" + b"x" * 900 + b"\r\na\r\n") * 2_000, ADDRESSES[0])
    assert b" 200 " not in answer
    assert REQUEST_BYTES < 2_000 * 900


async def test_a_packed_record_is_not_unpacked(page: OpenPage) -> None:
    packed = gzip.compress(b"x" * 100 * MOST_BYTES)
    headers = (f"Content-Length: {len(packed)}", "Content-Encoding: gzip")
    sent = request(page.port, f"POST /replay?{VERSION}", "Connection: close", *headers, body=packed)
    head, _, body = (await exchange(page, sent)).partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == b"200"
    assert b"refused" in body  # what was sent is no record; what is in it would be too long


async def test_an_address_that_asks_too_fast_waits_and_then_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_pace, "_REFUSED_AFTER", 0)
    pace, eve, ann = RequestPace(), Origin("192.0.2.1"), Origin("192.0.2.2")
    for _ in range(REQUESTS_AT_ONCE):
        assert await pace.admit(eve)
    async with asyncio.TaskGroup() as group:
        late = [group.create_task(pace.admit(eve)) for _ in range(int(11 * REQUESTS_PER_SECOND))]
        for each in asyncio.as_completed(late):  # the waiting ones are not done before it
            if not await each:
                break
        else:
            pytest.fail("all were admitted")
        assert await pace.admit(ann)
        for each in late:
            each.cancel()


# Connections


async def test_newcomers_get_in_while_four_addresses_hold_half_open_connections() -> None:
    async with open_page() as page:
        with ExitStack() as stack:
            for source in ADDRESSES:
                more = held(page.port, source, CONNECTIONS_OF_ADDRESS, b"GET / HTTP/1.1\r\nHost:")
                await asyncio.to_thread(stack.enter_context, more)
            assert len(ADDRESSES) * CONNECTIONS_OF_ADDRESS == MOST_CONNECTIONS
            statuses = await asyncio.gather(*(load(page, each) for each in NEWCOMERS))
        assert statuses == [200] * 16


async def test_an_address_may_connect_so_often_and_others_do_not_wait_for_it() -> None:
    async with open_page() as page:
        refused = 0
        for _ in range(2 * NEW_AT_ONCE):
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", page.port, local_addr=(ADDRESSES[0], 0)
                )
                writer.write(b"x\r\n\r\n")
                refused += not await _read_to_end(reader)
                writer.transport.abort()
            except OSError:
                refused += 1
        assert refused
        assert await load(page, NEWCOMERS[0]) == 200


async def test_silent_tls_handshakes_take_places_like_other_connections(tmp_path: Path) -> None:
    TestAuthority(tmp_path).issue("door", "127.0.0.1")
    files = {"certificate": f"{tmp_path}/door.pem", "key": f"{tmp_path}/door.key"}
    async with open_page(**files) as page:
        holding = held(page.port, ADDRESSES[0], CONNECTIONS_OF_ADDRESS + 1)
        with ExitStack() as stack:
            connections = await asyncio.to_thread(stack.enter_context, holding)
            connections[0].settimeout(PATIENCE)
            with suppress(ConnectionResetError):
                assert await asyncio.to_thread(connections[0].recv, 1) == b""


# Replays and codes


async def test_what_is_no_record_is_refused_before_the_lobby_or_a_program_is_asked(
    page: OpenPage,
) -> None:
    """The lobby of this page cannot be reached, which would take 15 seconds to find out."""
    for path, status in (("/replay", b"400"), ("/replay/nothere/1", b"404")):
        answer = await exchange(page, last_post(page.port, f"{path}?{VERSION}"))
        assert answer.split(b" ")[1] == status


async def test_one_visitors_loop_leaves_replays_to_others() -> None:
    async with open_page() as page:
        looping = [asyncio.create_task(_post_always(page)) for _ in range(12)]
        try:
            for source in NEWCOMERS[:2]:
                answer = await exchange(
                    page, last_post(page.port, f"/replay?{VERSION}", b"x"), source
                )
                assert answer.split(b" ")[1] == b"200", answer
        finally:
            for each in looping:
                each.cancel()
            await asyncio.gather(*looping, return_exceptions=True)


async def _post_always(page: OpenPage) -> None:
    while True:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", page.port, local_addr=(ADDRESSES[0], 0)
        )
        writer.write(post(page.port, f"/replay?{VERSION}", b"x"))
        await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()


async def test_replays_of_an_address_take_so_much_time_and_no_more() -> None:
    replayer, eve = RecordReplayer(), Origin("192.0.2.1")
    now = monotonic()
    replayer._allowances.of(eve.network, now).charge(2 * SECONDS_AT_ONCE, now)

    async def fetch() -> str:
        return "x"

    with pytest.raises(UserError, match="Too many records"):
        await replayer.replay(eve, fetch)
    assert b"refused" in await replayer.replay(Origin("192.0.2.2"), fetch)


async def test_a_game_of_the_lobby_is_replayed_once_for_all() -> None:
    replayer, asked = RecordReplayer(), []

    async def fetch() -> str:
        asked.append(1)
        return "x"

    for number in range(3):
        await replayer.replay(Origin(f"192.0.2.{number}"), fetch, "/replay/abc1/1")
    assert asked == [1]


# Behind a proxy


async def test_people_behind_a_named_proxy_are_told_apart() -> None:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(
            open_page(spectators=8, per_address=2, proxies=("127.0.0.1",))
        )
        http = await stack.enter_async_context(aiohttp.ClientSession())

        async def watch(person: str) -> None:
            forwarded = {"X-Forwarded-For": f"6.6.6.6, {person}"}
            await stack.enter_async_context(page.watch(http, **forwarded))

        for person in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            await watch(person)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await watch("192.0.2.1")
        await watch("192.0.2.2")


async def test_nobody_is_believed_who_is_no_named_proxy() -> None:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(
            open_page(spectators=8, per_address=1, proxies=("127.0.0.2",))
        )
        http = await stack.enter_async_context(aiohttp.ClientSession())
        await stack.enter_async_context(page.watch(http, **{"X-Forwarded-For": "192.0.2.1"}))
        with pytest.raises(aiohttp.WSServerHandshakeError):
            async with page.watch(http, **{"X-Forwarded-For": "192.0.2.2"}):
                pass


async def test_a_proxy_may_connect_for_any_number_of_people() -> None:
    async with open_page(proxies=("127.0.0.2",)) as page:
        for number in range(NEW_AT_ONCE + 20):
            person = f"192.0.2.{number}"
            assert await load(page, "127.0.0.2", **{"X-Forwarded-For": person}) == 200
