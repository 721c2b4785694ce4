"""Who plays with whom is told as the game begins, on the screen and in text mode."""

import pytest

from siam_tui.model.seat_facts import tell_partners
from siam_tui.model.table_view import see
from siam_tui.plain.table_news import tell_start
from tests.siam_tui.table.hands import bar_of, text
from tests.siam_tui.table.stage import Theatre, stage


def told(players, me):
    table = stage(players, to_move=0, me=me)
    return tell_partners(see(table.state(), me))


def test_partners_are_told_to_those_who_play_and_to_spectators():
    assert told(4, "key-Ann") == "You play with Chai, against Ben and Dara."
    assert told(4, "key-Dara") == "You play with Ben, against Ann and Chai."
    assert told(4, "key-Eve") == "Ann and Chai play against Ben and Dara."
    assert told(3, "key-Ann") == ""


@pytest.mark.parametrize("players", [3, 4])
def test_text_mode_names_them_as_the_game_begins(players):
    table = stage(players, to_move=0)
    view = see(table.state(), table.me)
    assert any("You play with" in line for line in tell_start(view)) == (players == 4)


async def test_the_screen_names_them_when_the_cards_are_dealt_and_in_the_log():
    table = stage(4, to_move=0, status="open")
    app = Theatre(table)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table.status = "running"
        table.tell()
        await pilot.pause()
        assert bar_of(app).notice == "You play with Chai, against Ben and Dara."
        assert "You play with Chai" in " ".join(text(app, "#entries").split())
