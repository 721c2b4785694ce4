"""Hints at a move, and the keys that build it, by the builder that takes them."""

from __future__ import annotations

from collections.abc import Iterator

from games.amber import Amber, Position
from games.amber.moves import Move
from siam_tui.games.amber.building.move_builder import Draft
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.move_text import move_words


def move_hints(game: Amber, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: the move in words, then its keys."""
    builder, move = AmberMoveBuilder(game, position), game.parse_move(solution)
    keys = [key.upper() if len(key) == 1 else "Enter" for key in move_keys(builder, move)]
    first = f"Begin with the key {keys[0]}. H tells the rest."
    return first, f"One way: {move_words(move, 'full')}. Keys: {' '.join(keys)}."


def typed_hints(game: Amber, position: Position, solution: str) -> tuple[str, ...]:
    """Return the hint at a move for text mode: the move in words, and what to type."""
    del position
    return (f"One way: {move_words(game.parse_move(solution), 'full')}. Type {solution}.",)


def move_keys(builder: AmberMoveBuilder, move: Move) -> Iterator[str]:
    """Iterate over the keys that build a move and send it, if nothing follows it."""
    way = _find(builder, builder.empty, move)
    assert way is not None
    yield from (key.lower() for key, _ in way)
    if builder.move(way[-1][1]) is not None:
        yield "enter"


def _find(
    builder: AmberMoveBuilder, draft: Draft, move: Move
) -> tuple[tuple[str, Draft], ...] | None:
    """Return the keys, each with the draft it leads to, that make a move; None if there are none.

    The first move of a draft is looked at only: what it leads on to is chosen freely.
    """
    made = builder.progress(draft).moves
    if made:
        if made[0] == move:
            return ()
        choices = builder.amendments(draft) if len(made) == 1 else ()
    else:
        choices = builder.next_choices(draft)
    for option in builder.options(draft):
        if option.choice not in choices:
            continue
        following = builder.choose(draft, option.choice)
        if following == draft:
            continue
        found = _find(builder, following, move)
        if found is not None:
            return ((option.key, following), *found)
    return None
