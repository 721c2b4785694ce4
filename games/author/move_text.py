"""Text of moves: a table of templates with holes, from which printer, parser and pieces follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar, get_type_hints

from games.author.nodes import MOST_KNOWN, SEPARATORS, Maybe, Node, Number, Words, has_break
from games.author.types_to_nodes import node_of
from games.contract import InvalidMoveError
from games.text_reader import MissingError, TextReader, capitals
from texts import Message, say

M = TypeVar("M")

_PART: Final = re.compile(r"\{\w+\}|[^{}:@]*[:@]|[^{}:@]+")
"""A hole, or a literal that ends where a piece of what is typed ends."""
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_WHO: Final = re.compile(r"who: *[^,]+, *.+")
_ENDS: Final = ":@"
"""The signs that end a piece."""
_DEPTH: Final = len(SEPARATORS) - 3


class Scanned(Node):
    """A node of moves that itself finds where its text ends."""

    def scan(self, reader: TextReader, before: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Return the value that comes next, and pass over it.

        Args:
            reader: has passed over what stands before it.
            before: the fields of the move that stand before it.

        Raises:
            InvalidMoveError: says what is missing, and at which character.
        """
        raise NotImplementedError


class MoveText(Generic[M]):
    """One way to write moves of one kind.

    Attributes:
        kind: its class.
        nodes: the node of each field that is written.
        template: the text, with holes.
        heads: what it may begin with, in capitals.
        starts: what an error expects at its beginning.
        fits: returns whether a move of the kind is written so.
        format: prints a move.
    """

    def __init__(
        self,
        kind: type[M],
        template: str = "",
        /,
        *,
        when: Callable[[M], bool] | None = None,
        signs: Mapping[str, Message | str] = MappingProxyType({}),
        **given: Any,  # noqa: ANN401
    ) -> None:
        """Read a template.

        Args:
            kind: the class of the moves.
            template: the text, with holes; by default that of the class, or its name and fields.
            when: whether a move is written so; by default if its fields have the given values.
            signs: what an error expects in the place of a literal; by default the literal, between
                two fields.
            given: the node of a field, or the value that it always has; by default what its type
                says.

        Raises:
            TypeError: a hole has no field, a field no hole, nothing tells where a field ends, or
                the text has a blank or a lone brace.
        """
        names = getattr(kind, "_fields", ()) or [each.name for each in fields(kind)]  # type: ignore[arg-type]
        usual = (
            kind.__name__.lower() + ":" * bool(names) + ",".join(f"{{{each}}}" for each in names)
        )
        self.kind = kind
        self.template = template or getattr(kind, "text", "") or usual
        self._fixed = {name: each for name, each in given.items() if not isinstance(each, Node)}
        self._signs = signs
        self.nodes: dict[str, Node] = {
            name: given[name] if name in given else _node_of_field(kind, name)
            for name in names
            if name not in self._fixed
        }
        self._parts = tuple(_PART.findall(self.template))
        self._check()
        self._pieces = tuple(_pieces_of(self._parts))
        node = self._node(self._parts[0])
        self.starts: Message | str = f"'{self._parts[0]}'" if node is None else node.expects
        heads = [capitals(self._parts[0])] if node is None else [""]
        self.heads = tuple(node.by_capitals if isinstance(node, Words) else heads)
        sources: dict[str, Any] = {}
        source = " + ".join(self._source(part, sources) for part in self._parts)
        printer: Callable[[M], str] = eval(f"lambda move: {source}", sources)  # noqa: S307 - ours
        self.format = printer
        fixed = [f"move.{name} == fixed[{name!r}]" for name in self._fixed]
        condition = f"lambda move: {' and '.join(fixed) or True}"
        self.fits: Callable[[M], bool] = when or eval(condition, {"fixed": self._fixed})  # noqa: S307 - ours

    def _check(self) -> None:
        holes = re.findall(r"\{(\w+)\}", self.template)
        if sorted(holes) != sorted(self.nodes):
            raise TypeError(f"{self.kind.__name__}: the template must have a hole for each field")
        literals = [part for part in self._parts if part[0] != "{"]
        if "".join(self._parts) != self.template or any(map(has_break, literals)):
            raise TypeError(
                f"{self.kind.__name__}: {self.template!r} has a blank or a lone brace; "
                "write : or another sign, for a record puts blanks between moves"
            )
        for hole in _HOLE.findall(getattr(self.kind, "say", "")):
            if hole not in self.nodes and not _WHO.fullmatch(hole):
                raise TypeError(
                    f"{self.kind.__name__}: {{{hole}}} in say is no field; "
                    "a verb is {who: move, moves}"
                )
        for first, second in pairwise(self._parts):
            node = self._node(first)
            if node is not None and second[0] == "{" and not _tells_its_end(node):
                raise TypeError(f"{self.kind.__name__}: nothing tells where {first[1:-1]} ends")

    def _node(self, part: str) -> Node | None:
        """Return the node of a hole; None for a literal."""
        return self.nodes[part[1:-1]] if part[0] == "{" else None

    def _source(self, part: str, names: dict[str, Any]) -> str:
        """Return the expression that prints a part of the template."""
        node = self._node(part)
        return repr(part) if node is None else node.source(f"move.{part[1:-1]}", names)

    def pieces(self, move: M) -> Iterator[str]:
        """Iterate over the pieces in which a move is typed.

        A piece ends behind ``:`` and ``@``, and before a field or any other sign.
        """
        for parts in self._pieces:
            node = self._node(parts[0])
            if isinstance(node, MoveTable):
                yield from node.pieces(getattr(move, parts[0][1:-1]))
            else:
                yield "".join(self._print(part, move) for part in parts)

    def _print(self, part: str, move: M) -> str:
        node = self._node(part)
        return part if node is None else node.print(getattr(move, part[1:-1]))

    def scan(self, reader: TextReader) -> M:
        """Return the move that comes next, and pass over it.

        Raises:
            InvalidMoveError: says what is missing, and at which character.
        """
        found: dict[str, Any] = {}
        for number, part in enumerate(self._parts):
            node = self._node(part)
            if node is not None:
                found[part[1:-1]] = scan(node, reader, found)
            elif reader.upper.startswith(capitals(part), reader.at):
                reader.skip(len(part))
            else:
                reader.fail(self._signs.get(part) or self._told(number))
        return self.kind(**found, **self._fixed)

    def _told(self, number: int) -> str:
        """Return a literal, and where it stands, as an error says it."""
        around = self._parts[max(number - 1, 0) : number + 2]
        told = f"'{self._parts[number]}'"
        if [part[0] == "{" for part in around] == [True, False, True]:
            return f"{told} between {around[0][1:-1]} and {around[2][1:-1]}"
        return told


