"""A screen on which somebody plays: builds moves by keys, clicks or typing, and sends them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Direction, TableBody
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError, is_limited
from siam_tui.table import keys
from siam_tui.table.bar import bars
from siam_tui.table.bar.move_bar import MoveBar
from siam_tui.table.bar.options import Bar, MenuState, Option, ScreenAction, UiAction
from siam_tui.table.command_input import CommandInput
from siam_tui.table.command_line import TypeLine
from siam_tui.table.controller import TableController
from siam_tui.table.dialogs import EndingScreen
from siam_tui.table.game_screen import GameScreen
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.reference import ReferenceScreen
from siam_tui.terminal.clipboard import copy_to_clipboard
from siam_tui.ui.panel_screen import OpenHelp
from texts import tell

_WHILE_TYPING = ("log", "earlier")
"""The actions that stay available while a line is typed."""


class PlayScreen(GameScreen):
    """A game in which somebody has a seat; with whom they play is the subclass's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "table/key/send"),
        Binding("enter", "pick", "table/key/choose"),
        Binding("enter", "close_report", "table/key/go-on"),
        Binding("enter", "choose_hint", "table/key/choose-this"),
        Binding("enter", "end_thinking", show=False),
        Binding("enter", "confirm", "table/key/yes"),
        Binding("escape,backspace", "back", "table/key/step-back"),
        Binding("up", "steer('up')", show=False),
        Binding("down", "steer('down')", show=False),
        Binding("left", "steer('left')", show=False),
        Binding("right", "steer('right')", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding(",".join(keys.TYPE_KEYS), "type", "table/key/type", key_display=":"),
        Binding("f1", "reference", "table/key/reference", show=False, id="table.reference"),
        Binding(
            "c", "copy_position", "table/key/copy-position", show=False, id="table.copy_position"
        ),
    ]

    def __init__(self, controller: TableController, look: Look | None = None) -> None:
        """Prepare; the arguments are those of `GameScreen`."""
        super().__init__(controller, look)
        self._input = CommandInput(self)
        self._skipped = keys.SkippedKeys()
        self.offers |= {
            "send": self.can_send,
            "pick": lambda: self.draft.cursor is not None,
            "close_report": lambda: self.shows_report,
            "choose_hint": lambda: False,
            "end_thinking": lambda: False,
            "confirm": lambda: False,
            "back": self.can_step_back,
            "copy_position": lambda: self.view is not None and self.view.position is not None,
            "ending": lambda: self._is_over,
            "earlier": lambda: self._is_over and self.is_log_longer,
        }

    def typed_actions(self) -> dict[str, Callable[[], object]]:
        """Return what typed commands do, by their names; those of the server are not among them."""
        return {
            "copy": self.action_copy_position,
            "hint": self._type_hint,
            "help": partial(self.call_later, self.action_help),
            "leave": partial(self.call_later, self.action_leave),
        }

    @property
    def may_talk(self) -> bool:
        """Whether somebody else is here to talk to."""
        return False

    @property
    def view(self) -> TableView | None:
        """The table as it was last received."""
        return self.controller.view

    @property
    def _is_over(self) -> bool:
        return self.view is not None and self.view.state.status == "over"

    @property
    def draft(self) -> MoveDraft:
        """The move the person is building."""
        return self.controller.draft

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the bar."""
        return self.bar.bar.options if self.bar.bar else ()

    def compose(self) -> ComposeResult:
        """Lay the screen out, with the line for typing in the bar's place."""
        yield from super().compose()
        yield TypeLine(self.look, self._input)

    def make_bar(self, view: TableView) -> Bar:
        """Return the bar of a game that runs."""
        if self.controller.sending:
            return bars.sent_bar(view, self.controller.sending)
        if self.draft.builder is not None:
            return bars.move_bar(view, self.draft)
        return bars.waiting_bar(view)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        if self.typing:
            return action in _WHILE_TYPING
        return super().check_action(action, parameters)

    async def on_key(self, event: events.Key) -> None:
        """Take a key that stands before an option; say so if a key means nothing now.

        What the keys that build a move do is done here, and not when the key has come to the app:
        keys that were typed behind it wait already, and would be taken first.
        """
        self.end_deal()
        if self.controller.requests.forget_news():
            self.table_changed()
        if self.typing:
            if event.is_printable:
                self.query_one(TypeLine).insert(keys.typed_character(event))
            return
        if self.controller.paced.shown is not None and keys.goes_on(event):
            event.stop()
            self._end_pacing()
            return
        key = keys.typed_character(event).upper()
        if self._skips(key):
            event.stop()
            return
        for option in self.options:
            if key and key in (option.key, option.other_key):
                event.stop()
                self.do(option.action)
                return
        active = self.active_bindings
        if event.key in keys.IN_ORDER and (own := active.get(event.key)) and own.node is self:
            event.stop()
            await self.run_action(own.binding.action)
        elif self.view is not None and not {event.key, event.key.lower()} & active.keys():
            self._tell_why_nothing(event, self.view, key)

    def _skips(self, key: str) -> bool:
        """Return whether a key is for a choice that made itself; say so if it would change one."""
        changes = {each.key: each.label for each in self.draft.options if each.is_instead}
        offered = {option.key for option in self.options} - changes.keys()
        if not self._skipped.takes(key, offered):
            return False
        if key in changes:
            self.controller.tell(tell("table/chosen-already", key=key, change=changes[key]))
        return True

    def _tell_why_nothing(self, event: events.Key, view: TableView, key: str) -> None:
        """Tell why a key does nothing now, if it is one that does something at times."""
        why = keys.why_replaced(self.app, event.key) or self.why_nothing(view, key)
        if event.key == "enter":
            why = why or self.why_no_enter()
        builder = self.draft.builder
        if not why and builder is not None and not self.controller.sending:
            why = builder.explain_key(self.draft.draft, key) if key and key.isprintable() else ""
        if why:
            event.stop()
            self.controller.tell(why)

    def _end_pacing(self) -> None:
        """Show the table as it is; the key or click that asked for it does nothing else."""
        self.controller.paced.end()
        self.table_changed()

    def why_nothing(self, _view: TableView, _key: str) -> str:
        """Return why a key of the screen does nothing now; empty for other keys."""
        return ""

    def why_no_enter(self) -> str:
        """Return why Enter does nothing now; empty where it never does anything."""
        is_building = self.draft.builder is not None and not self.controller.sending
        return tell("table/no-choice") if is_building else ""

    def can_send(self) -> bool:
        """Return whether a move is finished, and the cursor on nothing that Enter chooses."""
        draft = self.draft
        is_free = not (self.controller.sending or self.shows_report)
        return draft.move is not None and draft.cursor is None and is_free

    @property
    def shows_report(self) -> bool:
        """Whether the bar shows what the last chapter came to."""
        return False

    def action_close_report(self) -> None:
        """Go on with the game."""
        self.controller.close_report()

    def can_step_back(self) -> bool:
        """Return whether there is a hint to clear, or a step to take back."""
        return self.shows_hint or (bool(self.draft.choices) and not self.controller.sending)

    # Pointing

    def action_pick(self) -> None:
        """Choose what the cursor is on."""
        if self.draft.cursor is not None:
            self.do(self.draft.cursor)

    def action_next(self, by: int) -> None:
        """Move the cursor to the next or the previous option."""
        keys.move_along(self.draft, self.options, by)
        self.table_changed()

    def action_steer(self, direction: Direction) -> None:
        """Move the cursor over the board, or along the options."""
        keys.move_over_board(self.draft, self._body, direction, self.options)
        self.table_changed()

    @on(MoveBar.Chosen)
    def _option_clicked(self, event: MoveBar.Chosen) -> None:
        self.do(event.option.action)

    @on(TableBody.Pointed)
    def _choice_clicked(self, event: TableBody.Pointed) -> None:
        builder = self.draft.builder
        if self.controller.paced.shown is not None:
            self._end_pacing()
            return
        if builder is None or self.controller.sending:
            return
        if self.draft.can_choose(event.choice):
            self.do(event.choice)
        else:
            self.controller.tell(self.draft.explain(event.choice))

    # Moves and commands

    def do(self, action: UiAction) -> None:
        """Do what an option stands for."""
        controller = self.controller
        controller.notice = ""
        match action:
            case Choice():
                self._choose(action)
            case MenuState():
                controller.menu, self.draft.cursor = action, None
            case ScreenAction(name):
                self.draft.cursor = None
                self.call_later(self.run_action, name)
            case _:
                controller.menu = None
                controller.request(action)
        self.table_changed()

    def _choose(self, choice: Choice) -> None:
        """Make a choice; send the move it completes if no other key is asked for that."""
        if self.controller.sending:
            return
        sends = self.draft.sends(choice)
        if not self.draft.choose(choice):
            self.controller.tell(self.draft.explain(choice))
            return
        self._skipped.expect(self.draft.prompt.filled_keys if self.draft.filled else ())
        if sends:
            self.play(*self.draft.moves)

    def play(self, *moves: str) -> None:
        """Send a move in the notation, and when it was accepted those that follow."""
        self.controller.play(*moves)

    def action_send(self) -> None:
        """Send the finished move."""
        self.controller.notice = ""
        if self.draft.moves:
            self.play(*self.draft.moves)
        self.table_changed()

    def action_back(self) -> None:
        """Clear the hint; without one, take the last step back."""
        has_hint, self.controller.notice = self.shows_hint, ""
        if self.controller.menu is not None:
            self.controller.menu = None
        elif has_hint:
            self.clear_hint()
        elif not self.controller.sending:
            self.draft.step_back()
        self.table_changed()

    def action_copy_position(self) -> None:
        """Copy the position as this person may see it."""
        if self.view is not None and self.view.position is not None:
            copy_to_clipboard(self.app, self.view.game.format(self.view.position))
            self.controller.tell(tell("table/position-copied"))

    # Typing

    @property
    def typing(self) -> bool:
        """Whether the line for typing is open."""
        return self.has_class("-typing")

    def action_type(self) -> None:
        """Open the line."""
        self.add_class("-typing")
        line = self.query_one(TypeLine)
        line.look = self.look
        line.begin()
        self.refresh_bindings()

    @on(TypeLine.Done)
    def _line_done(self, event: TypeLine.Done) -> None:
        self.remove_class("-typing")
        self.set_focus(None)
        self.controller.notice = event.said or self.controller.notice
        self.table_changed()

    def _type_hint(self) -> None:
        if self.no_hint:
            raise UserError(self.no_hint)
        self.call_later(self.action_hint)

    @work(group="save", exclusive=True)
    async def save_record(self, file: str = "") -> None:
        """Save the game as a record; in the folder of records unless a file is named."""
        try:
            path = await self._input.save(file)
        except UserError as trouble:
            self.app.notify(str(trouble), severity="warning")
        else:
            self.app.notify(str(path), title=tell("table/record-saved"))

    # Other screens

    def action_help(self) -> None:
        """Show the keys and the rules."""
        rules = self.view.game if self.view else None
        self.post_message(OpenHelp("table", rules.name if rules else "", rules))

    def action_reference(self) -> None:
        """Show what each card or action does."""
        if self.view is not None:
            self.app.push_screen(ReferenceScreen(self.view.game, self.look))

    def action_ending(self) -> None:
        """Explain how the game ended."""
        if self.view is not None:
            save = None if is_limited() else self.save_record
            page = EndingScreen(self.view, self.controller.log, self.look, save, self.make_card())
            self.app.push_screen(page)

    def make_card(self) -> Callable[[], object] | None:
        """Return what shows the card of the game; None where no whole game was played."""
        return None

    @abstractmethod
    def action_leave(self) -> None:
        """Leave the table."""

    # Hints

    @property
    @abstractmethod
    def no_hint(self) -> str:
        """Why there is no hint now; empty if there is one."""

    @abstractmethod
    def action_hint(self) -> None:
        """Look for a hint."""

    @property
    @abstractmethod
    def shows_hint(self) -> bool:
        """Whether the bar shows a hint."""

    @abstractmethod
    def clear_hint(self) -> None:
        """Take the hint out of the bar; its notice is cleared before."""
