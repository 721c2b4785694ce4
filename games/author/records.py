"""Nodes of values that consist of others: items, fields, and templates with holes for fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from games.author.boards import Board
from games.author.nodes import EMPTY, Leaf, Node, Number, TextError, Visit, Words

_PART: Final = re.compile(r"\{(\w+)\}|\[([^\[\]]*)\]|([^{}\[\]]+)")
_LITERAL: Final = re.compile("^'([^'{}]*)'$")
_JOINED: Final = re.compile(r'^\(f"([^"]*)"\)$')
_UNROLLED: Final = 4
"""So many items at most are printed one by one, which is quicker than a loop."""


class Hole(NamedTuple):
    """The part of a template where a field stands."""

    name: str


class Choice(NamedTuple):
    """The part of a template that may be left out: the first of some ways, if its field is there.

    Attributes:
        ways: the parts of each.
    """

    ways: tuple[tuple[Part, ...], ...]


Part: TypeAlias = "str | Hole | Choice"
"""A part of a template; a text stands for itself."""


def parts_of(template: str) -> tuple[Part, ...]:
    """Return the parts of a template.

    >>> parts_of("{a}.{b}[:{c}|={d}]")[2:]
    (Hole(name='b'), Choice(ways=((':', Hole(name='c')), ('=', Hole(name='d')))))
    """
    return tuple(
        Hole(name) if name else Choice(tuple(map(parts_of, choice.split("|")))) if choice else text
        for name, choice, text in _PART.findall(template)
    )


class Many(Node):
    """Items one after the other.

    Attributes:
        item: the node of an item.
        board: has a place for each item, or None.
        length: how many items there must be; None for any number.
        per_seat: whether there is one item a seat.
    """

    there = "{0}"

    def __init__(  # noqa: PLR0913 - what items may be, each by its name
        self,
        item: Node,
        separator: str,
        *,
        board: Board | None = None,
        length: int | None = None,
        says: str = "",
        each: str = "{0}[{1}]",
        per_seat: bool = False,
    ) -> None:
        """Define items.

        Args:
            item: the node of an item.
            separator: what stands between items: nothing if each is one character.
            board: has a place for each item.
            length: how many items there must be; without it and a board any number.
            says: what an error of another number says; ``{count}`` is that number.
            each: the expression of an item, where ``{0}`` is all and ``{1}`` its number.
            per_seat: whether there is one item a seat.
        """
        self.item = item
        self.board = board
        self.length = len(board) if board else length
        self.says = says
        self._each = each
        self.per_seat = per_seat
        self._separator = separator
        self._row = board.row if board and not separator else 0
        self.expects = item.expects

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a join of what the items print."""
        name = f"items{len(names)}"
        names[name] = None  # so that the next name is another
        each = self.item.source(name, names)
        if self._row:
            cells = f"''.join([{each} for {name} in {value}[row:row + {self._row}]])"
            return f"'/'.join([{cells} for row in range(0, {self.length}, {self._row})])"
        if self.length and self.length <= _UNROLLED and isinstance(self.item, Words | Number):
            items = [self._each.format(value, place) for place in range(self.length)]
            return joined([self.item.source(each, names) for each in items], self._separator)
        if isinstance(self.item, Words):
            names[name] = self.item.word_of.__getitem__
            parts = f"map({name}, {value})"
        else:
            parts = f"[{each} for {name} in {value}]"
        found = f"{self._separator!r}.join({parts})"
        return found if self.length else f"({found} or {EMPTY!r})"

    def read(self, text: str, at: int) -> tuple[Any, ...]:
        """Return the items."""
        if text == EMPTY and not self.length:
            return ()
        parts = list(self._parts(text, at))
        if len(parts) != (self.length or len(parts) or 1):
            times = f"{self.length} times " if self.length else ""
            raise self.error(at, text, times + self.expects, len(parts))
        return tuple(self._items(parts))

    def _items(self, parts: Iterable[tuple[int, str]]) -> Iterator[Any]:
        for number, (place, part) in enumerate(parts):
            try:
                yield self.item.read(part, place)
            except TextError as error:
                error.number = number
                raise

    def _parts(self, text: str, at: int) -> Iterator[tuple[int, str]]:
        separator = "/" if self._row else self._separator
        for part in text.split(separator) if separator else [text]:
            if self._separator:
                yield at, part
            else:
                yield from ((at + place, sign) for place, sign in enumerate(part))
            at += len(part) + len(separator)

    def leaves(self, value: Any, field: str, owner: int | None) -> Iterator[Leaf]:  # noqa: ANN401
        """Iterate over what the items consist of."""
        for number, each in enumerate(value):
            yield from self.item.leaves(each, field, number if self.per_seat else owner)

    def rebuild(self, value: Any, visit: Visit, field: str, owner: int | None) -> Any:  # noqa: ANN401
        """Return the items rebuilt."""
        return tuple(
            self.item.rebuild(each, visit, field, number if self.per_seat else owner)
            for number, each in enumerate(value)
        )


