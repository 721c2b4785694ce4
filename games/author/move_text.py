"""Text of moves: a table of templates with holes, from which printer, parser and pieces follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar, get_type_hints

from games.author.nodes import SEPARATORS, Maybe, Node, Number, Words, has_break
from games.author.types_to_nodes import node_of
from games.contract import InvalidMoveError
from games.text_reader import MissingError, TextReader

M = TypeVar("M")

_PART: Final = re.compile(r"\{\w+\}|[^{}:@]*[:@]|[^{}:@]+")
"""A hole, or a literal that ends where a piece of what is typed ends."""
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_WHO: Final = re.compile(r"who: *[^,]+, *.+")
_DIGITS: Final = 9
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


class Count(Scanned):
    """A number without leading zeros."""

    def __init__(self, digits: int, least: int = 1, expects: str = "", sign: str = "") -> None:
        """Define numbers.

        Args:
            digits: the most that they may have.
            least: the least of them.
            expects: what an error says is missing.
            sign: ``-`` if the field has the number below 0.
        """
        self.expects = expects or f"a number of at most {digits} digits, without leading zero"
        self._digits = digits
        self._least = least
        self._sign = sign

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a call of ``str``."""
        del names
        return f"str({self._sign}{value})"

    def scan(self, reader: TextReader, before: Mapping[str, Any]) -> int:
        """Return the number."""
        del before
        at = reader.at
        count = reader.number(self._digits, self.expects)
        if count < self._least:
            reader.fail(f"a number from {self._least}", at)
        return -count if self._sign else count


