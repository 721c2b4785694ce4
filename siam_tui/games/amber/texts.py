"""Reino de Ámbar's moves, facts and results in words."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from games.amber import Amber, Position
from games.amber.constants import ROUNDS
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from games.plural import count_of
from siam_tui.games.amber import events_text, facts_text
from siam_tui.games.amber.building.consequences import tell_advantage
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.dummy_reasons import reason_of_dummy
from siam_tui.games.amber.effect_words import gain_of_move, news_of_move
from siam_tui.games.amber.ending import results
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.move_text import move_words, seat_number
from siam_tui.games.amber.names import (
    PROBLEM_NAMES,
    name_record_winners,
    numbered,
    other_player,
    round_name,
)
from siam_tui.games.amber.overview import overview
from siam_tui.games.amber.round_report import chapter_report, unsolved
from siam_tui.games.game_texts import GameTexts, Length, MoveContext
from siam_tui.model.move_log import Chapter
from siam_tui.ui.text import capitalized, listed, tell_of

_BECOMES: Final = "\N{NO-BREAK SPACE}>\N{NO-BREAK SPACE}"
"""Between what was and what is, so that they stand on one line."""
_TASKS: Final = {
    "act": ("first phase: play a card and act", "play a card"),
    "declare": ("second phase: attempt a Problem or pass", "attempt a Problem"),
    "solve": ("second phase: solve {problem}", "solve {problem}"),
    "PEN": ("the Penitent: solve a Problem for 1 gold", "the Penitent"),
    "CAV": ("the Cave: a marker of {other} goes back", "the Cave"),
    "CHA": ("the Chance Meeting: move 1 or 2 markers", "the Chance Meeting"),
}
_HELP: Final = (
    "For example: S:CAS, or suns castle. X is your pawn. "
    "The name of a card alone, such as suns, asks you for its move step by step."
)
_NOTATION: Final = """\
An area is three letters: LUN for the Lunatic, PEN for the Penitent, MAR for the Market, CHA for \
the Chance Meeting, CAS for the Castle, CAV for the Cave, BOR for the Borderland.
A suit is a letter: M Moons, S Suns, W Waves, V Leaves, Y Wyrms, K Knots. A pawn is H Harvest, \
T Watchman or L Light Keeper.
A Problem is its number and its suits, such as 8MS. A Crown is C and its suit, such as CW.
Play a card: the card, a colon, the area. S:CAS
If your supply is empty: the area that the marker comes from, a greater-than sign, and the area. \
S:MAR>CAS
A card without an action: a hyphen. K:-
Attempt a Problem: try, a colon, the Problem. try:9MS. Or pass.
Solve a Problem by its number: 9MS:keep. By a suit: 9MS:CAS. By its crown: CM:^CAV
At the Cave: CAV, a colon, the number of the seat from 0, an at sign, the area. CAV:1@BOR
At the Chance Meeting: CHA, a colon, 1 or 2 markers, an at sign, from where and to where. \
CHA:2@MAR>CAS, or CHA:- to move none.
Upper and lower case are the same."""


class AmberTexts(GameTexts[Amber, Position, Move]):
    """What Reino de Ámbar tells."""

    chapter = "round"
    facts = facts_text.FACTS
    move_words = MappingProxyType({"pass": "Attempt no Problem, and keep your gold."})
    move_help = _HELP
    notation = tuple(_NOTATION.splitlines())

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
        return move_words(move, length, name_seat=name_seat or seat_number)

    def describe_legal_move(
        self, game: Amber, move: Move, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, with what it brought."""
        if context is None:
            return move_words(move, length, s="s")
        text = move_words(move, length, s="s", name_seat=context.view.name)
        if news := news_of_move(context.before, move):
            text += f": {news.replace(' > ', _BECOMES)}"
        reason = _reason(game, move, context.before) if length == "full" else ""
        return f"{text} ({reason})" if reason else text

    def tell_move(
        self, game: Amber, move: Move, who: str, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, or would do.

        >>> game = Amber()
        >>> TEXTS.tell_move(game, game.parse_move("S:CAS"), "Ann")
        'Ann plays Suns in the Castle.'
        """
        name_seat = seat_number if context is None else context.view.name
        text = move_words(move, "full", s="" if who == "You" else "s", name_seat=name_seat)
        if context is None:
            return f"{who} {text}."
        if reason := _reason(game, move, context.before):
            text += f": {reason}"
        gain = gain_of_move(context.before, move)
        return f"{who} {text}. That brings {gain}." if gain else f"{who} {text}."

    def tell_forced_move(self, who: str) -> str:
        """Return why the table moved for somebody."""
        return tell_of(who, "{who} {have} only one choice.")

    def explain_advice(self, view: AmberView, move: Move) -> str:
        """Return which Problems one would lead after a move, or what it brings."""
        return tell_advantage(
            AmberMoveBuilder(view.game, view.begun_position, view.seat_names), move
        )

    def running_stages(self, view: AmberView, position: Position) -> tuple[str, ...]:
        """Return the round, and what is asked."""
        long, short = _TASKS[position.effect or position.step]
        other = other_player(view.seat_names, position.turn or 0)
        named = {"problem": _solved_now(position), "other": other}
        where = round_name(position)
        return (
            f"{where}, {long.format(**named)}",
            f"{where} · {short.format(**named)}",
            where,
        )

    def chapter_title(self, view: AmberView, chapter: Chapter, length: Length = "short") -> str:
        """Return the heading of a round: its number, and its Problems."""
        before: Position = chapter.before
        row = [each.problem for each in before.row]
        if length == "full":
            return f"{capitalized(round_name(before))}: {listed([*map(numbered, row)])}"
        return f"Round {before.round}: {', '.join(PROBLEM_NAMES[problem] for problem in row)}"

    def chapter_end(self, view: AmberView, chapter: Chapter, length: Length = "short") -> str:
        """Return which Problems of a round are unsolved, and how the Barbarians grew."""
        before, after = chapter.before, chapter.after
        if view.game.chapter(before) == view.game.chapter(after) and not after.over:
            return ""
        left, growth = unsolved(view.game, chapter), _describe_growth(before, after)
        if length == "full":
            named = listed([*map(numbered, left)] or ["Nothing"])
            return f"{named} stay{'' if left[1:] else 's'} unsolved. {growth}."
        names = listed([PROBLEM_NAMES[problem] for problem in left] or [""])
        return f"{growth}: {names} unsolved" if left else growth

    def remaining(self, position: Position) -> str:
        """Return how many rounds are left; empty at the end."""
        if position.over:
            return ""
        left = ROUNDS - position.round + 1 + ROUNDS * (position.later is not None)
        return f"{count_of(left, 'round')} left"


def _reason(game: Amber, move: Move, before: Position) -> str:
    """Return why the dummy made a move; empty for other moves, or where it needs no reason."""
    if before.turn is None or before.turn != before.dummy:
        return ""
    return reason_of_dummy(MutablePosition(before, game.chosen), move)


def _solved_now(position: Position) -> str:
    """Return what the seat on turn solves; in a draft it may have left the row already."""
    found = (each.problem for each in position.row if each.winner == position.turn)
    problem = next(found, None)
    return "a Problem" if problem is None else f"the {PROBLEM_NAMES[problem]}"


def _describe_growth(before: Position, after: Position) -> str:
    """Return the Barbarians' power at the beginning and the end of a round."""
    if after.power == before.power:
        return f"Barbarians stay at {after.power}"
    return f"Barbarians {before.power} > {after.power}"


TEXTS: Final = AmberTexts()