class Fields(Node):
    """A value with fields."""

    def __init__(
        self, made: Callable[..., Any], nodes: Mapping[str, Node], separator: str, says: str = ""
    ) -> None:
        """Define a value.

        Args:
            made: its class, which takes the fields by their names.
            nodes: the node of each field.
            separator: what stands between fields.
            says: what an error of another number of fields says; ``{count}`` is that number.
        """
        self.nodes = dict(nodes)
        self.says = says
        self._made = made
        self._separator = separator
        self.expects = f"a {made.__name__.lower()}"

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return what the fields print, with the separator between them."""
        parts = (self.part_source(value, name, names) for name in self.nodes)
        return f"{self._separator!r}.join(({', '.join(parts)},))"

    def part_source(self, value: str, name: str, names: dict[str, Any]) -> str:
        """Return the expression that prints a field."""
        return self.nodes[name].source(self.field_of(value, name), names)

    def field_of(self, value: str, name: str) -> str:
        """Return the expression that a field is printed from."""
        return value if self.nodes[name].spreads else f"{value}.{name}"

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return the value."""
        found: dict[str, Any] = {}
        for name, place, part in self.split(text, at):
            value = self.nodes[name].read(part, place)
            found |= value if isinstance(value, Mapping) else {name: value}
        return self.make(found)

    def make(self, found: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Return the value of its fields."""
        return self._made(**found)

    def split(self, text: str, at: int) -> Iterator[tuple[str, int, str]]:
        """Iterate over the fields of a text: name, first character and text of each."""
        parts = text.split(self._separator)
        if len(parts) != len(self.nodes):
            missing = f"{len(self.nodes)} fields ({' '.join(self.nodes)})"
            raise self.error(at, text, missing, len(parts))
        for part, name in zip(parts, self.nodes, strict=True):
            yield name, at, part
            at += len(part) + len(self._separator)

    def leaves(self, value: Any, field: str, owner: int | None) -> Iterator[Leaf]:  # noqa: ANN401
        """Iterate over what the fields consist of."""
        for name, node in self.nodes.items():
            yield from node.leaves(getattr(value, name), field or name, owner)

    def rebuild(self, value: Any, visit: Visit, field: str, owner: int | None) -> Any:  # noqa: ANN401
        """Return the value with its fields rebuilt."""
        return self._made(
            *(
                node.rebuild(getattr(value, name), visit, field or name, owner)
                for name, node in self.nodes.items()
            )
        )


class Record(Fields):
    """A value whose fields are written by a template, such as ``{period}.{round}``.

    A part in ``[…]`` is left out if its field is not there; ``[:{claims}|={winner}]`` has the
    first that is.
    """

    def __init__(
        self,
        made: Callable[..., Any],
        template: str,
        nodes: Mapping[str, Node],
        says: str = "",
    ) -> None:
        """Define a value.

        Args:
            made: makes it of its fields by their names; ``tuple`` for one of all in their order,
                ``dict`` if they are fields of the value that this is a part of.
            template: the text, with holes.
            nodes: the node of each field.
            says: what an error says of a text that the template does not fit.
        """
        super().__init__(made, nodes, "", says)
        self.spreads = made is dict
        self._parts = parts_of(template)
        self._pattern = re.compile(self._pattern_of(self._parts, ""))

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return what the parts print, one after the other."""
        return joined(list(self._sources(self._parts, value, names)))

    def _sources(self, parts: Sequence[Part], value: str, names: dict[str, Any]) -> Iterator[str]:
        for part in parts:
            match part:
                case Hole(name):
                    yield self.part_source(value, name, names)
                case Choice(ways):
                    printed = [
                        f"{' + '.join(self._sources(way, value, names))} "
                        f"if {self._is_there(way, value)}"
                        for way in ways
                    ]
                    yield f"({' else '.join(printed)} else '')"
                case text:
                    yield repr(text)

    def _is_there(self, way: Sequence[Part], value: str) -> str:
        name = next(part.name for part in way if isinstance(part, Hole))
        return self.nodes[name].there.format(self.field_of(value, name))

    def _pattern_of(self, parts: Sequence[Part], before: str) -> str:
        """Return the pattern of a text of some parts, which finds the text of each field."""
        found = ""
        for place, part in enumerate(parts):
            match part:
                case Hole(name):
                    node = self.nodes[name]
                    found += (
                        f"(?P<{name}>{node.pattern or _up_to(parts[place + 1 :], before, node)})"
                    )
                case Choice(ways):
                    found += f"(?:{'|'.join(self._pattern_of(way, before) for way in ways)})?"
                case text:
                    found += re.escape(text)
                    before = text
        return found

    def split(self, text: str, at: int) -> Iterator[tuple[str, int, str]]:
        """Iterate over the fields of a text that are there."""
        match = self._pattern.fullmatch(text)
        if match is None:
            raise self.error(at, text)
        for name in self.nodes:
            if match[name] is not None:
                yield name, at + match.start(name), match[name]

    def make(self, found: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Return the value of its fields."""
        if self._made is tuple:
            return tuple(found.get(name) for name in self.nodes)
        return super().make(found)


def joined(sources: Sequence[str], separator: str = "") -> str:
    """Return the expression of some texts with a separator between them.

    >>> joined(["a", "'.'", "b[0]"])
    '(f"{a}.{b[0]}")'
    """
    parts = [_JOINED.sub(r"\1", _LITERAL.sub(r"\1", each)) for each in sources]
    pairs = zip(parts, sources, strict=True)
    parts = [f"{{{part}}}" if part == each else part for part, each in pairs]
    if any(sign in part for part in parts for sign in '"\\'):
        return f"{separator!r}.join(({', '.join(sources)},))"
    return f'(f"{separator.join(parts)}")'


def _up_to(parts: Sequence[Part], before: str, node: Node) -> str:
    """Return the pattern of a field's text, which some parts follow."""
    if parts and isinstance(parts[0], Hole):
        return f".{{{node.width}}}" if node.width else ".*?"
    signs = _signs(parts) or before
    return f"[^{re.escape(signs)}]*" if signs else ".*"


def _signs(parts: Sequence[Part]) -> str:
    """Return the signs that the next part may begin with."""
    match parts[:1]:
        case [str(text)]:
            return text[0]
        case [Choice(ways)]:
            return "".join(map(_signs, ways))
    return ""
