"""The page in the languages of its readers: each reads their own, and may choose another one."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from attrs import evolve
from typer.testing import CliRunner

from games.record import format_record
from games.registry import spec_of
from siam_tui.browser.page_files import page_texts
from siam_tui.browser.record_file import html_file
from siam_tui.cli.run import commands
from tests.doors.web.chromium import DESK, PHONE, Browser, Tab
from tests.doors.web.open_page import TABLE, open_page, state_of
from tests.doors.web.test_page import MOVES, STATUS, TEXT, lobby
from tests.doors.web.test_records import record_of
from tests.installed_games import OURS
from tests.siam_tui.marked_texts import PSEUDO, marked_language
from texts import LANGUAGES, speaking, voice

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

NAMES = frozenset({"Ann", "Ben", "Chai", "Dao", "King", "Siam", "siam", "The", "Foreign", "Reino"})
NAMES |= {"Evening", "map", "Belgium"}
LANG = "document.documentElement.lang"
SITUATION = "document.querySelector('.situation').textContent"


@asynccontextmanager
async def reader(browser: Browser, languages: str) -> AsyncIterator[Tab]:
    """Open a tab of somebody who reads some languages, the best one first."""
    async with browser.tab() as tab:
        version = await browser.call("Browser.getVersion")
        await tab.call(
            "Emulation.setUserAgentOverride",
            userAgent=version["userAgent"],
            acceptLanguage=languages,
        )
        yield tab


async def choose(tab: Tab, language: str) -> None:
    """Choose a language of the page by the keyboard."""
    await tab.run("document.querySelector('.language').focus()")
    for letter in LANGUAGES[language]:
        await tab.call("Input.dispatchKeyEvent", type="char", text=letter)
    await tab.until(f"{LANG} === '{language}'")


async def test_two_people_watch_one_table_in_two_languages(browser: Browser) -> None:
    async with (
        open_page() as page,
        reader(browser, "de-AT,en") as german,
        reader(browser, "fr-CA,de") as french,
    ):
        page.publish(state_of("siam", 2, 3))
        for tab in (german, french):
            await tab.open(page.url())
            await tab.until(f"{MOVES} === 3")
        assert "ist am Zug." in await german.run(SITUATION)
        assert "C’est à" in await french.run(SITUATION)
        assert [await tab.run(LANG) for tab in (german, french)] == ["de", "fr"]
        page.publish(state_of("siam", 2, 4))
        for tab, said in ((german, "ist am Zug."), (french, "C’est à")):
            await tab.until(f"{MOVES} === 4")
            heard = await tab.until("document.querySelector('[aria-live=polite]').textContent")
            assert said in heard


async def test_the_language_is_switched_while_a_game_runs_and_is_kept(browser: Browser) -> None:
    async with open_page() as page, reader(browser, "en") as tab:
        state = state_of("siam", 2, 3)
        page.publish(state)
        page.publish(lobby(state, ""))
        for size in (PHONE, DESK):
            await tab.resize(size)
            await tab.open(page.url())
            await tab.until(f"{MOVES} === 3 && {STATUS} === 'Live.'")
            await tab.run("document.querySelector('.told').open = true")
            await choose(tab, "de")
            await tab.until(f"{SITUATION}.includes('ist am Zug.') && {STATUS} === 'Live.'")
            assert await tab.run("document.querySelector('.told').open")
            assert await tab.run("document.activeElement.className") == "language"
            assert await tab.run("document.documentElement.scrollWidth") <= size[0]
            assert page_texts("de")["skip"] == await tab.run(
                "document.querySelector('.skip').textContent"
            )
            page.publish(evolve(state_of("siam", 2, 4), revision=page.counter + 9))
            await tab.until(f"{MOVES} === 4")
            assert "ist am Zug." in await tab.run(SITUATION)
            await tab.open(page.url("/"))
            await tab.until("document.querySelector('a.table')")
            assert await tab.run(LANG) == "de"
            assert await tab.run("document.querySelector('.language').value") == "de"
            await choose(tab, "en")
            await tab.until("document.querySelector('.state').textContent === 'running'")
            page.publish(evolve(state, revision=page.counter + 9))


async def test_the_language_is_switched_in_a_replay_without_losing_the_place(
    browser: Browser,
) -> None:
    record = record_of("siam", 2, ("Ann", "Ben"))
    text = json.dumps(format_record(record))
    async with open_page() as page, reader(browser, "en") as tab:
        await tab.open(page.url("/replay"))
        await tab.until("document.querySelector('input[type=file]')")
        await tab.run(f"""(() => {{
          const event = new Event('drop', {{cancelable: true}});
          event.dataTransfer = {{files: [new File([{text}], 'game.siam')]}};
          dispatchEvent(event);
        }})()""")
        await tab.until("document.querySelector('output')")
        assert "November 23, 2026" in await tab.run(TEXT)
        for _ in range(3):
            await tab.run("dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
        await choose(tab, "es")
        last = len(record.moves)
        await tab.until(f"document.querySelector('output').textContent === '3 de {last}'")
        assert "23 de noviembre de 2026" in await tab.run(TEXT)
        assert await tab.run("document.title") == page_texts("es")["replay"]
        await tab.run("dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
        assert await tab.run("document.querySelector('output').textContent") == f"4 de {last}"


async def test_a_record_is_exported_in_the_readers_language(
    tab: Tab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voice, "_default", "en")  # which the command sets for its program
    (tmp_path / "game.siam").write_text(format_record(record_of("siam", 2, ("Ann", "Ben"))))
    command = ["export", str(tmp_path / "game.siam"), "--html", "--language", "de"]
    done = CliRunner().invoke(commands, command)
    assert done.exit_code == 0, done.output
    await tab.open(f"file://{tmp_path}/game.html")
    await tab.until("document.querySelector('output')?.textContent")
    assert await tab.run(LANG) == "de"
    shown = await tab.run(TEXT)
    assert "ist am Zug." in shown
    assert "23. November 2026" in shown
    assert await tab.run("document.querySelectorAll('select').length") == 0


# Nothing is left in English

_READ = """(() => {
  const found = [document.title];
  const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
  const walk = document.createTreeWalker(document.body, kinds);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest('script, style, noscript')) found.push(node.data);
    } else {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'label']) {
        if (node.hasAttribute(name)) found.push(node.getAttribute(name));
      }
    }
  }
  return found;
})()"""


async def plain_words(tab: Tab) -> set[str]:
    """Return the words of a page that are in plain letters, with what they stand in."""
    found: list[str] = await tab.run(_READ)
    known = {*NAMES, *LANGUAGES.values(), "und"}  # which joins lists
    known.add("November")  # a day is told by the browser itself
    return {
        f"{word} in {text.strip()!r}"
        for text in found
        for word in re.findall(r"\b[A-Za-z]{3,}\b", re.sub(r"`[^`]*`", "", text))
        if word not in known and len(set(word)) > 1  # the chart has RRR for three followers
    }


@pytest.fixture
def pseudo() -> Iterator[None]:
    """Tell everything in other letters."""
    with marked_language(PSEUDO):
        yield


@pytest.mark.usefixtures("pseudo")
async def test_no_text_is_left_in_english(browser: Browser, tmp_path: Path) -> None:
    async with open_page() as page, reader(browser, "de") as tab:
        for name in OURS:
            players = max(spec_of(name).players)
            page.publish(evolve(state_of(name, players, 9), revision=page.counter + 1))
            await tab.open(page.url())
            await tab.until("document.querySelector('.seat .name')")
            assert await plain_words(tab) == set()
            record = record_of(name, players, ("Ann", "Ben", "Chai", "Dao")[:players])
            with speaking("de"):
                (tmp_path / f"{name}.html").write_text(html_file(record))
            await tab.open(f"file://{tmp_path}/{name}.html")
            await tab.until("document.querySelector('output')?.textContent")
            await tab.run("dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}))")
            assert await plain_words(tab) == set()
        page.publish(lobby(state_of("siam", 2, 3), "Evening"))
        for path, ready in (
            ("/", "a.table"),
            ("/replay", "input"),
            (f"/table/{TABLE}#x.y", ".status.lost"),
            ("/table/other", ".status.lost"),
        ):
            await tab.open(page.url(path))
            await tab.until(f"document.querySelector('{ready}')")
            assert await plain_words(tab) == set()
