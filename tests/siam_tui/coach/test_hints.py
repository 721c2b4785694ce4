"""Hints on the screen of a table: how they are asked for, shown and followed."""

from dataclasses import replace

import pytest
from textual.geometry import Size

from games.siam import Siam
from siam_tui.coach import hint
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.table.bar.move_bar import bar_lines
from tests.siam_tui.app.stage import until
from tests.siam_tui.coach.bot_table import HINT, against_bots, has_hint, hinted, labels_of_enter
from tests.siam_tui.replay.test_graph import CHILDREN, children
from tests.siam_tui.table.hands import bar_of, footer, text
from tests.siam_tui.table.stage import Theatre


class TestOnTheScreen:
    async def test_the_move_is_lit_told_and_written_with_the_chances(self, monkeypatch):
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await hinted(pilot, monkeypatch)
            move = (
                "Hint: play Khon Thai: one Rama follower to Sukothai, one Lao to Luang Prabang and "
                "one Malay to Kedah; take one Lao from Nakhon. "
            )
            bar = bar_of(app)
            assert bar.question == f"{move}{HINT.advantage}"
            chances = (
                "Against strong play, you win about 44\N{NO-BREAK SPACE}% of games with it, "
                "about 28\N{NO-BREAK SPACE}%"
            )
            assert bar.fuller[0] == (
                f"{move}{HINT.advantage} {chances} with your best other move: pass."
            )
            drawn = " ".join(text(app, "#bar").split())
            assert f"{move}{HINT.advantage} Enter choose this move P pass" in drawn
            longer = replace(bar, question="long " * 60, briefer=("Also " * 60, "Brief."))
            lines = [line.plain.strip() for line in bar_lines(longer, Size(80, 4), app.look)]
            assert lines[1:2] == ["Brief."], "in as few words as there is room for"
            wide = [line.plain for line in bar_lines(bar, Size(120, 6), app.look)]
            assert bar.fuller[0] in " ".join(line.strip(" ") for line in wide)
            lit = app.screen.query_one(BoardMap).view.chosen
            assert {Siam().map.provinces[each].id for each in lit} == {"SUK", "LUA", "KED", "NAK"}
            (lit_card,) = (
                span
                for span in app.screen.query_one("#hand").render().spans
                if span.style == app.look.palette.cursor
            )
            assert "Khon Thai" in text(app, "#hand")[lit_card.start : lit_card.end]

    async def test_enter_fills_it_in_and_enter_sends_it(self, monkeypatch):
        table = against_bots()
        async with Theatre(table).run_test(size=(80, 24)) as pilot:
            await hinted(pilot, monkeypatch)
            assert "choose this move" in labels_of_enter(pilot.app)
            assert "Stop thinking" not in footer(pilot.app)
            played = len(table.texts)
            await pilot.press("enter")
            assert pilot.app.screen.draft.move == "T:R@SUK+L@LUA+M@KEDxL@NAK"
            assert labels_of_enter(pilot.app) == ["send"]
            assert bar_of(pilot.app).change, "the board shows it, and the bar tells it"
            assert len(table.texts) == played, "nothing is sent yet"
            await pilot.press("enter")
            await until(pilot, lambda: len(table.texts) > played)
            assert table.texts[played] == "T:R@SUK+L@LUA+M@KEDxL@NAK"

    async def test_a_move_that_was_filled_in_can_be_taken_back_step_by_step(self, monkeypatch):
        async with Theatre(against_bots()).run_test(size=(80, 24)) as pilot:
            await hinted(pilot, monkeypatch)
            await pilot.press("enter", "escape")
            assert "Khon Thai" in bar_of(pilot.app).title
            assert pilot.app.screen.draft.move is None
            while pilot.app.screen.draft.choices:
                await pilot.press("escape")
            assert bar_of(pilot.app).question.startswith("Hint: ")

    @pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)], ids=str)
    def test_picture(self, monkeypatch, snap_compare, size):
        app = Theatre(against_bots())

        async def ask(pilot):
            await hinted(pilot, monkeypatch)

        assert snap_compare(app, terminal_size=size, run_before=ask)

    async def test_asked_for_amid_a_move_it_is_shown_all_the_same(self, monkeypatch):
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("t")
            assert "Khon Thai" in bar_of(app).title
            await hinted(pilot, monkeypatch)
            assert bar_of(app).title == "Your move"

    async def test_esc_stops_the_thinking(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 60)
        before = children() if CHILDREN.exists() else set()
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            assert {"Stop thinking"} <= footer(app)
            assert "Hint" not in footer(app)
            await until(pilot, lambda: bar_of(app).question.startswith("Hint: "))
            assert "Still thinking" in bar_of(app).question
            await pilot.press("escape")
            await pilot.pause()
            assert "Hint" in footer(app)
            await until(pilot, lambda: not CHILDREN.exists() or not children() - before)

    async def test_enter_stops_the_thinking_and_fills_in_what_is_still_shown(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 60)
        table = against_bots()
        async with Theatre(table).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            played = len(table.texts)
            await pilot.press("h")
            await until(pilot, lambda: bar_of(pilot.app).question.startswith("Hint: "))
            await pilot.press("enter")
            await until(pilot, lambda: "stopped it early" in bar_of(pilot.app).question)
            assert bar_of(pilot.app).question.startswith("Hint: ")
            assert len(table.texts) == played
            assert "choose this move" in labels_of_enter(pilot.app)
            await pilot.press("enter")
            assert pilot.app.screen.draft.move
            assert len(table.texts) == played

    async def test_the_screen_lives_on_while_the_coach_thinks(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 60)
        table = against_bots()
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            await pilot.press("p", "enter")
            await pilot.pause()
            assert table.texts[-1] == "pass"
            assert "Stop thinking" not in footer(app), "the turn is over"

    async def test_it_makes_way_for_ones_own_move_and_comes_back(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 0.01)
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("colon", *"hint", "enter")
            await until(pilot, lambda: has_hint(app))
            await pilot.press("p")
            assert "Hint" not in bar_of(app).question
            await pilot.press("escape")
            assert "Hint" in bar_of(app).question
