"""What strangers try at the web door: other paths, other sites, and floods."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from aiohttp import WSMsgType, WSServerHandshakeError

from siam_tui.browser import page_data
from siam_tui.doors.web import shown_topic
from siam_tui.doors.web.page_answers import POLICY
from siam_tui.doors.web.request_check import is_own_host, is_own_origin
from siam_tui.doors.web.shown_topic import NOTHING
from tests.doors.web.open_page import TABLE, OpenPage, get, state_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def ask(page: OpenPage, text: bytes) -> bytes:
    """Send bytes as they are; return all that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
    writer.write(text)
    found = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return found


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
            assert (await socket.receive_json(timeout=PATIENCE))["told"] == str(NOTHING)
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


async def test_an_open_page_of_an_older_release_is_refused_each_time(
    page: OpenPage, http: aiohttp.ClientSession
) -> None:
    for topic in ("lobby", f"table/{TABLE}"):
        with pytest.raises(WSServerHandshakeError) as refused:
            await http.ws_connect(f"{page.origin}/live/{topic}", headers={"Origin": page.origin})
        assert refused.value.status == 404
