"""The web door answers each reader in their own language, and renders once for each language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import aiohttp
import pytest

from siam_tui.browser.page_files import page_texts
from siam_tui.doors.web import shown_topic
from siam_tui.doors.web.reader_language import language_asked
from tests.doors.web.open_page import TABLE, VERSION, OpenPage, state_of
from tests.patience import PATIENCE
from texts import LANGUAGES, speaking, tell

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("de", ("de-AT", "DE", "pt;q=1.0,de;q=0.001")),
        ("es", ("pt-BR,fr;q=0.5,es;q=0.7",)),
        ("it", ("it ; q=0.3 , *;q=0.2", "it,fr")),
        ("en", ("", "zh", "*", "fr;q=0", "../../de", "de;q=9e9," * 400, "de;q", "dex")),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
async def test_the_best_language_that_there_is_is_found(
    language: str, asked: Sequence[str]
) -> None:
    assert {language_asked(each) for each in asked} == {language}


@pytest.mark.parametrize(("asked", "language"), [("de-AT", "de"), ("pt,it", "it"), ("zh", "en")])
async def test_pages_and_refusals_are_in_the_language_that_is_asked_for(
    page: OpenPage, http: aiohttp.ClientSession, asked: str, language: str
) -> None:
    headers = {"Accept-Language": asked}
    for path in ("/", f"/table/{TABLE}", "/replay"):
        async with http.get(page.url(path), headers=headers) as answer:
            text = await answer.text()
            assert f'<html lang="{language}">' in text
            assert page_texts(language)["needs-script"] in text
            assert answer.headers["Content-Language"] == language
            assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"
    async with http.get(page.url("/nothing"), headers=headers) as answer:
        with speaking(language):
            assert await answer.text() == f"{tell('doors/nothing-here')}\n"
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Cache-Control"] == "no-store"
    async with http.get(page.url("/stop/ABCD-EFGH-JKLM-NPQR"), headers=headers) as answer:
        assert f'<html lang="{language}">' in await answer.text()


async def test_what_a_browser_keeps_is_of_its_language(
    page: OpenPage, http: aiohttp.ClientSession
) -> None:
    tags = {}
    for language in LANGUAGES:
        async with http.get(page.url("/"), headers={"Accept-Language": language}) as answer:
            tags[language] = answer.headers["ETag"]
    assert len(set(tags.values())) == len(LANGUAGES)
    for asked, status in (("de", 304), ("fr", 200)):
        headers = {"Accept-Language": asked, "If-None-Match": tags["de"]}
        async with http.get(page.url("/"), headers=headers) as answer:
            assert answer.status == status
    async with http.get(page.url("/assets/texts.js")) as answer:
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert "Content-Language" not in answer.headers


# What is shown


async def test_a_state_is_rendered_once_for_each_language_in_which_somebody_looks(
    page: OpenPage, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []

    def render(state: Any, _: object) -> dict[str, Any]:
        rendered.append(tell("browser/table"))
        return {"ply": state.ply, "in": rendered[-1]}

    monkeypatch.setattr(shown_topic, "table_data", render)
    page.publish(state_of("siam", 4, 9))
    watch = [f"{VERSION} {each} " for each in ("de", "fr", "de", "fr")]
    async with (
        page.watch(http, first=watch[0]) as one,
        page.watch(http, first=watch[1]) as two,
        page.watch(http, first=watch[2]) as three,
        page.watch(http, first=watch[3]) as four,
    ):
        for plies in (9, 10):  # both count for how long each rests
            shown = [await each.receive_str(timeout=PATIENCE) for each in (one, two, three, four)]
            assert shown[:2] == shown[2:]
            assert [json.loads(each)["shown"]["in"] for each in shown[:2]] == ["Tisch", "Table"]
            assert page.feed._count_shown() == 2
            page.publish(state_of("siam", 4, plies + 1))
        shown = [await each.receive_str(timeout=PATIENCE) for each in (one, two, three, four)]
    assert sorted(rendered) == ["Table"] * 3 + ["Tisch"] * 3
    page.feed.receive(page.feed.topics.table(TABLE), b"")


@pytest.mark.parametrize("spoken", ["xx", "DE", "de-AT", "../de", "\u202e", "constructor", ""])
async def test_another_language_is_that_of_the_request(
    page: OpenPage, http: aiohttp.ClientSession, spoken: str
) -> None:
    page.publish(state_of("siam", 2, 3))
    headers = {"Accept-Language": "it"}
    async with page.watch(http, first=f"{VERSION} {spoken} ", **headers) as socket:
        shown = (await socket.receive_json(timeout=PATIENCE))["shown"]
        with speaking("it"):
            assert tell("browser/note/to-move") in {each["note"] for each in shown["seats"]}
        topic = page.feed._shown[page.feed.topics.table(TABLE)][b""]
        assert list(topic.told) == ["it"]
    page.feed.receive(page.feed.topics.table(TABLE), b"")
