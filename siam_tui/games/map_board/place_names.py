"""What the provinces of a map are called, and which one a typed name means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from games.quoting import quote
from siam_tui.games.game_texts import Length
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.games.map_board.view import DrawnMap
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import fold, nearest, spellings, typed_names, without_article
from texts import Noun, tell


def full_names(board: DrawnMap) -> tuple[str, ...]:
    """Return the full names of the provinces."""
    return tuple(province.name for province in board.provinces)


def short_names(board: DrawnMap) -> tuple[str, ...]:
    """Return the short names of the provinces, as on the map."""
    return drawing_of(board).names


def ids(board: DrawnMap) -> tuple[str, ...]:
    """Return the ids of the provinces, as in the notation."""
    return tuple(province.id for province in board.provinces)


def names_of(board: DrawnMap, length: Length) -> Sequence[str]:
    """Return the names of the provinces in a length."""
    return {"full": full_names, "short": short_names, "shortest": ids}[length](board)


def province_named(board: DrawnMap, text: str, nouns: Sequence[Noun]) -> int:
    """Return the province that is called so: its id, or how its name begins.

    Args:
        board: the map.
        text: what was typed.
        nouns: the provinces, as the game tells them.

    Raises:
        UserError: no province, or more than one, is called so.
    """
    return place_named(text, "province", nouns, ids(board))


def place_named(
    text: str, what: str, nouns: Sequence[Noun], short: Sequence[str], form: str = ""
) -> int:
    """Return the index of the place that is called so: its short name, or how its name begins.

    Its English name is meant, or that in the reader's language.

    Args:
        text: what was typed.
        what: what the places are: ``province`` or ``area``.
        nouns: the places.
        short: their ids.
        form: the form of the nouns that is typed.

    Raises:
        UserError: no place, or more than one, is called so.
    """
    wanted = without_article(fold(text))
    exact = [place for place, each in enumerate(short) if wanted == each.lower()]
    names = [typed_names(noun, form) for noun in nouns]
    found = exact or [
        place
        for place, each in enumerate(names)
        if any(name.startswith(wanted) for name in spellings(*each))
    ]
    if len(found) == 1:
        return found[0]
    known = tuple(told for _, told in names)
    near = nearest(wanted, chain(known, *names)) or None
    raise UserError(tell("games/no-place", what=what, text=quote(text), near=near, names=known))
