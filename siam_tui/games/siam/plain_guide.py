"""A move asked for step by step, for whoever does not want to type it in the notation."""

from __future__ import annotations

from collections.abc import Iterator

from games.siam import FACTION_LETTERS, Card, Map, Move, Position, Siam
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam.move_builder import EMPTY, Builder, Draft, Kind, card_choice
from siam_tui.games.siam.plain_moves import move_told
from siam_tui.games.siam.prompts import question
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import listed

_YES = ("yes", "y", "send", "ok")
_BACK = ("back", "b")
_STOP = ("cancel", "stop", "no")


class Guide:
    """One move in the making.

    Attributes:
        done: whether it is given up.
        move: the move to play, once it was said yes to.
    """

    def __init__(self, game: Siam, position: Position, card: Card) -> None:
        """Begin with a card.

        Raises:
            UserError: it cannot be played now.
        """
        self._builder = Builder(game, position)
        self._map = game.map
        if card not in self._builder.cards:
            cards = " or ".join((*self._builder.cards, "pass"))
            raise UserError(f"You have no card {card} that you may play now: type {cards}.")
        self._draft: Draft = self._builder.choose(EMPTY, card_choice(card))
        self.done = False
        self.move: Move | None = None

    def ask(self) -> Iterator[str]:
        """Ask for the next choice, and tell the answers there are."""
        move = self._builder.move(self._draft)
        if move is not None:
            told = move_told(self._map, move, "You")
            yield told
            yield f"In the notation: {self._builder.game.format_move(move)}."
            yield "Type yes to play this, back for the step before, or cancel."
            return
        answers = [self._named(choice) for choice in self._builder.choices(self._draft)]
        yield question(self._builder, self._draft)
        yield f"{listed(answers, 'or')}. Or back, or cancel."

    def answer(self, text: str) -> bool:
        """Take an answer; return whether it was one.

        Raises:
            UserError: it may mean several choices.
        """
        word = " ".join(text.lower().split())
        complete = self._builder.move(self._draft)
        if word in _STOP:
            self.done = True
        elif word in _BACK:
            self._back()
        elif complete is not None and word in _YES:
            self.move, self.done = complete, True
        else:
            choice = self._meant(word)
            if choice is None:
                return False
            self._draft = self._builder.choose(self._draft, choice)
        return True

    def _back(self) -> None:
        self._draft = self._builder.step_back(self._draft)
        self.done = self._draft == EMPTY

    def _meant(self, word: str) -> Choice | None:
        """Return the choice a word stands for: by letter or id, else by how its name begins."""
        options = [] if not word else self._builder.choices(self._draft)
        exact = [choice for choice in options if word in (self._sign(choice), self._name(choice))]
        found = exact or [choice for choice in options if self._name(choice).startswith(word)]
        if len(found) > 1:
            names = listed([self._named(choice) for choice in found], "or")
            raise UserError(f"Do you mean {names}?")
        return found[0] if found else None

    def _sign(self, choice: Choice) -> str:
        return sign(self._map, choice).lower()

    def _name(self, choice: Choice) -> str:
        return self._named(choice).lower()

    def _named(self, choice: Choice) -> str:
        if choice.kind is Kind.PROVINCE:
            return self._map.provinces[choice.value].name
        return self._map.faction_names[choice.value]


def sign(board: Map, choice: Choice) -> str:
    """Return the short form of a province or a faction, as the notation has it."""
    if choice.kind is Kind.PROVINCE:
        return board.provinces[choice.value].id
    return FACTION_LETTERS[choice.value]
