"""What the types of a game's positions and moves say, as nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from games.author import hiding
from games.author.asking import KIND
from games.author.marks import MOST_SEATS
from games.author.move_text import MoveTable, MoveText
from games.author.nodes import Maybe, Node, Words
from games.author.records import Fields, Many
from games.author.types_to_nodes import node_of


class Shape(NamedTuple):
    """What the types of a game say.

    Attributes:
        position: the node of positions.
        format: prints a position.
        moves: the texts of moves.
        per_seat: the first field with one item a seat, or None.
        hides: whether positions have items that may be hidden.
    """

    position: Fields
    format: Callable[[Any], str]
    moves: MoveTable[Any]
    per_seat: str | None
    hides: bool

    @property
    def kinds(self) -> Mapping[type, MoveText[Any]]:
        """The text of each kind of move."""
        return {text.kind: text for text in self.moves.texts}


def shape_of(game: type, base: type) -> Shape:
    """Return what the types say that a game names.

    Args:
        game: the class, such as ``class Morris(Game[Position, Place | Slide])``.
        base: the base that names them: `games.author.Game`.

    Raises:
        TypeError: they do not say enough.
    """
    position, moves = _arguments(game, base)
    node = node_of(position)
    if not isinstance(node, Fields):
        raise TypeError(f"{game.__name__}: a position is a subclass of Value")
    if "turn" not in node.nodes:
        raise TypeError(
            f"{position.__name__}: a position has a field turn, for whose decision it is"
        )
    per_seat = (
        name for name, each in node.nodes.items() if isinstance(each, Many) and each.per_seat
    )
    texts: MoveTable[Any] = MoveTable([MoveText(kind) for kind in get_args(moves) or (moves,)])
    for text in texts.texts:
        if KIND in text.nodes:
            name = text.kind.__name__
            raise TypeError(f"{name}.{KIND}: only the question for the class is called so")
    return Shape(node, node.print, texts, next(per_seat, None), _hides(node))


def _arguments(game: type, base: type) -> tuple[Any, Any]:
    """Return the classes of positions and moves that a game, or a class above it, names."""
    for each in game.__mro__:
        for generic in getattr(each, "__orig_bases__", ()):
            named = get_args(generic)
            if get_origin(generic) is base and not any(isinstance(a, TypeVar) for a in named):
                position, moves = named
                return position, moves
    raise TypeError(f"{game.__name__}: write class {game.__name__}(Game[Position, Move])")


def _hides(node: Node) -> bool:
    """Return whether values of a node have items that may be hidden."""
    match node:
        case Maybe():
            return node.mark is not None or _hides(node.inner)
        case Many():
            return _hides(node.item)
        case Fields():
            return any(map(_hides, node.nodes.values()))
    return False


def contradictions(node: Fields, position: Any, seats: int) -> Iterator[str]:  # noqa: ANN401
    """Iterate over what cannot be in a position that was read; each begins with its field."""
    if not 0 < seats <= MOST_SEATS:
        yield f"position: {seats} seats cannot play"
    for name, each in node.nodes.items():
        if any(count != seats for count in _seat_counts(each, getattr(position, name))):
            yield f"{name}: needs one item for each of {seats} seats"
    for leaf, value, field, _ in node.leaves(position, "", None):
        if isinstance(leaf, Words) and leaf.is_seat and value >= seats:
            yield f"{field}: there is no seat {value}"
    yield from (f"position: {each}" for each in hiding.missing_cards(node, position))


def _seat_counts(node: Node, value: Any) -> Iterator[int]:  # noqa: ANN401
    """Iterate over the lengths of all tuples in a value that have one item a seat."""
    match node:
        case Maybe() if value is not None:
            yield from _seat_counts(node.inner, value)
        case Many():
            yield from [len(value)] if node.per_seat else []
            for each in value:
                yield from _seat_counts(node.item, each)
        case Fields():
            for name, each in node.nodes.items():
                yield from _seat_counts(each, getattr(value, name))
