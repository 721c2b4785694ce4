"""The Foreign King's moves, facts and results in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Final

from games.contract import GameError
from games.foreign_king import ForeignKing, Position
from games.foreign_king.moves import Move, TakeOrder, VirtualStep
from games.plural import count_of
from siam_tui.games.foreign_king import events_text, facts_text
from siam_tui.games.foreign_king.building.consequences import tell_advantage
from siam_tui.games.foreign_king.colours import names_of_colours
from siam_tui.games.foreign_king.ending import results
from siam_tui.games.foreign_king.facts import ForeignKingView, end_facts
from siam_tui.games.foreign_king.forecast import forecast
from siam_tui.games.foreign_king.move_text import move_words, step_words
from siam_tui.games.foreign_king.names import colour_name, name_record_winners
from siam_tui.games.game_texts import GameTexts, Length, MoveContext
from siam_tui.games.map_board.place_names import short_names
from siam_tui.model.move_log import Chapter

_ADVISE_ORDER: Final = "take a franc and a new place in the turn order"
_DEFICIT: Final = "You trail if the game ends now"
_SCORES, _SCORES_OWN = (
    ": {who} scores\N{NO-BREAK SPACE}{points}",
    " and scores\N{NO-BREAK SPACE}{points}",
)
"""What a move brings somebody else, and the mover."""
_PLACES: Final = ("first", "second", "third", "fourth", "fifth")
_WORDS: Final = {
    "coins": "Take coins: 3 francs, and 1 for each textile factory where you lead.",
    "order": "Take 1 franc, and choose your place in the turn order after this round.",
    "yes": "Send all your congressmen to the King.",
    "no": "Keep your congressmen in the Congress.",
    "done": "End your turn without a loan and without paying one back.",
}
_HELP: Final = (
    "For example: place:2@LIE, or place 2 liege. "
    "The name of a space alone (build, place, move, congress, king or queen) asks you for its "
    "move step by step."
)
_NOTATION: Final = """\
A move is the name of a space, a colon, and what you do there. A province is the three letters \
that board with its name tells.
build: M for metal or T for textile, an at sign, the province. build:M@LIE
place: how many citizens, an at sign, the province. place:3@LIE
move: the province they leave, a greater-than sign, and where how many go, plus signs between. \
supply is a goal too. move:LIM>BRA1+LIE2
congress: the province a citizen leaves, or supply. congress:supply
king: the province and how many steps; 0 from his portrait. king:LUX2
coins and order are whole moves.
queen: the other move whole. queen:build:T@BRA
When the Congress is asked: yes or no.
When nobody leads where the King is: shut, a colon, and M, T or a hyphen for none. shut:M
A step of the virtual player: virtual, a colon, and a province; or two with a greater-than sign \
between, to move a citizen. virtual:LIE>LUX
At the end of your turn: done, or loan or repay with a number. loan:1
For a place in the turn order: order with a number. order:2
Upper and lower case are the same."""


class ForeignKingTexts(GameTexts[ForeignKing, Position, Move]):
    """What The Foreign King tells."""

    forced = "no space"
    unlogged = frozenset({"done"})
    facts = facts_text.FACTS
    move_words = MappingProxyType(_WORDS)
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
        return _ADVISE_ORDER if isinstance(move, TakeOrder) else move_words(game, move, "full")

    def describe_legal_move(
        self, game: ForeignKing, move: Move, length: Length, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, and who scores how much by it, where that is known.

        The log has room for words: no province is called by its id. The words of a province stay
        together.
        """
        text = move_words(game, move, _with_words(length), s="s")
        return _bind_names(game, text) + _describe_score(game, move, context)

    def tell_move(
        self, game: ForeignKing, move: Move, who: str, context: MoveContext | None = None
    ) -> str:
        """Return what somebody did, or would do.

        >>> game = ForeignKing()
        >>> TEXTS.tell_move(game, game.parse_move("build:M@LIE"), "Ann")
        'Ann builds a metal factory in Liège.'
        """
        return f"{who} {move_words(game, move, 'full', s='' if who == 'You' else 's')}."

    def tell_forced_move(self, who: str) -> str:
        """Return why the table skipped somebody's turn."""
        return f"{who} can use no space."

    def describe_steps(self, game: ForeignKing, texts: Sequence[str], length: Length) -> str:
        """Return all steps of the virtual player that a leader of the King's province makes."""
        try:
            moves = [game.parse_move(text) for text in texts]
        except GameError:
            return ""
        steps = [move for move in moves if isinstance(move, VirtualStep)]
        if len(steps) < len(moves):
            return ""
        return _bind_names(game, step_words(game, steps, _with_words(length), s="s"))

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
        return "" if position.decider in forecast(position).winners else _DEFICIT

    def is_answer_asked(self, view: ForeignKingView) -> bool:
        """Return whether the Congress is asked."""
        return view.position is not None and view.position.asks == "congress"

    def running_stages(self, view: ForeignKingView, position: Position) -> tuple[str, ...]:
        """Return whose turn it is, and what is decided."""
        name = colour_name(view, position.turn)
        place = _PLACES[position.order.index(position.turn)]
        where = f"{name} is {place} of {position.seats} in this round"
        doing = _decision(view, position)
        if not doing:
            return where, f"{name}'s turn"
        if position.asks == "loans":
            return (doing,)
        return f"{where} · {doing}", doing

    def chapter_title(
        self, view: ForeignKingView, chapter: Chapter, length: Length = "short"
    ) -> str:
        """Return the heading of the log, which is one chapter."""
        return "The game so far" if length == "full" else "The game"

    def chapter_end(self, view: ForeignKingView, chapter: Chapter, length: Length = "short") -> str:
        """Return that the game ends, for the log; as a sentence the result tells it."""
        return "The game ends." if chapter.after.asks == "over" and length != "full" else ""

    def remaining(self, position: Position) -> str:
        """Return how far the King's marker is from the end; empty at the end."""
        if position.asks == "over":
            return ""
        return f"{count_of(end_facts(position).to_go, 'point')} to go"


def _with_words(length: Length) -> Length:
    return "short" if length == "shortest" else length


def _bind_names(game: ForeignKing, text: str) -> str:
    """Keep the words of each province together."""
    for name in short_names(game.map):
        text = text.replace(name, name.replace(" ", "\N{NO-BREAK SPACE}"))
    return text


def _describe_score(game: ForeignKing, move: Move, context: MoveContext | None) -> str:
    """Return who scores how much by a move; empty if nobody does, or if it is not known."""
    before: Position | None = context.before if context else None
    try:
        after = None if before is None else game.play(before, move)
    except GameError:
        return ""
    if context is None or before is None or after is None or after.scores == before.scores:
        return ""
    gains = [now - then for then, now in zip(before.scores, after.scores, strict=True)]
    scorer = next(colour for colour, gain in enumerate(gains) if gain)
    form = _SCORES_OWN if scorer == before.decider else _SCORES
    return form.format(who=names_of_colours(context.view)[scorer], points=gains[scorer])


def _decision(view: ForeignKingView, position: Position) -> str:
    """Return what is decided, where that is no action; empty at an action."""
    king = "" if position.king is None else view.game.map.provinces[position.king].name
    match position.asks:
        case "congress":
            return f"King in {king}: the Congress is asked"
        case "shut":
            return f"King in {king}, where nobody leads"
        case "virtual":
            return f"{count_of(position.steps, 'step')} of the virtual player"
        case "loans":
            return f"{colour_name(view, position.turn)} ends the turn"
        case "order":
            return "the turn order changes"
    return ""


TEXTS: Final = ForeignKingTexts()
