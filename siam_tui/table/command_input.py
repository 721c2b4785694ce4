"""A table at which moves and commands can be typed: `:` opens the line, Esc closes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.widgets import Input

from games.contract import GameError
from games.siam import Move
from games.siam.text.completions import Continuations
from games.siam.text.move_formatter import is_card
from protocol.messages import Command
from siam_tui.games.siam.move_builder import card_choice
from siam_tui.games.siam.move_text import full_names, tell_move
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.bars import Deed, Doing
from siam_tui.table.command_line import TypeInput, TypeLine
from siam_tui.table.hints import HintedTable
from siam_tui.terminal.clipboard import SENT, copy_to_clipboard
from siam_tui.typed.commands import Place, Typed, read, usage, word_of
from siam_tui.typed.completing import Ahead, ahead_of
from siam_tui.typed.moves import MistakeError, read_move
from siam_tui.typed.saving import save_table
from siam_tui.typed.seating import seating_command
from siam_tui.ui.palette_commands import PaletteCommand


class TypedTable(HintedTable):
    """A table with a line to type in; what else one does there is its subclass's."""

    AUTO_FOCUS = ""  # the line is opened by its key, and has the keys only then

    _ahead: Continuations | None = None
    _ahead_at: object = None

    @property
    def typing(self) -> bool:
        """Whether the line is open."""
        return self.has_class("-typing")

    def compose(self) -> ComposeResult:
        """Lay the table out, with the line in the bar's place."""
        yield from super().compose()
        yield TypeLine(self._look, self._ahead_of, self._told)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        if action == "copy_position":
            return self._sight is not None and self._sight.position is not None
        return super().check_action(action, parameters)

    def typed_commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what the command palette offers of this."""
        told = "A move in the notation, or a command; what may come next is shown"
        yield "Type a move or a command", told, self.action_type
        if self.check_action("copy_position", ()):
            told = "Copy the position you see to the clipboard, in the notation"
            yield "Copy position", told, self.action_copy_position

    # What the subclass does

    @abstractmethod
    def action_leave(self) -> None:
        """Leave the table."""

    @abstractmethod
    def action_help(self) -> None:
        """Show the help."""

    @abstractmethod
    def _do(self, doing: Doing) -> None:
        """Do what an option stands for."""

    @abstractmethod
    def _play(self, move: str) -> None:
        """Send a move."""

    # The line

    @property
    def _type_line(self) -> TypeLine:
        return self.query_one(TypeLine)

    def action_type(self) -> None:
        """Open the line."""
        self.add_class("-typing")
        self._type_line.look = self._look
        self._type_line.begin()
        self.refresh_bindings()

    @on(TypeInput.Closed)
    def _close_line(self) -> None:
        self.remove_class("-typing")
        self.set_focus(None)
        self._refresh()

    @on(Input.Submitted, "#typed")
    def _line_entered(self, event: Input.Submitted) -> None:
        event.stop()
        line = event.value
        if not line.strip():
            self._close_line()
            return
        self._type_line.input.remember(line)
        self._refused = ""
        try:
            said = self._obey(read(line, Place.LINE))
        except MistakeError as mistake:
            self._type_line.fail(str(mistake), line.rindex(mistake.text) + mistake.at)
        except UserError as trouble:
            self._type_line.fail(str(trouble))
        else:
            self._close_line()
            if said:
                self._notice(said)

    def _obey(self, typed: Typed) -> str:
        """Do what was typed; return what there is to say.

        Raises:
            UserError: it cannot be done; says why.
        """
        sight = self._seen()
        levels = self._client.lobby.bots if self._client.lobby else ()
        acts: dict[str, Callable[[], object]] = {
            "copy": self.action_copy_position,
            "hint": self._type_hint,
            "leave": partial(self.call_later, self.action_leave),
        }
        if typed.name in acts:
            acts[typed.name]()
            return ""
        match typed.name:
            case "move":
                self._type_move(typed.rest)
            case "why" if typed.rest:
                return f"This can be played: {self._words(typed.rest)}."
            case "link":
                if not self._invite:
                    raise UserError("Nobody can be invited to this table.")
                self._do(Deed.COPY_LINK)
            case "save":
                self._save(typed.rest)
            case "help":
                return self._help(typed.rest)
            case _:
                command: Command | None = seating_command(typed, sight, levels)
                if command is None:
                    raise usage(typed, Place.LINE)
                self._do(command)
        return ""

    def _seen(self) -> TableView:
        if self._sight is None:
            raise UserError("You are not at the table yet.")
        return self._sight

    def _type_move(self, text: str) -> None:
        self._continuations()
        if is_card(card := text.upper()):
            self._do(card_choice(card))
            return
        sight = self._seen()
        self._play(sight.game.format_move(self._read(text)))

    def _type_hint(self) -> None:
        if reason := self._no_hint():
            raise UserError(reason)
        self.call_later(self.action_hint)

    def _read(self, text: str) -> Move:
        sight, ahead = self._seen(), self._continuations()
        assert sight.position is not None
        return read_move(sight.game, sight.position, ahead, text)

    def _words(self, text: str) -> str:
        board = self._seen().game.map
        return tell_move(board, self._read(text), full_names(board))

    def _help(self, name: str) -> str:
        if not name:
            self.call_later(self.action_help)
            return ""
        word = word_of(name, Place.LINE)
        if word is None:
            raise UserError(f"There is no command {name[:40]!r}.")
        return f"{word.usage}: {word.about}"

    @work(group="save", exclusive=True)
    async def _save(self, file: str) -> None:
        try:
            path = await save_table(self._client, self._seen(), file)
        except UserError as trouble:
            self.app.notify(str(trouble), severity="warning")
        else:
            self.app.notify(str(path), title="The record is saved")

    # What may come next

    def _continuations(self) -> Continuations:
        """Return the legal moves as texts.

        Raises:
            UserError: one is not to move.
        """
        sight = self._seen()
        if not sight.my_turn or sight.position is None or self._sending:
            who = "" if sight.turn is None else f" It is {sight.name(sight.turn)}'s turn."
            raise UserError(f"You cannot play now.{who}")
        if self._ahead is None or self._ahead_at != sight.position:
            self._ahead, self._ahead_at = Continuations(sight.game, sight.position), sight.position
        return self._ahead

    def _ahead_of(self, line: str) -> Ahead:
        try:
            moves = self._continuations()
        except UserError:
            moves = None
        levels = self._client.lobby.bots if self._client.lobby else ()
        return ahead_of(line, Place.LINE, moves, levels)

    def _told(self, line: str) -> str:
        """Return what Enter would do with a line that is a whole move."""
        try:
            typed = read(line, Place.LINE)
            if typed.name != "move" or is_card(typed.rest.upper()):
                return ""
            return f"Enter plays  {self._words(typed.rest)}"
        except (UserError, GameError):
            return ""

    # Copying

    def action_copy_position(self) -> None:
        """Copy the position as one may see it (S22, S23)."""
        sight = self._sight
        if sight is not None and sight.position is not None:
            copy_to_clipboard(self.app, str(sight.position))
            self._notice(f"The position: {SENT[0].lower()}{SENT[1:]}")
