"""The move of one turn in a dialogue: asked about, typed whole, or built step by step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any

from games.contract import Completions
from games.quoting import quote
from games.registry import spec_of
from siam_tui.games.game_texts import YOU
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.plain.guided_move import GuidedMove, is_yes
from siam_tui.plain.table_news import tell_turn
from siam_tui.profile.user_error import UserError
from siam_tui.table.move_draft import MoveDraft
from siam_tui.typed.commands import Typed
from siam_tui.typed.moves import (
    FirstChoice,
    begins_move,
    one_of,
    read_move,
    with_words_of_notation,
)
from siam_tui.typed.words import whole_move
from siam_tui.ui.text import did_you_mean
from texts import tell

_FEW = 12
"""Moves that are listed one by one, unless all are asked for."""
_MOST = 20_000
"""Moves that are listed at most."""


class MoveEntry:
    """The move of one turn."""

    def __init__(self, view: TableView, *, has_forecast: bool = True) -> None:
        """Prepare for a table as it is now, whoever is to move there.

        Args:
            view: the table.
            has_forecast: whether to tell what a choice means for the end of the game: not before a
                lesson has explained its words.
        """
        self._view, self._has_forecast = view, has_forecast
        self._game, self._ui = view.game, ui_of(view.game.name)
        self._guided: GuidedMove | None = None
        self._chosen: tuple[str, ...] = ()

    def take_chosen(self) -> tuple[str, ...]:
        """Return the moves to send one after the other, in the notation, once."""
        moves, self._chosen = self._chosen, ()
        return moves

    @property
    def draft(self) -> MoveDraft:
        """The move that is being built, or one without a choice."""
        return MoveDraft() if self._guided is None else self._guided.draft

    def choices(self) -> list[str]:
        """Return the names that can be chosen now; none if the person is not to move."""
        if not self._view.my_turn:
            return []
        return (self._guided or self._guide(self._view.position)).choices

    def ask_again(self) -> list[str]:
        """Return the question about the move that is being built; empty if none is begun."""
        return [] if self._guided is None else list(self._guided.ask_next())

    def enter_command(self, typed: Typed) -> Iterator[str] | None:
        """Do ``move``, ``moves`` or ``why MOVE``; return what there is to say, or None for others.

        Raises:
            UserError: it cannot be done; says why.
        """
        match typed.name, typed.rest:
            case "move", text:
                return self._enter_move(text)
            case "moves", text:
                return self._list_moves(text)
            case "why", text if text:
                return iter([self._explain(text)])
        return None

    def _enter_move(self, text: str) -> Iterator[str]:
        """Take a typed move, or begin one by its first choice."""
        position = self._own_position()
        begun = begins_move(self._ui, text)
        if begun is not None:
            return self._begin_guided(position, begun)
        self._chosen = (self._game.format_move(self._read_typed(text)),)
        self._guided = None
        return iter(())

    def _begin_guided(self, position: Any, begun: FirstChoice) -> Iterator[str]:  # noqa: ANN401
        """Begin a move by a word, with the choices that follow it in the line."""
        guided = self._guide_from(position, begun)
        if begun.rest:
            guided.accept_words(begun.rest)
        told = () if self._guided is None else (tell("plain/move/not-played"),)
        self._guided = guided
        if not guided.is_done:
            return chain(told, guided.ask_next())
        self._guided, self._chosen = None, guided.moves
        return iter(told)

    def continue_move(self, line: str, *, whole: bool = False) -> Iterator[str] | None:
        """Take a line as an answer about the move that is being built; None if it is none.

        Args:
            line: what was typed.
            whole: whether it is a command, so that the beginning of a name begins no move.

        Raises:
            UserError: it may mean several things, or it is no answer and nothing else.
        """
        guided = self._guided or self._asked(line)
        if guided is None or not guided.accept(line, whole=whole and self._guided is None):
            begun = self._guided
            if begun is not None and (is_yes(line) or not (whole or self._is_move(line))):
                raise begun.refuse(line)
            return None
        self._guided = None if guided.is_done else guided
        if not guided.is_done:
            return guided.ask_next()
        self._chosen = guided.moves
        return iter(() if guided.moves else [tell("plain/move/nothing-played")])

    def _is_move(self, line: str) -> bool:
        """Return whether a line is a move in the notation, or begins one by a word.

        A number is none: while a move is built, it stands for a province and not for a card.
        """
        is_begun = not line.strip().isdecimal() and begins_move(self._ui, line) is not None
        return ":" in line or is_begun

    def _asked(self, line: str) -> GuidedMove | None:
        """Return the move that an answer to what is asked now would begin, if there is one."""
        is_whole_move = ":" in line or whole_move(self._ui, line)
        if is_whole_move or not self._view.my_turn:
            return None
        return self._guide(self._view.position)

    def _guide(self, position: Any) -> GuidedMove:  # noqa: ANN401 - any game's
        builder = self._ui.move_builder(self._game, position, self._view.seat_names)
        return GuidedMove(builder, self._game, self._view, has_forecast=self._has_forecast)

    def _guide_from(self, position: Any, begun: FirstChoice) -> GuidedMove:  # noqa: ANN401
        """Return a move that begins with a choice.

        Raises:
            UserError: it cannot be chosen.
        """
        guided = self._guide(position)
        guided.begin(begun.choice, begun.word)
        return guided

    def _explain(self, text: str) -> str:
        """Return whether a move can be played, and if not, why."""
        position, begun = self._own_position(), begins_move(self._ui, text)
        try:
            move = self._read_typed(text) if begun is None else self._read_words(position, begun)
        except UserError as mistake:
            return tell("plain/move/illegal", why=str(mistake))
        if move is None:
            return tell("plain/move/unfinished")
        told = self._ui.texts.tell_move(self._game, move, YOU)
        return tell("plain/move/legal", move=told)

    def _read_words(self, position: Any, begun: FirstChoice) -> Any | None:  # noqa: ANN401
        """Return the move of a line of words; None if the line does not finish it.

        Raises:
            UserError: the line has what cannot be chosen.
        """
        guided = self._guide_from(position, begun)
        if begun.rest:
            guided.accept_words(begun.rest)
        return self._game.parse_move(guided.drafted[0]) if guided.drafted else None

    def _list_moves(self, text: str) -> Iterator[str]:
        """Return the moves that begin with a text, or how many there are of each kind."""
        completions = self._completions
        beginning, _, every = text.partition(" ")
        if not beginning:
            return _count_moves(completions)
        many, pieces = completions.count(beginning), completions.after(beginning)
        if many and (many <= _FEW or (every.strip().lower() == "all" and many <= _MOST)):
            return completions.moves(beginning)
        if not pieces:
            raise UserError(tell("plain/moves/none", text=quote(beginning)))
        every = f" {tell('plain/moves/all', text=beginning)}" if many <= _MOST else ""
        begin_so = [tell("plain/moves/begin-so", n=many)] if many else []
        return iter([*begin_so, f"{tell('plain/moves/go-on', pieces=one_of(pieces))}{every}"])

    def _read_typed(self, text: str) -> Any:  # noqa: ANN401 - any game's
        position = self._own_position()
        first = self._guide(position).draft.first_options
        text = with_words_of_notation(self._ui, first, text)
        try:
            return read_move(self._game, position, self._completions, text)
        except UserError as mistake:
            meant = "" if ":" in text else did_you_mean(text, self.choices())
            if not meant:
                raise
            unknown = tell("plain/moves/unknown", text=quote(text), meant=meant)
            raise UserError(unknown) from mistake

    @cached_property
    def _completions(self) -> Completions:
        return spec_of(self._game.name).completions(self._game, self._own_position())

    def _own_position(self) -> Any:  # noqa: ANN401 - any game's
        """Return the position if the person is to move in it.

        Raises:
            UserError: the person is not.
        """
        if not self._view.my_turn:
            raise UserError(tell("plain/move/not-now", turn=tell_turn(self._view)))
        return self._view.position


def _count_moves(completions: Completions) -> Iterator[str]:
    pieces = completions.after("")
    counts = tuple(map(completions.count, pieces))
    if max(counts) == 1:  # as on a board where a move is a place
        yield from completions.moves("")
        return
    for piece, many in zip(pieces, counts, strict=True):
        yield tell("plain/moves/of-piece", piece=piece.rstrip(":"), n=many)
    yield tell("plain/moves/how", piece=pieces[0])
