"""Text of values: nodes that print, read and walk one type of value each.

A printer is generated as source text from the nodes, as `dataclasses` generates methods, so derived
text is as quick as text that is printed by hand. Reading is exact; the caller compares with the
printed text, so that only the canonical text of a value is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import takewhile
from typing import Any, Final, TypeAlias

from games.author.boards import Board
from games.author.marks import Deck, Mark
from games.quoting import quote
from games.text_reader import capitals
from texts import Message, say

NONE: Final = "."
HIDDEN: Final = "?"
EMPTY: Final = "-"
SEPARATORS: Final = " /:,+;"
"""What stands between parts, by depth, from the outside."""
MOST_KNOWN: Final = 256
"""So many texts are kept of one node, with their values."""
STANDS: Final = "{found} stands where {expected} is missing"
_MISSING: Final = "{expected} is missing"
_FEW: Final = 12
"""So many words are named in an error."""
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")
_MOST: Final = 10**9 - 1
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
        number: the number of the outermost item that it is in.
    """

    def __init__(self, at: int, text: str, says: str) -> None:
        """Tell of a text.

        Args:
            at: the character that it begins with.
            text: what stands there.
            says: what is wrong: ``{found}`` is the text, ``{number}`` the number of the item.
        """
        self.at = at
        self.number = 0
        self._text = text
        self._says = says

    def __str__(self) -> str:
        says = self._says.replace("{number}", str(self.number))
        return says.replace("{found}", quote(self._text))


def item_at(value: str, number: int) -> str:
    """Return the expression of an item of a value.

    >>> item_at("hand", 2), item_at("counts[3 * place + {}]", 2)
    ('hand[2]', 'counts[3 * place + 2]')
    """
    return value.format(number) if "{}" in value else f"{value}[{number}]"


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
        expected = quote(printed[at : at + _SHOWN] or "the end")
        raise _missing(at, text[at : at + _SHOWN], expected)


def _missing(at: int, text: str, expected: str) -> TextError:
    return TextError(at, text, (STANDS if text else _MISSING).replace("{expected}", expected))


class Node:
    """How values of one type are printed, read and walked.

    Attributes:
        width: the characters of a value, where that is always the same.
        expects: what an error says is missing.
        says: what an error says instead, as in `TextError`.
        domain: all values, where they are few.
        pattern: what its text fits, where a template cannot tell where the text ends.
        there: the expression that tells whether there is a value, where ``{0}`` is the value.
        spreads: whether a value is printed from all of the value that it is a part of, and may be
            read as a mapping of several fields.
    """

    width: int | None = None
    expects: Message | str = "a value"
    says = ""
    domain: Sequence[Any] = ()
    pattern = ""
    there = "{0} is not None"
    spreads = False

    def error(self, at: int, text: str, count: int = 0) -> TextError:
        """Return the error that a text is none of these values.

        Args:
            at: the character that it begins with.
            text: what stands there.
            count: so many parts stand there, ``{count}`` in `says`.
        """
        if self.says:
            return TextError(at, text, self.says.replace("{count}", str(count)))
        return _missing(at, text, str(self.expects))

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

    def known(self) -> Callable[[str], Any]:
        """Return a reader that keeps what it has read, for positions have parts in common.

        Its errors do not tell the right character; those of `read` do.
        """
        return lru_cache(MOST_KNOWN)(partial(self.read, at=0))

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
        words: Sequence[str] = (),
        expects: Message | str = "a word",
        *,
        says: str = "",
        deck: Deck | None = None,
        board: Board | None = None,
        is_seat: bool = False,
    ) -> None:
        """Name the values.

        Args:
            domain: the values.
            words: the word of each; by default the value itself.
            expects: what an error says is missing; to a text, the words are added.
            says: what an error says instead.
            deck: whose cards they are.
            board: whose places they are.
            is_seat: whether they are seats.

        Raises:
            TypeError: two values have the same word.
        """
        words = words or domain
        self.domain = tuple(domain)
        self.word_of = dict(zip(self.domain, words, strict=True))
        self.value_of = {word: value for value, word in self.word_of.items()}
        self.by_capitals = {capitals(word): value for value, word in self.word_of.items()}
        self.deck = deck
        self.board = board
        self.is_seat = is_seat
        between = " or " if len(words) == len("MT") else " "
        few = between.join(words) if len(words) <= _FEW else f"{words[0]} … {words[-1]}"
        self.expects = f"{expects} ({few})" if isinstance(expects, str) else expects
        self.says = says
        widths = {len(word) for word in words}
        self.width = widths.pop() if len(widths) == 1 else None
        if len(self.by_capitals) < len(self.domain):
            raise TypeError(f"two values have the same word: {few}")

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a look-up: by place where the values are 0, 1, 2 …, which is twice as quick."""
        name = f"words{len(names)}"
        by_place = self.domain == tuple(range(len(self.domain)))
        names[name] = tuple(self.word_of.values()) if by_place else self.word_of
        return f"{name}[{value}]"

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return the value with this word."""
        if text not in self.value_of:
            raise self.error(at, text)
        return self.value_of[text]


class Number(Node):
    """A number from 0, without leading zeros.

    Attributes:
        least: the least number.
        digits: the most digits of a number.
        sign: ``-`` if the value is the number below 0.
    """

    expects: Message | str = say("games/text/number-any")

    def __init__(
        self,
        least: int = 0,
        most: int = _MOST,
        says: str = "",
        *,
        expects: Message | str = "",
        sign: str = "",
    ) -> None:
        """Define numbers by their bounds, both included."""
        self.least = least
        self._most = most
        self.says = says
        self.digits = len(str(most))
        self.sign = sign
        if most < _MOST:
            self.says = says or (
                f"{{found}} must be a number from {least} to {most}, without leading zeros"
            )
            self.expects = expects or say("games/text/number", digits=self.digits)

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a call that keeps what was printed, which is quicker."""
        names["number"] = lru_cache(MOST_KNOWN)(int.__repr__)
        return f"number({self.sign}{value})"

    def read(self, text: str, at: int) -> int:
        """Return the number."""
        if not _NUMBER.fullmatch(text) or not self.least <= int(text) <= self._most:
            raise self.error(at, text)
        return int(text)


class Maybe(Node):
    """A value or None, which means that there is none, or that it is hidden."""

    def __init__(
        self,
        inner: Node,
        mark: Mark | None = None,
        sign: str = "",
        expects: Message | str = "",
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
        if isinstance(self.inner, Words):  # one look-up, which is quicker
            names[name] = {**self.inner.word_of, None: self.sign}
            return f"{name}[{value}]"
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
