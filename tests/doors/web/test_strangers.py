"""What strangers try at the web door: other sites, other paths, floods, and reading nothing."""

from __future__ import annotations

import asyncio
import select
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import WSMsgType, WSServerHandshakeError

from siam_tui.doors.fair_shares import FairPlaces
from siam_tui.doors.web.frame_store import BYTES_OF_TABLE, MOST_BYTES, MOST_TOPICS, FrameStore
from siam_tui.doors.web.page_answers import POLICY
from siam_tui.doors.web.request_check import is_own_host, is_own_origin
from siam_tui.doors.web.spectator import CLEARED, MOST_WAITING, FrameQueue
from tests.doors.web.open_page import TABLE, OpenPage, open_page, state_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page() -> AsyncIterator[OpenPage]:
    async with open_page(hosts=("box.example",)) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def ask(page: OpenPage, text: bytes) -> bytes:
    """Send bytes as they are; return all that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
    writer.write(text)
    found = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return found


def get(path: str, host: str = "127.0.0.1", *headers: str) -> bytes:
    lines = (f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", "")
    return "\r\n".join(lines).encode()


# Paths and headers


@pytest.mark.parametrize(
    "path",
    [
        "/../../../etc/passwd",
        "/assets/../../../pyproject.toml",
        "/assets/%2e%2e/%2e%2e/page_files.py",
        "/assets/..%5c..%5cpage_files.py",
        "/assets//etc/passwd",
        "/assets/games/siam/../../../../ui.py",
        "/table/../assets",
        "/table/" + "a" * 41,
        "/live/table/%00",
        "/assets/",
        "*",
    ],
)
async def test_a_path_leads_only_to_the_files_of_the_page(page: OpenPage, path: str) -> None:
    answer = await ask(page, get(path))
    assert answer.split(b" ")[1] in {b"400", b"404"}
    assert b"root:" not in answer
    assert b"import" not in answer


async def test_every_answer_binds_the_browser(page: OpenPage) -> None:
    for path in ("/", f"/table/{TABLE}", "/assets/app.js", "/nothing"):
        head = (await ask(page, get(path))).partition(b"\r\n\r\n")[0]
        assert f"Content-Security-Policy: {POLICY}".encode() in head
        assert b"X-Content-Type-Options: nosniff" in head
        assert b"unsafe" not in head
        assert b"Set-Cookie" not in head


async def test_the_page_has_no_code_of_its_own_and_no_foreign_address(page: OpenPage) -> None:
    _, _, text = (await ask(page, get("/"))).partition(b"\r\n\r\n")
    assert b"<style" not in text
    assert b" on" not in text.replace(b"name=", b"")
    assert b"//" not in text
    assert b"<script>" not in text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT"])
async def test_the_page_can_only_be_read(page: OpenPage, method: str) -> None:
    answer = await ask(page, get("/").replace(b"GET", method.encode(), 1))
    assert answer.split(b" ")[1] in {b"405", b"421", b"400"}


async def test_a_name_of_somebody_else_does_not_lead_here(page: OpenPage) -> None:
    assert (await ask(page, get("/", "evil.example"))).split(b" ")[1] == b"421"
    assert (await ask(page, get("/", "box.example:80"))).split(b" ")[1] == b"200"
    no_host = get("/").replace(b"Host: 127.0.0.1\r\n", b"")
    assert (await ask(page, no_host)).split(b" ")[1] in {b"400", b"421"}
    assert not is_own_host("127.0.0.1.evil.example", ())
    assert not is_own_host("box.example@evil.example", ("box.example",))
    assert not is_own_host("", ("",)[:0])


async def test_long_headers_end_the_connection(page: OpenPage) -> None:
    for text in (
        b"GET /" + b"a" * 100_000,
        get("/", "127.0.0.1", "X: " + "a" * 100_000),
        get("/", "127.0.0.1", *(f"X-{n}: a" for n in range(1000))),
    ):
        answer = await ask(page, text)
        assert answer == b"" or answer.split(b" ")[1] in {b"400", b"413", b"414", b"431"}


# Other sites


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://127.0.0.1", "file://", "http://127.0.0.1:1.evil"],
)
async def test_other_sites_cannot_watch(
    page: OpenPage, http: aiohttp.ClientSession, origin: str
) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await page.watch(http, Origin=origin)
    assert refused.value.status == 403


async def test_an_origin_is_a_scheme_and_the_host_that_was_asked_for() -> None:
    assert is_own_origin("https://Box:8443", "box:8443")
    assert not is_own_origin("ftp://box", "box")
    assert not is_own_origin("http://box/", "box")


# Floods


async def test_who_sends_anything_is_sent_away(page: OpenPage, http: aiohttp.ClientSession) -> None:
    for text in ("hello", "x" * 100_000):
        async with page.watch(http) as socket:
            assert await socket.receive_bytes(timeout=PATIENCE) == CLEARED
            await socket.send_str(text)
            closing = await socket.receive(timeout=PATIENCE)
            assert closing.type in {WSMsgType.CLOSE, WSMsgType.CLOSED}


async def test_frames_are_relayed_unchanged(page: OpenPage, http: aiohttp.ClientSession) -> None:
    frame = page.publish(state_of("siam", 4, 9))
    async with page.watch(http) as socket:
        assert await socket.receive_bytes(timeout=PATIENCE) == frame
        later = page.publish(state_of("siam", 4, 10))
        assert await socket.receive_bytes(timeout=PATIENCE) == later
        page.feed.receive(page.feed.topics.table(TABLE), b"")
        assert await socket.receive_bytes(timeout=PATIENCE) == CLEARED


async def test_places_are_limited_and_given_back(http: aiohttp.ClientSession) -> None:
    async with open_page(spectators=2) as page:
        async with page.watch(http), page.watch(http):
            with pytest.raises(WSServerHandshakeError) as refused:
                await page.watch(http)
            assert refused.value.status == 503
        async with asyncio.timeout(PATIENCE):
            while True:  # the door learns of an end when the operating system tells it
                try:
                    async with page.watch(http) as socket:
                        await socket.receive_bytes()
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
            await socket.receive_bytes(timeout=PATIENCE)
            silent, writer = await asyncio.open_connection("127.0.0.1", page.port)
            await asyncio.wait_for(_until_end(silent), PATIENCE)
            writer.close()
            frame = page.publish(state_of("siam", 2, 1))
            assert await socket.receive_bytes(timeout=PATIENCE) == frame


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


async def test_who_reads_nothing_is_cut_off(http: aiohttp.ClientSession) -> None:
    async with open_page(stalled_seconds=0.3) as page:
        reader, writer = await asyncio.open_connection("127.0.0.1", page.port, limit=1024)
        upgrade = (f"Origin: {page.origin}", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        text = get(f"/live/table/{TABLE}", f"127.0.0.1:{page.port}", *upgrade, key)
        writer.write(text.replace(b"Connection: close", b"Connection: Upgrade"))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        topic = page.feed.topics.table(TABLE)
        async with page.watch(http) as other:
            await other.receive_bytes(timeout=PATIENCE)
            reader._transport.pause_reading()
            for number in range(300):  # more than the operating system keeps
                page.feed.receive(topic, number.to_bytes(2, "big") * 30_000)
                assert len(await other.receive_bytes(timeout=PATIENCE)) == 60_000
            await asyncio.wait_for(_cut_off(writer.get_extra_info("socket")), PATIENCE)
        writer.close()


async def test_a_slow_reader_loses_all_but_the_newest() -> None:
    queue = FrameQueue()
    queue.offer(b"")
    for number in range(200):
        queue.offer(number.to_bytes(1, "big") * 5_000)
    found = []
    while queue._frames:
        found.append(await queue.next())
    assert found[-1] == bytes([199]) * 5_000
    assert sum(map(len, found)) <= MOST_WAITING


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
