"""What is kept on disk of a game that a player left, so that home can tell it at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from protocol.limits import MAX_NAME, MAX_SEATS
from protocol.text import printable

MAX_SHORT = 40
"""Characters of a game's short name, and of an id."""


@dataclass(frozen=True, slots=True)
class LeftGame:
    """A game as it was when the player left it.

    Attributes:
        game: the short name of what is played; empty if that is not known.
        others: the names of the other players.
        my_turn: whether it was the player's turn; None if that is not known.
    """

    game: str = ""
    others: tuple[str, ...] = ()
    my_turn: bool | None = None

    def fields(self) -> dict[str, Any]:
        """Return it as fields of a JSON object."""
        return {"game": self.game, "others": self.others, "my_turn": self.my_turn}

    @staticmethod
    def from_fields(fields: Mapping[str, Any]) -> LeftGame:
        """Return what `fields` made, with all texts made harmless again.

        Raises:
            TypeError: a field is of another type.
        """
        others, my_turn = fields.get("others", []), fields.get("my_turn")
        if not isinstance(others, list) or not isinstance(my_turn, bool | None):
            raise TypeError("the others are a list, and whether it is one's turn is a truth value")
        names = tuple(text_field(each, MAX_NAME) for each in others[:MAX_SEATS])
        return LeftGame(text_field(fields.get("game", ""), MAX_SHORT), names, my_turn)


def text_field(value: object, longest: int) -> str:
    """Return a field that is a text, as one harmless line.

    Raises:
        TypeError: it is no text.
    """
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return printable(value, longest)