def _tells_its_end(node: Node) -> bool:
    """Return whether no text of a value begins another."""
    words = node.value_of if isinstance(node, Words) else ()
    return node.width is not None or all(word[-1] in _ENDS for word in words or " ")


def _pieces_of(parts: Sequence[str]) -> Iterator[list[str]]:
    """Iterate over the parts of each piece in which a text is typed."""
    piece: list[str] = []
    for part in parts:
        has_field = any(each[0] == "{" for each in piece)
        goes_on = part[-1] in _ENDS or (part[0] == "{" and not has_field)
        if piece and (piece[-1][-1] in _ENDS or not goes_on):
            yield piece
            piece = []
        piece.append(part)
    yield piece


class MoveTable(Scanned, Generic[M]):
    """The texts of moves of several kinds; also a node, for moves that have others in them."""

    def __init__(self, texts: Sequence[MoveText[Any]], expects: Message | str = "") -> None:
        """Join the texts of some kinds.

        Args:
            texts: of each kind, or several of one; a move is written by the first that fits it.
            expects: what an error expects at the beginning; by default one of all beginnings.
        """
        self.texts = tuple(texts)
        self.expects = expects or _any_of([each.starts for each in texts])
        self._of_kind: dict[type, list[MoveText[Any]]] = {}
        for each in texts:
            self._of_kind.setdefault(each.kind, []).append(each)
        self._known = lru_cache(MOST_KNOWN)(self._parse)

    def text_of(self, move: M) -> MoveText[M]:
        """Return the text that a move is written by."""
        return next(each for each in self._of_kind[type(move)] if each.fits(move))

    def format(self, move: M) -> str:
        """Return the text of a move."""
        texts = self._of_kind[type(move)]
        return (texts[0] if len(texts) == 1 else self.text_of(move)).format(move)

    def pieces(self, move: M) -> tuple[str, ...]:
        """Return the text of a move in the pieces in which it is typed."""
        return tuple(self.text_of(move).pieces(move))

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a call of `format`."""
        name = f"format{len(names)}"
        names[name] = self.format
        return f"{name}({value})"

    def parse(self, text: str) -> M:
        """Return the move of a text, forgiving its case and blanks around it.

        Raises:
            InvalidMoveError: says what is missing, and at which character.
        """
        return self._known(text)

    def _parse(self, text: str) -> M:
        reader = TextReader(text)
        move: M = self.scan(reader, {})
        reader.end()
        return move

    def scan(self, reader: TextReader, before: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Return the move that comes next and is the longest, and pass over it."""
        del before
        start = end = reader.at
        move: M | None = None
        stops: list[InvalidMoveError] = []
        for each in self.texts:
            if not reader.upper.startswith(each.heads, start):
                continue
            reader.at = start
            try:
                found = each.scan(reader)
            except InvalidMoveError as error:
                stops.append(error)
            else:
                if reader.at == len(reader.upper):
                    return found
                if reader.at > end:
                    move, end = found, reader.at
        farthest = max((stop.at for stop in stops), default=start)
        if move is not None and farthest <= end:
            reader.at = end
            return move
        if farthest == start:
            reader.fail(self.expects, start)
        raise _join(reader, [stop for stop in stops if stop.at == farthest])


