"""What a game tells in words: on the screen, in the log, in text mode and on the page alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from textual.content import Content

from games.contract import Game, GameError
from games.record import UNFINISHED
from protocol.states import Entry
from siam_tui.appearance.style import Look
from siam_tui.games.map_names import name_of_map
from siam_tui.model.move_log import Chapter, MoveLog
from siam_tui.model.table_view import TableViewOf
from siam_tui.ui.text import Text, told
from texts import Person, say, tell

Length: TypeAlias = Literal["full", "short", "shortest"]
"""How long names in a text may be: in full, as on the board, or as in the notation."""
YOU: Final = Person("", is_you=True)

G = TypeVar("G", bound=Game[Any, Any])
P = TypeVar("P")
M = TypeVar("M")


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
    form: Text
    description: Text
    answer: Callable[[TableViewOf[Any, Any], str], Iterator[str]]
    other_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveContext:
    """The circumstances of a move.

    Attributes:
        view: the table it was played at, with the names of the seats.
        before: the position it was played in, as far as the person may see it.
    """

    view: TableViewOf[Any, Any]
    before: Any


@dataclass(frozen=True, slots=True)
class ChapterReport:
    """What a chapter that has ended came to, in sentences.

    Attributes:
        title: such as ``End of round 4``.
        sentences: what to show, the most important first: a small screen leaves out the last ones.
        rows: the same for a screen of 110 characters or more, a line each.
        spoken: the same for text mode.
    """

    title: str
    sentences: tuple[str, ...]
    rows: tuple[str, ...]
    spoken: tuple[str, ...]


class GameTexts(Generic[G, P, M]):
    """A game's moves, facts and results in words; all but `name_move` has a default.

    The parameters are the game's rules, its position and its move. `who` may be the reader.
    What takes a view needs a table whose game has begun, unless it says otherwise. Sentences have
    names in full and no signs, so that they can be heard.

    Attributes:
        chapter: what a chapter of this game's log is called, such as ``struggle``.
        forced: why the table plays a forced move for a player, such as ``no cards``.
        unlogged: moves, in the notation, that logs leave out: they say nothing, as the end of a
            turn.
        facts: the questions that can be typed at a table, beside those of all games.
        move_words: the words that are whole moves, such as ``pass``, with a sentence on the effect.
        move_help: sentences with an example of a move, and with the words that begin one.
        notation: how moves are written, a paragraph each.
    """

    chapter: Text = say("games/chapter")
    forced: Text = say("games/forced")
    unlogged: frozenset[str] = frozenset()
    facts: tuple[FactCommand, ...] = ()
    move_words: Mapping[str, Text] = MappingProxyType({})
    move_help: Text = ""
    notation: tuple[Text, ...] = ()

    # Moves

    def name_move(
        self, game: G, move: M, length: Length, name_seat: Callable[[int], str] | None = None
    ) -> str:
        """Return a move in words, such as ``Lao: SUK, SUK; takes R from AYU``, or ``pass``.

        Args:
            game: the rules.
            move: the move.
            length: how long names may be.
            name_seat: returns what a seat that the move names is called, if that is known.
        """
        raise NotImplementedError

    def advise_move(self, game: G, move: M, name_seat: Callable[[int], str] | None = None) -> str:
        """Return what a hint advises, without letters or ids, such as ``take coins``."""
        return self.name_move(game, move, "full", name_seat)

    def describe_move(
        self, game: G, text: str, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, such as ``passes``; a text that is no move as it is.

        Args:
            game: the rules.
            text: the move in the notation.
            length: how long names may be.
            context: where it was played, if that is known; then what it brought may be told too.
        """
        try:
            move = game.parse_move(text)
        except GameError:
            return text
        return self.describe_legal_move(game, move, length, context)

    def describe_legal_move(
        self, game: G, move: M, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, to stand behind a name."""
        return self.name_move(game, move, length, context.view.name if context else None)

    def tell_move(self, game: G, move: M, who: Person, context: MoveContext | None = None) -> str:
        """Return a sentence on what somebody did, or would do.

        Where it was played is given if that is known; then the reason may be told too.
        """
        told = self.name_move(game, move, "full", context.view.name if context else None)
        return f"{name_person(who)}: {told}."

    def tell_forced_move(self, who: Person) -> str:
        """Return why the table moved for somebody, such as ``You have no card left.``."""
        return f"{name_person(who)}: {told(self.forced)}."

    def describe_steps(self, game: G, texts: Sequence[str], length: Length) -> str:
        """Return what somebody did by small moves in a row, which the log tells in one line.

        It is empty if one of them has a line of its own.

        Args:
            game: the rules.
            texts: the moves in the notation, two or more of the same seat.
            length: how long names may be.
        """
        return ""

    def is_logged(self, entry: Entry) -> bool:
        """Return whether a move says anything to those who read about the game."""
        return entry.by != "player" or entry.move not in self.unlogged

    def tell_entry(self, view: TableViewOf[G, P], entry: Entry, before: P | None) -> str:
        """Return one move of the log as a sentence or two.

        Args:
            view: the table.
            entry: the move.
            before: a view of the position it was played in, if known.
        """
        context = None if before is None else MoveContext(view, before)
        is_own = entry.seat == view.seat and entry.by != "stand_in"
        who = Person(view.name(entry.seat), is_you=is_own)
        try:
            move = self.tell_move(view.game, view.game.parse_move(entry.move), who, context)
        except GameError:
            return f"{name_person(who)}: {entry.move}."
        match entry.by:
            case "table" if not view.is_played_by_table(entry.seat):
                return f"{self.tell_forced_move(who)} {move}"
            case "clock":
                return f"{tell('games/out-of-time', who=who)} {move}"
            case "stand_in":
                return tell("games/for-absent", who=who, move=move)
        return move

    def explain_advice(self, view: TableViewOf[G, P], move: M) -> str:
        """Return what speaks for a move of one's own, in a short sentence; empty if nothing does.

        It must sound right before any chance to win, so it leaves out what speaks against the move.
        """
        return ""

    def describe_deficit(self, view: TableViewOf[G, P]) -> str:
        """Return that the forecast sees oneself behind, such as ``You trail if everyone passes``.

        It is empty if it does not, or if the game has no such forecast.
        """
        return ""

    # Where the game stands

    def title_forms(self, view: TableViewOf[G, P], look: Look) -> Iterator[Content]:
        """Iterate over where the game stands and what happened last, in fewer and fewer words.

        The game need not have begun.
        """
        title = Content.styled(f" {view.game.title} ", look.palette.strong)
        for start in (title, Content("")):
            for stage in self.stages(view):
                yield Content.assemble(start, f" {stage}")

    def stages(self, view: TableViewOf[G, P]) -> tuple[str, ...]:
        """Return the same without the game's title, in fewer and fewer words."""
        if view.state.status == "open" or view.position is None:
            board = name_of_map(view.game.map.title) if view.game.map else None
            return (tell("games/stage/waiting", board=board),)
        if view.turn is None:
            return (tell("games/stage/over"),)
        return self.running_stages(view, view.position)

    def running_stages(self, view: TableViewOf[G, P], position: P) -> tuple[str, ...]:
        """Return the stage of a game that goes on, in fewer and fewer words."""
        turn = view.turn or 0
        return (tell("games/stage/turn", who=Person(view.name(turn), is_you=view.my_turn)),)

    def is_answer_asked(self, view: TableViewOf[G, P]) -> bool:
        """Return whether what is asked now is an answer, and not what one does in one's turn."""
        return False

    def remaining(self, position: P) -> str:
        """Return what is left to play, such as ``3 cards left``; empty at the end."""
        return ""

    def overview(
        self, view: TableViewOf[G, P], width: int, look: Look
    ) -> list[tuple[str, list[Content]]]:
        """Return what can be looked up about a game, in parts with a heading; none if all is shown.

        It has only what the person may know.
        """
        return []

    def tell_start(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what is on the table as the game begins."""
        return self.tell_board(view)

    def tell_progress(self, view: TableViewOf[G, P], before: P, after: P) -> Iterator[str]:
        """Iterate over what one move led to beyond itself, such as the end of a struggle.

        Args:
            view: the table.
            before: the position the move was played in.
            after: the position it led to.
        """
        return iter(())

    def tell_situation(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over where the game stands; nothing where that is clear."""
        return iter(())

    def tell_standing(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what the person needs to know before they choose, beside what is asked.

        It is told at their first turn of a game, and if it is their turn when they come to a table.
        """
        return self.tell_situation(view)

    def tell_own_turn(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what the person is asked to decide now; begins with ``Your turn``."""
        yield tell("games/your-turn")

    def tell_seat(self, view: TableViewOf[G, P], seat: int) -> str:
        """Return what a player has, as far as this person may see it."""
        return ""

    def tell_board(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what stands on the board."""
        return iter(())

    # Chapters of the log

    def chapter_title(
        self, view: TableViewOf[G, P], chapter: Chapter, length: Length = "short"
    ) -> str:
        """Return the heading of a chapter of the log."""
        return tell("games/whole-game")

    def chapter_end(
        self, view: TableViewOf[G, P], chapter: Chapter, length: Length = "short"
    ) -> str:
        """Return what a chapter came to, as a sentence or a line; empty while it goes on."""
        return ""

    def draw_chapter_end(
        self, view: TableViewOf[G, P], chapter: Chapter, width: int, look: Look
    ) -> Content:
        """Return the line on what a chapter came to; empty while it goes on."""
        return Content(self.chapter_end(view, chapter))

    def chapter_report(self, view: TableViewOf[G, P], chapter: Chapter) -> ChapterReport | None:
        """Return what a chapter that has ended came to; None if log and title say enough."""
        return None

    # The end

    def result(self, view: TableViewOf[G, P]) -> str:
        """Return how a game ended, in a sentence or two."""
        return " ".join(self.tell_outcome(view)) if view.outcome else tell("games/ended-early")

    def explain_result(self, view: TableViewOf[G, P]) -> list[str]:
        """Return the sentences that lead from the final position to the winners."""
        return [*self.tell_scoring(view)] if view.outcome else [tell("games/ended-early")]

    def tell_outcome(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over who has won a game that was played to its end, and by what."""
        outcome = view.outcome
        assert outcome is not None
        if outcome.is_draw:
            yield tell("games/drawn")
        else:
            name = view.named if outcome.winners[1:] else view.who
            yield f"{tell('games/winners', who=tuple(map(name, outcome.winners)))}."

    def tell_scoring(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what led to the result of a game that was played to its end."""
        return self.tell_outcome(view)

    def tell_standings(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what everybody has in the end, beyond what explains the result."""
        return iter(())

    def tell_result(self, view: TableViewOf[G, P]) -> Iterator[str]:
        """Iterate over what led to the result, and what everybody has in the end."""
        yield from self.explain_result(view)
        if view.position is not None:
            yield from self.tell_standings(view)

    def standings(self, view: TableViewOf[G, P], width: int, look: Look) -> list[Content]:
        """Return the final standings, the best seat first; nothing if nobody won."""
        outcome = view.outcome
        if outcome is None or not outcome.winners:
            return []
        seats = sorted(range(view.seat_count), key=lambda seat: seat not in outcome.winners)
        return [
            Content(tell("games/standing", who=view.named(seat), won=seat in outcome.winners))
            for seat in seats
        ]

    def game_chart(
        self, log: MoveLog, view: TableViewOf[G, P], width: int, look: Look
    ) -> list[Content]:
        """Return the game as a small chart, a line a chapter; none where it is not known."""
        return []

    def record_result(self, result: str, names: Sequence[str]) -> str:
        """Return who won, by a record's result, such as ``Ben wins``."""
        if result == UNFINISHED:
            return tell("games/unfinished")
        return self.name_record_winners(result, names)

    def name_record_winners(self, result: str, names: Sequence[str]) -> str:
        """Return who won, by the result of a record of a game that was played to its end."""
        if result == "draw":
            return tell("games/draw")
        word, _, seats = result.partition(" ")
        return name_winners(
            tuple(names[int(seat)] for seat in seats.split(",")) if word == "seats" else ()
        )


def name_person(who: Person) -> str:
    """Return somebody as the beginning of a line: ``You``, or a name."""
    return tell("games/who", who=who)


AnyGameTexts: TypeAlias = GameTexts[Any, Any, Any]
"""The words of any game."""


def name_winners(names: Sequence[str]) -> str:
    """Return who wins.

    >>> name_winners(()), name_winners(("Ann",)), name_winners(("Ann", "Ben"))
    ('Nobody wins', 'Ann wins', 'Ann and Ben win')
    """
    return tell("games/winners", who=tuple(map(Person, names)))
