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
from attrs import evolve

from bench.web_strangers import FIRST
from protocol.keys import encode_key
from siam_tui.browser import page_data
from siam_tui.doors.fair_shares import FairPlaces
from siam_tui.doors.web import shown_topic, spectator
from siam_tui.doors.web.frame_store import BYTES_OF_TABLE, MOST_BYTES, MOST_TOPICS, FrameStore
from siam_tui.doors.web.page_answers import POLICY
from siam_tui.doors.web.request_check import is_own_host, is_own_origin
from siam_tui.doors.web.request_pace import RequestPace
from siam_tui.doors.web.shown_topic import NOTHING
from siam_tui.doors.web.site import WRONG_KEY_SECONDS
from tests.doors.web.open_page import TABLE, VERSION, OpenPage, open_page, state_of
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
        "/watch/table/%00",
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
        async with page.watch(http, Origin=origin):
            pass
    assert refused.value.status == 403


async def test_an_origin_is_a_scheme_and_the_host_that_was_asked_for() -> None:
    assert is_own_origin("https://Box:8443", "box:8443")
    assert not is_own_origin("ftp://box", "box")
    assert not is_own_origin("http://box/", "box")


# Floods


async def test_who_sends_anything_is_sent_away(page: OpenPage, http: aiohttp.ClientSession) -> None:
    for text in ("hello", "x" * 100_000):
        async with page.watch(http) as socket:
            assert (await socket.receive_json(timeout=PATIENCE))["told"] == NOTHING
            await socket.send_str(text)
            closing = await socket.receive(timeout=PATIENCE)
            assert closing.type in {WSMsgType.CLOSE, WSMsgType.CLOSED}


async def test_a_state_is_rendered_once_for_all(
    page: OpenPage, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []
    monkeypatch.setattr(
        shown_topic, "table_data", lambda state, _: {"ply": rendered.append(1) or state.ply}
    )
    page.publish(state_of("siam", 4, 9))
    async with page.watch(http) as one, page.watch(http) as other:
        for plies in (9, 10):
            shown = [await each.receive_json(timeout=PATIENCE) for each in (one, other)]
            assert shown == [{"shown": {"ply": plies}}] * 2
            page.publish(state_of("siam", 4, plies + 1))
    assert len(rendered) == 3
    page.feed.receive(page.feed.topics.table(TABLE), b"")


async def test_what_a_game_raises_ends_no_door(
    page: OpenPage, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(page_data, "moment_data", fail)
    page.publish(state_of("siam", 2, 3))
    async with page.watch(http) as socket:
        shown = (await socket.receive_json(timeout=PATIENCE))["shown"]
    assert shown["empty"].startswith("This page cannot show")
    assert shown["seats"][0]["name"] == "Ann"
    page.feed.receive(page.feed.topics.table(TABLE), b"")


# Private tables


async def first_answer(page: OpenPage, http: aiohttp.ClientSession, key: bytes, **more: str):
    async with page.watch(http, first=f"{VERSION} {encode_key(key)}", **more) as socket:
        return await socket.receive_json(timeout=PATIENCE)


async def test_a_key_is_taken_over_https_or_on_this_computer_only(
    http: aiohttp.ClientSession,
) -> None:
    key, by_https = bytes(range(32)), {"X-Forwarded-Proto": "https"}
    for proxies, headers, is_shown in (
        ((), {}, True),
        ((), {"X-Forwarded-For": "192.0.2.1"}, False),
        ((), {"Forwarded": "for=192.0.2.1"}, False),
        ((), {"Via": "1.1 x", **by_https}, False),
        ((), by_https, False),
        (("127.0.0.1",), {}, False),
        (("127.0.0.1",), {"X-Forwarded-Proto": "http, https"}, False),
        (("127.0.0.1",), by_https, True),
        (("127.0.0.2",), by_https, False),
    ):
        async with open_page(proxies=proxies) as page:
            page.publish(state_of("siam", 2, 3), key)
            answer = await first_answer(page, http, key, **headers)
            assert ("shown" in answer) == is_shown, (proxies, headers)
            assert is_shown or "plain http" in answer["told"]


async def test_another_name_for_this_computer_is_not_this_computer(
    page: OpenPage, http: aiohttp.ClientSession
) -> None:
    key = bytes(range(32))
    page.publish(state_of("siam", 2, 3), key)
    names = {"Host": f"box.example:{page.port}", "Origin": f"http://box.example:{page.port}"}
    assert "plain http" in (await first_answer(page, http, key, **names))["told"]
    page.feed.receive(page.feed.topics.table(TABLE), b"")


async def test_a_key_is_forgotten_with_its_last_spectator(
    page: OpenPage, http: aiohttp.ClientSession
) -> None:
    key, topic = bytes(range(32)), page.feed.topics.table(TABLE)
    page.publish(state_of("siam", 2, 3), key)
    first = f"{VERSION} {encode_key(key)}"
    async with page.watch(http, first=first) as one, page.watch(http, first=first) as other:
        for each in (one, other):
            assert (await each.receive_json(timeout=PATIENCE))["shown"]["replay"] == ""
        assert list(page.feed._shown[topic]) == [key]
        async with page.watch(http) as stranger:
            assert "private" in (await stranger.receive_json(timeout=PATIENCE))["told"]
        assert "does not open" in (await first_answer(page, http, bytes(32)))["told"]
        assert list(page.feed._shown[topic]) == [key]
    async with asyncio.timeout(PATIENCE):
        while page.feed._shown:  # noqa: ASYNC110 - the door learns of an end from the system
            await asyncio.sleep(0)
    page.feed.receive(topic, b"")


async def test_who_watches_without_a_key_is_never_shown_a_private_table(
    page: OpenPage, http: aiohttp.ClientSession
) -> None:
    async with page.watch(http) as socket:
        assert (await socket.receive_json(timeout=PATIENCE))["told"] == NOTHING
        page.publish(state_of("siam", 2, 3), bytes(range(32)))
        assert "private" in (await socket.receive_json(timeout=PATIENCE))["told"]
    page.feed.receive(page.feed.topics.table(TABLE), b"")


async def test_wrong_keys_and_work_are_charged_to_their_address(
    page: OpenPage, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    charged: list[float] = []
    monkeypatch.setattr(RequestPace, "charge", lambda *given: charged.append(given[-1]))
    key = bytes(range(32))
    page.publish(state_of("siam", 2, 3), key)
    for given in (bytes(32), key):
        await first_answer(page, http, given)
    wrong, right = charged
    assert wrong == WRONG_KEY_SECONDS
    assert 0 < right < 1
    page.feed.receive(page.feed.topics.table(TABLE), b"")


async def test_a_spectator_who_says_nothing_is_sent_away(
    page: OpenPage, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectator, "_FIRST_SECONDS", 0.1)
    url, headers = f"{page.origin}/watch/lobby", {"Origin": page.origin}
    async with http.ws_connect(url, headers=headers) as socket:
        assert (await socket.receive_json(timeout=PATIENCE))["ends"]
        assert (await socket.receive(timeout=PATIENCE)).type is WSMsgType.CLOSE


async def test_an_open_page_of_an_older_release_is_refused_each_time(
    page: OpenPage, http: aiohttp.ClientSession
) -> None:
    for topic in ("lobby", f"table/{TABLE}"):
        with pytest.raises(WSServerHandshakeError) as refused:
            await http.ws_connect(f"{page.origin}/live/{topic}", headers={"Origin": page.origin})
        assert refused.value.status == 404


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
