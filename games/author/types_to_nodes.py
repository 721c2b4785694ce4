"""Finds the node of a type: what the type of a field says about its text."""

from __future__ import annotations

import types
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from games.author.boards import Board
from games.author.marks import MOST_SEATS, Between, Deck, Mark
from games.author.nodes import (
    EMPTY,
    HIDDEN,
    NONE,
    SEPARATORS,
    Maybe,
    Node,
    Number,
    Words,
    has_break,
)
from games.author.position_text import Text
from games.author.records import Fields, Many


def node_of(hint: Any, depth: int = 0, name: str = "value") -> Node:  # noqa: ANN401 - any type
    """Return the node of a type.

    Args:
        hint: the type, such as ``tuple[Annotated[int, Between(0, 9)], ...]``.
        depth: in how many values it lies.
        name: of its field, for errors.

    Raises:
        TypeError: the type says too little.
    """
    marks: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        marks = tuple(rest)
    node = _marked(hint, marks, name) or _listed(hint, name)
    for word in node.value_of if isinstance(node, Words) else ():
        is_taken = word in ("", NONE, HIDDEN, EMPTY) or set(word) & set(SEPARATORS)
        if is_taken or has_break(word):
            raise TypeError(f"{word!r} cannot be a word: it would read as something else")
    if node is not None:
        return node
    if get_origin(hint) in (Union, types.UnionType):
        inner = next(each for each in get_args(hint) if each is not type(None))
        hides = next((mark for mark in marks if mark in (Mark.OWN, Mark.CLOSED)), None)
        return Maybe(node_of(inner, depth, name), hides)
    if get_origin(hint) is tuple:
        return _items(hint, marks, depth, name)
    return _plain(hint, depth, name)


def _marked(hint: Any, marks: tuple[Any, ...], name: str) -> Node | None:  # noqa: ANN401, PLR0911 - a line a mark
    """Return the node that an annotation of a number or a text names, or None."""
    for mark in marks if hint in (int, str) else ():
        match mark:
            case Node():
                return mark
            case Board():
                return Words(range(len(mark)), mark.places, mark.expects, board=mark)
            case Between(low, high):
                numbers = range(low, high + 1)
                return Words(numbers, tuple(map(str, numbers)), f"a number of {name}")
            case Deck():
                cards = sorted(set(mark.cards))
                words = [mark.words[card] if mark.words else str(card) for card in cards]
                return Words(cards, words, f"a {mark.name}", deck=mark, board=mark.board)
            case Mark.SEAT:
                seats = range(MOST_SEATS)
                return Words(seats, tuple(map(str, seats)), "a seat", is_seat=True)
            case Mark.PAST:
                says = "{found} stands where a digest of ten characters is missing"
                return Text("[0-9a-v]{10}", says)
            case _:
                continue
    return None


def _items(hint: Any, marks: tuple[Any, ...], depth: int, name: str) -> Many:  # noqa: ANN401
    board = next((mark for mark in marks if isinstance(mark, Board)), None)
    item = node_of(get_args(hint)[0], depth + 1, name)
    per_seat = Mark.PER_SEAT in marks
    separator = "" if item.width == 1 and not per_seat else SEPARATORS[depth]
    return Many(item, separator, board=board, per_seat=per_seat)


def _listed(hint: Any, name: str) -> Node | None:  # noqa: ANN401
    """Return the node of a type that lists its values, or None."""
    if get_origin(hint) is Literal:
        return Words(get_args(hint), get_args(hint), name)
    if hint is bool:
        return Words((False, True), "01", name)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Words(tuple(hint), [str(each.value) for each in hint], name)
    return None


def _plain(hint: Any, depth: int, name: str) -> Node:  # noqa: ANN401
    if hint is int:
        return Number()
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        nodes = {
            each.name: node_of(hints[each.name], depth + 1, each.name) for each in fields(hint)
        }
        return Fields(hint, nodes, SEPARATORS[depth])
    raise TypeError(f"{name}: no text is known for {hint!r}; annotate it with a node")
