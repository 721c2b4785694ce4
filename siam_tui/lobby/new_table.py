"""The screens that begin a game: against bots, or a table in a lobby."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from siam_tui.lobby.bot_game import LastBots, NewTable
from siam_tui.lobby.session import Session
from siam_tui.lobby.session_forms import SessionForm
from siam_tui.lobby.table_form import TableForm
from siam_tui.profile.remembered_games import LastGame
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.form import FormScreen
from siam_tui.ui.panel_screen import OpenHelp
from siam_tui.ui.text_widgets import Select, Static
from texts import say


class BotsScreen(SessionForm[NewTable]):
    """A game against bots.

    Attributes:
        cost: returns what a new game of a short name takes the place of, as a question; empty for
            nothing.
        offer: returns what to tell who is new to a game of a short name, as markup; empty for
            nobody.
        game_to_learn: the game whose tutorial is wanted in place of a game; empty for none.
    """

    PANEL_TITLE = say("lobby/bots/title")
    HELP = "bots"
    SUBMIT = say("lobby/bots/deal")
    DOING = say("lobby/bots/dealing")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("t", "learn", "lobby/key/tutorial")]

    def __init__(
        self,
        last_game: LastGame,
        last_bots: LastBots,
        deal: Callable[[NewTable], Awaitable[Session]],
        prepare: Callable[[], None],
        map_file: str = "",
    ) -> None:
        """Prepare the form.

        Args:
            last_game: the game to propose.
            last_bots: where the last choice is kept.
            deal: begins a game; raises `UserError` or `ConnectionEndedError`.
            prepare: called when the form is drawn, to prepare for dealing.
            map_file: path of a map to propose, or empty for the last one.
        """
        super().__init__(deal)
        self._last_game, self._last_bots, self._map_file = last_game, last_bots, map_file
        self._prepare = prepare
        self.cost: Callable[[str], str] = lambda _: ""
        self.offer: Callable[[str], str] = lambda _: ""
        self.game_to_learn = ""

    def on_mount(self) -> None:
        """Prepare for dealing once the form is drawn."""
        self._show_offer(self._last_game.name)
        self.call_after_refresh(self._prepare)

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(
            bots=True,
            game=self._last_game.name,
            map_file=self._map_file,
            proposed=self._last_bots.values(),
        )
        yield Static(id="offer")

    @on(Select.Changed, "#game")
    def _offer_lessons(self, event: Select.Changed) -> None:
        """Offer the tutorial of the game that was chosen."""
        self._show_offer(str(event.value))

    def _show_offer(self, game: str) -> None:
        """Show whether there is a tutorial for who is new to a game, and its key."""
        line, told = self.query_one("#offer", Static), self.offer(game)
        line.update(Content.from_markup(told))
        line.display = bool(told)
        self.refresh_bindings()

    def retell(self) -> None:
        """Tell the offer in the language that is spoken now."""
        super().retell()
        self._show_offer(self.query_one(TableForm).fields.game)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works; the tutorial's does where the tutorial is offered."""
        if action == "learn":
            return not self.is_opening and any(each.display for each in self.query("#offer"))
        return super().check_action(action, parameters)

    def action_learn(self) -> None:
        """Go to the tutorial of the game that is chosen."""
        self.game_to_learn = self.query_one(TableForm).fields.game
        self._last_game.remember(self.game_to_learn)
        self.dismiss()

    def action_help(self) -> None:
        """Show the help on bots, with the lines of the form for the game that is chosen."""
        self.post_message(OpenHelp(self.HELP, self.query_one(TableForm).fields.game))

    def read(self) -> NewTable:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        return self.query_one(TableForm).read()

    def take(self, entered: NewTable) -> None:
        """Begin the game; ask first if it takes the place of another one."""
        if self.is_opening:
            return
        if question := self.cost(entered.opening.game):
            ask = AskScreen(question, say("lobby/bots/replace"), say("lobby/bots/keep"))
            self.app.push_screen(ask, lambda yes: self._begin(entered) if yes else None)
        else:
            self._begin(entered)

    def _begin(self, entered: NewTable) -> None:
        """Remember the choice, and begin the game."""
        game = entered.opening.game
        self._last_bots.keep(game, self.query_one(TableForm).fields.values())
        self._last_game.remember(game)
        super().take(entered)


class OpenTableScreen(FormScreen[NewTable, NewTable]):
    """A table in a lobby; dismisses with what was chosen, or with nothing."""

    PANEL_TITLE = say("lobby/new-table/title")
    SUBMIT = say("lobby/new-table/open")

    def __init__(self, last_game: LastGame) -> None:
        """Prepare the form.

        Args:
            last_game: the game to propose.
        """
        super().__init__()
        self._last_game = last_game

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(bots=False, game=self._last_game.name)

    def read(self) -> NewTable:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        return self.query_one(TableForm).read()

    def take(self, entered: NewTable) -> None:
        """Remember the game, and dismiss with the choice."""
        self._last_game.remember(entered.opening.game)
        self.dismiss(entered)
