"""The lessons of King of Siam: what they want of a move, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from importlib.resources import files
from typing import Final

from games.siam import FACTION_LETTERS, Map, Move, Position, Siam
from games.siam.constants import CARDS
from siam_tui.games.move_builder import name_keys
from siam_tui.games.siam.facts import province_facts
from siam_tui.games.siam.move_builder import Draft, card_choice, paths
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.games.siam.move_text import draft_words, move_words
from siam_tui.games.siam.names import card_key, card_noun, places
from siam_tui.games.study import LEARNER
from siam_tui.games.study_files import LessonSet
from texts import Argument, Noun, say, tell

NO_CARD: Final = "pass"


@dataclass(frozen=True, slots=True)
class MoveMatch:
    """What a lesson wants of a move; what is left out may be anything.

    Attributes:
        cards: one of these cards, or ``pass``.
        leads: letters by province ids: who would win it if its struggle ended now.
        contested: the province contested after the move.
        marked: a province that bears a King marker after the move.
        takes: letters of the factions of which one is taken.
        source: the province from which it is taken.
        wins: whether the learner would win if everybody only passed from here on.
    """

    cards: tuple[str, ...] = ()
    leads: tuple[tuple[str, str], ...] = ()
    contested: str = ""
    marked: str = ""
    takes: str = ""
    source: str = ""
    wins: bool | None = None

    def lacks(self, move: Move, after: Position) -> Iterator[str]:
        """Iterate over what a move lacks, in the order in which a person thinks of it."""
        board = after.map
        if self.cards and (move.card or NO_CARD) not in self.cards:
            yield tell("siam/lesson/other-card", cards=_wanted_cards(self.cards))
        yield from _wrong_leads(after, dict(self.leads))
        if self.contested and after.contested != board.index(self.contested):
            yield tell("siam/lesson/contested", place=_place(board, self.contested))
        if self.marked and board.index(self.marked) not in after.markers:
            yield tell("siam/lesson/marked", place=_place(board, self.marked))
        taken = FACTION_LETTERS[move.follower.faction] if move.follower else ""
        if self.takes and taken not in set(self.takes):
            wanted = (
                say("siam/lesson/one", faction=board.side(FACTION_LETTERS.index(letter)))
                for letter in self.takes
            )
            one = reduce(lambda some, one: say("siam/lesson/or", some=some, one=one), wanted)
            yield tell("siam/lesson/take", one=one)
        source = board.provinces[move.follower.province].id if move.follower else ""
        if self.source not in {"", source}:
            yield tell("siam/lesson/take-from", place=_place(board, self.source))
        if self.wins is not None and _would_win(after) != self.wins:
            yield tell("siam/lesson/no-win")


def _wrong_leads(after: Position, leads: Mapping[str, str]) -> Iterator[str]:
    for province, letter in leads.items():
        wanted, found = (
            FACTION_LETTERS.index(letter),
            province_facts(after, after.map.index(province)).taker,
        )
        if found != wanted:
            side, other = map(after.map.side, (found, wanted))
            place = _place(after.map, province)
            yield tell("siam/lesson/taker", place=place, side=side, other=other)


def _would_win(position: Position) -> bool:
    siam = Siam(position.map)
    outcome = siam.outcome(siam.if_all_pass(position))
    return outcome is not None and LEARNER in outcome.winners


def _place(board: Map, province: str) -> Noun:
    return board.place(board.index(province))


def _wanted_cards(cards: tuple[str, ...]) -> tuple[Argument, ...]:
    passing = (say("siam/lesson/pass"),) if NO_CARD in cards else ()
    return (*passing, *(Noun("siam/card", card) for card in CARDS if card in cards))


def move_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its card, its action, all its keys."""
    move = game.parse_move(solution)
    if move.card is None:
        return (tell("siam/hint/pass"),)
    keys = name_keys(SiamMoveBuilder(game, position), move)
    return _card_hints(game, position, move, keys, typed=False)


def typed_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its card, its action, all of it."""
    move = game.parse_move(solution)
    if move.card is None:
        return (tell("siam/hint/type-pass"),)
    return _card_hints(game, position, move, solution, typed=True)


def _card_hints(
    game: Siam, position: Position, move: Move, how: str, *, typed: bool
) -> tuple[str, ...]:
    """Return hints at a move that plays a card, each telling more.

    Args:
        game: the rules.
        position: where it is played.
        move: the move.
        how: what to press or to type for all of it.
        typed: whether that is to be typed.
    """
    names = places(game.map, "short")
    assert move.card is not None
    draft = Draft(card_choice(move.card), next(paths(move.card, move.action)))
    begun = draft_words(SiamMoveBuilder(game, position), draft, names)
    key, card = card_key(game.map, move.card), card_noun(game.map, move.card)
    whole = move_words(game.map, move, names)
    return (
        tell("siam/hint/card", key=key, card=card, typed=typed),
        tell("siam/hint/action", begun=begun, typed=typed),
        tell("siam/hint/move", move=whole, how=how, typed=typed),
    )


LESSONS: Final = LessonSet(
    files(__package__), "siam/lessons", "lessons", MoveMatch, move_hints, typed_hints
)
