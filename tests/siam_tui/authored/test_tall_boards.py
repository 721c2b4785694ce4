"""A board that is higher than the window: all of the table can be reached."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from games.registry import game_of
from siam_tui.games.authored.body import AuthoredBody
from tests.installed_games import add_entry_points, forget_games
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.stage import Stage, Theatre, person

GO = """
from games.author import Annotated, Game, Grid, Move, Seat, Value, put

BOARD = Grid(19, 19)


class Position(Value):
    stones: Annotated[tuple[Seat | None, ...], BOARD]
    turn: Seat


class Place(Move):
    to: Annotated[int, BOARD]


class Go(Game[Position, Place]):
    name, title, players = "go", "Go", range(2, 3)

    def start(self, players, chance):
        return Position((None,) * len(BOARD), 0)

    def legal(self, p):
        return map(Place, BOARD.where(p.stones, None))

    def after(self, p, move):
        return Position(put(p.stones, move.to, p.turn), 1 - p.turn)

    def result(self, p):
        return None
"""


async def test_a_high_board_follows_the_cursor_and_can_be_scrolled_to_the_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_high_board", raising=False)
    (tmp_path / "a_high_board.py").write_text(GO)
    add_entry_points(tmp_path, {"siam.games": {"go": "a_high_board:Go"}})
    forget_games()
    game = game_of("go")
    table = Stage(game, [game.new(2, 1)], [], (person(0), person(1)))
    async with Theatre(table).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(AuthoredBody))
        body = pilot.app.screen.query_one(AuthoredBody)
        await until(pilot, lambda: body.max_scroll_y > 0)
        seats = body.query_one("#seats")
        assert not body.region.contains_region(seats.region)
        await pilot.press("c", *["down"] * 19)  # column c, its highest place, and on to its lowest
        await until(pilot, lambda: body.scroll_y > 0)
        await pilot.press(*["up"] * 18)
        await until(pilot, lambda: body.scroll_y == 0)
        body.scroll_end(animate=False)
        await until(pilot, lambda: body.region.contains_region(seats.region))
