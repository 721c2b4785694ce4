"""The rules of King of Siam: the chapters of its files, their examples, its keys and signs."""

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import Final

from siam_tui.games.map_board.examples import MapExampleWidget
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.siam.rules.example_text import TELLER
from siam_tui.games.siam.rules.table_help import (
    KEYS,
    REFERENCE,
    REFERENCE_SIGNS,
    SIGNS,
    reference_words,
)

RULES: Final = FileRules(
    files(__package__) / "chapters",
    KEYS,
    SIGNS,
    REFERENCE,
    TELLER,
    partial(MapExampleWidget, TELLER),
    reference_signs=REFERENCE_SIGNS,
    words_of_game=reference_words,
)
