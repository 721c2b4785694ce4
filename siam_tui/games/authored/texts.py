"""What an authored game tells: moves as its class words them, and what its fields hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

from games.author.game import Game
from games.author.values import Move
from siam_tui.games.authored.telling import seat_facts, tell_boards, tell_seat
from siam_tui.games.authored.wording import Wording
from siam_tui.games.game_texts import GameTexts, Length, MoveContext
from siam_tui.model.table_view import TableView
from siam_tui.ui.text import Text
from texts import Person, say


class AuthoredTexts(GameTexts[Game[Any, Any], Any, Move]):
    """The words of one game."""

    def __init__(self, words: Wording) -> None:
        """Take the words of a game."""
        self._words = words
        forms: Iterator[Text] = iter(words.forms)
        offered = reduce(
            lambda first, second: say("games/authored/or", first=first, second=second), forms
        )
        self.move_help = say("games/authored/notation", forms=offered)
        self.notation = tuple(
            f"{kind.template}: {kind.kind.__name__.lower()}." for kind in words.kinds
        )

    def name_move(
        self,
        game: Game[Any, Any],
        move: Move,
        length: Length,
        name_seat: Callable[[int], str] | None = None,
    ) -> str:
        """Return a move in words; its notation where names are to be shortest."""
        return game.format_move(move) if length == "shortest" else self._words.advise(move)

    def describe_legal_move(
        self, game: Game[Any, Any], move: Move, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did."""
        return self._words.describe(move)

    def tell_move(
        self, game: Game[Any, Any], move: Move, who: Person, context: MoveContext | None = None
    ) -> str:
        """Return a sentence on what somebody did."""
        return self._words.tell(move, who)

    def tell_standing(self, view: TableView) -> Iterator[str]:
        """Iterate over what stands on the board, and what the person has."""
        if view.state.ply:  # before the first move, the start has told the board
            yield from self.tell_board(view)
        if view.seat is not None:
            yield self.tell_seat(view, view.seat)

    def tell_seat(self, view: TableView, seat: int) -> str:
        """Return what a player has."""
        return tell_seat(view.game, view.position, seat, view.name(seat))

    def tell_board(self, view: TableView) -> Iterator[str]:
        """Iterate over what stands on the board."""
        return tell_boards(view.game, view.position, view.seat_names)

    def tell_scoring(self, view: TableView) -> Iterator[str]:
        """Iterate over who has won, and what everybody has in the end."""
        yield from self.tell_outcome(view)
        for seat in range(view.seat_count):
            if any(seat_facts(view.game, view.position, seat)):
                yield self.tell_seat(view, seat)
