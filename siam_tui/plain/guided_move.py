"""A move that is asked for step by step, for people who do not want to type it in the notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.contract import Game
from siam_tui.games.move_builder import Choice, MoveBuilder, MoveOption
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import listed

_YES = ("yes", "y", "send", "ok")
_BACK = ("back", "b")
_CANCEL = ("cancel", "stop", "no")


class GuidedMove:
    """One move that is being built.

    Attributes:
        is_done: whether nothing more is asked: the move is confirmed or given up.
        move: the move to play, once it is confirmed.
    """

    def __init__(
        self, builder: MoveBuilder[Any, Any, Any], game: Game[Any, Any], first: Choice, typed: str
    ) -> None:
        """Begin with a choice.

        Args:
            builder: the choices of the seat to move.
            game: the rules.
            first: the first choice.
            typed: what was typed for it.

        Raises:
            UserError: it cannot be chosen now.
        """
        self._builder, self._game = builder, game
        self._draft = builder.empty
        options = builder.options(self._draft)
        if first not in (option.choice for option in options):
            words = listed([_option_word(option) for option in options], "or")
            raise UserError(f"You cannot choose {typed.strip()} now. Type {words}.")
        self._filled: tuple[Choice, ...] = ()
        self._choose(first)
        self.is_done = False
        self.move: Any = None

    def ask_next(self) -> Iterator[str]:
        """Iterate over the next question and its answers, or over the move to confirm."""
        move = self._builder.move(self._draft)
        if move is not None:
            yield ui_of(self._game.name).speech.tell_move(self._game, move, "You")
            yield f"In the notation: {self._game.format_move(move)}."
            yield "Type yes to play this, back for the step before, or cancel."
            return
        answers = [_option_name(option) for option in self._builder.options(self._draft)]
        yield self._builder.prompt(self._draft, self._filled).question
        yield f"{listed(answers, 'or')}. Or back, or cancel."

    def accept(self, text: str) -> bool:
        """Take an answer; return whether it was one.

        Raises:
            UserError: it may mean several choices.
        """
        word = " ".join(text.lower().split())
        complete = self._builder.move(self._draft)
        if word in _CANCEL:
            self.is_done = True
        elif word in _BACK:
            self._draft, self._filled = self._builder.step_back(self._draft), ()
            self.is_done = self._draft == self._builder.empty
        elif complete is not None and word in _YES:
            self.move, self.is_done = complete, True
        else:
            option = self._find(word)
            if option is None:
                return False
            self._choose(option.choice)
        return True

    def _choose(self, choice: Choice) -> None:
        before = len(self._draft.choices) + 1
        self._draft = self._builder.choose(self._draft, choice)
        self._filled = self._draft.choices[before:]

    def _find(self, word: str) -> MoveOption | None:
        """Return the option that a word stands for: its own word, or the beginning of its name."""
        options = self._builder.options(self._draft) if word else ()
        exact = [
            each
            for each in options
            if word in (_option_word(each).lower(), _option_name(each).lower())
        ]
        found = exact or [each for each in options if _option_name(each).lower().startswith(word)]
        if len(found) > 1:
            raise UserError(f"Do you mean {listed([_option_name(each) for each in found], 'or')}?")
        return found[0] if found else None


def _option_word(option: MoveOption) -> str:
    return option.word or option.key


def _option_name(option: MoveOption) -> str:
    return option.name or option.label or _option_word(option)
