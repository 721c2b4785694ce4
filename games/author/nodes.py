"""Text of values: nodes that print, read and walk one type of value each.

A printer is generated as source text from the nodes, as `dataclasses` generates methods, so derived
text is as quick as text that is printed by hand. Reading is exact; the caller compares with the
printed text, so that only the canonical text of a value is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any, Final, TypeAlias

from games.author.boards import Board
from games.author.marks import Deck, Mark
from games.author.past import DIGITS
from games.quoting import quote

NONE: Final = "."
HIDDEN: Final = "?"
EMPTY: Final = "-"
SEPARATORS: Final = " /:,+;"
"""What stands between parts, by depth, from the outside."""
_FEW: Final = 12
"""So many words are named in an error."""
_DIGITS: Final = 9
_SHOWN: Final = 16
"""Characters of a text that are shown in an error."""

Leaf: TypeAlias = "tuple[Node, Any, str, int | None]"
"""A node, its value, the field of the position that it is in, and the seat whose part it is in."""
Visit: TypeAlias = Callable[["Maybe", Any, str, "int | None"], Any]
"""Returns what stands in place of an item that may be hidden; its arguments are those of `Leaf`."""


class TextError(ValueError):
    """A text that is no value.

    Attributes:
        at: the character, from 0.
    """

    def __init__(self, at: int, text: str, expected: str) -> None:
        found = f"{quote(text)} stands where {expected} is missing"
        super().__init__(found if text else f"{expected} is missing")
        self.at = at


def has_break(text: str) -> bool:
    """Return whether a text has a blank or a brace, which ends a move in a record."""
    return any(sign.isspace() or sign in "{}" for sign in text)


def check_canonical(text: str, printed: str) -> None:
    """Check that a text is the one that is printed for the value that was read from it.

    Raises:
        TextError: it is not.
    """
    if text != printed:
        pairs = zip(text, printed, strict=False)
        at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        raise TextError(at, text[at : at + _SHOWN], quote(printed[at : at + _SHOWN] or "the end"))


class Node:
    """How values of one type are printed, read and walked.

    Attributes:
        width: the characters of a value, where that is always the same.
        expects: what an error says is missing.
        domain: all values, where they are few.
    """

    width: int | None = None
    expects = "a value"
    domain: Sequence[Any] = ()

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return the expression that prints a value.

        Args:
            value: the expression of the value.
            names: what the expression may use; the node adds what it needs.
        """
        raise NotImplementedError

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401 - a value of whichever type
        """Return the value of a text that begins at a character.

        Raises:
            TextError: it is no value.
        """
        raise NotImplementedError

    def leaves(self, value: Any, field: str, owner: int | None) -> Iterator[Leaf]:  # noqa: ANN401
        """Iterate over what a value consists of, hidden items included."""
        yield self, value, field, owner

    def rebuild(self, value: Any, visit: Visit, field: str, owner: int | None) -> Any:  # noqa: ANN401, ARG002
        """Return the value with each item that may be hidden replaced by what `visit` returns."""
        return value

    @cached_property
    def print(self) -> Callable[[Any], str]:
        """The function that prints a value, which is made once."""
        names: dict[str, Any] = {}
        source = self.source("value", names)
        printer: Callable[[Any], str] = eval(f"lambda value: {source}", names)  # noqa: S307 - ours
        return printer


class Words(Node):
    """One of a few values, each with a word."""

    def __init__(  # noqa: PLR0913 - what a word may be, each by its name
        self,
        domain: Sequence[Any],
        words: Sequence[str],
        expects: str,
        *,
        deck: Deck | None = None,
        board: Board | None = None,
        is_seat: bool = False,
    ) -> None:
        """Name the values.

        Args:
            domain: the values.
            words: the word of each.
            expects: what an error says is missing.
            deck: whose cards they are.
            board: whose places they are.
            is_seat: whether they are seats.

        Raises:
            TypeError: two values have the same word, or a word cannot be told from other text.
        """
        self.domain = tuple(domain)
        self.word_of = dict(zip(self.domain, words, strict=True))
        self.value_of = {word: value for value, word in self.word_of.items()}
        self.by_capitals = {word.upper(): value for value, word in self.word_of.items()}
        self.deck = deck
        self.board = board
        self.is_seat = is_seat
        between = " or " if len(words) == len("MT") else " "
        few = between.join(words) if len(words) <= _FEW else f"{words[0]} … {words[-1]}"
        self.expects = f"{expects} ({few})"
        widths = {len(word) for word in words}
        self.width = widths.pop() if len(widths) == 1 else None
        if len(self.by_capitals) < len(self.domain):
            raise TypeError(f"two values have the same word: {few}")
        for word in words:
            is_taken = word in ("", NONE, HIDDEN, EMPTY) or set(word) & set(SEPARATORS)
            if is_taken or has_break(word):
                raise TypeError(f"{word!r} cannot be a word: it would read as something else")

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a look-up: by place where the values are 0, 1, 2 …, which is twice as quick."""
        name = f"words{len(names)}"
        by_place = self.domain == tuple(range(len(self.domain)))
        names[name] = tuple(self.word_of.values()) if by_place else self.word_of
        return f"{name}[{value}]"

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return the value with this word."""
        if text not in self.value_of:
            raise TextError(at, text, self.expects)
        return self.value_of[text]


