"""The word that begins a move in a typed line, and what follows it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.move_builder import Choice, MoveOption

LONGEST_NAME: Final = 3
"""Words of the longest name that begins a move."""


class FirstChoice(NamedTuple):
    """How a line begins a move.

    Attributes:
        choice: what its first words choose.
        word: these words.
        rest: what follows them.
    """

    choice: Choice
    word: str
    rest: str


def with_letter_of_notation(options: Iterable[MoveOption], text: str) -> str:
    """Return a move in the notation, where a key stands in the place of another letter or digit.

    Args:
        options: what a move may begin with now.
        text: what was typed, such as ``I:M@AYU~R@NAK`` for ``1:M@AYU~R@NAK``.
    """
    head, colon, rest = text.partition(":")
    words = {each.key: each.word.upper() for each in options if len(each.word) == 1}
    letter = head.strip().upper()
    if not colon or letter in words.values() or letter not in words:
        return text
    return f"{words[letter]}:{rest}"


def begins_move(ui: AnyGameUI, line: str) -> FirstChoice | None:
    """Return how a line such as ``suns castle`` begins a move by words; None if it does not."""
    words = line.replace(",", " ").split()
    if ":" in line:  # the notation
        return None
    for count in range(min(len(words), LONGEST_NAME), 0, -1):
        word = " ".join(words[:count])
        choice = ui.first_choice(word)
        if choice is not None:
            return FirstChoice(choice, word, " ".join(words[count:]))
    return None
