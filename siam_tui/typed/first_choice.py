"""The word that begins a move in a typed line, and what follows it. Pure."""

from __future__ import annotations

from typing import Final, NamedTuple

from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.move_builder import Choice

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
