"""Private tables at the web door: who is shown them, and what becomes of their keys."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from protocol.keys import encode_key
from siam_tui.doors.web.request_pace import RequestPace
from siam_tui.doors.web.shown_topic import NOTHING
from siam_tui.doors.web.site import WRONG_KEY_SECONDS
from tests.doors.web.open_page import TABLE, VERSION, OpenPage, open_page, state_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def first_answer(page: OpenPage, http: aiohttp.ClientSession, key: bytes, **more: str):
    async with page.watch(http, first=f"{VERSION} en {encode_key(key)}", **more) as socket:
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
    first = f"{VERSION} en {encode_key(key)}"
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
        assert (await socket.receive_json(timeout=PATIENCE))["told"] == str(NOTHING)
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
