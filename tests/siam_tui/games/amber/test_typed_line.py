"""The line for typing at a table of Reino de Ámbar: a card and what follows it in one go."""

from __future__ import annotations

import pytest

from tests.siam_tui.games.amber.solo import solo
from tests.siam_tui.table.stage import Theatre
from tests.siam_tui.table.test_typing import opened


@pytest.mark.parametrize("line", ["waves borderland", "w 7", "x borderland"])
async def test_a_card_and_its_area_are_sent(line):
    stage = solo(seed=1)
    app = Theatre(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        card = "W" if line[0] == "w" else stage.position.seats[0].pawn
        before = len(stage.texts)
        await (await opened(pilot)).type(line, "enter")
        assert stage.texts[before] == f"{card}:BOR"


async def test_a_line_that_stops_early_goes_on_with_keys_and_a_wrong_one_says_so():
    app = Theatre(solo(seed=1))
    async with app.run_test(size=(80, 24)) as pilot:
        typist = await opened(pilot)
        await typist.type("suns market", "enter")
        assert "You cannot choose 'market' now." in typist.hint
        await pilot.press("escape")
        await (await opened(pilot)).type("suns penitent", "enter")
        assert "which Problem do you solve" in app.screen.bar.bar.question
