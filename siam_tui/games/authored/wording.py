"""What the values of an authored game are called, and what is told of its moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

from games.author.asking import KIND
from games.author.boards import Board
from games.author.game import Game
from games.author.move_text import MoveText
from games.author.nodes import Words
from games.author.values import Move
from siam_tui.games.authored.telling import told_words
from siam_tui.games.move_builder import Choice
from texts import Person, tell

_HOLE: Final = re.compile(r"\{(?:who: *([^,}]*), *([^}]*)|(\w+))\}")
"""A verb for *you* and for others, or a field of the move."""
FIRST_SIGN: Final = "first-sign"
"""The question how the word of an answer begins, where there are more answers than keys."""


class Wording:
    """The words of one game.

    Attributes:
        stages: the questions of its steps, as kinds of choices.
    """

    def __init__(self, game: type[Game[Any, Any]]) -> None:
        """Collect the questions of a game: the kind of move, and the fields of all kinds."""
        self._name, self._texts = game.name, game.shape().kinds
        self._classes = tuple(self._texts)
        self._nodes = {
            name: node for text in self._texts.values() for name, node in text.nodes.items()
        }
        self.stages = _stages([KIND, FIRST_SIGN, *self._nodes])

    # Choices

    def choice(self, name: str, value: Any) -> Choice:  # noqa: ANN401
        """Return an answer to a question as a choice."""
        stage: Enum = self.stages[name]
        if name == KIND:
            return Choice(stage, self._classes.index(value))
        domain = self._nodes[name].domain
        return Choice(stage, domain.index(value) if domain else value)

    def first_sign(self, sign: str) -> Choice:
        """Return the choice that the word of an answer begins so."""
        return Choice(self.stages[FIRST_SIGN], ord(sign))

    def answer(self, choice: Choice) -> Any:  # noqa: ANN401
        """Return the answer that a choice stands for."""
        if choice.kind.name == KIND:
            return self._classes[choice.value]
        domain = self._nodes[choice.kind.name].domain
        return domain[choice.value] if domain else choice.value

    # Words

    def word(self, name: str, value: Any) -> str:  # noqa: ANN401
        """Return the short word of an answer, as the notation writes it."""
        if name == KIND:
            return str(value.__name__).lower()
        return self._nodes[name].print(value)

    def title(self, name: str, value: Any) -> str:  # noqa: ANN401
        """Return the answer as people read it, such as the name of a region."""
        board = self.board(name)
        return told_words(self._name, board.titles[value] if board else self.word(name, value))

    def board(self, name: str) -> Board | None:
        """Return the board whose places a question asks for, or None."""
        node = self._nodes.get(name)
        return node.board if isinstance(node, Words) else None

    def question(self, name: str) -> str:
        """Return the question itself."""
        if name in (KIND, FIRST_SIGN):
            return tell("games/authored/kind" if name == KIND else "games/authored/first-sign")
        return told_words(self._name, f"{name.capitalize()}?")

    # Moves

    def advise(self, move: Move) -> str:
        """Return a move as advice, such as ``place a man on 5``."""
        return self._tell(move, 0)

    def describe(self, move: Move) -> str:
        """Return what somebody did, to stand behind a name, such as ``places a man on 5``."""
        return self._tell(move, 1)

    def tell(self, move: Move, who: Person) -> str:
        """Return a sentence on what somebody did."""
        text = self._texts[type(move)]
        if not text.kind.say:
            return tell("games/told", who=who, what=text.format(move))
        return tell("games/did", who=who, what=self._tell(move, 0 if who.is_you else 1))

    def _tell(self, move: Move, form: int) -> str:
        text = self._texts[type(move)]

        def fill(hole: re.Match[str]) -> str:
            if hole[3]:
                return self.title(hole[3], getattr(move, hole[3]))
            return (hole[1], hole[2])[form].strip()

        return _HOLE.sub(fill, told_words(self._name, text.kind.say)) or text.format(move)

    @property
    def forms(self) -> tuple[str, ...]:
        """How moves are written, a template for each kind."""
        return tuple(text.template for text in self._texts.values())

    @property
    def kinds(self) -> tuple[MoveText[Any], ...]:
        """The kinds of moves."""
        return tuple(self._texts.values())

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions beside the one for the kind of move: the fields of all kinds."""
        return tuple(self._nodes)


def _stages(names: Sequence[str]) -> type[Enum]:
    """Return an enumeration of questions, which differ from game to game."""
    stages: Any = Enum("Stages", names)  # type: ignore[misc]
    kind: type[Enum] = stages
    return kind
