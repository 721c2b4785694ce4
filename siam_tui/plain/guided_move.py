"""A move that is asked for step by step, for people who do not want to type it in the notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unicodedata import combining, normalize

from games.contract import Game
from siam_tui.games.move_builder import Choice, MoveBuilder, MoveOption
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.table.move_draft import MoveDraft
from siam_tui.ui.text import listed

_YES = ("yes", "y", "send", "ok")
_BACK = ("back", "b")
_CANCEL = ("cancel", "stop", "no")


class GuidedMove:
    """One move that is being built.

    Attributes:
        is_done: whether nothing more is asked: the move is confirmed or given up.
        moves: the moves to play one after the other, in the notation, once they are confirmed.
    """

    def __init__(self, builder: MoveBuilder[Any, Any, Any], game: Game[Any, Any]) -> None:
        """Begin without a choice.

        Args:
            builder: the choices of the seat to move.
            game: the rules.
        """
        self._builder, self._game = builder, game
        self._draft = MoveDraft(builder, game)
        self.is_done = False
        self.moves: tuple[str, ...] = ()

    def begin(self, first: Choice, typed: str) -> None:
        """Make the first choice, for which something was typed.

        Raises:
            UserError: it cannot be chosen now.
        """
        words = listed([_option_word(option) for option in self._draft.options], "or")
        if not self._draft.choose(first):
            raise UserError(f"You cannot choose {typed.strip()} now. Type {words}.")

    def ask_next(self) -> Iterator[str]:
        """Iterate over the next question and its answers, or over the move to confirm."""
        move = self._builder.move(self._draft.draft)
        answers = [_option_name(option) for option in self._draft.options if option.in_bar]
        if move is not None:
            tell_move = ui_of(self._game.name).speech.tell_move
            for each in (move, *self._builder.following(self._draft.draft)):
                yield tell_move(self._game, each, "You")
            yield f"In the notation: {', '.join(self._draft.moves)}."
            more = f"or go on with {listed(answers, 'or')}, " if answers else ""
            yield f"Type yes to play this, {more}back for the step before, or cancel."
            return
        yield self._draft.prompt.question
        yield f"{listed(answers, 'or')}. Or back, or cancel."

    def accept(self, text: str, *, whole: bool = False) -> bool:
        """Take an answer; return whether it was one.

        Args:
            text: what was typed.
            whole: whether the beginning of a name is not enough.

        Raises:
            UserError: it may mean several choices.
        """
        word = _folded(text)
        begun = bool(self._draft.choices)
        if begun and word in _CANCEL:
            self.is_done = True
        elif begun and word in _BACK:
            self._draft.step_back()
            self.is_done = not self._draft.choices
        elif begun and self._draft.moves and word in _YES:
            self.moves, self.is_done = self._draft.moves, True
        else:
            option = self._find(word, whole=whole)
            if option is None:
                return False
            self._draft.choose(option.choice)
            if option.sends:
                self.moves, self.is_done = self._draft.moves, True
        return True

    def _find(self, word: str, *, whole: bool) -> MoveOption | None:
        """Return the option that a word stands for: its own word, or the beginning of its name."""
        options = self._draft.options if word else ()
        names = {each: _folded(_option_name(each)) for each in options}
        exact = [each for each in options if word in (_folded(_option_word(each)), names[each])]
        found = exact or [each for each in options if not whole and names[each].startswith(word)]
        if len(found) > 1:
            raise UserError(f"Do you mean {listed([_option_name(each) for each in found], 'or')}?")
        return found[0] if found else None


def _folded(text: str) -> str:
    """Return a text without case, accents and needless spaces, as somebody may type it."""
    parts = normalize("NFKD", " ".join(text.casefold().split()))
    return "".join(sign for sign in parts if not combining(sign))


def _option_word(option: MoveOption) -> str:
    return option.word or option.key


def _option_name(option: MoveOption) -> str:
    return option.name or option.label or _option_word(option)
