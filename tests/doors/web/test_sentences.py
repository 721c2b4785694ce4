"""The page tells every game in the sentences of text mode, and draws each of its positions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from games.record import Record
from games.registry import spec_of
from siam_tui.browser.record_file import html_file
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import Moment, Replay
from tests.doors.web.chromium import Tab
from tests.doors.web.test_records import record_of
from tests.installed_games import OURS

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

_READ = """(() => {
  const texts = (selector) =>
    [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const moments = [];
  const slider = document.querySelector('input[type=range]');
  for (let ply = 0; ply <= Number(slider.max); ply++) {
    slider.value = ply;
    slider.dispatchEvent(new Event('input'));
    moments.push({
      situation: texts('.situation').join(),
      board: texts('.told li'),
      seats: texts('.seat > .spoken'),
      heard: texts('li:is(.tile, .problem, .area) > .spoken'),
      now: texts('.seat.turn .name, .seat.won .name'),
    });
  }
  return {moves: texts('.played .move'), moments};
})()"""


@pytest_asyncio.fixture(loop_scope="session")
async def read(tab: Tab, tmp_path: Path) -> AsyncIterator[Any]:
    """Return a function that exports a record and returns all that the page says of it."""

    async def export(record: Record) -> dict[str, Any]:
        (tmp_path / "game.html").write_text(html_file(record))
        await tab.open(f"file://{tmp_path}/game.html")
        await tab.until("document.querySelector('output')?.textContent")
        found: dict[str, Any] = await tab.run(_READ)
        return found

    yield export


def sentences_of(moment: Moment) -> dict[str, Any]:
    """Return what text mode says of a moment."""
    view = moment.view
    texts, seats = ui_of(view.game.name).texts, range(view.seat_count)
    outcome = view.outcome
    if outcome is None:
        assert view.turn is not None
        situation = [*texts.tell_situation(view), f"{view.name(view.turn)} to move."]
        now = [view.name(view.turn)]
    else:
        result = texts.record_result(view.state.result, view.seat_names)
        situation = ["The game is over.", f"{result[0].upper()}{result[1:]}."]
        now = [view.name(seat) for seat in seats if seat in outcome.winners]
    asked = {fact.name: fact for fact in texts.facts}
    answer = {
        name: list(asked[name].answer(view, "")) for name in ("problems", "spaces") if name in asked
    }
    board = list(texts.tell_board(view))
    problems = answer.get("problems", [])
    heard = answer.get("spaces") or ([*problems, *board[:-1]] if "problems" in answer else board)
    return {
        "situation": " ".join(situation),
        "board": board + problems,
        "seats": [texts.tell_seat(view, seat) for seat in seats],
        "heard": heard,
        "now": now,
    }


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, most(spec_of(name).players)) for name in OURS for most in (min, max)],
)
async def test_the_page_says_what_text_mode_says(read: Any, name: str, players: int) -> None:
    record = record_of(name, players, ("Ann", "Ben", "Chai", "Dao")[:players])
    found, replay = await read(record), Replay.of(record)
    moments = [replay.at(ply) for ply in range(replay.last + 1)]
    entries = moments[-1].log.entries
    texts = ui_of(name).texts
    assert found["moves"] == [
        texts.tell_entry(moment.view, entry, moment.view.position)
        for moment, entry in zip(moments, entries, strict=False)
    ]
    for told, moment in zip(found["moments"], moments, strict=True):
        assert told == sentences_of(moment)
