"""Shows the lessons or the puzzles of a game, until home is shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.registry import spec_of
from siam_tui.app.game_choice import GameChoiceScreen
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.learn.screen import LearnScreen
from siam_tui.practice.screen import PracticeScreen
from siam_tui.profile.remembered_games import LastGame

if TYPE_CHECKING:
    from siam_tui.app.app import SiamApp


async def show_lessons(app: SiamApp, game: str) -> None:
    """Show the lessons of a game, which is asked for if it is empty."""
    chosen = await _choose_game(app, "Tutorial", game, "lessons")
    if chosen is not None and (lessons := ui_of(chosen).lessons):
        screen = LearnScreen(chosen, lessons, app.profile.folder, app.settings.name)
        await app.push_screen_wait(screen)


async def show_puzzles(app: SiamApp, game: str) -> None:
    """Show the puzzles of a game, which is asked for if it is empty."""
    chosen = await _choose_game(app, "Practice", game, "puzzles")
    if chosen is not None and (puzzles := ui_of(chosen).puzzles):
        screen = PracticeScreen(puzzles, app.profile.folder, app.settings.name)
        await app.push_screen_wait(screen)


async def _choose_game(app: SiamApp, title: str, given: str, wanted: str) -> str | None:
    """Return the game that was given or the only one, or let the person choose.

    Args:
        app: shows the choice.
        title: what the games are chosen for.
        given: the short name of the game that was given; may be empty.
        wanted: what the game must have: an attribute of its `GameUI`.
    """
    games = [name for name in shown_games() if getattr(ui_of(name), wanted)]
    if given and given not in games:
        app.show_error(f"{spec_of(given).title} has no {wanted} yet.")
        return None
    if given or len(games) == 1:
        return given or games[0]
    last = LastGame(app.profile.folder)
    first = games.index(last.name) if last.name in games else 0
    titles = [spec_of(name).title for name in games]
    place = await app.push_screen_wait(GameChoiceScreen(title, titles, first))
    if place is None:
        return None
    last.remember(games[place])
    return games[place]
