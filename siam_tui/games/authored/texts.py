"""Moves and results of an authored game in words: for the screen, the log and text mode alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from textual.content import Content

from games.author.game import Game
from games.author.values import Move
from games.record import UNFINISHED
from siam_tui.appearance.style import Look
from siam_tui.games.authored.telling import tell_boards, tell_seat
from siam_tui.games.authored.wording import Wording
from siam_tui.games.game_ui import Length
from siam_tui.games.move_context import MoveContext
from siam_tui.games.speech import FactCommand
from siam_tui.model.move_log import Chapter, MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.ui.text import listed

_ENDED_EARLY: Final = "Everybody seated agreed to end the game early. Nobody wins."


class AuthoredTexts:
    """The words of one game, as `GameTexts` and as `Speech` ask for them."""

    chapter = "game"
    forced = "no choice"
    unlogged: frozenset[str] = frozenset()
    move_words: Mapping[str, str] = MappingProxyType({})

    def __init__(self, words: Wording) -> None:
        """Take the words of a game."""
        self._words = words
        self.facts: tuple[FactCommand, ...] = ()
        self.move_help = f"A move is written as {' or '.join(self._words.forms)}."
        self.notation = tuple(
            f"{kind.template}: {kind.kind.__name__.lower()}." for kind in self._words.kinds
        )

    # Moves

    def name_move(
        self,
        game: Game[Any, Any],
        move: Move,
        length: Length,
        name_seat: Callable[[int], str] | None = None,
    ) -> str:
        """Return a move in words; its notation where names are to be shortest."""
        del name_seat
        return game.format_move(move) if length == "shortest" else self._words.advise(move)

    def advise_move(
        self, game: Game[Any, Any], move: Move, name_seat: Callable[[int], str] | None = None
    ) -> str:
        """Return what a hint advises."""
        del game, name_seat
        return self._words.advise(move)

    def explain_advice(self, view: TableView, move: Move) -> str:
        """Return nothing: why a move is good cannot be derived."""
        del view, move
        return ""

    def describe_deficit(self, view: TableView) -> str:
        """Return nothing: there is no forecast."""
        del view
        return ""

    def describe_move(
        self, game: Game[Any, Any], text: str, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did; a text that is no move as it is."""
        del length, context
        try:
            return self._words.describe(game.parse_move(text))
        except ValueError:
            return text

    def describe_steps(self, game: Game[Any, Any], texts: Sequence[str], length: Length) -> str:
        """Return nothing: each move has a line of its own."""
        del game, texts, length
        return ""

    def tell_move(
        self, game: Game[Any, Any], move: Move, who: str, context: MoveContext | None = None
    ) -> str:
        """Return a sentence on what somebody did."""
        del game, context
        return self._words.tell(move, who)

    def tell_forced_move(self, who: str) -> str:
        """Return why the table moved for somebody."""
        return f"{who}: no choice."

    # Where the game stands

    def asks_answer(self, view: TableView) -> bool:
        """Return False: each decision is a turn."""
        del view
        return False

    def title_forms(self, view: TableView, look: Look) -> Iterator[Content]:
        """Iterate over the game's title and whose turn it is, in fewer and fewer words."""
        del look
        if view.state.status == "open" or view.position is None:
            stage = "waiting for players"
        elif view.turn is None:
            stage = "the game is over"
        else:
            stage = "your turn" if view.my_turn else f"{view.name(view.turn)} to move"
        yield Content(f" {view.game.title}: {stage}")
        yield Content(f" {stage}")

    def remaining(self, position: Any) -> str:  # noqa: ANN401
        """Return nothing: how long the game lasts cannot be derived."""
        del position
        return ""

    def tell_start(self, view: TableView) -> Iterator[str]:
        """Iterate over what is on the table as the game begins."""
        return self.tell_board(view)

    def tell_progress(self, view: TableView, before: Any, after: Any) -> Iterator[str]:  # noqa: ANN401
        """Iterate over nothing: a move says all that it changes."""
        del view, before, after
        return iter(())

    def tell_situation(self, view: TableView) -> Iterator[str]:
        """Iterate over nothing: the board says where the game stands."""
        del view
        return iter(())

    def tell_standing(self, view: TableView) -> Iterator[str]:
        """Iterate over what stands on the board, and what the person has."""
        if view.state.ply:  # before the first move, the start has told the board
            yield from self.tell_board(view)
        if view.seat is not None:
            yield self.tell_seat(view, view.seat)

    def tell_own_turn(self, view: TableView) -> Iterator[str]:
        """Iterate over what the person is asked to decide now."""
        del view
        yield "Your turn."

    def tell_seat(self, view: TableView, seat: int) -> str:
        """Return what a player has."""
        return tell_seat(view.game, view.position, seat, view.name(seat))

    def tell_board(self, view: TableView) -> Iterator[str]:
        """Iterate over what stands on the board."""
        return tell_boards(view.game, view.position, view.seat_names)

    # Chapters: a game has one

    def chapter_title(self, view: TableView, chapter: Chapter) -> str:
        """Return the heading of the log."""
        del view, chapter
        return "The game"

    def chapter_heading(self, view: TableView, chapter: Chapter) -> str:
        """Return the heading of the log as a sentence."""
        return f"{self.chapter_title(view, chapter)}."

    def chapter_result(self, view: TableView, chapter: Chapter, width: int, look: Look) -> None:
        """Return None: what the game came to is its result."""
        del view, chapter, width, look

    def chapter_report(self, view: TableView, chapter: Chapter) -> None:
        """Return None: what the game came to is its result."""
        del view, chapter

    def chapter_end(self, view: TableView, chapter: Chapter) -> str:
        """Return nothing: what the game came to is its result."""
        del view, chapter
        return ""

    # The end

    def result(self, view: TableView) -> str:
        """Return how a game ended."""
        outcome = view.outcome
        if outcome is None:
            return _ENDED_EARLY
        if outcome.is_draw:
            return "A draw."
        if outcome.winners == (view.seat,):
            return "You win."
        return f"{_winners(tuple(map(view.name, outcome.winners)))}."

    def explain_result(self, view: TableView) -> list[str]:
        """Return what everybody has in the end."""
        if view.outcome is None:
            return []
        facts = [self.tell_seat(view, seat) for seat in range(view.seat_count)]
        return [fact for fact in facts if not fact.endswith(": nothing.")]

    def tell_result(self, view: TableView) -> Iterator[str]:
        """Iterate over who has won, and what everybody has in the end."""
        yield self.result(view)
        yield from self.explain_result(view)

    def standings(self, view: TableView, width: int, look: Look) -> list[Content]:
        """Return who won and who lost."""
        del width, look
        outcome = view.outcome
        if outcome is None or not outcome.winners:
            return []
        seats = sorted(range(view.seat_count), key=lambda seat: seat not in outcome.winners)
        return [
            Content(f"{view.name(seat)}: {'won' if seat in outcome.winners else 'lost'}")
            for seat in seats
        ]

    def record_result(self, result: str, names: Sequence[str]) -> str:
        """Return who won, by a record's result."""
        if result == UNFINISHED:
            return "not played to its end"
        if result == "draw":
            return "a draw"
        word, _, seats = result.partition(" ")
        winners = tuple(names[int(seat)] for seat in seats.split(",")) if word == "seats" else ()
        return _winners(winners)

    # What can be looked up

    def overview(self, view: TableView, width: int, look: Look) -> list[tuple[str, list[Content]]]:
        """Return nothing: the table shows all that is open."""
        del view, width, look
        return []

    def game_chart(self, log: MoveLog, view: TableView, width: int, look: Look) -> list[Content]:
        """Return nothing: there are no chapters."""
        del log, view, width, look
        return []


def _winners(names: tuple[str, ...]) -> str:
    if not names:
        return "Nobody wins"
    return f"{listed(names)} wins" if len(names) == 1 else f"{listed(names)} win"
