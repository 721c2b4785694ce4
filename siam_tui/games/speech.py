"""A game in sentences to be heard: what ``--plain`` asks of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from siam_tui.games.move_context import MoveContext
from siam_tui.model.move_log import Chapter
from siam_tui.model.table_view import TableView


@dataclass(frozen=True, slots=True)
class FactCommand:
    """A question that can be typed at a table of one game, such as ``hand``.

    Attributes:
        name: what is typed.
        form: what may follow the name, in brackets if it may be left out.
        description: one sentence on what it tells.
        answer: returns the answer, one fact a sentence, for a table whose game has begun and for
            what follows the name. It raises `UserError` if there is no answer to that.
        other_names: what else may be typed for it.
    """

    name: str
    form: str
    description: str
    answer: Callable[[TableView, str], Iterator[str]]
    other_names: tuple[str, ...] = ()


class Speech(Protocol):
    """A game's facts, moves and results as sentences: names in full, no signs.

    `who` is ``You`` or a name. Whatever takes a view needs a table whose game has begun.
    """

    @property
    def facts(self) -> tuple[FactCommand, ...]:
        """The questions that can be typed at a table of this game, beside those of all games."""

    @property
    def move_words(self) -> Mapping[str, str]:
        """The words that are whole moves, such as ``pass``, each with a sentence on its effect."""

    @property
    def move_help(self) -> str:
        """Sentences with an example of a move, and with the words that begin one step by step."""

    @property
    def notation(self) -> tuple[str, ...]:
        """How moves are written, a paragraph each."""

    def tell_move(
        self,
        game: Any,  # noqa: ANN401 - any game's
        move: Any,  # noqa: ANN401
        who: str,
        context: MoveContext | None = None,
    ) -> str:
        """Return what somebody did, or would do.

        Where it was played is given if that is known; then the reason may be told too.
        """

    def tell_forced_move(self, who: str) -> str:
        """Return why the table moved for somebody, such as ``You have no card left.``."""

    def tell_start(self, view: TableView) -> Iterator[str]:
        """Iterate over what is on the table as the game begins."""

    def tell_progress(self, view: TableView, before: Any, after: Any) -> Iterator[str]:  # noqa: ANN401
        """Iterate over what one move led to beyond itself, such as the end of a struggle.

        Args:
            view: the table.
            before: the position the move was played in.
            after: the position it led to.
        """

    def tell_situation(self, view: TableView) -> Iterator[str]:
        """Iterate over where the game stands; nothing where that is clear."""

    def tell_standing(self, view: TableView) -> Iterator[str]:
        """Iterate over what the person needs to know before they choose, beside what is asked.

        It is told at their first turn of a game, and if it is their turn when they come to a table.
        """

    def tell_own_turn(self, view: TableView) -> Iterator[str]:
        """Iterate over what the person is asked to decide now; begins with ``Your turn``."""

    def tell_seat(self, view: TableView, seat: int) -> str:
        """Return what a player has, as far as this person may see it."""

    def tell_board(self, view: TableView) -> Iterator[str]:
        """Iterate over what stands on the board."""

    def tell_result(self, view: TableView) -> Iterator[str]:
        """Iterate over what led to the result, and what everybody has in the end."""

    def chapter_heading(self, view: TableView, chapter: Chapter) -> str:
        """Return the heading of a chapter of the log."""

    def chapter_end(self, view: TableView, chapter: Chapter) -> str:
        """Return what a chapter came to; empty while it goes on."""
