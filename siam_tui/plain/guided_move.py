"""A move that is asked for step by step, for people who do not want to type it in the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.contract import Game
from games.quoting import quote
from siam_tui.games.game_texts import YOU, MoveContext
from siam_tui.games.move_builder import Choice, MoveBuilder, MoveOption
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.move_draft import MoveDraft
from siam_tui.typed.option_words import (
    answer_name,
    find_option,
    option_name,
    propose_option,
    read_choices,
    typed_name,
)
from siam_tui.typed.words import means, words_of
from siam_tui.ui.text import fold
from texts import tell

_YES = ("yes", "y", "send", "ok")
_BACK = ("back", "b")
_CANCEL = ("cancel", "stop", "no")
"""What can be typed in English, besides the words of the reader's language."""


def tell_notation(moves: Sequence[str]) -> str:
    """Return how moves are typed.

    >>> tell_notation(["place:1@LIE"])
    'In the notation: place:1@LIE.'
    """
    if len(moves) == 1:
        return tell("plain/move/notation", move=moves[0])
    return tell("plain/move/notations", moves=tuple(moves))


def tell_moves(
    game: Game[Any, Any],
    view: TableView | None,
    before: Any,  # noqa: ANN401 - a position of any game
    moves: Sequence[Any],
) -> Iterator[str]:
    """Tell the person's moves one after the other, each where it would be played.

    Args:
        game: the game, with its map and options.
        view: the table, with the names of its seats; None without one.
        before: the position in which the first move would be played.
        moves: the moves.
    """
    tell_move = ui_of(game.name).texts.tell_move
    for number, move in enumerate(moves, start=1):
        context = None if view is None else MoveContext(view, before)
        yield tell_move(game, move, YOU, context)
        if number < len(moves):
            before = game.play(before, move)


def tell_hint(
    view: TableView,
    before: Any,  # noqa: ANN401 - a position of any game
    moves: Sequence[str],
) -> Iterator[str]:
    """Tell the moves that a hint advises, and how they are typed.

    Args:
        view: the table, where the person is to move.
        before: the position there.
        moves: the moves in the notation, at least one.
    """
    told, *then = tell_moves(
        view.game, view, before, [view.game.parse_move(move) for move in moves]
    )
    yield tell("plain/hint", move=told)
    for line in then:
        yield tell("plain/hint/then", move=line)
    if len(moves) > 1 or moves[0] not in told.lower().rstrip(".").split():  # as in "You pass."
        yield tell_notation(moves)


def is_yes(text: str) -> bool:
    """Return whether a line confirms a move: by a word, or by the first letter of *yes*."""
    return fold(text) in {*_YES, fold(words_of("yes")[0])[:1]} or means(text, "yes")