def _join(reader: TextReader, stops: Sequence[InvalidMoveError]) -> InvalidMoveError:
    """Return one error of some at the same character."""
    missing = [stop.expected for stop in stops if isinstance(stop, MissingError)]
    if len(missing) < len(stops):
        return next(stop for stop in stops if not isinstance(stop, MissingError))
    return reader.error(_any_of(missing), stops[0].at)


def _any_of(expected: Sequence[Message | str]) -> Message | str:
    """Return what an error expects where one of several would do."""
    first, *others = dict.fromkeys(expected)
    return say("games/text/any", each=(first, *others)) if others else first


def scan(node: Node, reader: TextReader, before: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return the value of a node that comes next, and pass over it."""
    match node:
        case Scanned():
            return node.scan(reader, before)
        case Words():
            return node.value_of[reader.word(node.value_of, node.expects)]
        case Maybe(inner=Words() as inner):
            return inner.value_of.get(reader.word((*inner.value_of, node.sign), node.expects))
        case Number():
            at = reader.at
            number = reader.number(node.digits, node.expects)
            if number < node.least:
                reader.fail(say("games/text/number-from", least=node.least), at)
            return -number if node.sign else number
    raise TypeError(f"{type(node).__name__}: a move's field is a number or has words")


def _node_of_field(kind: type, name: str) -> Node:
    """Return the node that the type of a field says."""
    node = node_of(get_type_hints(kind, include_extras=True)[name], _DEPTH, name)
    if not isinstance(node, Words | Number):
        raise TypeError(f"{kind.__name__}.{name}: a move's field is a number or has words")
    return node
