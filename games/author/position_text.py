"""Nodes for positions that had their text before the base: a NamedTuple, and a node written down.

Some parts of such a position are more than one field, or are printed from an expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.author.nodes import EMPTY, HIDDEN, Node, TextError, Words, check_canonical, item_at
from games.author.records import Fields, Many
from games.contract import InvalidPositionError

_MOST_OF_A_KIND: Final = 99


class Computed(Node):
    """A part that is printed from an expression; it may be read as several fields."""

    spreads = True

    def __init__(
        self, source: str, node: Node, spread: Callable[[Any], Any] = lambda found: found
    ) -> None:
        """Define a part.

        Args:
            source: the expression of what is printed, where ``{0}`` is the value that this is a
                part of and ``value`` the whole position; ``{{}}`` is the number of an item.
            node: of what is printed.
            spread: returns the fields of what was read; a ValueError says why there are none.
        """
        self._source = source
        self._node = node
        self._spread = spread
        self.there = node.there.format(source)
        self.width = node.width
        self.pattern = node.pattern

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return what the node prints of the expression."""
        return self._node.source(self._source.format(value), names)

    def read(self, text: str, at: int) -> Any:  # noqa: ANN401
        """Return the fields."""
        found = self._node.read(text, at)
        try:
            return self._spread(found)
        except ValueError as error:
            raise TextError(at, text, str(error)) from None


class Hidden(Node):
    """Items that may be hidden, and how many they are: ``?5`` where they are hidden."""

    spreads = True

    def __init__(self, name: str, count: str, items: Node, most: int) -> None:
        """Define a part.

        Args:
            name: the field with the items; None where they are hidden.
            count: the field with their number.
            items: the node of the items.
            most: how many there can be.
        """
        counts = range(most + 1)
        self._name = name
        self._count = count
        self._items = items
        self._hidden = Words(counts, [f"{HIDDEN}{count}" for count in counts], says=items.says)

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return the sign and the number where they are hidden, else what the items print."""
        hidden = self._hidden.source(f"{value}.{self._count}", names)
        items = self._items.source(f"{value}.{self._name}", names)
        return f"({hidden} if {value}.{self._name} is None else {items})"

    def read(self, text: str, at: int) -> dict[str, Any]:
        """Return both fields."""
        if text.startswith(HIDDEN):
            return {self._name: None, self._count: self._hidden.read(text, at)}
        found = self._items.read(text, at)
        return {self._name: found, self._count: len(found)}


class Text(Node):
    """A text of some signs, which stands for itself; ``-`` if there are none."""

    there = "{0}"

    def __init__(self, allowed: str, says: str) -> None:
        """Define texts.

        Args:
            allowed: the pattern that they fit.
            says: what an error says of others.
        """
        self._allowed = re.compile(allowed)
        self.says = says

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return the text."""
        del names
        return f"({value} or {EMPTY!r})"

    def read(self, text: str, at: int) -> str:
        """Return the text."""
        if not text or (text != EMPTY and not self._allowed.fullmatch(text)):
            raise self.error(at, text)
        return "" if text == EMPTY else text


class Counts(Node):
    """How many there are of each kind, such as ``R2M1``; ``-`` for none."""

    there = "True"

    def __init__(self, letters: str, says: str) -> None:
        """Define kinds by their letters; `says` is what an error says."""
        self._letters = letters
        self._pattern = re.compile("".join(f"(?:{each}([1-9][0-9]?))?" for each in letters))
        self.says = says

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return the sum of a look-up for each kind."""
        for letter in self._letters:
            counts = range(1, _MOST_OF_A_KIND + 1)
            names[f"counts_{letter}"] = ("", *(f"{letter}{count}" for count in counts))
        each = (f"counts_{x}[{item_at(value, n)}]" for n, x in enumerate(self._letters))
        return f"({' + '.join(each)} or {EMPTY!r})"

    def read(self, text: str, at: int) -> tuple[int, ...]:
        """Return the number of each kind."""
        match = self._pattern.fullmatch("" if text == EMPTY else text)
        if not match or not text:
            raise self.error(at, text)
        return tuple(int(count or 0) for count in match.groups())


class Distinct(Many):
    """Items of which none stands there twice."""

    def read(self, text: str, at: int) -> tuple[Any, ...]:
        """Return the items."""
        found = super().read(text, at)
        if len(set(found)) < len(found):
            raise self.error(at, text)
        return found


def flag(sign: str) -> Words:
    """Return the node of a sign that stands there if something is so."""
    node = Words((False, True), ("", sign))
    node.pattern = f"{re.escape(sign)}?"
    return node


def position_node(made: Callable[..., Any], nodes: Mapping[str, Node]) -> Fields:
    """Return the node of positions with these fields, one space between them."""
    says = f"position: a position has {len(nodes)} fields with one space between "
    return Fields(made, nodes, " ", f"{says}({' '.join(nodes)}), not {{count}}")


def read_position(
    node: Fields, text: str, contradictions: Callable[[Any], Iterable[str]] = lambda _: ()
) -> Any:  # noqa: ANN401 - a position of whichever game
    """Return the position of its canonical text.

    Args:
        node: of positions.
        text: the text.
        contradictions: iterates over what cannot be in a position; each begins with its field.

    Raises:
        InvalidPositionError: names the field, what is wrong and, of a text, the character.
    """
    try:
        position = node.read(text, 0)
        for contradiction in contradictions(position):
            raise InvalidPositionError(contradiction)
        check_canonical(text, node.print(position))
    except TextError as error:
        names = list(node.nodes)
        is_whole = text.count(" ") == len(names) - 1
        field = f"{names[text.count(' ', 0, error.at)]}: " if is_whole else ""
        raise InvalidPositionError(f"{field}{error} (character {error.at})") from None
    return position