class GuidedMove:
    """One move that is being built.

    Attributes:
        draft: the choices made.
        is_done: whether nothing more is asked: the move is confirmed or given up.
        moves: the moves to play one after the other, in the notation, once they are confirmed.
    """

    def __init__(
        self,
        builder: MoveBuilder[Any, Any, Any],
        game: Game[Any, Any],
        view: TableView | None = None,
        *,
        has_forecast: bool = True,
    ) -> None:
        """Begin without a choice.

        Args:
            builder: the choices of the seat to move.
            game: the rules.
            view: the table, for the names of its players; None where they have none.
            has_forecast: whether to tell what a choice means for the end of the game.
        """
        self._view, self._has_forecast = view, has_forecast
        self._builder, self._game = builder, game
        self.draft = MoveDraft(builder, game)
        self._told = ""
        """What the choices made change, as it was told last."""
        self.is_done = False
        self.moves: tuple[str, ...] = ()

    def begin(self, first: Choice, typed: str) -> None:
        """Make the first choice, for which something was typed.

        Raises:
            UserError: it cannot be chosen now.
        """
        names = (*map(typed_name, self.draft.typed_options), *self.draft.moves)
        option = find_option(self.draft.typed_options, typed, whole=True)
        if not self.draft.choose(first if option is None else option.choice):
            unknown = tell("plain/move/cannot-begin", text=typed.strip(), names=names)
            raise UserError(unknown)

    def ask_next(self) -> Iterator[str]:
        """Iterate over the next question and its answers, or over the move to confirm."""
        move, prompt = self._builder.move(self.draft.draft), self.draft.prompt
        answers = self._answers
        on_board = () if self._has_forecast else prompt.change_on_board
        change = next(iter(on_board or prompt.change), "")
        if move is not None:
            moves = (move, *self._builder.following(self.draft.draft))
            yield from tell_moves(self._game, self._view, self._builder.position, moves)
            if change:
                yield change
            yield tell_notation(self.draft.moves)
            yield tell("plain/move/confirm", answers=answers)
            return
        if change not in {"", self._told}:
            yield change
        self._told = change
        yield prompt.question
        numbered = any(answer.endswith(")") for answer in answers)
        yield tell("plain/move/numbered" if numbered else "plain/move/named", answers=answers)

    @property
    def drafted(self) -> tuple[str, ...]:
        """The moves that the choices so far come to, in the notation; empty if one is missing."""
        return self.draft.moves

    @property
    def choices(self) -> list[str]:
        """The names of all that can be chosen now, without their numbers; also in English."""
        options = self.draft.typed_options
        names = (*map(option_name, options), *(each.english for each in options))
        return [*dict.fromkeys(filter(None, names))]

    @property
    def _answers(self) -> tuple[str, ...]:
        """The names of what can be chosen now."""
        return tuple(answer_name(option) for option in self.draft.options if option.in_bar)

    def accept(self, text: str, *, whole: bool = False) -> bool:
        """Take an answer; return whether it was one.

        Args:
            text: what was typed.
            whole: whether the beginning of a name is not enough.

        Raises:
            UserError: it may mean several choices.
        """
        word = fold(text)
        begun = bool(self.draft.choices)
        begun = begun and not self._is_key(word)
        if begun and (word in _CANCEL or means(word, "cancel", "no")):
            self.is_done = True
        elif begun and (word in _BACK or means(word, "back")):
            self.draft.step_back()
            self.is_done = not self.draft.choices
        elif begun and self.draft.moves and is_yes(word):
            self.moves, self.is_done = self.draft.moves, True
        else:
            option = find_option(self.draft.typed_options, word, whole=whole)
            if option is None:
                return len(word.split()) > 1 and not whole and self._accept_several(word)
            self._take_option(option)
        return True

    def _is_key(self, word: str) -> bool:
        """Return whether a letter is an option's key, though it also begins a word of a language.

        An English answer comes first all the same.
        """
        english = (*_YES, *_BACK, *_CANCEL)
        return word not in english and any(fold(each.key) == word for each in self.draft.options)

    def refuse(self, text: str) -> UserError:
        """Return what is wrong with a line that is no answer: what can be chosen now."""
        answers = [words_of(each)[0] for each in ("yes", "back", "cancel")]
        yes, back = (answers[:1] if self.draft.moves else []), answers[1:]
        return UserError(
            tell(
                "plain/move/no-answer",
                text=quote(text.strip()),
                meant=propose_option(self.draft.typed_options, text),
                answers=(*yes, *self._answers, *back),
            )
        )

    def _accept_several(self, text: str) -> bool:
        """Take several choices in a line; return whether its first word may be one of them."""
        first = text.split(maxsplit=1)[0]
        if find_option(self.draft.typed_options, first) is None:
            return False
        self.accept_words(text)
        return True

    def accept_words(self, text: str) -> None:
        """Take several choices in a line. A move that they complete is played without a question.

        If they stand in another order than they are asked for, the move is to be confirmed.

        Raises:
            UserError: the line goes on with what cannot be chosen.
        """
        reading = read_choices(self._builder, self.draft.draft, text)
        for option in reading.options:
            self._take_option(option)
        if self.draft.moves and reading.in_order:
            self.moves, self.is_done = self.draft.moves, True

    def _take_option(self, option: MoveOption) -> None:
        self.draft.choose(option.choice)
        if option.sends:
            self.moves, self.is_done = self.draft.moves, True