class Number(Node):
    """A number from 0, without leading zeros."""

    expects = "a number"

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a call of ``str``."""
        del names
        return f"str({value})"

    def read(self, text: str, at: int) -> int:
        """Return the number."""
        if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
            raise TextError(at, text, self.expects)
        return int(text)


class Digest(Node):
    """The digest of an earlier position: ten characters from 0 to 9 and a to v."""

    expects = "a digest of ten characters"
    width = 10

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return the value, which is its own text."""
        del names
        return value

    def read(self, text: str, at: int) -> str:
        """Return the text."""
        if len(text) != self.width or not set(text) <= set(DIGITS):
            raise TextError(at, text, self.expects)
        return text


class Maybe(Node):
    """A value or None, which means that there is none, or that it is hidden."""

    def __init__(
        self, inner: Node, mark: Mark | None = None, sign: str = "", expects: str = ""
    ) -> None:
        """Wrap a node.

        Args:
            inner: of the value.
            mark: OWN or CLOSED if the value may be hidden, else None.
            sign: what stands for None; by default that of the mark.
            expects: what an error says is missing; by default what the inner node does.
        """
        self.inner = inner
        self.mark = mark
        self.sign = sign or (HIDDEN if mark else NONE)
        self.width = 1 if inner.width == 1 else None
        self.expects = expects or inner.expects
        self.domain = inner.domain

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return the sign for None, else what the inner node prints."""
        name = f"item{len(names)}"
        names[name] = None  # so that the next name is another
        inner = self.inner.source(name, names)
        return f"({self.sign!r} if ({name} := {value}) is None else {inner})"

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return None for its sign, else the value."""
        return None if text == self.sign else self.inner.read(text, at)

    def leaves(self, value: Any, field: str, owner: int | None) -> Iterator[Leaf]:  # noqa: ANN401
        """Iterate over the item itself if it may be hidden, else over what it consists of."""
        if self.mark is not None:
            yield self, value, field, owner
        elif value is not None:
            yield from self.inner.leaves(value, field, owner)

    def rebuild(self, value: Any, visit: Visit, field: str, owner: int | None) -> Any:  # noqa: ANN401
        """Return what `visit` returns for an item that may be hidden."""
        if self.mark is not None:
            return visit(self, value, field, owner)
        return None if value is None else self.inner.rebuild(value, visit, field, owner)


class Many(Node):
    """Items one after the other.

    Attributes:
        item: the node of an item.
        board: has a place for each item, or None.
        length: how many items there must be; None for any number.
        per_seat: whether there is one item a seat.
    """

    def __init__(
        self,
        item: Node,
        separator: str,
        *,
        board: Board | None = None,
        per_seat: bool = False,
    ) -> None:
        """Define items.

        Args:
            item: the node of an item.
            separator: what stands between items: nothing if each is one character.
            board: has a place for each item; without one there may be any number.
            per_seat: whether there is one item a seat.
        """
        self.item = item
        self.board = board
        self.length = len(board) if board else None
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
        joined = f"{self._separator!r}.join([{each} for {name} in {value}])"
        return joined if self.length else f"({joined} or {EMPTY!r})"

    def read(self, text: str, at: int) -> tuple[Any, ...]:
        """Return the items."""
        if text == EMPTY and not self.length:
            return ()
        parts = list(self._parts(text, at))
        if self.length is not None and len(parts) != self.length:
            raise TextError(at, text, f"{self.length} times {self.expects}")
        return tuple(self.item.read(part, place) for place, part in parts)

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

    def __init__(self, made: type, nodes: dict[str, Node], separator: str) -> None:
        """Define a value.

        Args:
            made: its class, which takes the fields in their order.
            nodes: the node of each field.
            separator: what stands between fields.
        """
        self.nodes = nodes
        self._made = made
        self._separator = separator
        self.expects = f"a {made.__name__.lower()}"

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return what the fields print, with the separator between them."""
        parts = (node.source(f"{value}.{name}", names) for name, node in self.nodes.items())
        return "(" + f" + {self._separator!r} + ".join(parts) + ")"

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return the value."""
        parts = text.split(self._separator)
        if len(parts) != len(self.nodes):
            raise TextError(at, text, f"{len(self.nodes)} fields ({' '.join(self.nodes)})")
        found = []
        for part, (name, node) in zip(parts, self.nodes.items(), strict=True):
            try:
                found.append(node.read(part, at))
            except TextError as error:
                if self._separator == SEPARATORS[0]:
                    error.args = (f"{name}: {error}",)
                raise
            at += len(part) + len(self._separator)
        return self._made(*found)

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
