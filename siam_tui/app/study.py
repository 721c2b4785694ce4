"""Shows the lessons or the puzzles of a game, which is asked for where there are several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from games.registry import spec_of
from siam_tui.app.playing_app import PlayingApp
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.learn.screen import LearnScreen
from siam_tui.practice.screen import PracticeScreen
from siam_tui.profile.remembered_games import LastGame
from siam_tui.ui.panel_screen import PanelList, PanelScreen
from texts import Message, say, tell


class GameChoiceScreen(PanelScreen[int]):
    """The titles of some games; returns the place of the chosen one, or None."""

    def __init__(self, title: Message, games: Sequence[str], first: int = 0) -> None:
        """Prepare.

        Args:
            title: what the games are chosen for.
            games: the games' titles.
            first: the place at which the cursor begins.
        """
        super().__init__()
        self.PANEL_TITLE = title
        self._games, self._first = games, first

    def body(self) -> Iterable[Widget]:
        """Show the titles."""
        yield PanelList(*(Option(Content(title)) for title in self._games))

    def on_mount(self) -> None:
        """Put the cursor on its first place."""
        menu = self.query_one(PanelList)
        menu.highlighted = self._first
        menu.focus()

    def on_option_list_option_selected(self, event: PanelList.OptionSelected) -> None:
        """Choose by Enter or a click."""
        self.dismiss(event.option_index)


async def show_lessons(app: PlayingApp, game: str) -> None:
    """Show the lessons of a game, which is asked for if it is empty."""
    chosen = await _choose_game(app, say("app/menu/learn"), game, "lessons")
    if chosen is not None and (lessons := ui_of(chosen).lessons):
        screen = LearnScreen(chosen, lessons, app.profile.folder, app.settings.name)
        await app.push_screen_wait(screen)


async def show_puzzles(app: PlayingApp, game: str) -> None:
    """Show the puzzles of a game, which is asked for if it is empty."""
    chosen = await _choose_game(app, say("app/menu/practice"), game, "puzzles")
    if chosen is not None and (puzzles := ui_of(chosen).puzzles):
        screen = PracticeScreen(puzzles, app.profile.folder, app.settings.name)
        await app.push_screen_wait(screen)


async def _choose_game(app: PlayingApp, title: Message, given: str, wanted: str) -> str | None:
    """Return the game that was given or the only one, or let the person choose.

    Args:
        app: shows the choice.
        title: what the games are chosen for.
        given: the short name of the game that was given; may be empty.
        wanted: what the game must have: an attribute of its `GameUI`.
    """
    games = [name for name in shown_games() if getattr(ui_of(name), wanted)]
    if given and given not in games:
        app.show_error(tell("app/study/none", game=spec_of(given).title, wanted=wanted))
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
