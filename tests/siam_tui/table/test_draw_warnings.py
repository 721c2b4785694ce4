"""What went wrong with the draw of a setup stands on the screen, as text and never as markup."""

import pytest

from client.changes import DrawWarning
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Theatre, stage

BROKEN = DrawWarning(
    "T1",
    "The server broke its commitment: it has signed two different ones for game 1. Your siam "
    "gives nothing to the second. Both are kept as proof: siam verify /home/ann/proofs/1.json",
    True,
)
GIVEN_UP = DrawWarning(
    "T1",
    "The server gave up the setup of game 1: nobody answered in time, without [/][Ben].",
    False,
)


@pytest.mark.parametrize("status", ["open", "running"])
async def test_warnings_of_this_table_stay_in_the_log(status):
    table = stage(3, 4, to_move=0)
    table.status = status
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for queue in table.queues:
            queue.put_nowait(BROKEN)
            queue.put_nowait(GIVEN_UP)
            queue.put_nowait(DrawWarning("T2", "Of another table.", True))
        await pilot.pause()
        table.tell()
        await pilot.pause()
        log = " ".join(text(app, "#entries").split())
        assert "! The server broke its commitment" in log
        assert "without [/][Ben]." in log
        assert "another table" not in log
        assert [each.title for each in app._notifications] == ["Not fair"]
