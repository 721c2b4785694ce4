"""Games that are written against the base are drawn and told on the page, without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from siam_tui.browser.record_file import html_file
from tests.doors.web.chromium import Tab
from tests.doors.web.open_page import open_page, state_of
from tests.doors.web.test_records import record_of
from tests.installed_games import install

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

INSTALLED = Path(__file__).parents[2] / "author" / "installed"


@pytest.fixture(autouse=True)
def python_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    yield from install(monkeypatch, INSTALLED)


@pytest.mark.parametrize(
    ("name", "plies", "signs", "told"),
    [
        ("morris", 5, 5, "Ann: 1 and 5."),
        ("four", 12, 42, "Ann: "),
        ("heaps", 3, 0, "Heaps: "),
        ("shires", 7, 5, "Arden: Ann 3, Ben 2."),
    ],
)
async def test_boards_and_sentences_come_from_the_class(
    tab: Tab, name: str, plies: int, signs: int, told: str
) -> None:
    async with open_page() as page:
        page.publish(state_of(name, 2, plies))
        await tab.open(page.url())
        await tab.until(f"document.querySelectorAll('.moves li').length === {plies}")
        assert await tab.run("document.querySelectorAll('.map .sign').length") == signs
        sentences = await tab.run("document.querySelector('.told').textContent")
        assert told in sentences
        assert "to move" in await tab.run("document.querySelector('.seat.turn').innerText")


async def test_a_record_is_exported_with_every_moment_drawn(tab: Tab, tmp_path: Path) -> None:
    record = record_of("reversi", 2, ("Ann", "Ben"))
    (tmp_path / "game.html").write_text(html_file(record))
    await tab.open(f"file://{tmp_path}/game.html")
    await tab.until("document.querySelector('output')?.textContent")
    before = await tab.run("document.querySelectorAll('.map .sign.side-0').length")
    await tab.run("dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}))")
    assert await tab.run("document.querySelectorAll('.map .sign.side-0').length") > before
    assert "The game is over." in await tab.run("document.querySelector('.situation').innerText")
