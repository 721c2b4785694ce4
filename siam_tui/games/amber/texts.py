"""Reino de Ámbar's moves, facts and results in words."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from games.amber import Amber, Position
from games.amber.constants import ROUNDS
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber import events_text, facts_text
from siam_tui.games.amber.building.consequences import tell_advantage
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.dummy_reasons import reason_of_dummy
from siam_tui.games.amber.effect_words import gain_of_move, news_of_move
from siam_tui.games.amber.ending import results
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.move_text import move_words, seat_number
from siam_tui.games.amber.names import (
    name_record_winners,
    numbered,
    other_player,
    problem_noun,
    round_name,
)
from siam_tui.games.amber.overview import overview
from siam_tui.games.amber.round_report import chapter_report, unsolved
from siam_tui.games.game_texts import GameTexts, Length, MoveContext
from siam_tui.model.move_log import Chapter
from texts import Message, Noun, Person, say, tell
from texts.sentences import join_sentences

_BECOMES: Final = "\N{NO-BREAK SPACE}>\N{NO-BREAK SPACE}"
"""Between what was and what is, so that they stand on one line."""


class AmberTexts(GameTexts[Amber, Position, Move]):
    """What Reino de Ámbar tells."""

    chapter = say("amber/log/chapter")
    facts = facts_text.FACTS
    move_words = MappingProxyType({"pass": say("amber/help/pass")})
    move_help = say("amber/help/move")
    notation = (
        say("amber/help/areas"),
        say("amber/help/suits"),
        say("amber/help/problems"),
        say("amber/help/play"),
        say("amber/help/play-from"),
        say("amber/help/idle"),
        say("amber/help/attempt"),
        say("amber/help/solve"),
        say("amber/help/cave"),
        say("amber/help/meeting"),
        say("amber/help/case"),
    )

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
    chapter_report = staticmethod(chapter_report)
    game_chart = staticmethod(results.game_chart)
    overview = staticmethod(overview)
    name_record_winners = staticmethod(name_record_winners)

    def name_move(
        self, game: Amber, move: Move, length: Length, name_seat: Callable[[int], str] | None = None
    ) -> str:
        """Return a move in words, such as ``play Suns in the Castle``."""
        return tell(move_words(move, length, name_seat=name_seat or seat_number))

    def describe_legal_move(
        self, game: Amber, move: Move, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, with what it brought."""
        if context is None:
            return tell(move_words(move, length, by="they"))
        news = news_of_move(context.before, move)
        reason = _reason(game, move, context.before) if length == "full" else ""
        return tell(
            "amber/log/move",
            move=move_words(move, length, by="they", name_seat=context.view.name),
            news=tell(news).replace(" > ", _BECOMES) if news else None,
            reason=reason or None,
        )

    def tell_move(
        self, game: Amber, move: Move, who: Person, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, or would do.

        >>> game = Amber()
        >>> TEXTS.tell_move(game, game.parse_move("S:CAS"), Person("Ann"))
        'Ann plays Suns in the Castle.'
        """
        name_seat = seat_number if context is None else context.view.name
        told = move_words(move, "full", by="you" if who.is_you else "they", name_seat=name_seat)
        reason = "" if context is None else _reason(game, move, context.before)
        text = tell("amber/log/told", who=who, move=told, reason=reason or None)
        gain = None if context is None else gain_of_move(context.before, move)
        return text if gain is None else join_sentences(text, tell("amber/log/gain", gain=gain))

    def tell_forced_move(self, who: Person) -> str:
        """Return why the table moved for somebody."""
        return tell("amber/log/only-choice", who=who)

    def explain_advice(self, view: AmberView, move: Move) -> str:
        """Return which Problems one would lead after a move, or what it brings."""
        return tell_advantage(
            AmberMoveBuilder(view.game, view.begun_position, view.seat_names), move
        )

    def running_stages(self, view: AmberView, position: Position) -> tuple[str, ...]:
        """Return the round, and what is asked."""
        round_, step = round_name(position), position.effect or position.step
        other = other_player(view.seat_names, position.turn or 0)
        problem = _solved_now(position)
        return (
            tell("amber/stage/full", round=round_, step=step, problem=problem, other=other),
            tell("amber/stage/short", round=round_, step=step, problem=problem),
            tell(round_),
        )

    def chapter_title(self, view: AmberView, chapter: Chapter, length: Length = "short") -> str:
        """Return the heading of a round: its number, and its Problems."""
        before: Position = chapter.before
        row = [each.problem for each in before.row]
        if length == "full":
            named = tuple(map(numbered, row))
            return tell("amber/log/round", round=round_name(before), problems=named)
        problems = tuple(map(problem_noun, row))
        return tell("amber/log/round-short", round=before.round, problems=problems)

    def chapter_end(self, view: AmberView, chapter: Chapter, length: Length = "short") -> str:
        """Return which Problems of a round are unsolved, and how the Barbarians grew."""
        before, after = chapter.before, chapter.after
        if view.game.chapter(before) == view.game.chapter(after) and not after.over:
            return ""
        left, growth = unsolved(view.game, chapter), _growth(before, after)
        if length == "full":
            return tell("amber/log/end", problems=tuple(map(numbered, left)), growth=growth)
        return tell("amber/log/end-short", problems=tuple(map(problem_noun, left)), growth=growth)

    def remaining(self, position: Position) -> str:
        """Return how many rounds are left; empty at the end."""
        left = ROUNDS - position.round + 1 + ROUNDS * (position.later is not None)
        return "" if position.over else tell("amber/log/rounds-left", n=left)


def _reason(game: Amber, move: Move, before: Position) -> str:
    """Return why the dummy made a move; empty for other moves, or where it needs no reason."""
    if before.turn is None or before.turn != before.dummy:
        return ""
    return reason_of_dummy(MutablePosition(before, game.chosen), move)


def _solved_now(position: Position) -> Noun | None:
    """Return what the seat on turn solves; in a draft it may have left the row already."""
    found = (each.problem for each in position.row if each.winner == position.turn)
    problem = next(found, None)
    return None if problem is None else problem_noun(problem)


def _growth(before: Position, after: Position) -> Message:
    """Return the Barbarians' power at the beginning and the end of a round."""
    if after.power == before.power:
        return say("amber/forecast/stays", power=after.power)
    return say("amber/log/grows", was=before.power, now=after.power)


TEXTS: Final = AmberTexts()
