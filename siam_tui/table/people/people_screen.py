"""What a player does with others at a table: talks, invites, asks them and answers them."""

from __future__ import annotations

from collections.abc import Callable

from textual import on

from protocol.commands import Agree
from siam_tui.appearance.style import Look
from siam_tui.model.move_log import MoveLog
from siam_tui.model.own_tables import OwnTables
from siam_tui.model.replay import read_log
from siam_tui.model.table_view import TableView
from siam_tui.profile.key_settings import KeyReplacer
from siam_tui.profile.remembered_games import Glance
from siam_tui.profile.user_error import UserError
from siam_tui.table.bar.options import COPY_LINK, Menu, MenuState
from siam_tui.table.controller import TableController
from siam_tui.table.dialogs import moves_since
from siam_tui.table.people import takeback
from siam_tui.table.people.participants import GatheringScreen
from siam_tui.table.people.requests import ending_early
from siam_tui.table.people.takeback import may_ask
from siam_tui.table.people.talk import TalkScreen, talk_closed
from siam_tui.table.play_screen import PlayScreen
from siam_tui.ui.invitation import LinkScreen
from siam_tui.ui.text_line import Line
from texts import tell

LONG_AGO = 60.0
"""Seconds without a look after which one is told what has happened since."""


class Companions:
    """The people around one table, and the player's other tables."""

    def __init__(self, controller: TableController, own: OwnTables | None) -> None:
        """Prepare; `own` are the player's tables in the lobby, where there is one."""
        self.own = own
        self._controller = controller

    @property
    def may_talk(self) -> bool:
        """Whether talk is open, and there is someone to talk to or something was said."""
        view, controller = self._controller.view, self._controller
        if view is None or talk_closed(view):
            return False
        others = any(each.player != view.me for each in controller.company)
        return others or bool(controller.source.talks.lines_at(controller.table))

    @property
    def may_take_back(self) -> bool:
        """Whether the player may ask to take their last move back, or withdraw that."""
        return self._controller.view is not None and may_ask(self._controller.view)

    @property
    def next_table(self) -> str:
        """Another table: one where it is the player's turn, if there is any; or empty.

        A player goes on to their own tables, a spectator to all of the lobby.
        """
        view, table = self._controller.view, self._controller.table
        if self.own is None:
            return ""
        return self.own.after(table, is_spectator=view is not None and view.seat is None)

    def note_look(self, view: TableView, *, first: bool) -> Glance | None:
        """Note that the player sees the table now; return the last look if it was long ago."""
        if self.own is None or view.seat is None:
            return None
        place, state = self.own.place(self._controller.table), view.state
        glance = self.own.seen.last_glance(place)
        if first or glance is None or glance[:2] != (state.game_number, state.ply):
            self.own.seen.keep_glance(place, state.game_number, state.ply)
        long_ago = glance is not None and self.own.seen.seconds_since(glance) >= LONG_AGO
        return glance if first and long_ago else None

    async def missed_moves(self, glance: Glance) -> MoveLog | None:
        """Return the moves played since the last look, if others have played any."""
        view = self._controller.view
        if view is None or not view.state.position:
            return None
        log = await read_log(self._controller.source, view.state)
        missed = moves_since(log, glance) if log else None
        others = missed and any(entry.seat != view.seat for entry in missed.entries)
        return missed if others else None


class PeopleScreen(PlayScreen):
    """The part of a table's screen that is about other people.

    Attributes:
        companions: the other people, and the player's other tables.
    """

    def __init__(
        self, controller: TableController, look: Look | None, own: OwnTables | None
    ) -> None:
        """Prepare; `own` are the player's tables in the lobby, where there is one."""
        super().__init__(controller, look)
        self.companions = Companions(controller, own)
        self.offers |= {
            "talk": lambda: self.may_talk,
            "take_back": lambda: self.companions.may_take_back,
            "end_early": lambda: self._is_running_for_me,
            "confirm": lambda: self._offers_to_end,
        }

    def typed_actions(self) -> dict[str, Callable[[], object]]:
        """Return what typed commands do; the link invites to this table."""
        return {**super().typed_actions(), "link": self._type_link}

    @property
    def may_talk(self) -> bool:
        """Whether others are here, and may be talked to."""
        return self.companions.may_talk

    @property
    def _is_running_for_me(self) -> bool:
        return self.view is not None and self.view.seated and self.view.state.status == "running"

    # Asking and answering

    @property
    def _menu(self) -> Menu | None:
        return None if self.controller.menu is None else self.controller.menu.menu

    @property
    def _offers_to_end(self) -> bool:
        """Whether the bar asks for the player's own offer to end the game early."""
        view = self.view
        return view is not None and self._menu is Menu.END_EARLY and not ending_early(view)

    @property
    def request_shown(self) -> tuple[str, ...]:
        """What another player asks of this one, and the keys that answer."""
        replaced = self.app.new_key("ctrl+e") if isinstance(self.app, KeyReplacer) else ""
        return self.controller.request_shown(replaced.title() or "Ctrl+E")

    def can_send(self) -> bool:
        """Return whether Enter sends a move, and answers no question in between."""
        return super().can_send() and self.controller.menu is None

    def why_no_enter(self) -> str:
        """Return that Enter does not answer, if another player waits for an answer."""
        view = self.view
        if view is None:
            return ""
        asks_at_once = takeback.asked(view) and self.draft.builder is None
        is_answer = asks_at_once or self._menu in (Menu.END_EARLY, Menu.TAKE_BACK)
        return tell("table/people/y-or-n") if is_answer else super().why_no_enter()

    def action_confirm(self) -> None:
        """Make the offer to end the game early."""
        view = self.view
        if view is not None and self._offers_to_end:
            self.do(Agree(view.state.table, view.state.game_number, "end", yes=True))

    def action_end_early(self) -> None:
        """Offer to end the game early, or take the offer back."""
        view = self.view
        if view is None or view.seat is None:
            return
        if view.seat in view.state.end:
            state = view.state
            self.controller.request(Agree(state.table, state.game_number, "end", yes=False))
        else:
            self.do(MenuState(Menu.END_EARLY))

    def action_take_back(self) -> None:
        """Ask to take the last own move back, or withdraw that."""
        if self.view is not None and self.companions.may_take_back:
            self.do(takeback.asking(self.view))

    # Inviting

    def action_copy_link(self) -> None:
        """Copy the link that invites to this table, and show it."""
        self.app.push_screen(LinkScreen(self.controller.invite))

    def _type_link(self) -> None:
        if not self.controller.invite:
            raise UserError(tell("table/people/no-link"))
        self.do(COPY_LINK)

    # Talking

    def action_talk(self) -> None:
        """Read the table's talk, and say something."""
        if self.view is not None:
            self.app.push_screen(TalkScreen(self.controller.source, self.view, self.look))

    def action_gathering(self) -> None:
        """Show who is here."""
        if self.view is not None:
            self.app.push_screen(GatheringScreen(self.controller.source, self.view, self.look))

    @on(Line.Clicked, "#talk")
    def _talk_clicked(self) -> None:
        if self.may_talk:
            self.action_talk()
