"""Stepping through a record by key and by mouse, alone and after a game."""

import asyncio

import pytest
from textual.app import App
from textual.widgets import Input, OptionList

from games.record import parse_record
from games.siam import Siam
from siam_tui.app.home import HomeScreen
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.model.record_files import save_record
from siam_tui.model.replay import Replay
from siam_tui.model.start import Start
from siam_tui.profile.user_error import UserError
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.screen import ReplayScreen
from siam_tui.table.dialogs import EndingScreen
from siam_tui.table.screen import TableScreen
from tests.programs import run
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen
from tests.siam_tui.replay.games import part_of, recorded
from tests.siam_tui.table.hands import bar_of, click_option, footer, text
from tests.siam_tui.table.stage import Theatre, stage


class Cinema(App):
    """An app with nothing but one replay."""

    def __init__(self, replay, **options):
        super().__init__()
        self.replay, self.options = replay, options
        self.left = False

    def on_mount(self):
        screen = ReplayScreen(self.replay, look=Look(), **self.options)
        self.push_screen(screen, self.leave)

    def leave(self, _):
        self.left = True


GAME = Siam()


@pytest.fixture(scope="module")
def replay():
    return Replay.of(recorded())


def shown(app):
    return app.screen.query_one(BoardMap).view.position


class TestSteps:
    async def test_forward_and_back_and_to_both_ends(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            assert shown(pilot.app) == replay.positions[0]
            await pilot.press("right", "right")
            assert shown(pilot.app) == replay.positions[2]
            assert bar_of(pilot.app).title.startswith(f"2 of {replay.last}: ")
            await pilot.press("left")
            assert shown(pilot.app) == replay.positions[1]
            await pilot.press("end")
            assert shown(pilot.app) == replay.positions[-1]
            await pilot.press("right")
            assert shown(pilot.app) == replay.positions[-1]
            await pilot.press("home", "left")
            assert shown(pilot.app) == replay.positions[0]

    async def test_to_a_struggle_by_its_number_or_the_next_one(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            await pilot.press("5")
            assert shown(pilot.app) == replay.positions[replay.start_of(5)]
            await pilot.press("down")
            assert shown(pilot.app) == replay.positions[replay.start_of(6)]
            await pilot.press("right", "up")
            assert shown(pilot.app) == replay.positions[replay.start_of(6)]
            await pilot.press("up")
            assert shown(pilot.app) == replay.positions[replay.start_of(5)]

    async def test_a_struggle_that_is_not_in_it_is_said(self, replay):
        siam = Siam()
        part = Replay.of(part_of(recorded(), replay.start_of(3), siam))
        async with Cinema(part).run_test() as pilot:
            await pilot.pause()
            await pilot.press("1")
            assert bar_of(pilot.app).notice == "This record has no struggle 1."
            await pilot.press("4")
            assert not bar_of(pilot.app).notice
            assert "Eyes" not in footer(pilot.app)

    async def test_every_answer_of_the_bar_can_be_clicked(self, replay):
        async with Cinema(replay).run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            for key, ply in (("→", 1), ("End", replay.last), ("←", replay.last - 1), ("Home", 0)):
                await click_option(pilot, key)
                await pilot.pause()
                assert shown(pilot.app) == replay.positions[ply]
            await click_option(pilot, "1-8")
            await pilot.pause()
            assert shown(pilot.app) == replay.positions[replay.start_of(2)]

    async def test_the_footer_offers_what_can_be_done(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            assert {"Forward", "Play", "Eyes", "Leave"} <= footer(pilot.app)
            assert not {"Back", "Stop", "Save"} & footer(pilot.app)
            await pilot.press("end")
            await pilot.pause()
            assert "Forward" not in footer(pilot.app)

    async def test_q_leaves(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.press("q")
            await pilot.pause()
            assert pilot.app.left


class TestPlayingByItself:
    async def test_it_comes_to_the_end_and_stops(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            await pilot.press("minus", "end", "left", "left", "left", "space")
            await pilot.pause()
            assert "Stop" in footer(pilot.app)
            await pilot.press("minus")  # behind the slowest pace comes the fastest
            await until(pilot, lambda: shown(pilot.app) == replay.positions[-1])
            await until(pilot, lambda: "Play" in footer(pilot.app))

    async def test_at_the_end_it_begins_anew_and_a_step_stops_it(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            await pilot.press("minus", "end", "space")
            assert shown(pilot.app) in replay.positions[:4]
            assert "+-" in {option.key for option in bar_of(pilot.app).options}
            await pilot.press("plus")
            assert "1 a second" in {option.label for option in bar_of(pilot.app).options}
            await pilot.press("right")
            await pilot.pause()
            assert "Play" in footer(pilot.app)


class TestEyes:
    async def test_go_round_from_all_hands_to_a_spectator(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            hands = []
            for _ in replay.eyes:
                hands.append([seat.hand is not None for seat in shown(pilot.app).seats])
                await pilot.press("e")
            assert hands == [
                [True, True, True],
                [True, False, False],
                [False, True, False],
                [False, False, True],
                [False, False, False],
            ]
            assert "eyes: nothing hidden" in {o.label for o in bar_of(pilot.app).options}

    async def test_the_palette_knows_each(self, replay):
        async with Cinema(replay).run_test() as pilot:
            await pilot.pause()
            found = {title: do for title, _, do in pilot.app.screen.commands()}
            found["See the game through the eyes of Ben"]()
            assert shown(pilot.app).seats[1].hand
            assert not shown(pilot.app).seats[0].hand
            found["Struggle 7"]()
            assert shown(pilot.app).resolved == 6


async def test_w_explains_the_end_once_it_is_reached(replay):
    async with Cinema(replay).run_test() as pilot:
        await pilot.pause()
        await pilot.press("w")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await pilot.press("end", "w")
        await until_screen(pilot, EndingScreen)
        assert "Chai wins." in text(pilot.app, "#ending")
        assert "Save the record" not in footer(pilot.app), "it is a record already"


async def test_c_copies_the_position_as_it_is_seen(replay):
    async with Cinema(replay, eyes=1).run_test() as pilot:
        await pilot.pause()
        await pilot.press("right", "c")
        seen = GAME.view(replay.positions[1], 1)
        await until(pilot, lambda: pilot.app.clipboard == str(seen))


class TestSaving:
    async def test_the_record_is_handed_over_and_the_place_is_told(self, replay):
        saved = []

        def save(record):
            saved.append(record)
            return "/tmp/there.siam"

        async with Cinema(replay, save=save).run_test() as pilot:
            await pilot.pause()
            await pilot.press("s")
            assert saved == [replay.record]
            await until(pilot, lambda: pilot.app._notifications)

    async def test_trouble_is_told_in_the_bar(self, replay):
        def save(record):
            raise UserError("The disk is full.")

        async with Cinema(replay, save=save).run_test() as pilot:
            await pilot.pause()
            await pilot.press("s")
            assert bar_of(pilot.app).notice == "The disk is full."


@pytest.mark.usefixtures("own_folders")
class TestAfterAGame:
    async def test_w_watches_it_again_with_one_s_own_eyes_and_s_saves_it(self, tmp_path):
        table = stage(3, 400)
        async with Theatre(table).run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await pilot.press("w")
            await until_screen(pilot, ReplayScreen)
            assert shown(pilot.app) == table.game.view(table.positions[0], table.seat)
            await pilot.press("s", "e", "q")
            await until_screen(pilot, TableScreen)
        (path,) = (tmp_path / "data").rglob("*.siam")
        record = parse_record(path.read_text())
        assert record.start == table.positions[0]
        assert [table.game.format_move(move) for move in record.moves] == table.texts

    async def test_it_can_be_clicked(self):
        async with Theatre(stage(3, 400)).run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await click_option(pilot, "W")
            await until_screen(pilot, ReplayScreen)

    async def test_while_a_game_runs_there_is_no_key_but_the_palette_shows_what_the_log_does(self):
        table = stage(3, 12)
        async with Theatre(table).run_test() as pilot:
            await pilot.pause()
            await pilot.press("w")
            assert isinstance(pilot.app.screen, TableScreen)
            found = {title: do for title, _, do in pilot.app.screen.commands()}
            found["Watch again"]()
            screen = await until_screen(pilot, ReplayScreen)
            assert len(screen._replay.record.moves) == 12


@pytest.mark.usefixtures("own_folders")
class TestFromHome:
    def folder(self, tmp_path):
        return tmp_path / "data" / "siam-tui" / "records"

    async def test_a_record_is_chosen_from_the_list(self, tmp_path):
        save_record(self.folder(tmp_path), recorded())
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("r")
            screen = await until_screen(pilot, RecordsScreen)
            line = screen.query_one(OptionList).get_option_at_index(0).prompt.plain
            told = "2026-11-21        King of Siam      Chai wins  by Ann, Ben and Chai"
            assert line == told
            await pilot.press("enter")
            await until_screen(pilot, ReplayScreen)
            await pilot.press("q")
            await until_screen(pilot, RecordsScreen)
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)

    async def test_a_broken_one_says_what_is_wrong(self, tmp_path):
        self.folder(tmp_path).mkdir(parents=True)
        (self.folder(tmp_path) / "bad.siam").write_text("[Game]")
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("r")
            await until_screen(pilot, RecordsScreen)
            await pilot.press("enter")
            await pilot.pause()
            assert "line 1: cannot read the tag" in text_of(pilot.app, "#trouble")

    async def test_a_path_can_be_entered(self, tmp_path):
        path = save_record(tmp_path / "elsewhere", recorded())
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("r")
            screen = await until_screen(pilot, RecordsScreen)
            await pilot.press("enter")
            await pilot.pause()
            assert "Write the path" in text_of(pilot.app, "#trouble")
            screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            await until_screen(pilot, ReplayScreen)

    async def test_siam_replay_opens_it_and_ends_with_it(self, tmp_path):
        app = app_of(tmp_path, Start(record=recorded()))
        async with piloted(app) as pilot:
            await until_screen(pilot, ReplayScreen)
            await pilot.press("q")
            await until(pilot, lambda: not app.is_running)


class TestOnTheCommandLine:
    async def test_a_broken_record_is_told_before_the_screen_is_taken(self, tmp_path):
        path = tmp_path / "bad.siam"
        path.write_text("[Game]")
        answers = await asyncio.gather(
            run(tmp_path, "replay", str(path)), run(tmp_path, "replay", str(tmp_path / "none.siam"))
        )
        (code, _, err), (missing, _, none) = answers
        assert (code, missing) == (2, 2)
        assert "line 1: cannot read the tag '[Game]'" in err
        assert none.startswith("siam: There is no file")


async def test_the_log_shows_the_game_up_to_the_moment(replay):
    async with Cinema(replay).run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("3")
        assert text(pilot.app, "#entries").count("Struggle") == 3
        await pilot.press("2")
        assert text(pilot.app, "#entries").count("Struggle") == 2
