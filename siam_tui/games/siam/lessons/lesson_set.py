"""The lessons of King of Siam: what they want of a move, and hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from games.siam import FACTION_LETTERS, Map, Move, Position, Siam
from games.siam.constants import CARD_NAMES
from siam_tui.games.map_board.place_names import short_names
from siam_tui.games.move_builder import name_keys
from siam_tui.games.siam.facts import province_facts
from siam_tui.games.siam.move_builder import Draft, card_choice, paths
from siam_tui.games.siam.move_options import SiamMoveBuilder
from siam_tui.games.siam.move_text import draft_words, move_words
from siam_tui.games.siam.names import card_key, card_name
from siam_tui.games.study import LEARNER
from siam_tui.games.study_files import LessonSet
from siam_tui.ui.text import listed

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
            yield f"That would be legal. But try it with {_name_cards(self.cards)} this time."
        yield from _wrong_leads(after, dict(self.leads))
        if self.contested and after.contested != board.index(self.contested):
            name = _province_name(board, self.contested)
            yield f"Then {name} would not be contested now. Bring its tile to the front."
        if self.marked and board.index(self.marked) not in after.markers:
            name = _province_name(board, self.marked)
            yield f"The King marker should lie on {name}, so that nobody moves it away again."
        taken = FACTION_LETTERS[move.follower.faction] if move.follower else ""
        if self.takes and taken not in set(self.takes):
            names = [f"a {board.faction_names[FACTION_LETTERS.index(f)]}" for f in self.takes]
            yield f"So far so good. But take {' or '.join(names)} this time."
        source = board.provinces[move.follower.province].id if move.follower else ""
        if self.source not in {"", source}:
            name = _province_name(board, self.source)
            yield f"So far so good. But take the follower from {name} this time."
        if self.wins is not None and _would_win(after) != self.wins:
            yield (
                "If everybody passed from there on, you would not win. "
                "Look at who would reign then, and who has most of them."
            )


def _wrong_leads(after: Position, leads: Mapping[str, str]) -> Iterator[str]:
    for province, letter in leads.items():
        wanted, found = (
            FACTION_LETTERS.index(letter),
            province_facts(after, after.map.index(province)).taker,
        )
        if found != wanted:
            whose, not_whose = map(after.map.control_name, (found, wanted))
            name = _province_name(after.map, province)
            yield f"Then {name} would go to the {whose}, not to the {not_whose}. Count once more."


def _would_win(position: Position) -> bool:
    siam = Siam(position.map)
    outcome = siam.outcome(siam.if_all_pass(position))
    return outcome is not None and LEARNER in outcome.winners


def _province_name(board: Map, province: str) -> str:
    return board.provinces[board.index(province)].name


def _name_cards(cards: tuple[str, ...]) -> str:
    names = {NO_CARD: "a pass"} | {str(card): name for card, name in CARD_NAMES.items()}
    wanted = [name for card, name in names.items() if card in cards]
    return wanted[0] if len(wanted) == 1 else f"one of {listed(wanted)}"


_NO_CARD_BY_KEYS: Final = "Pass: P, then Enter."
_NO_CARD_TYPED: Final = "Pass: type pass."
_BY_KEYS: Final = (
    "Try {key}, the card {card}. H tells more.",
    "One way: {begun} H tells the rest.",
    "One way: {whole}. Keys: {how}.",
)
_TYPED: Final = (
    "Try {key}, the card {card}. Type hint again for more.",
    "One way: {begun} Type hint again for the rest.",
    "One way: {whole}. Type {how}.",
)


def move_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its card, its action, all its keys."""
    move = game.parse_move(solution)
    if move.card is None:
        return (_NO_CARD_BY_KEYS,)
    keys = name_keys(SiamMoveBuilder(game, position), move)
    return _card_hints(game, position, solution, _BY_KEYS, keys)


def typed_hints(game: Siam, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its card, its action, all of it."""
    if game.parse_move(solution).card is None:
        return (_NO_CARD_TYPED,)
    return _card_hints(game, position, solution, _TYPED, solution)


def _card_hints(
    game: Siam, position: Position, solution: str, forms: tuple[str, ...], how: str
) -> tuple[str, ...]:
    """Return hints in these forms at a move that plays a card.

    Args:
        game: the rules.
        position: where it is played.
        solution: the move.
        forms: the sentences, each telling more.
        how: what to press or to type for all of it.
    """
    builder, move = SiamMoveBuilder(game, position), game.parse_move(solution)
    names = short_names(game.map)
    assert move.card is not None
    draft = Draft(card_choice(move.card), next(paths(move.card, move.action)))
    words = {
        "key": card_key(game.map, move.card),
        "card": card_name(game.map, move.card),
        "begun": draft_words(builder, draft, names),
        "whole": move_words(game.map, move, names),
        "how": how,
    }
    return tuple(form.format(**words) for form in forms)


LESSONS: Final = LessonSet(
    files(__package__), "siam/lessons", "lessons", MoveMatch, move_hints, typed_hints
)
