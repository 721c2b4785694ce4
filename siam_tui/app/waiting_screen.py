"""The games that wait for a player, to choose one from or to give one up."""

from __future__ import annotations

from collections.abc import Iterable
from time import time
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from siam_tui.app.playing_app import PlayingApp
from siam_tui.lobby.waiting_games import WaitingGame, ask_to_give_up, give_up, tell_game, tell_place
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.panel_screen import PanelList, PanelScreen
from texts import say


class WaitingScreen(PanelScreen[WaitingGame]):
    """Lists them; returns the chosen one, or None."""

    PANEL_TITLE = say("app/menu/resume")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("d", "give_up", "app/key/give-up")]
    DEFAULT_CSS: ClassVar[str] = """
    WaitingScreen #panel { width: 100; max-height: 100%; }
    WaitingScreen PanelList { max-height: 80vh; }
    """

    def __init__(self, app: PlayingApp) -> None:
        """Prepare; `app` knows the games."""
        super().__init__()
        self._siam = app
        self._games: list[WaitingGame] = []

    def body(self) -> Iterable[Widget]:
        """Show the games."""
        yield PanelList()

    def on_mount(self) -> None:
        """Begin with the first one."""
        self._show()
        self.query_one(PanelList).focus()

    def _show(self) -> None:
        self._games, now = self._siam.waiting_games(), time()
        self.query_one(PanelList).replace_lines(
            Option(
                Content.from_markup(
                    "[b]$game[/b]\n[$foreground 60%]$place[/]",
                    game=tell_game(each),
                    place=tell_place(each, now),
                ),
                id=each.key,
            )
            for each in self._games
        )

    def retell(self) -> None:
        """List the games in the language that is spoken now."""
        super().retell()
        self._show()

    @on(PanelList.OptionSelected)
    def _chosen(self, event: PanelList.OptionSelected) -> None:
        self.dismiss(self._games[event.option_index])

    @work
    async def action_give_up(self) -> None:
        """Ask whether to give up the game under the cursor, and forget it."""
        place = self.query_one(PanelList).highlighted
        if place is None:
            return
        game = self._games[place]
        ask = AskScreen(ask_to_give_up(game), say("app/key/give-up"), say("app/keep"))
        if not await self.app.push_screen_wait(ask):
            return
        session = self._siam.session
        if session is not None and game.kept is not None and session.kept == game.kept.folder:
            await self._siam.leave()
        give_up(self._siam.profile.folder, game)
        self._show()
        if not self._games:
            self.dismiss()
