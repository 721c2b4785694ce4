"""The table screen around the moves: comings and goings, news, and what cannot be done."""

import pytest

from protocol.commands import Agree, SeatBot, StartGame, TakeSeat
from protocol.states import SeatState
from siam_tui.games.siam.move_builder import EMPTY, Choice, Kind, card_choice
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.bar.move_bar import MoveBar
from siam_tui.table.dialogs import EndingScreen, LeaveScreen
from siam_tui.ui.text_line import Line
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import SIZE, bar_of, click_option, click_province, footer, text
from tests.siam_tui.table.stage import Theatre, evolve, person, stage


async def test_news_of_others_reach_the_screen_and_the_log():
    table = stage(3, 4, to_move=0)
    table.me = "key-Zoe"
    app = Theatre(table)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        table.play("pass")
        table.tell(news=1)
        await pilot.pause()
        assert app.screen.controller.log.end == 5
        assert text(app, "#entries").rstrip().endswith("passes")


async def test_news_that_come_while_the_screen_is_taken_down_do_no_harm():
    table = stage(3, 4, to_move=0)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await app.screen.query("#middle").remove()  # a screen goes piece by piece
        table.play("pass")
        table.tell(news=1)
        await pilot.pause()
        assert app.screen.controller.view.state.position == table.state().position


async def test_a_spectator_sees_no_hand_and_can_press_nothing_that_acts():
    table = stage(3, 6, me="key-Zoe")
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert text(app, "#hand") == ""
        assert footer(app) == {"Type", "Help", "Leave"}
        for option in "ktrlmp12345678egbfcasy":
            await pilot.press(option)
        await pilot.press("enter", "tab", "down", "escape", "backspace")
        await click_province(pilot, 2)
        await pilot.click("#hand", offset=(8, 0))
        await pilot.click(MoveBar, offset=(3, 2))
        assert not table.asked
        await pilot.press("q")
        assert app.left


async def test_a_lost_connection_is_told_and_goes_away_by_itself():
    table = stage(3, 6)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        table.tell_trouble("The connection is lost. Trying again…")
        await pilot.pause()
        assert "connection is lost" in text(app, "#title")
        table.tell_trouble("")
        await pilot.pause()
        assert "YOUR TURN" in text(app, "#title")


async def test_an_older_state_never_replaces_a_newer_one():
    table = stage(3, 6)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        newer = table.state()
        app.screen.controller.receive(evolve(newer, revision=0, status="closed"))
        assert app.screen.controller.view.state == newer


async def test_a_draft_survives_news_that_do_not_change_the_position():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", "1")
        table.end = (1 - table.seat,)
        table.tell()
        await pilot.pause()
        assert len(app.screen.controller.draft.draft.acted) == 1
        assert "asks to end the game early" in bar_of(app).request[0]


async def test_the_host_seats_a_bot_and_starts():
    table = stage(2, 0, status="open", seats=(person(0), SeatState("free")))
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "C copies it" in text(app, "#entries").replace("\n", " ")
        await pilot.press("b", "escape", "b", "2")
        await pilot.pause()
        assert table.asked == [SeatBot("T1", 1, "greedy")]
        await pilot.press("g")
        await pilot.pause()
        assert table.asked[-1] == StartGame("T1")
        assert app.screen.controller.view.position is not None


async def test_a_guest_takes_a_seat_by_a_click():
    table = stage(2, 0, status="open", seats=(person(0), SeatState("free")), me="key-Ben")
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await click_option(pilot, "2")
        await pilot.pause()
        assert table.asked == [TakeSeat("T1", 1)]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("d", "nobody to talk to"),
        ("h", "nobody here but bots"),
        ("at", "Nobody else is here"),
        ("u", "no move to take back"),
        ("o", "no other table"),
        ("s", "when the game is over"),
        ("w", "when it is over"),
    ],
)
async def test_a_key_that_does_nothing_now_says_why(key, said):
    app = Theatre(stage(2, 5))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert said in bar_of(app).notice


async def test_help_opens_and_closes():
    app = Theatre(stage(2, 5))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("question_mark")
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("q")
        assert not isinstance(app.screen, RulesScreen)
        assert not app.left


async def test_the_footer_shows_only_what_can_be_done_now():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert footer(app) == {"Type", "End early", "Help", "Leave"}
        await pilot.press("tab")
        assert footer(app) == {"Choose", "Type", "End early", "Help", "Leave"}
        await pilot.press("p")
        assert footer(app) == {"Send", "Back", "Type", "End early", "Help", "Leave"}


async def test_again_is_agreed_when_the_game_is_over():
    table = stage(2, 400)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await pilot.pause()
        assert table.asked == [Agree("T1", 1, "again", yes=True)]
        assert "Ann: again!" in bar_of(app).title


async def test_a_closed_table_says_so_and_is_left_at_once():
    table = stage(2, 400)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        table.status = "closed"
        table.tell()
        await pilot.pause()
        assert "closed" in bar_of(app).question
        await pilot.press("q")
        assert app.left


async def test_a_table_our_rules_cannot_read_says_so():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.screen.controller.receive(evolve(table.state(), revision=9, position="no position"))
        assert "cannot be shown" in bar_of(app).notice


async def test_lines_are_laid_out_anew_only_when_their_text_changes():
    app = Theatre(stage(2, 5))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        seats = app.screen.query_one("#seats", Line)
        assert not seats.show(seats._make)


def test_choices_are_values():
    assert card_choice("K") == Choice(Kind.CARD, 0)
    assert SiamMoveBuilder(stage(2).game, stage(2).position).choices(EMPTY)[-1].kind is Kind.PASS


async def test_s_explains_how_it_ended_saves_the_record_and_leads_back(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = Theatre(stage(3, 400))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        assert "How it ended" in footer(app)
        await pilot.press("s")
        await pilot.pause()
        assert "Chai wins." in text(app, "#ending")
        assert "8 Khorat" in text(app, "#ending")
        await pilot.press("s")
        await until(pilot, lambda: list(tmp_path.rglob("*.siam")))
        assert isinstance(app.screen, EndingScreen)
        await pilot.press("escape")
        await pilot.resize_terminal(120, 36)  # where the bar has room for it as well
        await pilot.pause()
        await click_option(pilot, "S")
        await pilot.pause()
        assert isinstance(app.screen, EndingScreen)


async def test_the_palette_is_given_what_can_be_done_at_the_table():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        offered = {name: run for name, _, run in app.screen.commands()}
        anywhere = {"Table help", "Type a move or a command", "Copy position", "Watch again"}
        assert {*anywhere, "End early", "Copy link", "Leave", "Maharacha"} <= set(offered)
        offered["Leave"]()
        await pilot.pause()
        assert isinstance(app.screen, LeaveScreen)


async def test_the_palette_offers_a_spectator_nothing_that_acts():
    app = Theatre(stage(2, 5, me="key-Zoe"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        offered = {name for name, _, _ in app.screen.commands()}
        anywhere = {"Table help", "Type a move or a command", "Copy position", "Watch again"}
        assert offered == {*anywhere, "Copy link", "Leave", "Reminders"}
