"""Nim beside King of Siam where a game is chosen, and against bots from home."""

from __future__ import annotations

from textual.widgets import Select

from siam_tui.lobby.bot_game import LastBots, demo_game
from siam_tui.lobby.new_table import BotsScreen, OpenTableScreen
from siam_tui.lobby.table_form import TableForm
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.user_error import UserError
from tests.second_game.games.nim.rules import MISERE
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen


def fields(screen):
    """Return the ids of the fields that are shown."""
    return [each.id for each in screen.query(Select) if each.parent.display]


async def test_a_game_against_bots_is_chosen_and_proposed_again(own_folders):
    app, chosen = app_of(own_folders), []
    last, bots = LastGame(own_folders), LastBots(own_folders)

    async def deal(game):
        chosen.append(game)
        raise UserError("That is enough.")

    async with piloted(app) as pilot:
        await app.push_screen(BotsScreen(last, bots, deal, lambda: None))
        screen = await until_screen(pilot, BotsScreen)
        screen.query_one("#game", Select).value = "nim"
        await until(pilot, lambda: fields(screen) == ["game", "players", "bot1", MISERE])
        screen.query_one(f"#{MISERE}", Select).value = MISERE
        screen.query_one("#players", Select).value = 1
        await until(pilot, lambda: "bot1" not in fields(screen))
        await pilot.press("enter")
        await until(pilot, lambda: chosen)
    (choice,) = chosen
    assert (choice.opening.game, choice.opening.players, choice.levels) == ("nim", 1, ())
    assert (choice.opening.map, choice.opening.options) == ("", (MISERE,))
    assert (last.name, bots.values()["nim"][MISERE]) == ("nim", MISERE)


async def test_a_table_in_a_lobby_proposes_the_last_game(own_folders):
    last = LastGame(own_folders)
    last.remember("nim")
    app = app_of(own_folders)
    async with piloted(app) as pilot:
        await app.push_screen(OpenTableScreen(last))
        screen = await until_screen(pilot, OpenTableScreen)
        chosen = screen.query_one(TableForm).read().opening
        assert (chosen.game, chosen.players, chosen.map) == ("nim", 2, "")


def test_the_demo_seats_bots_on_all_seats():
    assert demo_game("nim").opening.players == 3
