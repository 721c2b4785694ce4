"""Table talk on the screen: beside the board, in its dialog, and by whom it is not heard."""

import pytest
from textual.events import Paste
from textual.widgets import Input, OptionList

from client.changes import TalkChanged
from client.lobby_mirror import Companion
from protocol.commands import Say
from protocol.limits import MAX_TALK
from protocol.messages import Talk, TalkLine
from protocol.states import Terms
from siam_tui.appearance.style import Look
from siam_tui.table.people.participants import GatheringScreen
from siam_tui.table.people.talk import CLOSED, TalkScreen, beside
from siam_tui.table.screen import TableScreen
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import footer, text
from tests.siam_tui.table.stage import Theatre, stage

PEOPLE = tuple(Companion(f"key-{name}", name) for name in ("Ann", "Ben", "Eve"))


def said(number, name, words, seat=None):
    return TalkLine(number, f"key-{name}", name, seat, words, 0)


def tell(table, *lines):
    table.talks.add_lines(Talk("T1", lines))
    for queue in table.queues:
        queue.put_nowait(TalkChanged("T1"))


async def test_what_is_said_shows_beside_the_board():
    table = stage(3, 6, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app.screen.query_one("#talk").display
        tell(table, said(1, "Ben", "Shall we?", 1), said(2, "Eve", "Good game so far"))
        await pilot.pause()
        assert "Ben: Shall we?" in text(app, "#talk")
        assert "Eve: Good game so far" in text(app, "#talk")


LONG = "I would not have passed there, because the Lao were two ahead and nobody could follow. " * 2


THREE_LINES = "Shall we meet again next week, same evening, and play the map of Albion then?"


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)], ids=str)
async def test_long_messages_leave_the_log_most_of_the_room_and_keep_their_speakers(size):
    table = stage(3, 12, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        tell(table, *(said(n, "Ben", LONG.strip(), 1) for n in range(1, 9)))
        await until(pilot, lambda: "Ben: I would" in text(app, "#talk"))
        talk, log = (app.screen.query_one(each) for each in ("#talk", "#log"))
        await until(pilot, lambda: log.size.height + 1 >= talk.size.height > 3)
        assert "D shows it all" in text(app, "#talk")
        table.play("pass")
        table.tell(1)
        await until(pilot, lambda: log.size.height >= 2 * talk.size.height)
        rows = [row for row in text(app, "#talk").splitlines() if "talk" not in row]
        assert "Ben: " in rows[0]
        if size == (80, 24):
            assert all("Ben: " in row and row.endswith("…") for row in rows)
        else:
            assert "D shows it all" in text(app, "#talk")
        await pilot.press("d")
        assert " ".join(text(app, "#said").split()).count(LONG.strip()) == 8


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)], ids=str)
async def test_a_new_message_is_read_whole_although_others_were_said_before(size):
    table = stage(3, 12, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        tell(table, *(said(n, "Ben", LONG.strip(), 1) for n in range(1, 4)))
        tell(table, said(4, "Eve", THREE_LINES))
        await until(pilot, lambda: THREE_LINES in " ".join(text(app, "#talk").split()))
        assert app.screen.query_one("#log").size.height >= 3


def test_what_is_seen_of_a_message_begins_with_its_speaker():
    """Whatever the room: no message is seen from its middle on."""
    lines = tuple(said(n, "Ben", "a long word " * n) for n in range(1, 9))
    for height in range(1, 20):
        for width in (20, 34, 71):
            shown = beside(lines, width, height, Look(), "D").split("\n")
            told = [row.plain for row in shown if "talk" not in row.plain]
            assert len(shown) <= height
            assert "Ben: " in told[0]
            assert all(row.cell_length <= width for row in shown)


async def test_one_says_something_and_the_dialog_stays_for_more():
    table = stage(3, 6, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("d")
        assert isinstance(app.screen, TalkScreen)
        await pilot.press(*"Ktq?", "enter")
        await pilot.pause()
        assert table.asked == [Say("T1", "Ktq?")]
        assert app.screen.query_one(Input).value == ""
        tell(table, said(1, "Ben", "What?", 1))
        await pilot.pause()
        assert "Ben: What?" in text(app, "#said")
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)


async def test_pasted_lines_become_one_message():
    app = Theatre(stage(3, 6, people=PEOPLE))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("d")
        box = app.screen.query_one(Input)
        box.post_message(Paste("one\n\ntwo\r\nthree\n"))
        await until(pilot, lambda: box.value == "one two three")
        assert [str(each.message) for each in app._notifications] == [
            "A message is one line: the lines that you pasted are joined."
        ]


async def test_a_message_that_is_full_says_so_once():
    app = Theatre(stage(3, 6, people=PEOPLE))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("d")
        app.screen.query_one(Input).value = "x" * MAX_TALK
        await pilot.press("y", "z")
        assert [str(each.message) for each in app._notifications] == [
            f"Only {MAX_TALK} characters fit here: what you type now is not taken."
        ]


async def test_a_refusal_is_told_and_the_words_are_kept():
    table = stage(3, 6, people=PEOPLE, refuse="That is a lot at once: wait a few seconds.")
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("d", *"hey", "enter")
        await pilot.pause()
        assert "wait a few seconds" in str(app.screen.query_one("#refused").render())
        assert app.screen.query_one(Input).value == "hey"


async def test_in_a_team_game_it_is_closed_to_the_seats_and_open_to_spectators():
    for me, terms, may in (
        ("key-Ann", Terms(), False),
        ("key-Ann", Terms(open_talk=True), True),
        ("key-Eve", Terms(), True),
    ):
        table = stage(4, 6, people=PEOPLE, me=me, terms=terms)
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert ("Talk" in footer(app)) == may
            await pilot.press("d")
            assert isinstance(app.screen, TalkScreen) == may


async def test_the_dialog_closes_its_input_when_a_team_game_begins():
    table = stage(4, 0, people=PEOPLE, status="open")
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("d")
        assert app.screen.query_one(Input).display
        table.status = "running"
        table.tell()
        await until(pilot, lambda: not app.screen.query_one(Input).display)
        assert str(app.screen.query_one("#closed").render()) == str(CLOSED)


async def test_nobody_alone_is_offered_to_talk():
    app = Theatre(stage(3, 6, people=PEOPLE[:1]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Talk" not in footer(app)


async def test_who_is_muted_is_not_heard_and_can_be_heard_again():
    table = stage(3, 6, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        tell(table, said(1, "Eve", "Pass, pass, pass!"))
        await pilot.press("at")
        assert isinstance(app.screen, GatheringScreen)
        lines = app.screen.query_one(OptionList)
        names = [str(lines.get_option_at_index(n).prompt).split()[0] for n in range(3)]
        assert sorted(names) == ["Ann", "Ben", "Eve"]
        assert "Mute or hear again" not in footer(app) or names[0] != "Ann"
        await pilot.press("end", "m")
        assert table.talks.muted == {"key-Eve"}
        assert "muted" in str(lines.get_option_at_index(2).prompt)
        await pilot.press("escape")
        await pilot.pause()
        assert not app.screen.query_one("#talk").display
        await pilot.press("at", "end", "m", "escape")
        await until(pilot, lambda: "Pass, pass" in text(app, "#talk"))
