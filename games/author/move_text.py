"""Text of moves: each kind of move has a template with holes for its fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final, NamedTuple, get_type_hints

from games.author.nodes import SEPARATORS, Number, Words, has_break
from games.author.types_to_nodes import node_of
from games.author.values import Move
from games.contract import InvalidMoveError
from games.quoting import quote
from games.text_reader import capitals

_PART: Final = re.compile(r"\{\w+\}|[^{}]+")
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_WHO: Final = re.compile(r"who: *[^,]+, *.+")
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")
_DEPTH: Final = len(SEPARATORS) - 3


class _Stop(NamedTuple):
    """Where a text cannot be read on, and what is missing there."""

    at: int
    expected: str


class MoveText:
    """The text of one kind of move.

    Attributes:
        kind: its class.
        nodes: the node of each field: a number, or words.
        template: the text, with holes.
        format: prints a move.
    """

    def __init__(self, kind: type[Move]) -> None:
        """Read the template of a kind.

        Raises:
            TypeError: a hole has no field, a field no hole, nothing tells where a field ends, or
                the text has a blank or a lone brace.
        """
        hints = get_type_hints(kind, include_extras=True)
        names = [each.name for each in fields(kind)]
        usual = (
            kind.__name__.lower() + ":" * bool(names) + ",".join(f"{{{each}}}" for each in names)
        )
        self.kind = kind
        self.nodes: dict[str, Words | Number] = {}
        for name in names:
            node = node_of(hints[name], _DEPTH, name)
            if not isinstance(node, Words | Number):
                raise TypeError(f"{kind.__name__}.{name}: a move's field is a number or has words")
            self.nodes[name] = node
        self.template = kind.text or usual
        self._parts = tuple(_PART.findall(self.template))
        self._check()
        given: dict[str, Any] = {}
        source = " + ".join(self._source(part, given) for part in self._parts)
        printer: Callable[[Any], str] = eval(f"lambda move: {source}", given)  # noqa: S307 - ours
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
        for hole in _HOLE.findall(self.kind.say):
            if hole not in self.nodes and not _WHO.fullmatch(hole):
                raise TypeError(
                    f"{self.kind.__name__}: {{{hole}}} in say is no field; "
                    "a verb is {who: move, moves}"
                )
        for first in re.findall(r"\{(\w+)\}(?=\{)", self.template):
            if self.nodes[first].width is None:
                raise TypeError(f"{self.kind.__name__}: nothing tells where {first} ends")

    def _source(self, part: str, given: dict[str, Any]) -> str:
        """Return the expression that prints a part of the template."""
        if part[0] == "{":
            return self.nodes[part[1:-1]].source(f"move.{part[1:-1]}", given)
        return repr(part)

    def pieces(self, move: Move) -> tuple[str, ...]:
        """Return the text of a move, split behind each field."""
        found: list[str] = []
        literal = ""
        for part in self._parts:
            if part[0] == "{":
                name = part[1:-1]
                found.append(literal + self.nodes[name].print(getattr(move, name)))
                literal = ""
            else:
                literal += part
        if literal:
            found[-1:] = ["".join((*found[-1:], literal))]
        return tuple(found)

    def read(self, upper: str) -> Move | _Stop:
        """Return the move of a text in capitals, or where it cannot be read on."""
        found: dict[str, Any] = {}
        at = 0
        for part in self._parts:
            if part[0] != "{":
                if not upper.startswith(part.upper(), at):
                    return _Stop(at, f"'{part}'")
                at += len(part)
                continue
            node = self.nodes[part[1:-1]]
            word = _word_at(node, upper, at)
            if not word:
                return _Stop(at, node.expects)
            found[part[1:-1]] = int(word) if isinstance(node, Number) else node.by_capitals[word]
            at += len(word)
        return self.kind(**found) if at == len(upper) else _Stop(at, "the end")


def _word_at(node: Words | Number, upper: str, at: int) -> str:
    """Return the longest word of a node that stands at a character, or nothing."""
    if isinstance(node, Number):
        match = _NUMBER.match(upper, at)
        return match[0] if match else ""
    fitting = [word for word in node.by_capitals if upper.startswith(word, at)]
    return max(fitting, key=len, default="")


def read_move(kinds: Sequence[MoveText], text: str) -> Move:
    """Return the move of a text, forgiving its case and blanks around it.

    Raises:
        InvalidMoveError: says what is missing, and at which character.
    """
    stripped = text.strip()
    upper = capitals(stripped)
    stops = []
    for kind in kinds:
        found = kind.read(upper)
        if isinstance(found, Move):
            return found
        stops.append(found)
    at = max(stop.at for stop in stops)
    expected = " or ".join(dict.fromkeys(stop.expected for stop in stops if stop.at == at))
    rest = stripped[at:]
    reason = f"{quote(rest)} stands where {expected} is missing" if rest else f"add {expected}"
    raise InvalidMoveError(f"cannot read {quote(stripped)}: {reason}", at, reason)
