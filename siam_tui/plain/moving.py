"""Moves at a table, in a dialogue: asked about, typed at once, or made step by step."""

from __future__ import annotations

from collections.abc import Iterator

from games.quoting import quote
from games.siam import Position
from games.siam.text.completions import Continuations
from games.siam.text.move_formatter import is_card
from siam_tui.games.siam import plain_facts as facts
from siam_tui.games.siam.plain_guide import Guide
from siam_tui.games.siam.plain_moves import move_told
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.typed.moves import MistakeError, one_of, read_move

_FEW = 12
"""Moves that are listed one by one, unless all are asked for."""


class Moving:
    """The move of one turn.

    Attributes:
        chosen: the move to send, in the notation, once there is one.
    """

    def __init__(self, sight: TableView) -> None:
        """Prepare for a table as it is now, whoever is to move there."""
        self.chosen = ""
        self._sight = sight
        self._guide: Guide | None = None
        self._ahead: Continuations | None = None

    def play(self, text: str) -> Iterator[str]:
        """Take a typed move, or begin one with a card's letter; yield what there is to say.

        Raises:
            UserError: it cannot be played.
        """
        position, game = self._mine(), self._sight.game
        card = text.upper()
        if is_card(card):
            self._guide = Guide(game, position, card)
            return self._guide.ask()
        self._guide = None
        self.chosen = game.format_move(read_move(game, position, self._typing(), text))
        return iter(())

    def answer(self, line: str) -> Iterator[str] | None:
        """Take a line as an answer about the move in the making; None if it is none.

        Raises:
            UserError: it may mean several things.
        """
        guide = self._guide
        if guide is None or not guide.answer(line):
            return None
        if not guide.done:
            return guide.ask()
        self._guide = None
        if guide.move is None:
            return iter(["Nothing was played."])
        self.chosen = self._sight.game.format_move(guide.move)
        return iter(())

    def why(self, text: str) -> str:
        """Say whether a move can be played, and if not, why.

        Raises:
            UserError: it is not one's turn.
        """
        position, sight = self._mine(), self._sight
        try:
            move = read_move(sight.game, position, self._typing(), text)
        except MistakeError as mistake:
            return f"This cannot be played. {mistake}"
        return f"This can be played: {move_told(sight.game.map, move, 'You')}"

    def tell(self, text: str) -> Iterator[str]:
        """Tell the moves that begin with a text, or how many there are of each kind.

        Raises:
            UserError: it is not one's turn, or there is no such move.
        """
        self._mine()
        beginning, _, every = text.partition(" ")
        ahead = self._typing()
        if not beginning:
            return self._counts(ahead)
        found, pieces = list(ahead.moves(beginning)), ahead.after(beginning)
        if found and (len(found) <= _FEW or every.strip() == "all"):
            return iter(found)
        if not pieces:
            raise UserError(f"No move that you can play begins with {quote(beginning)}.")
        many = [f"{len(found)} moves begin so."] if found else []
        return iter([*many, f"Go on with {one_of(pieces)}. Or type moves {beginning} all."])

    @staticmethod
    def _counts(ahead: Continuations) -> Iterator[str]:
        for piece in ahead.after(""):
            many = sum(1 for _ in ahead.moves(piece))
            yield f"{piece}: {many} move{'s' * (many > 1)}."
        yield "Type moves with the beginning of one, such as moves 1:."

    def _typing(self) -> Continuations:
        self._ahead = self._ahead or Continuations(self._sight.game, self._mine())
        return self._ahead

    def _mine(self) -> Position:
        """Return the position if one is to move in it.

        Raises:
            UserError: one is not.
        """
        position: Position | None = self._sight.position
        if position is None or not self._sight.my_turn:
            raise UserError(f"You cannot play now. {facts.turn(self._sight)}")
        return position
