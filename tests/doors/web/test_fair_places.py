"""What a spectator may take of the web door: places, time, and kept frames."""

from __future__ import annotations

import asyncio
import select
import socket

import aiohttp
import pytest
from aiohttp import WSMsgType, WSServerHandshakeError
from attrs import evolve

from bench.web_strangers import FIRST
from siam_tui.doors.fair_shares import FairPlaces
from siam_tui.doors.web import shown_topic, spectator
from siam_tui.doors.web.frame_store import BYTES_OF_TABLE, MOST_BYTES, MOST_TOPICS, FrameStore
from tests.doors.web.open_page import TABLE, OpenPage, get, open_page, state_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def _until_end(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def _cut_off(connection: socket.socket) -> None:
    """Return once the other side has reset a connection, whatever has not been read."""
    over = asyncio.Event()
    with select.epoll() as ends:
        ends.register(connection.fileno(), select.EPOLLHUP | select.EPOLLERR)
        asyncio.get_running_loop().add_reader(ends.fileno(), over.set)
        await over.wait()
        asyncio.get_running_loop().remove_reader(ends.fileno())


async def test_a_spectator_who_says_nothing_is_sent_away(
    page: OpenPage, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectator, "_FIRST_SECONDS", 0.1)
    url, headers = f"{page.origin}/watch/lobby", {"Origin": page.origin}
    async with http.ws_connect(url, headers=headers) as socket:
        assert (await socket.receive_json(timeout=PATIENCE))["ends"]
        assert (await socket.receive(timeout=PATIENCE)).type is WSMsgType.CLOSE


async def test_places_are_limited_and_given_back(http: aiohttp.ClientSession) -> None:
    async with open_page(spectators=2) as page:
        async with page.watch(http), page.watch(http):
            with pytest.raises(WSServerHandshakeError) as refused:
                async with page.watch(http):
                    pass
            assert refused.value.status == 503
        async with asyncio.timeout(PATIENCE):
            while True:  # the door learns of an end when the operating system tells it
                try:
                    async with page.watch(http) as socket:
                        await socket.receive()
                    break
                except WSServerHandshakeError:
                    await asyncio.sleep(0)


async def test_an_address_has_a_share_of_the_places() -> None:
    places = FairPlaces[int](6, 2, ended := [].append)  # type: ignore[var-annotated]
    assert [places.take(number, "192.0.2.1") for number in range(3)] == [True, True, False]
    assert [places.take(number, "127.0.0.1", shared=True) for number in range(3, 6)] == [True] * 3
    places.give_back(0)
    assert places.take(6, "192.0.2.2")
    assert ended


async def test_a_connection_that_asks_for_nothing_ends(http: aiohttp.ClientSession) -> None:
    async with open_page(request_seconds=0.3) as page:
        reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127")
        assert await asyncio.wait_for(_until_end(reader), PATIENCE) == b""
        writer.close()
        async with page.watch(http) as socket:  # a spectator stays
            await socket.receive(timeout=PATIENCE)
            silent, writer = await asyncio.open_connection("127.0.0.1", page.port)
            await asyncio.wait_for(_until_end(silent), PATIENCE)
            writer.close()
            page.publish(state_of("siam", 2, 1))
            assert "shown" in await socket.receive_json(timeout=PATIENCE)


async def test_who_reads_nothing_is_cut_off(
    http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_topic, "table_data", lambda *_: {"long": "x" * 60_000})
    async with open_page(stalled_seconds=0.3) as page:
        reader, writer = await asyncio.open_connection("127.0.0.1", page.port, limit=1024)
        upgrade = (f"Origin: {page.origin}", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        text = get(f"/watch/table/{TABLE}", f"127.0.0.1:{page.port}", *upgrade, key)
        writer.write(text.replace(b"Connection: close", b"Connection: Upgrade"))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        writer.write(FIRST)
        state = state_of("siam", 2, 3)
        async with page.watch(http) as other:
            await other.receive(timeout=PATIENCE)
            reader._transport.pause_reading()
            for number in range(10, 310):  # more than the operating system keeps
                page.publish(evolve(state, revision=number))
                assert len(await other.receive_str(timeout=PATIENCE)) > 60_000
            await asyncio.wait_for(_cut_off(writer.get_extra_info("socket")), PATIENCE)
        writer.close()


async def test_a_slow_reader_gets_the_newest_only() -> None:
    newest = spectator.NewestMessage()
    for message in (b"1", b"2", b"3"):
        newest.offer(message)
    assert await newest.next() == b"3"
    newest.offer(b"4")
    assert await newest.next() == b"4"


async def test_kept_frames_are_limited() -> None:
    store = FrameStore()
    assert store.keep("a", b"x") is True
    assert store.keep("a", b"x") is False
    assert store.keep("a", b"") is True
    assert store.keep("a", b"") is False
    for number in range(40):
        store.keep("a", bytes([number]) * 10_000)
    assert sum(map(len, store.of("a"))) <= BYTES_OF_TABLE
    assert store.of("a")[-1] == bytes([39]) * 10_000
    for number in range(MOST_TOPICS + 200):
        store.keep(f"topic {number}", bytes(60_000) + number.to_bytes(4, "big"))
    assert store.of("a") == ()
    assert store.size <= MOST_BYTES
