"""Nodes of values that consist of others: items, fields, and templates with holes for fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from games.author.boards import Board
from games.author.nodes import EMPTY, Leaf, Node, Number, TextError, Visit, Words, item_at

_PART: Final = re.compile(r"\{(\w+)\}|\[([^\[\]]*)\]|([^{}\[\]]+)")
_LITERAL: Final = re.compile("^'([^'{}]*)'$")
_JOINED: Final = re.compile(r'^\(f"([^"]*)"\)$')
_UNROLLED: Final = 4
"""So many items at most are printed one by one, which is quicker than a loop."""


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
        per_seat: bool = False,
    ) -> None:
        """Define items.

        Args:
            item: the node of an item.
            separator: what stands between items: nothing if each is one character.
            board: has a place for each item.
            length: how many items there must be; without it and a board any number.
            says: what an error of another number says; ``{count}`` is that number.
            per_seat: whether there is one item a seat.
        """
        self.item = item
        self._known = item.known()
        self.board = board
        self.length = len(board) if board else length
        self.says = says
        self.per_seat = per_seat
        self._separator = separator
        self._row = board.row if board and not separator else 0
        self.expects = f"{self.length} times {item.expects}" if self.length else item.expects

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a join of what the items print."""
        name = f"items{len(names)}"
        names[name] = None  # so that the next name is another
        each = self.item.source(name, names)
        if self._row:
            cells = f"''.join([{each} for {name} in {value}[row:row + {self._row}]])"
            return f"'/'.join([{cells} for row in range(0, {self.length}, {self._row})])"
        if self.length and self.length <= _UNROLLED and isinstance(self.item, Words | Number):
            items = (self.item.source(item_at(value, n), names) for n in range(self.length))
            return joined(list(items), self._separator)
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
        signs = text.replace("/", "") if self._row else text
        parts: Sequence[str] = signs.split(self._separator) if self._separator else signs
        if len(parts) != (self.length or len(parts) or 1):
            raise self.error(at, text, len(parts))
        try:
            return tuple(map(self._known, parts))
        except TextError:
            return tuple(self._items(self._parts(text, at)))

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


class Record(Node):
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
            made: makes it of its fields by their names; ``dict`` if they are fields of the value
                that this is a part of; ``tuple`` if it is read as a tuple of all in their order,
                and each is printed from the value itself.
            template: the text, with holes.
            nodes: the node of each field.
            says: what an error says of a text that the template does not fit; ``{count}`` is the
                number of its parts.
        """
        self.nodes = dict(nodes)
        self._known = {name: node.known() for name, node in nodes.items()}
        self.says = says
        self.spreads = made is dict
        self.expects = f"{len(nodes)} fields ({' '.join(nodes)})"
        self._made = made
        self._template = template
        self._pattern = re.compile(self._pattern_of(template, ""))

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return what the parts print, one after the other."""
        return joined(list(self._sources(self._template, value, names)))

    def _sources(self, template: str, value: str, names: dict[str, Any]) -> Iterator[str]:
        for name, choice, text in _PART.findall(template):
            if name:
                yield self.nodes[name].source(self._field_of(value, name), names)
            elif choice:
                printed = [
                    f"{' + '.join(self._sources(way, value, names))} if {self._there(way, value)}"
                    for way in choice.split("|")
                ]
                yield f"({' else '.join(printed)} else '')"
            else:
                yield repr(text)

    def _field_of(self, value: str, name: str) -> str:
        """Return the expression that a field is printed from."""
        is_whole = self.nodes[name].spreads or self._made is tuple
        return value if is_whole else f"{value}.{name}"

    def _there(self, way: str, value: str) -> str:
        """Return the expression that tells whether the first field of a way is there."""
        name = next(name for name, _, _ in _PART.findall(way) if name)
        return self.nodes[name].there.format(self._field_of(value, name))

    def _pattern_of(self, template: str, before: str) -> str:
        """Return the pattern of a text, which finds the text of each field."""
        found = ""
        parts = [*_PART.findall(template), ("", "", "")]
        for (name, choice, text), (touches, next_choice, next_text) in pairwise(parts):
            if name:
                node = self.nodes[name]
                signs = "".join(way[:1] for way in (next_text, *next_choice.split("|"))) or before
                usual = f"[^{re.escape(signs)}]*" if signs else ".*"
                if touches:
                    usual = f".{{{node.width}}}" if node.width else ".*?"
                found += f"(?P<{name}>{node.pattern or usual})"
            elif choice:
                ways = (self._pattern_of(way, before) for way in choice.split("|"))
                found += f"(?:{'|'.join(ways)})?"
            else:
                found += re.escape(text)
                before = text
        return found

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return the value."""
        match = self._pattern.fullmatch(text)
        if match is None:
            signs = self._template.partition("}")[2][:1]
            raise self.error(at, text, text.count(signs) + 1)
        found: dict[str, Any] = {}
        for name, node in self.nodes.items():
            part = match[name]
            if part is None:
                continue
            try:
                value = self._known[name](part)
            except TextError:
                value = node.read(part, at + match.start(name))
            if isinstance(value, dict):
                found |= value
            else:
                found[name] = value
        return tuple(map(found.get, self.nodes)) if self._made is tuple else self._made(**found)

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


class Fields(Record):
    """A value with fields and the same separator between them."""

    def __init__(
        self, made: Callable[..., Any], nodes: Mapping[str, Node], separator: str, says: str = ""
    ) -> None:
        """Define a value; its arguments are those of `Record` but for the separator."""
        super().__init__(made, separator.join(f"{{{name}}}" for name in nodes), nodes, says)


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