class MoveText(Generic[M]):
    """One way to write moves of one kind.

    Attributes:
        kind: its class.
        nodes: the node of each field that is written.
        template: the text, with holes.
        head: the literal that it begins with, in capitals; empty if it begins with a hole.
        starts: what an error expects at its beginning.
        format: prints a move.
    """

    def __init__(
        self,
        kind: type[M],
        template: str = "",
        /,
        *,
        when: Callable[[M], bool] | None = None,
        signs: Mapping[str, str] = MappingProxyType({}),
        **given: Any,  # noqa: ANN401
    ) -> None:
        """Read a template.

        Args:
            kind: the class of the moves.
            template: the text, with holes; by default that of the class, or its name and fields.
            when: whether a move is written so; by default if its fields have the given values.
            signs: where a literal stands, as an error says it; by default between two fields.
            given: the node of a field, or the value that it always has; by default what its type
                says.

        Raises:
            TypeError: a hole has no field, a field no hole, nothing tells where a field ends, or
                the text has a blank or a lone brace.
        """
        names = [each.name for each in fields(kind)]  # type: ignore[arg-type]
        usual = (
            kind.__name__.lower() + ":" * bool(names) + ",".join(f"{{{each}}}" for each in names)
        )
        self.kind = kind
        self.template = template or getattr(kind, "text", "") or usual
        self._fixed = {name: each for name, each in given.items() if not isinstance(each, Node)}
        self._when = when
        self._signs = signs
        self.nodes: dict[str, Node] = {
            name: given[name] if name in given else _node_of_field(kind, name)
            for name in names
            if name not in self._fixed
        }
        self._parts = tuple(_PART.findall(self.template))
        self._check()
        self._pieces = tuple(_pieces_of(self._parts))
        first = self._parts[0]
        self.head = "" if first[0] == "{" else first.upper()
        self.starts = f"'{first}'" if self.head else self.nodes[first[1:-1]].expects
        sources: dict[str, Any] = {}
        source = " + ".join(self._source(part, sources) for part in self._parts)
        printer: Callable[[M], str] = eval(f"lambda move: {source}", sources)  # noqa: S307 - ours
        self.format = printer

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
            if first[0] == second[0] == "{" and self.nodes[first[1:-1]].width is None:
                raise TypeError(f"{self.kind.__name__}: nothing tells where {first[1:-1]} ends")

    def _source(self, part: str, names: dict[str, Any]) -> str:
        """Return the expression that prints a part of the template."""
        if part[0] == "{":
            return self.nodes[part[1:-1]].source(f"move.{part[1:-1]}", names)
        return repr(part)

    def fits(self, move: M) -> bool:
        """Return whether a move of the kind is written so."""
        if self._when is not None:
            return self._when(move)
        return all(getattr(move, name) == value for name, value in self._fixed.items())

    def pieces(self, move: M) -> Iterator[str]:
        """Iterate over the pieces in which a move is typed.

        A piece ends behind ``:`` and ``@``, and before a field or any other sign.
        """
        for parts in self._pieces:
            node = self.nodes.get(parts[0][1:-1])
            if isinstance(node, MoveTable):
                yield from node.pieces(getattr(move, parts[0][1:-1]))
            else:
                yield "".join(self._print(part, move) for part in parts)

    def _print(self, part: str, move: M) -> str:
        if part[0] != "{":
            return part
        return self.nodes[part[1:-1]].print(getattr(move, part[1:-1]))

    def scan(self, reader: TextReader) -> M:
        """Return the move that comes next, and pass over it.

        Raises:
            InvalidMoveError: says what is missing, and at which character.
        """
        found: dict[str, Any] = {}
        for number, part in enumerate(self._parts):
            if part[0] == "{":
                found[part[1:-1]] = _scan(self.nodes[part[1:-1]], reader, found)
            elif reader.upper.startswith(part.upper(), reader.at):
                reader.skip(len(part))
            else:
                reader.fail(f"'{part}'{self._where(number)}")
        return self.kind(**found, **self._fixed)

    def _where(self, number: int) -> str:
        """Return where a literal stands, as an error says it."""
        around = self._parts[max(number - 1, 0) : number + 2]
        where = self._signs.get(self._parts[number], "")
        if not where and [part[0] == "{" for part in around] == [True, False, True]:
            where = f"between {around[0][1:-1]} and {around[2][1:-1]}"
        return f" {where}" if where else ""


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

    def __init__(self, texts: Sequence[MoveText[Any]], expects: str = "") -> None:
        """Join the texts of some kinds.

        Args:
            texts: of each kind, or several of one; a move is written by the first that fits it.
            expects: what an error expects at the beginning; by default one of all beginnings.
        """
        self.texts = tuple(texts)
        self.expects = expects or " or ".join(dict.fromkeys(each.starts for each in texts))
        self._of_kind: dict[type, list[MoveText[Any]]] = {}
        for each in texts:
            self._of_kind.setdefault(each.kind, []).append(each)

    def text_of(self, move: M) -> MoveText[M]:
        """Return the text that a move is written by."""
        texts = self._of_kind[type(move)]
        return next(each for each in texts if len(texts) == 1 or each.fits(move))

    def format(self, move: M) -> str:
        """Return the text of a move."""
        return self.text_of(move).format(move)

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
            if not reader.upper.startswith(each.head, start):
                continue
            reader.at = start
            try:
                found = each.scan(reader)
            except InvalidMoveError as error:
                stops.append(error)
            else:
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
    return reader.error(" or ".join(dict.fromkeys(missing)), stops[0].at)


def _scan(node: Node, reader: TextReader, before: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return the value of a node that comes next, and pass over it."""
    match node:
        case Scanned():
            return node.scan(reader, before)
        case Words():
            return node.value_of[reader.word(node.value_of, node.expects)]
        case Maybe(inner=Words() as inner):
            return inner.value_of.get(reader.word((*inner.value_of, node.sign), node.expects))
        case Number():
            return reader.number(_DIGITS, node.expects)
    raise TypeError(f"{type(node).__name__}: a move's field is a number or has words")


def _node_of_field(kind: type, name: str) -> Node:
    """Return the node that the type of a field says."""
    node = node_of(get_type_hints(kind, include_extras=True)[name], _DEPTH, name)
    if not isinstance(node, Words | Number):
        raise TypeError(f"{kind.__name__}.{name}: a move's field is a number or has words")
    return node
