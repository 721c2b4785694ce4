"""Building and sending a move by key and by mouse: every press, the wrong ones too."""

from itertools import accumulate
from random import Random

import pytest
from textual import events

from protocol.commands import PlayMove
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.siam.queue_panel import TALL, tile_widths
from siam_tui.table.bar.move_bar import MoveBar
from siam_tui.table.reference import ReferenceScreen
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import (
    SIZE,
    bar_of,
    click_option,
    click_province,
    footer,
    key_of,
    text,
)
from tests.siam_tui.table.stage import Theatre, stage


@pytest.mark.parametrize("seed", range(6))
async def test_a_move_built_by_keys_is_sent_with_enter_and_only_then(seed):
    table, random = stage(3, 9, seed=seed), Random(seed)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        while bar_of(app).options[0].key != "Enter":
            options = [option for option in bar_of(app).options if option.key != "P"]
            assert not table.asked
            await pilot.press(key_of(random.choice(options)))
        ply = len(table.texts)
        finished = app.screen.controller.draft.move
        assert bar_of(app).longer.endswith(finished)
        await pilot.press("enter")
        await pilot.pause()
        (sent,) = table.asked
        assert sent == PlayMove("T1", 1, ply, finished)
        assert table.texts[-1] == sent.move
        assert "Waiting for" in bar_of(app).question


async def test_a_letter_with_alt_chooses_nothing_and_is_the_key_of_a_command():
    app = Theatre(stage(2))
    app.set_keymap({"table.reference": "alt+t"})
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app._driver.send_message(events.Key("alt+t", "t"))  # as a terminal sends it
        await until(pilot, lambda: isinstance(app.screen, ReferenceScreen))
        assert not app.screen_stack[-2].controller.draft.choices


async def test_while_the_king_is_played_all_speaks_of_the_queue_as_it_would_be():
    table = stage(2, 0, seed=3)
    second = table.game.map.provinces[table.position.queue[1]].name
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("k", "1", "2")
        assert f"struggle 1 of 8: {second}" in text(app, "#title")
        assert "YOUR TURN" in text(app, "#title")


async def test_a_move_built_by_mouse_alone():
    table = stage(2, 0, seed=3)
    position = table.position
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.click("#hand", offset=(7, 0))  # the Maharacha
        await pilot.click("#queue", offset=(3, 0))  # the first tile of the queue
        await click_province(pilot, position.queue[4])
        await click_province(pilot, position.queue[0])
        await click_province(pilot, 0)
        while bar_of(app).options[0].key != "Enter":
            await click_option(pilot, bar_of(app).options[0].key)
        await click_option(pilot, "Enter")
        await pilot.pause()
        assert table.texts[-1].startswith("K:")
        assert table.position.markers == {position.queue[0]}


@pytest.mark.parametrize("place", range(8))
async def test_a_click_on_a_tile_chooses_its_province_where_tiles_have_names(place):
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("k")
        ends = list(accumulate(tile_widths(table.position, 120, TALL)))
        await pilot.click("#queue", offset=(ends[place] - 1, 1))
        chosen = app.screen.controller.draft.choices
        assert table.position.queue[place] in {each.value for each in chosen[1:]}


async def test_arrows_tab_and_enter_build_a_move_too():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("tab", "tab", "shift+tab", "enter")
        assert app.screen.controller.draft.draft.card == "K"
        await pilot.press("down", "down", "enter")
        assert len(app.screen.controller.draft.draft.provinces) == 1
        await pilot.press("up", "enter", "right", "enter")
        assert app.screen.controller.draft.builder.action_done(app.screen.controller.draft.draft)
        await pilot.press("left", "enter")
        while app.screen.controller.draft.move is None:
            await pilot.press("tab", "enter")
        await pilot.press("enter")
        await pilot.pause()
        assert len(table.texts) == 1


async def test_every_step_can_be_taken_back_until_the_move_is_sent():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "Back" not in footer(app)
        first = bar_of(app)
        await pilot.press("t", "1", "2")
        assert "Back" in footer(app)
        await pilot.press("escape", "backspace", "escape")
        assert bar_of(app) == first
        await pilot.press("escape")
        assert bar_of(app) == first
        assert not table.asked


async def test_another_card_may_be_clicked_instead():
    app = Theatre(stage(2, 0, seed=3))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", "1")
        await pilot.click("#hand", offset=(7, 0))
        assert app.screen.controller.draft.draft.card == "K"


async def test_wrong_keys_are_answered_where_the_eyes_are_and_change_nothing():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("8")
        assert "card of your hand" in bar_of(app).notice
        assert bar_of(app).question.startswith("Which card")
        await pilot.press("k", "r")
        assert "by its number" in bar_of(app).notice
        await pilot.press("1", "1")
        assert "is chosen already" in bar_of(app).notice
        await pilot.press("2")
        assert bar_of(app).notice == ""
        await pilot.press("ctrl+t", "f5")
        assert bar_of(app).notice == ""
        await pilot.press("x")
        assert "by its number" in bar_of(app).notice
        assert len(app.screen.controller.draft.draft.acted) == 2
        await pilot.press("enter")
        assert not table.asked


async def test_a_province_or_a_card_that_is_none_of_the_choices_says_so():
    table = stage(3, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await click_province(pilot, table.position.queue[4])
        clicked = bar_of(app).notice
        await pilot.press("5")
        assert bar_of(app).notice == clicked != ""
        await pilot.press("k", "1")
        await click_province(pilot, table.position.queue[0])
        clicked = bar_of(app).notice
        assert "is chosen already" in clicked
        await pilot.press("1")
        assert bar_of(app).notice == clicked
        await pilot.press("escape", "escape", "p", "t")
        assert "complete" in bar_of(app).notice
        assert "Enter sends" in bar_of(app).question


async def test_a_refusal_is_shown_at_the_bar_and_the_move_is_kept():
    table = stage(2, 0, seed=3, refuse="It is not your turn any more.")
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("p", "enter")
        await pilot.pause()
        assert bar_of(app).notice == "It is not your turn any more."
        assert "not your turn any more" in text(app, MoveBar)
        assert app.screen.controller.draft.move == "pass"
        await pilot.press("escape")
        assert bar_of(app).notice == ""


async def test_the_board_shows_the_effect_before_the_follower_is_taken():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", "1", "1", "1")
        board = app.screen.query_one(BoardMap).view
        first = table.position.queue[0]
        assert sum(board.position.followers(first)) == sum(table.position.followers(first)) + 3


async def test_the_finished_move_is_shown_whole_with_the_follower_taken():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("t", "1", "1", "1", "1", "m")
        first = table.position.queue[0]
        rama, lao, malay = table.position.followers(first)
        board = app.screen.query_one(BoardMap).view
        assert board.position.followers(first) == (rama + 1, lao + 1, malay)
        had = table.position.seats[table.seat].followers
        own = text(app, "#seats").splitlines()[2 * table.seat + 1]
        assert f"R{had[0]} L{had[1]} M{had[2] + 1}" in own
        await pilot.press("escape")
        own = text(app, "#seats").splitlines()[2 * table.seat + 1]
        assert f"R{had[0]} L{had[1]} M{had[2]}" in own


async def test_tiles_change_places_as_soon_as_both_are_named():
    table = stage(2, 0, seed=3)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("k", "1", "3")
        first, _, third, *_ = table.position.queue
        shown = app.screen.query_one(BoardMap).view.position
        assert (shown.queue[0], shown.queue[2]) == (third, first)
        assert not shown.markers
