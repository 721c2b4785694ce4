"""What a person does at a table: takes keys, sends the move they built, comes and goes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from textual import events, work
from textual.binding import Binding, BindingType

from client import ConnectionEndedError, RefusedError
from games.contract import GameError
from protocol.messages import Agree, Command, LeaveTable, PlayMove
from siam_tui.games.siam.move_builder import Choice
from siam_tui.model.record_files import save_record
from siam_tui.model.record_from_log import replay_of_table
from siam_tui.model.replay import OPEN, Eyes
from siam_tui.model.table_view import TableView
from siam_tui.profile.paths import records_folder
from siam_tui.replay.screen import ReplayScreen
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.bars import Act, Deed, Doing, Menu, MenuState
from siam_tui.table.command_input import TypedTable
from siam_tui.table.ending import EndingScreen
from siam_tui.table.leave import Answer, LeaveScreen
from siam_tui.table.pointing import Pointing
from siam_tui.table.rejection_reason import why_no_key, why_nothing
from siam_tui.table.social import Together
from siam_tui.ui.link_screen import LinkScreen
from siam_tui.ui.palette_commands import PaletteCommand

WAITS = "G goes back to it, as long as this app is open."
"""Said where one leaves a game against bots that nobody else waits for."""
_WHILE_TYPING = ("log",)
"""What the keys of the table still do while a line is typed."""


class TableScreen(TypedTable, Together, Pointing):
    """One table, followed until one leaves it.

    It shows the table in every state and dismisses itself when the person leaves.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "Send"),
        Binding("enter", "pick", "Choose"),
        Binding("escape,backspace", "back", "Back"),
        Binding("up", "steer('up')", show=False),
        Binding("down", "steer('down')", show=False),
        Binding("left", "steer('left')", show=False),
        Binding("right", "steer('right')", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("pageup", "log(-1)", show=False),
        Binding("pagedown", "log(1)", show=False),
        Binding("d", "talk", "Talk"),
        Binding("h", "hint", "Hint"),
        Binding("h", "stop_hint", "Stop thinking"),
        Binding("h", "gathering", "People"),
        Binding("o", "other_table", "Other table"),
        Binding("colon,slash", "type", "Type", key_display=":"),
        Binding("c", "copy_position", "Copy position", show=False),
        Binding("u", "take_back", "Take back"),
        Binding("e", "end_early", "End early"),
        Binding("s", "ending", "How it ended"),
        Binding("w", "watch_again", "Watch again"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        if self.typing:
            return action in _WHILE_TYPING
        sight, desk = self._sight, self._desk
        match action:
            case "send":
                can = desk.move is not None and not self._sending
            case "pick":
                can = desk.cursor is not None
            case "back":
                begun = bool(desk.draft.start and not self._sending)
                can = self._menu is not None or begun or self._seeking
            case "end_early":
                can = sight is not None and sight.seated and sight.state.status == "running"
            case "watch_again" | "ending":
                can = sight is not None and sight.state.status == "over"
            case _:
                return super().check_action(action, parameters)
        return can

    def commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what can be done here, for the command palette: name, help, function."""
        yield "Table help", "The keys, the signs and the rules in short", self.action_help
        yield from self.typed_commands()
        yield from self.hint_commands()
        if self.check_action("end_early", ()):
            told = "Offer that the game ends without a winner, or take the offer back"
            yield "End early", told, self.action_end_early
        if self._sight is not None and self._sight.position is not None:
            told = "Step through the game as far as its log is open, and save it as a record"
            yield "Watch again", told, self.action_watch_again
        yield from self.people_commands()
        if self.check_action("ending", ()):
            told = "Who reigns and why, what decided, and the story of the struggles"
            yield "How it ended", told, self.action_ending
        if self._invite:
            told = "Copy the link that invites to this table, and show it"
            yield "Copy link", told, partial(self._do, Deed.COPY_LINK)
        for option in self._options():
            if option.doing != Deed.COPY_LINK and not isinstance(option.doing, Act):
                label = option.label or option.key
                told = option.told or f"What {option.key} does now"
                yield f"{label[0].upper()}{label[1:]}", told, partial(self._do, option.doing)
        yield "Leave", "Leave the table; asks first if that costs anything", self.action_leave

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Take a key that stands before an option; say so if a key means nothing now."""
        if self.typing:
            return
        key = (event.character or "").upper()
        for option in self._options():
            if option.key == key:
                event.stop()
                self._do(option.doing)
                return
        sight = self._sight
        if sight is None or event.key in self.active_bindings:
            return
        if why := self._why_nothing(sight, key):
            event.stop()
            self._notice(why)
        elif self._desk.builder is not None and not self._sending and self._means_a_choice(key):
            event.stop()
            self._notice(why_no_key(self._desk, sight, key))

    def _why_nothing(self, sight: TableView, key: str) -> str:
        return why_nothing(sight, self._client, key)

    @staticmethod
    def _means_a_choice(key: str) -> bool:
        return len(key) == 1 and key in "KTRLMP12345678"

    def action_send(self) -> None:
        """Send the finished move."""
        self._do(Deed.SEND)

    def action_back(self) -> None:
        """Take the last step back."""
        self._do(Deed.BACK)

    def action_log(self, pages: int) -> None:
        """Turn the pages of the log."""
        log = self.query_one("#log")
        log.scroll_relative(y=pages * max(1, log.size.height - 1))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.app.push_screen(RulesScreen("table"))

    def action_end_early(self) -> None:
        """Offer to end the game early, or take the offer back."""
        sight = self._sight
        if sight is None or sight.seat is None:
            return
        if sight.seat in sight.state.end:
            state = sight.state
            self._request(Agree(state.table, state.game_number, "end", yes=False))
        else:
            self._do(MenuState(Menu.END_EARLY))

    def action_ending(self) -> None:
        """Explain how the game ended."""
        if self._sight is not None:
            save = partial(self._save, "")
            self.app.push_screen(EndingScreen(self._sight, self._chronicle, self._look, save))

    @work(group="again", exclusive=True)
    async def action_watch_again(self) -> None:
        """Step through the game, or as much of it as the log shows while it runs."""
        sight = self._sight
        if sight is None or sight.position is None:
            return
        try:
            replay = await replay_of_table(self._client, sight)
        except (RefusedError, ConnectionEndedError, GameError) as error:
            self._notice(f"The game cannot be watched again now: {error}")
            return
        eyes: Eyes = OPEN if sight.seat is None else sight.seat
        save = partial(save_record, records_folder())
        self.app.push_screen(ReplayScreen(replay, eyes=eyes, save=save, look=self._look))

    def action_leave(self) -> None:
        """Leave: at once if nothing is lost by it, else ask."""
        sight = self._sight
        if sight is None or not sight.seated or sight.state.status == "closed":
            self.dismiss(None)
        elif self._waits and sight.state.status == "running":
            self.app.notify(WAITS, title="Your game waits")
            self.dismiss(None)
        elif sight.state.status == "over":
            self._leave_as("leave")
        else:
            mid_game = sight.state.status == "running"
            self.app.push_screen(LeaveScreen(mid_game=mid_game), self._leave_as)

    def _leave_as(self, answer: Answer | None) -> None:
        cut_off = bool(self._client.trouble)  # then nobody would answer
        if answer == "away" or (answer == "leave" and cut_off):
            self.dismiss(None)
        elif answer == "leave":
            self._get_up()

    # Deeds

    def _do(self, doing: Doing) -> None:
        """Do what an option stands for."""
        self._refused = ""
        match doing:
            case Choice():
                if not self._sending and not self._desk.choose(doing):
                    self._notice("That cannot be chosen now.")
            case MenuState():
                self._menu = doing
            case Deed.SEND:
                self._send()
            case Deed.BACK:
                self._step_back()
            case Deed.COPY_LINK:
                self.app.push_screen(LinkScreen(self._invite))
            case Act(action):
                self.call_later(self.run_action, action)
            case _:
                self._menu = None
                self._request(doing)
        self._refresh()

    def _step_back(self) -> None:
        if self._menu is not None:
            self._menu = None
        elif self._seeking:
            self.action_stop_hint()
        elif not self._sending:
            self._desk.back()

    def _send(self) -> None:
        move, sight = self._desk.move, self._sight
        if move is not None and sight is not None and not self._sending:
            self._play(move)

    def _play(self, move: str) -> None:
        """Send a move."""
        if self._sight is not None:
            self._sending = move
            state = self._sight.state
            self._request(PlayMove(state.table, state.game_number, state.ply, move))

    @work(group="request")
    async def _request(self, command: Command) -> None:
        """Send a command; a refusal is shown in the bar."""
        try:
            await self._client.request(command)
        except ConnectionEndedError:
            self._sending = ""  # the title says why
            self._refresh()
        except RefusedError as refusal:
            if isinstance(command, PlayMove):
                self._sending = ""
            self._notice(refusal.sentence)

    @work(group="request")
    async def _get_up(self) -> None:
        """Leave the table, and this screen."""
        try:
            await self._client.request(LeaveTable(self._table))
        except RefusedError as refusal:
            self._notice(refusal.sentence)
            return
        except ConnectionEndedError:
            pass
        self.dismiss(None)
