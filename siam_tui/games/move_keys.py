"""The keys that build a move at a table, by the builder that takes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from siam_tui.games.move_builder import MoveBuilder

ENTER = "enter"


def move_keys(
    builder: MoveBuilder[Any, Any, Any],
    *moves: Any,  # noqa: ANN401 - any game's
) -> Iterator[str]:
    """Iterate over the keys that build and send moves; where one choice is left, none is needed.

    Args:
        builder: the choices of the position.
        moves: the move, and those that are built with it.
    """
    draft = builder.empty
    for choice in builder.choices_of(moves):
        option = next(each for each in builder.options(draft) if each.choice == choice)
        yield option.key.lower()
        if option.sends:
            return
        draft = builder.choose(draft, choice)
    if builder.move(draft) is not None:
        yield ENTER


def name_keys(builder: MoveBuilder[Any, Any, Any], move: Any) -> str:  # noqa: ANN401
    """Return the keys that build and send a move, as they are shown."""
    keys = move_keys(builder, move)
    return " ".join("Enter" if key == ENTER else key.upper() for key in keys)
