"""The Foreign King's moves, facts and results in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from games.contract import GameError
from games.foreign_king import ForeignKing, Position
from games.foreign_king.moves import Move, TakeOrder, VirtualStep
from siam_tui.games.foreign_king import events_text, facts_text
from siam_tui.games.foreign_king.building.consequences import tell_advantage
from siam_tui.games.foreign_king.ending import results
from siam_tui.games.foreign_king.facts import ForeignKingView, end_facts
from siam_tui.games.foreign_king.forecast import forecast
from siam_tui.games.foreign_king.move_text import move_words, step_words, tell_move
from siam_tui.games.foreign_king.names import (
    name_colour,
    name_place,
    name_places,
    name_record_winners,
)
from siam_tui.games.game_texts import GameTexts, Length, MoveContext
from siam_tui.model.move_log import Chapter
from texts import Noun, Person, say, tell

_NOTATION: Final = (
    *("move", "build", "place", "citizens", "congress", "king", "whole", "queen", "answer"),
    *("shut", "virtual", "loans", "order", "case"),
)
"""The paragraphs on how moves are written."""
_WORDS: Final = ("coins", "order", "yes", "no", "done")
"""The words that are whole moves."""


class ForeignKingTexts(GameTexts[ForeignKing, Position, Move]):
    """What The Foreign King tells."""

    forced = say("foreign_king/forced")
    unlogged = frozenset({"done"})
    facts = facts_text.FACTS
    move_words = MappingProxyType({each: Noun("foreign_king/word", each) for each in _WORDS})
    move_help = say("foreign_king/notation/example")
    notation = tuple(Noun("foreign_king/notation", each) for each in _NOTATION)

    tell_start = staticmethod(events_text.tell_start)
    tell_progress = staticmethod(events_text.tell_progress)
    tell_situation = staticmethod(events_text.tell_situation)
    tell_standing = staticmethod(events_text.tell_standing)
    tell_own_turn = staticmethod(events_text.tell_own_turn)
    tell_seat = staticmethod(facts_text.tell_seat)
    tell_board = staticmethod(facts_text.tell_board)
    tell_outcome = staticmethod(results.tell_outcome)
    tell_scoring = staticmethod(results.tell_scoring)
    standings = staticmethod(results.standings)
    game_chart = staticmethod(results.game_chart)
    name_record_winners = staticmethod(name_record_winners)

    def name_move(
        self,
        game: ForeignKing,
        move: Move,
        length: Length,
        name_seat: Callable[[int], str] | None = None,
    ) -> str:
        """Return a move in words, such as ``build a metal factory in Liège``."""
        return move_words(game, move, length)

    def advise_move(
        self, game: ForeignKing, move: Move, name_seat: Callable[[int], str] | None = None
    ) -> str:
        """Return a move in whole words, such as ``take coins``."""
        if isinstance(move, TakeOrder):
            return tell("foreign_king/move/order-advice")
        return move_words(game, move, "full")

    def describe_legal_move(
        self, game: ForeignKing, move: Move, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, and who scores how much by it, where that is known.

        The log has room for words: no province is called by its id. The words of a province stay
        together.
        """
        text = move_words(game, move, _with_words(length), "did")
        return _with_score(game, move, context, _bind_names(game, text))

    def tell_move(
        self, game: ForeignKing, move: Move, who: Person, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, or would do.

        >>> game = ForeignKing()
        >>> TEXTS.tell_move(game, game.parse_move("build:M@LIE"), Person("Ann"))
        'Ann builds a metal factory in Liège.'
        """
        return tell_move(game, move, who)

    def tell_forced_move(self, who: Person) -> str:
        """Return why the table skipped somebody's turn."""
        return tell("foreign_king/forced-turn", who=who)

    def describe_steps(self, game: ForeignKing, texts: Sequence[str], length: Length) -> str:
        """Return all steps of the virtual player that a leader of the King's province makes."""
        try:
            moves = [game.parse_move(text) for text in texts]
        except GameError:
            return ""
        steps = [move for move in moves if isinstance(move, VirtualStep)]
        if len(steps) < len(moves):
            return ""
        return _bind_names(game, step_words(game, steps, _with_words(length)))

    def explain_advice(self, view: ForeignKingView, move: Move) -> str:
        """Return what a move brings at once, or where its player would lead after it."""
        before = view.position
        assert before is not None
        return tell_advantage(before, view.game.play(before, move), move)

    def describe_deficit(self, view: ForeignKingView) -> str:
        """Return that the seat that decides would not win if the game ended now."""
        position = view.position
        if position is None or position.asks == "over":
            return ""
        leads = position.decider in forecast(position).winners
        return "" if leads else tell("foreign_king/deficit")

    def is_answer_asked(self, view: ForeignKingView) -> bool:
        """Return whether the Congress is asked."""
        return view.position is not None and view.position.asks == "congress"

    def running_stages(self, view: ForeignKingView, position: Position) -> tuple[str, ...]:
        """Return whose turn it is, and what is decided."""
        who, place = view.named(position.turn), position.order.index(position.turn) + 1
        where = tell("foreign_king/stage/place", who=who, place=place, seats=position.seats)
        doing = _decision(view, position)
        if not doing:
            return where, tell("foreign_king/stage/turn", who=who)
        if position.asks == "loans":
            return (doing,)
        return f"{where} · {doing}", doing

    def chapter_title(
        self, view: ForeignKingView, chapter: Chapter, length: Length = "short"
    ) -> str:
        """Return the heading of the log, which is one chapter."""
        return tell("foreign_king/log/so-far" if length == "full" else "foreign_king/log/title")

    def chapter_end(self, view: ForeignKingView, chapter: Chapter, length: Length = "short") -> str:
        """Return that the game ends, for the log; as a sentence the result tells it."""
        is_told = chapter.after.asks == "over" and length != "full"
        return tell("foreign_king/log/end") if is_told else ""

    def remaining(self, position: Position) -> str:
        """Return how far the King's marker is from the end; empty at the end."""
        if position.asks == "over":
            return ""
        return tell("foreign_king/to-go", n=end_facts(position).to_go)


def _with_words(length: Length) -> Length:
    return "short" if length == "shortest" else length


def _bind_names(game: ForeignKing, text: str) -> str:
    """Keep the words of each province together."""
    for name in map(tell, name_places(game.map, "short")):
        text = text.replace(name, name.replace(" ", "\N{NO-BREAK SPACE}"))
    return text


def _with_score(game: ForeignKing, move: Move, context: MoveContext | None, told: str) -> str:
    """Return a move that is told, with who scores how much by it, where that is known."""
    before: Position | None = context.before if context else None
    try:
        after = None if before is None else game.play(before, move)
    except GameError:
        return told
    if context is None or before is None or after is None or after.scores == before.scores:
        return told
    gains = [now - then for then, now in zip(before.scores, after.scores, strict=True)]
    scorer = next(colour for colour, gain in enumerate(gains) if gain)
    if scorer == before.decider:
        return tell("foreign_king/log/scores-too", move=told, points=gains[scorer])
    who = name_colour(context.view, scorer)
    return tell("foreign_king/log/scores", move=told, who=who, points=gains[scorer])


def _decision(view: ForeignKingView, position: Position) -> str:
    """Return what is decided, where that is no action; empty at an action."""
    match position.asks:
        case "congress" | "shut":
            assert position.king is not None
            is_asked, place = position.asks == "congress", name_place(view.game.map, position.king)
            return tell(
                "foreign_king/stage/congress" if is_asked else "foreign_king/stage/shut",
                place=place,
            )
        case "virtual":
            return tell("foreign_king/stage/virtual", n=position.steps)
        case "loans":
            return tell("foreign_king/stage/loans", who=view.named(position.turn))
        case "order":
            return tell("foreign_king/stage/order")
    return ""


TEXTS: Final = ForeignKingTexts()
