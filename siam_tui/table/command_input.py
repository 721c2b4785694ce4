"""Moves and commands that are typed at a table, in the line that `:` opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from textual.message import Message

from games.contract import Completions, GameError
from games.registry import spec_of
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.bar.options import UiAction
from siam_tui.table.controller import TableController
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.open_replay import OpenGames
from siam_tui.typed.commands import CommandSet, Place, Typed
from siam_tui.typed.help_topics import LineCompletions, complete_line
from siam_tui.typed.moves import (
    LONGEST_NAME,
    FirstChoice,
    begins_move,
    read_move,
    with_words_of_notation,
)
from siam_tui.typed.option_words import find_option, read_choices
from siam_tui.typed.played_words import save_table
from siam_tui.typed.seating import seating_command
from siam_tui.typed.words import words_of
from texts import tell


class ProposalError(UserError):
    """A line that is no command; the text says what Enter would do with another one.

    Attributes:
        line: the other one.
    """

    def __init__(self, sentence: str, line: str) -> None:
        super().__init__(sentence)
        self.line = line


class TypingScreen(Protocol):
    """As much of a screen as typed lines act on."""

    controller: TableController

    def post_message(self, message: Message) -> bool:
        """Tell the app something."""

    @property
    def draft(self) -> MoveDraft:
        """The move the person is building."""

    @property
    def may_talk(self) -> bool:
        """Whether somebody else is here to talk to."""

    def typed_actions(self) -> Mapping[str, Callable[[], object]]:
        """Return what typed commands do, by their names."""

    def do(self, action: UiAction) -> None:
        """Do what an option stands for."""

    def play(self, *moves: str) -> None:
        """Send a move, and those that follow it."""

    def save_record(self, file: str) -> object:
        """Save the game, and say where."""


class CommandInput:
    """Reads the lines that are typed on the screen of a table."""

    def __init__(self, screen: TypingScreen) -> None:
        self._screen, self._controller = screen, screen.controller
        self._completions: Completions | None = None
        self._completions_of: Any = None

    def carry_out(self, line: str) -> str:
        """Do what was typed; return what there is to say.

        Raises:
            UserError: it cannot be done; says why.
        """
        self._controller.notice = ""
        view = self._view()
        try:
            typed = self._commands.read(line)
        except UserError as error:
            if not self._choose_named(line):
                self._propose_saying(line, error)
            return ""
        rest = typed.rest
        match typed.name:
            case "help" if rest:
                return self._command_help(rest)
            case name if name in (named := self._screen.typed_actions()):
                named[name]()
            case "move":
                self._type_move(rest)
            case "why" if rest:
                return tell("table/type/playable", move=self._move_words(rest))
            case "games":
                self._screen.post_message(OpenGames(rest))
            case "save":
                self._screen.save_record(rest)
            case _:
                command = seating_command(typed, view, self._controller.bot_levels)
                if command is None:
                    raise self._commands.usage_error(typed)
                self._screen.do(command)
        return ""

    def _propose_saying(self, line: str, error: UserError) -> None:
        """Propose to say a sentence that is no command; it may be a move that is misspelt.

        Raises:
            UserError: always; `ProposalError` where others may hear it.
        """
        words = line.split()
        if self._screen.may_talk and len(words) > 1 and not line.startswith("/"):
            say = words_of("say")[0]
            raise ProposalError(tell("table/type/say-it"), f"{say} {' '.join(words)}") from error
        raise error

    def complete(self, line: str) -> LineCompletions:
        """Return how a line may go on."""
        try:
            moves = self._legal_moves()
        except UserError:
            moves = None
        return complete_line(line, self._commands, moves, self._controller.bot_levels)

    def effect(self, line: str) -> str:
        """Return what Enter would do with a line that is a whole move; else nothing."""
        try:
            typed = self._commands.read(line)
            if typed.name != "move" or self._begins_move(typed):
                return ""
            return tell("table/type/plays", move=self._move_words(typed.rest))
        except (UserError, GameError):
            return ""

    @property
    def _commands(self) -> CommandSet:
        view = self._controller.view
        return CommandSet(Place.LINE, ui_of(view.game.name) if view else None)

    def _command_help(self, name: str) -> str:
        word = self._commands.word(name)
        if word is None:
            raise UserError(tell("table/type/no-command", name=repr(name[:40])))
        return f"{word.usage}: {word.description}"

    async def save(self, file: str) -> Path:
        """Save the game as a record.

        Raises:
            UserError: it cannot be saved.
        """
        return await save_table(self._controller.source, self._view(), file)

    def _view(self) -> TableView:
        if self._controller.view is None:
            raise UserError(tell("table/not-there"))
        return self._controller.view

    def _begins_move(self, typed: Typed) -> bool:
        return begins_move(ui_of(self._view().game.name), typed.rest) is not None

    def _type_move(self, text: str) -> None:
        self._legal_moves()
        view = self._view()
        begun = begins_move(ui_of(view.game.name), text)
        if begun is not None:
            self._choose_words(begun)
        else:
            self._screen.play(view.game.format_move(self._read_move(text)))

    def _choose_named(self, line: str) -> bool:
        """Make the choices of a line that begins with one by its name or key on this map."""
        draft = self._screen.draft
        words = line.replace(",", " ").split()
        for count in range(min(len(words), LONGEST_NAME), 0, -1):
            word = " ".join(words[:count])
            option = find_option(draft.typed_options, word, whole=True)
            option = option or find_option(draft.first_options, word, whole=True)
            if option is not None:
                self._choose_words(FirstChoice(option.choice, word, " ".join(words[count:])))
                return True
        return False

    def _choose_words(self, begun: FirstChoice) -> None:
        """Make the choices of a line; a move that more than one word completes is sent.

        In another order than they are asked for, the choices wait to be sent.
        """
        draft = self._screen.draft
        assert draft.builder is not None
        option = find_option(draft.typed_options, begun.word, whole=True)
        choice = begun.choice if option is None else option.choice
        if not draft.can_choose(choice):
            raise UserError(draft.explain(choice))
        self._screen.do(choice)
        if begun.rest:
            reading = read_choices(draft.builder, draft.draft, begun.rest)
            for each in reading.options:
                self._screen.do(each.choice)
            if reading.in_order:
                self._screen.play(*draft.moves)

    def _read_move(self, text: str) -> Any:  # noqa: ANN401 - any game's
        view, legal = self._view(), self._legal_moves()
        assert view.position is not None
        first = self._screen.draft.first_options
        text = with_words_of_notation(ui_of(view.game.name), first, text)
        return read_move(view.game, view.position, legal, text)

    def _move_words(self, text: str) -> str:
        game = self._view().game
        return ui_of(game.name).texts.name_move(game, self._read_move(text), "full")

    def _legal_moves(self) -> Completions:
        """Return the legal moves as texts.

        Raises:
            UserError: it is not this person's turn.
        """
        view = self._view()
        if not view.my_turn or view.position is None or self._controller.sending:
            if view.turn is None:
                raise UserError(tell("table/type/not-now"))
            raise UserError(tell("table/type/not-your-turn", who=view.named(view.turn)))
        if self._completions is None or self._completions_of != view.position:
            self._completions = spec_of(view.game.name).completions(view.game, view.position)
            self._completions_of = view.position
        return self._completions
