"""Records of Nim: played through, listed, and shown."""

from __future__ import annotations

import pytest
from textual.app import App

from siam_tui.appearance.style import Look
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.game_library import Shelf
from siam_tui.model.record_files import save_record
from siam_tui.model.replay import OPEN, Replay, count_players
from siam_tui.replay.list import RecordsScreen
from siam_tui.replay.screen import ReplayScreen
from tests.siam_tui.app.stage import until
from tests.siam_tui.second_game.records import played
from tests.siam_tui.table.hands import bar_of, text


class Cinema(App):
    """An app with nothing but one screen."""

    def __init__(self, screen):
        super().__init__()
        self.first = screen

    def on_mount(self):
        self.push_screen(self.first)


@pytest.mark.parametrize(
    ("players", "names", "count", "shown"),
    [
        (1, ("Ann", "the house"), 1, ("Ann", "The house")),
        (2, ("Ann", "Ben"), 2, ("Ann", "Ben")),
        (2, (), 2, ("Seat 1", "Seat 2")),
        (3, ("Ann",), 3, ("Ann", "Seat 2", "Seat 3")),
    ],
)
def test_the_seats_of_players_are_told_from_those_of_the_table(players, names, count, shown):
    record = played(players, names=names)
    replay = Replay.of(record)
    assert (count_players(record), replay.names) == (count, shown)
    assert replay.eyes == (OPEN, *range(count), None)
    for eyes in replay.eyes:
        view = replay.at(1, eyes).view
        assert len(view.state.seats) == count
        assert tuple(map(view.name, range(view.seat_count))) == shown


async def test_a_record_is_stepped_through_by_keys():
    replay = Replay.of(played(1, names=("Ann", "the house")))
    app = Cinema(ReplayScreen(replay, look=Look()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "?" not in text(app, "#seats")
        await pilot.press("right", "right")
        assert bar_of(app).title.startswith(f"2 of {replay.last}: ")
        await pilot.press("home", "e")
        assert "Ann, card 2" in text(app, "#seats")
        assert "The house, card ?" in text(app, "#seats")
        await pilot.press("end")
        assert replay.record.result in ("nobody", "seats 0", "seats 1")
        assert "The house takes" in text(app, "#entries")


async def test_it_is_listed_with_its_result(tmp_path):
    save_record(tmp_path, played(1, names=("Ann", "the house")))
    app = Cinema(RecordsScreen(Shelf(GameFolder(tmp_path).list_games())))
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        listed = app.screen.query_one("#records").get_option_at_index(0).prompt.plain
        assert "by Ann and The house" in listed
        assert "wins" in listed


def test_a_move_may_end_two_chapters():
    """A card is shown, and what it takes empties a heap, so that the omen is turned up."""
    replay = Replay.of(played(1))
    assert [replay.game.chapter(position) for position in replay.positions[:2]] == [0, 2]
    assert replay.chapters == (0, 1, 1)
    assert [replay.chapter_at(ply) for ply in (0, 1)] == [1, 3]
    assert replay.start_of(2) == replay.start_of(3) == 1


def test_a_record_looks_like_this(snap_compare):
    replay = Replay.of(played(1, names=("Ann", "the house")))
    app = Cinema(ReplayScreen(replay, look=Look()))
    assert snap_compare(app, terminal_size=(80, 24), press=["right", "right", "right"])


async def test_its_moves_are_rated_on_the_screen():
    replay = Replay.of(played(2, names=("Ann", "Ben")))
    app = Cinema(ReplayScreen(replay, look=Look()))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await until(pilot, lambda: text(app, "#entries").count("%") == 2)  # a graph for each seat
        await until(pilot, lambda: "Thinking" not in text(app, "#entries"))
