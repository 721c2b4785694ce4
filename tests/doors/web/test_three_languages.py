"""An evening at one table: German in the app, Spanish in text mode, French on the page."""

from __future__ import annotations

import asyncio
import os
import re
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest

from tests.doors.web.chromium import Browser
from tests.doors.web.test_languages import reader
from tests.doors.web.test_web_door import url_said
from tests.e2e.terminals import Screen, on_screen
from tests.patience import PATIENCE
from tests.programs import SIAM, environment, serving
from tests.siam_tui.plain.talker import Talker, talking
from texts import speaking, tell
from texts.rooms import english_texts, room_names

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

TAB, ENTER, SUBMIT = b"\t", b"\r", b"\x13"
_HOLE = re.compile(r"\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}|#")
_WORDS = 4
"""Words in a row that are no accident, as names and titles may be."""


def runs_of_words(text: str) -> set[tuple[str, ...]]:
    """Return the words of a text, so many in a row each time."""
    words = re.findall(r"[^\W\d_]+", text)
    return set(zip(*(words[at:] for at in range(_WORDS)), strict=False))


@cache
def english_runs() -> frozenset[tuple[str, ...]]:
    """Return such runs of all English texts, between their holes."""
    texts = (text for room in room_names() for text in english_texts(room).values())
    pieces = (piece for text in texts for piece in _HOLE.split(text) if "{" not in piece)
    return frozenset().union(*map(runs_of_words, pieces))


def english_in(text: str) -> set[str]:
    """Return the runs of English words in a text."""
    return {" ".join(run) for run in runs_of_words(text) & english_runs()}


async def test_english_is_found_where_it_is() -> None:
    assert english_in("Ann  says. All seats are\ntaken, Ben!") == {"All seats are taken"}
    assert english_in("Alle Plätze sind besetzt.") == set()


def german(text_id: str) -> str:
    with speaking("de"):
        return tell(text_id)


async def play_by_keys(screen: Screen, shown: list[str]) -> None:
    """Play a card, and then pass whenever it is one's turn, to the end of the game."""
    mine, over = f"━━ {german('table/bar/your-move')}", f"━━ {german('table/bar/over')}"
    text = await screen.until_seen(mine)
    keys = cycle((TAB, ENTER))
    while over not in text:
        shown.append(text)
        screen.type(next(keys))
        text = await screen.until_seen(lambda now, before=text: now != before)
        if mine not in text:  # the card is played
            keys = cycle((b"p", ENTER))
            text = await screen.until_seen(mine, over)
    shown.append(screen.text)


async def play_by_lines(talker: Talker, turn: str, over: str) -> None:
    while turn in await talker.until(turn, over):
        talker.type("pass")


@pytest.mark.timeout(600)
async def test_each_reads_their_own_language_at_one_table(browser: Browser, tmp_path: Path) -> None:
    with speaking("es"):
        turn, over = tell("games/your-turn"), tell("plain/turn/over")
    web = ("--new-lobby", "--web", "0", "--web-bind", "127.0.0.1")
    async with (
        serving(tmp_path / "host", *web) as (server, link),
        on_screen(
            *(*SIAM, "join", str(link), "--name", "Anna", "--language", "de"),
            environment=os.environ | environment(tmp_path / "anna"),
            size=(80, 24),
        ) as (anna, _),
        talking(
            tmp_path / "eva", "join", str(link), "--plain", "--name", "Eva", "--language", "es"
        ) as eva,
        reader(browser, "fr-CA,en") as lea,
    ):
        url, shown = await url_said(server, "http"), list[str]()
        shown.append(await anna.until_seen(german("lobby/empty/open-one")))
        anna.type(b"o")
        shown.append(await anna.until_seen(german("lobby/new-table/open")))
        anna.type(SUBMIT)
        await anna.until_seen("Anna")
        await lea.open(url)
        await lea.until("document.querySelector('a.table')")
        eva.type("sit 1")
        shown.append(await anna.until_seen(german("table/bar/all-here")))
        await lea.act("document.querySelector('a.table').click()")
        await lea.until("document.querySelectorAll('.seat').length === 2")
        anna.type(b"g")
        async with asyncio.timeout(10 * PATIENCE):
            await asyncio.gather(play_by_keys(anna, shown), play_by_lines(eva, turn, over))
        await lea.until("document.querySelector('.seat.won')")
        assert await lea.run("document.documentElement.lang") == "fr"
        seen = await lea.run("document.body.innerText")
    assert english_in("\n".join(shown)) == set()
    assert english_in("\n".join(eva.heard)) == set()
    assert english_in(seen) == set()
    assert any("gana" in line for line in eva.heard)
    assert "gagne" in seen
