"""Reading moves: forgiving case and the order of the parts, exact about the place of a mistake."""

from __future__ import annotations

from typing import Final

from games.siam.constants import CARDS, FACTION_LETTERS, FACTION_OF_CARD, FACTIONS, Card, Faction
from games.siam.map import Map
from games.siam.moves import (
    PASS,
    Action,
    Exchange,
    Follower,
    Move,
    Placement,
    Swap,
    canonical,
    one_for_one,
)
from games.siam.text.move_formatter import ids, is_card
from games.text_reader import TextReader
from texts import Message, say

_MOST: Final = 3
"""Parts of an action, at most: one more is not even looked at."""


def parse_move(board: Map, text: str) -> Move:
    """Read a move, forgiving case and the order of its parts.

    Raises:
        InvalidMoveError: saying what is expected, and at which character of the text.
    """
    if text.strip().upper() == "PASS":
        return PASS
    reader = _Reader(board, text)
    letter = reader.letter("".join(CARDS))
    if not is_card(letter):
        reader.fail(say("siam/expected/card", factions=_letters(board)))
    reader.skip()
    reader.sign(":", say("siam/expected/action"))
    action = reader.action(letter)
    reader.sign("X", _then(letter, action))
    follower = None if reader.taken("-") else reader.follower()
    reader.end()
    return Move(letter, action, follower)


def _letters(board: Map) -> tuple[Message | str, ...]:
    """Return the letters of the factions, with their names where these begin with others."""
    if all(map(str.startswith, board.faction_names, FACTION_LETTERS)):
        return tuple(FACTION_LETTERS[: len(FACTIONS)])
    return tuple(
        say("siam/expected/letter", letter=FACTION_LETTERS[faction], name=board.side(faction))
        for faction in FACTIONS
    )


def _then(card: Card, action: Action) -> Message:
    """Return what follows an action: a follower, or more of a placement that may go on."""
    if isinstance(action, Placement):
        if card == "T" and len(action.followers) < len(FACTIONS):
            return say("siam/expected/taken-or-another")
        if card != "T" and len(action.followers) == 1:
            return say("siam/expected/taken-or-second")
    return say("siam/expected/taken")


def parse_action(board: Map, card: Card, text: str) -> Action:
    """Read what a card does.

    Raises:
        InvalidMoveError: saying what is expected, and at which character of the text.
    """
    reader = _Reader(board, text)
    action = reader.action(card)
    reader.end()
    return action


class _Reader(TextReader):
    """Reads the parts of a move."""

    def __init__(self, board: Map, text: str) -> None:
        super().__init__(text)
        self._board = board

    def province(self) -> int:
        known = ids(self._board)
        return known.index(self.word(known, say("siam/expected/province", known=" ".join(known))))

    def faction(self) -> Faction:
        letter = self.letter(FACTION_LETTERS[: len(FACTIONS)])
        if not letter:
            self.fail(say("siam/expected/faction", factions=_letters(self._board)))
        self.skip()
        return FACTION_LETTERS.index(letter)

    def follower(self) -> Follower:
        faction = self.faction()
        self.sign("@", say("siam/expected/at-sign"))
        return Follower(faction, self.province())

    def action(self, card: Card) -> Action:
        if self.taken("-"):
            return None
        if card == "K":
            return self._swap()
        if card in ("1", "2"):
            return self._exchange(card)
        if card == "T":
            return self._khon_thai()
        return self._reinforcement(card)

    def _tile(self) -> tuple[int, bool]:
        return self.province(), self.taken("*")

    def _swap(self) -> Action:
        first, first_marked = self._tile()
        self.sign("~", say("siam/expected/second-tile"))
        start = self.at
        second, second_marked = self._tile()
        if first == second:
            self.refuse(say("siam/typed/same-tile"), start)
        if first_marked and second_marked:
            self.refuse(say("siam/typed/two-markers"), self.at - 1)
        if not (first_marked or second_marked):
            self.fail(say("siam/expected/marker"))
        return canonical(Swap(first, second, first if first_marked else second))

    def _khon_thai(self) -> Action:
        followers = [self.follower()]
        while self.taken("+"):
            start = self.at
            follower = self.follower()
            if any(follower.faction == other.faction for other in followers):
                self.refuse(say("siam/typed/second-of-faction"), start)
            followers.append(follower)
        return canonical(Placement(tuple(followers)))

    def _reinforcement(self, card: Card) -> Action:
        faction = FACTION_OF_CARD[card]
        followers = [Follower(faction, self.province())]
        while self.taken("+"):
            start = self.at
            followers.append(Follower(faction, self.province()))
            if len(followers) == _MOST:
                self.refuse(say("siam/typed/too-many", card=card), start)
        return canonical(Placement(tuple(followers)))

    def _side(self, card: Card) -> tuple[tuple[Faction, ...], int]:
        start = self.at
        factions = [self.faction()]
        while not self.taken("@"):
            if len(factions) == int(card):
                self.fail(say("siam/expected/at-sign"))
            factions.append(self.faction())
        province = self.province()
        if len(factions) > int(card):
            self.refuse(say("siam/typed/too-many-given", card=card), start)
        return tuple(sorted(factions)), province

    def _exchange(self, card: Card) -> Action:
        first = self._side(card)
        self.sign("~", say("siam/expected/other-side"))
        start = self.at
        second = self._side(card)
        if first[1] == second[1]:
            self.refuse(say("siam/typed/same-province"), start)
        # The side that gives two comes first.
        (given, source), (taken, target) = sorted((first, second), key=lambda side: -len(side[0]))
        if len(taken) > 1:
            self.refuse(say("siam/typed/two-for-two"), start)
        if len(given) == 1:
            return one_for_one(Follower(given[0], source), Follower(taken[0], target))
        return Exchange(given, source, taken[0], target)
