"""The screen of a table with other players: talk, hints, taking back, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content

from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from protocol.commands import LeaveTable
from protocol.states import TableState
from siam_tui.analysis.end_card_screen import EndCardScreen
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.games.table_body import Shown
from siam_tui.model.own_tables import OwnTables
from siam_tui.model.replay import OPEN, Eyes, Replay, replay_of_table
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.remembered_games import Glance
from siam_tui.table import paced_moves
from siam_tui.table.bar import bars
from siam_tui.table.bar.bars import current_bar, shows_report
from siam_tui.table.bar.options import Bar
from siam_tui.table.controller import TableController
from siam_tui.table.dialogs import Answer, LeaveScreen, OverviewScreen, SinceScreen
from siam_tui.table.hints import NOTHING_YET, Chances, Coach
from siam_tui.table.keys import why_nothing
from siam_tui.table.open_replay import OpenReplay
from siam_tui.table.palette import table_commands
from siam_tui.table.people.people_screen import PeopleScreen
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.text import reason
from texts import say, tell

WAITS = say("table/waits")
"""Said where one leaves a game against bots that nobody else waits for."""


def _is_dealt(before: TableView | None, now: TableView) -> bool:
    """Return whether a game has just begun, with no move played yet."""
    is_new = before is None or before.state.status != "running"
    return is_new and now.state.status == "running" and not now.state.ply


class TableScreen(PeopleScreen):
    """One table, followed until one leaves it.

    It shows the table in every state and dismisses itself when the person leaves.

    Attributes:
        coach: finds hints.
        chances: the chances of all sides, for spectators.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "talk", "table/key/talk", id="table.talk"),
        Binding("i", "overview", "table/key/look-up", id="table.look_up"),
        Binding("h", "hint", "table/key/hint", id="table.hint"),
        Binding("h", "stop_hint", "table/key/stop-thinking", id="table.hint"),
        Binding("at", "gathering", "table/key/people", key_display="@", id="table.people"),
        Binding("o", "other_table", "table/key/other-table", id="table.other_table"),
        Binding("u", "take_back", "table/key/take-back", id="table.take_back"),
        Binding("ctrl+e", "end_early", "table/key/end-early", id="table.end_early"),
        Binding("s", "ending", "table/key/ending", id="table.how_it_ended"),
        Binding("w", "watch_again", "table/key/watch-again", id="table.watch_again"),
        Binding("v", "analyse", "table/key/analyse", show=False, id="table.analyse"),
        Binding("a", "chances", "table/key/chances", id="table.chances"),
        Binding("question_mark", "help", "table/key/help", key_display="?", id="everywhere.help"),
        Binding("q", "leave", "table/key/leave", id="table.leave"),
    ]

    def __init__(  # noqa: PLR0913 - what a table is shown with, each on its own
        self,
        source: TableSource,
        table: str,
        *,
        invite: str = "",
        look: Look | None = None,
        watching: bool = False,
        own: OwnTables | None = None,
        waits: bool = False,
        state: TableState | None = None,
    ) -> None:
        """Prepare to show a table.

        Args:
            source: the connection to the table's lobby, or what stands in its place.
            table: the table's id.
            invite: the link that invites to the table, for showing and copying.
            look: signs and colours; by default the app's.
            watching: whether the person only watches, and is offered nothing that acts.
            own: the player's tables in this lobby.
            waits: whether the game waits for the player when they leave, for there are only bots.
            state: the table's state, if it is known already; the board is drawn at once.
        """
        controller = TableController(source, table, invite=invite, watching=watching, state=state)
        super().__init__(controller, look, own)
        self.coach = Coach(self.controller)
        self._waits = waits
        self._overview: bool | None = None
        self.chances = Chances(self.controller)
        self._verdicts: dict[int, list[Verdict]] = {}
        self.offers |= {
            "hint": lambda: not (self.coach.thinking or self.controller.sending or self.no_hint),
            "overview": lambda: self._has_overview,
            "stop_hint": lambda: self.coach.thinking,
            "choose_hint": lambda: self.coach.is_ready and self.controller.menu is None,
            "end_thinking": lambda: self.coach.can_stop and self.controller.menu is None,
            "gathering": lambda: bool(self.controller.company) and not self.coach.may_advise,
            "other_table": lambda: bool(self.companions.next_table),
            "watch_again": self.offers["ending"],
            "analyse": self.offers["ending"],
            "chances": lambda: self.chances.may_show(self.view),
        }

    # What comes from the table

    def state_received(self, before: TableView | None, now: TableView) -> None:
        """Note what the new state means for hints, and what the player has missed."""
        paced = self.paces_moves and self.controller.paced.follow(before, now)
        super().state_received(before, now)
        if paced:
            self._show_paced()
        if _is_dealt(before, now):
            self.show_deal()
        if self.coach.state_received(before, now):
            self.action_stop_hint()
        if self.chances.shown:
            self.run_task(self.chances.think, "chances", alone=False)
        if glance := self.companions.note_look(now, first=before is None):
            self._show_missed(glance)

    @property
    def paces_moves(self) -> bool:
        """Whether the table's moves are shown one after the other, and not at once."""
        is_seen = self.app.screen is self and not self.typing
        return is_seen and self.app.animation_level != "none" and paced_moves.PACE_SECONDS > 0

    @work(group="paced", exclusive=True)
    async def _show_paced(self) -> None:
        """Show one move of the table after the other."""
        paced = self.controller.paced
        while (move := paced.shown) is not None:
            await asyncio.sleep(paced_moves.PACE_SECONDS)
            if paced.shown is not move:  # the person went on, or more has happened
                return
            paced.show_next()
            if paced.shown is not None:
                self.highlight(move.after, paced.shown.after)
            self.table_changed()

    @work(group="since", exclusive=True)
    async def _show_missed(self, glance: Glance) -> None:
        missed = await self.companions.missed_moves(glance)
        if missed and self.app.screen is self and self.view and self.companions.own:
            elapsed = self.companions.own.seen.seconds_since(glance)
            self.app.push_screen(SinceScreen(missed, self.view, elapsed, self.look))

    # What is shown

    def shown(self, view: TableView) -> Shown:
        """Return what the body is to show, with the hint if there is one."""
        advice = self.coach.advice
        shown = super().shown(view)
        return replace(shown, hint=view.game.parse_move(advice.move)) if advice else shown

    def make_log(self, view: TableView) -> Callable[[int], Content]:
        """Return what makes the log, or the chances in its place."""
        if not (self.chances.shown and self.chances.may_show(view)):
            return super().make_log(view)
        return self.chances.make_log(self.query_one("#log").size.height, self.look)

    def retell(self) -> None:
        """Tell the table in the language that is spoken now; a hint is looked for anew."""
        self.coach.forget()
        super().retell()

    def action_chances(self) -> None:
        """Show the chances of all sides in place of the log, or the log again."""
        self.chances.shown = not self.chances.shown
        if self.chances.shown:
            self.run_task(self.chances.think, "chances", alone=False)
        self.table_changed()

    def make_bar(self, view: TableView) -> Bar:
        """Return what the bar shows."""
        paced = self.controller.paced.shown
        if paced is not None:
            return replace(bars.paced_bar(view, paced), request=self.request_shown)
        is_building = self.controller.sending or self.draft.builder is not None
        building = super().make_bar(view) if is_building else None
        bar = current_bar(view, self.controller, self.coach, building)
        return replace(bar, request=self.request_shown)

    @property
    def shows_report(self) -> bool:
        """Whether the bar shows what the last chapter came to; questions come before it."""
        return shows_report(self.view, self.controller, self.coach)

    # What one may do

    def commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what can be done here, for the command palette: title, help, function."""
        return table_commands(self, self.action_watch_again)

    def can_send(self) -> bool:
        """Return whether Enter sends a move, and neither fills in a hint nor stops the coach."""
        return super().can_send() and not (self.coach.is_ready or self.coach.can_stop)

    def can_step_back(self) -> bool:
        """Return whether there is a step to take back, a question to close or a search to stop."""
        asked = self.controller.menu is not None
        return asked or self.coach.thinking or self.shows_report or super().can_step_back()

    def action_back(self) -> None:
        """Close a question, stop the search for a hint, or take the last choice back."""
        asked = self.controller.menu is not None or self.draft.choices
        if self.coach.thinking and not asked:
            self.action_stop_hint()
        elif self.shows_report:
            self.action_close_report()
        else:
            super().action_back()

    def why_nothing(self, view: TableView, key: str) -> str:
        """Return why a key of the table does nothing now; empty for other keys."""
        return why_nothing(view, self.controller.source, key, self.controller.log)

    # Hints

    @property
    def no_hint(self) -> str:
        """Why there is no hint now; empty if there is one."""
        return self.coach.refusal

    def action_hint(self) -> None:
        """Ask for a hint; a move that was begun is put aside, as a hint is about the whole turn."""
        self.coach.begin()
        self.run_task(self.coach.think, "hint")
        self.table_changed()

    def action_stop_hint(self) -> None:
        """Stop the coach: what was found until now stays."""
        self.workers.cancel_group(self, "hint")
        self.coach.end()
        self.table_changed()

    def action_end_thinking(self) -> None:
        """Stop the coach, if it has found a move."""
        if self.coach.advice is None:
            self.controller.tell(tell(NOTHING_YET))
        else:
            self.action_stop_hint()

    def action_choose_hint(self) -> None:
        """Fill in the move of the hint, which is sent as every other move."""
        self.controller.notice = ""
        self.coach.choose()
        self.table_changed()

    @property
    def shows_hint(self) -> bool:
        """Whether the bar shows a hint, and not a question in its place."""
        return self.coach.advice is not None and self.controller.menu is None

    def clear_hint(self) -> None:
        """Forget the hint; `h` looks for it anew."""
        self.coach.clear()

    # Other screens

    @property
    def _has_overview(self) -> bool:
        view = self.view
        if view is None or view.position is None:
            return False
        if self._overview is None:  # it depends on the game alone
            parts = ui_of(view.game.name).texts.overview(view, self.size.width, self.look)
            self._overview = bool(parts)
        return self._overview

    def action_overview(self) -> None:
        """Show what can be looked up about the game."""
        if self.view is not None:
            screen = OverviewScreen(self.view, self.controller.shown_log, self.look)
            self.app.push_screen(screen)

    def action_other_table(self) -> None:
        """Go to another table: where it is the player's turn, if there is any."""
        other, own = self.companions.next_table, self.companions.own
        if own is not None and other:
            source = self.controller.source
            invite, watching = own.invite(other), self.controller.watching
            screen = TableScreen(source, other, invite=invite, watching=watching, own=own)
            self.app.clear_notifications()  # what called the player there would lie over it
            self.app.switch_screen(screen)

    def action_watch_again(self) -> None:
        """Step through the game, or as much of it as the log shows while it runs."""
        self._open_replay(analysing=False)

    def action_analyse(self) -> None:
        """Show what every move of the game was worth."""
        self._open_replay(analysing=True)

    @work(group="again", exclusive=True)
    async def _open_replay(self, *, analysing: bool) -> None:
        if replay := await self._replay():
            seat = self.view.seat if self.view else None
            eyes: Eyes = OPEN if seat is None else seat
            self.post_message(OpenReplay(replay, eyes, self.look, analysing=analysing))

    def make_card(self) -> Callable[[], object] | None:
        """Return what shows the card of the game; None if it was ended early."""
        is_played_out = self.view is not None and self.view.outcome is not None
        return self._show_card if is_played_out else None

    @work(group="card", exclusive=True)
    async def _show_card(self) -> None:
        if replay := await self._replay():
            assert self.view is not None
            found = self._verdicts.setdefault(self.view.state.game_number, [])
            self.app.push_screen(EndCardScreen(replay, self.look, found))

    async def _replay(self) -> Replay | None:
        """Return the game as far as it may be seen; without one, say why."""
        view = self.view
        if view is None or view.position is None:
            return None
        try:
            return await replay_of_table(self.controller.source, view)
        except (RefusedError, ConnectionEndedError, GameError) as error:
            self.controller.tell(tell("table/no-replay", error=reason(error)))
            return None

    # Leaving

    def action_leave(self) -> None:
        """Leave: at once if nothing is lost by it, else ask."""
        view = self.view
        if view is None or not view.seated or view.state.status == "closed":
            self.dismiss(None)
        elif self._waits and view.state.status == "over":
            self.dismiss(None)  # the table ends with its lobby
        elif self._waits and view.state.status == "running":
            self.app.notify(tell(WAITS), title=tell("table/waits-title"))
            self.dismiss(None)
        elif view.state.status == "over":
            self._leave_as("leave")
        else:
            mid_game = view.state.status == "running"
            most_away = view.state.terms.away_limit if view.people - {view.seat} else 0
            screen = LeaveScreen(mid_game=mid_game, most_away=most_away)
            self.app.push_screen(screen, self._leave_as)

    def _leave_as(self, answer: Answer | None) -> None:
        cut_off = bool(self.controller.source.trouble)  # then nobody would answer
        if answer == "away" or (answer == "leave" and cut_off):
            self.dismiss(None)
        elif answer == "leave":
            self._get_up()

    @work(group="request")
    async def _get_up(self) -> None:
        """Leave the table, and this screen."""
        try:
            await self.controller.source.request(LeaveTable(self.controller.table))
        except RefusedError as refusal:
            self.controller.tell(refusal.sentence)
            return
        except ConnectionEndedError:
            pass
        self.dismiss(None)


def is_shown(app: App[Any], table: str) -> bool:
    """Return whether a table's screen is open."""
    screens = (each for each in app.screen_stack if isinstance(each, TableScreen))
    return any(screen.controller.table == table for screen in screens)
