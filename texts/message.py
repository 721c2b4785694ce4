"""What is said, as data: the id of a message and its typed arguments. No language, no prose."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Noun:
    """A thing with a name in each language, such as a province or a card.

    Attributes:
        kind: its room and kind, such as ``siam/province``.
        id: which one; its forms are the text ``kind/id``.
        name: its own name, such as a player's map gives: said where no text has this name.
    """

    kind: str
    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table, by name: a person or a bot; or whoever reads this."""

    name: str
    is_you: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a table, from 0, where its name is not known, as in a message of the rules."""

    number: int


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part that stands in one. As text it is English: so logs and errors read.

    Attributes:
        id: where its text stands: a room and a name, such as ``table/closed``.
        args: what the text is about.
    """

    id: str
    args: Mapping[str, Argument]

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        from texts.voice import speaking, tell  # noqa: PLC0415 - which tells messages

        with speaking("en"):
            return tell(self)


Argument: TypeAlias = int | str | Noun | Person | Seat | Message | tuple["Argument", ...] | None
"""What a message may be about; `bool` is chosen by as ``yes`` and ``no``, None as ``none``."""


def say(text_id: str, /, **args: Argument) -> Message:
    """Return a message.

    >>> str(say("texts/and-so-on", n=2))
    'and 2 more'
    """
    return Message(text_id, args)


def to_data(value: Argument) -> object:
    """Return a message or an argument as plain data, for the wire."""
    match value:
        case Seat(number):
            return {"seat": number}
        case Person(name, is_you):
            return {"who": [name, is_you]}
        case Noun(kind, id, name):
            return {"noun": [kind, id, name]}
        case Message(id, args):
            return {"say": [id, {key: to_data(each) for key, each in args.items()}]}
        case tuple():
            return [to_data(each) for each in value]
    return value


MAX_DEPTH: Final = 6
"""Levels of messages, lists and nouns inside one another that are read from a stranger."""
MAX_VALUES: Final = 100
"""Values in a message that are read from a stranger."""
MAX_LETTERS: Final = 800
"""Characters of all texts in a message that are read from a stranger."""
_ID: Final = re.compile(r"[a-z_]+(?:/[\w-]+){1,3}", re.ASCII)
_KIND: Final = re.compile(r"[a-z_]+(?:/[a-z-]+){1,2}")
_KEY: Final = re.compile(r"[a-z]\w{0,30}", re.ASCII)


def from_data(data: object, clean: Callable[[str], str] = str) -> Message | None:
    """Return the message in data that a stranger sent; None if it is none, or is too large.

    Args:
        data: what `to_data` returned, or anything else.
        clean: makes a stranger's text harmless.
    """
    try:
        message = _Reader(clean).read(data, MAX_DEPTH)
    except ValueError:
        return None
    return message if isinstance(message, Message) else None


@dataclass(slots=True)
class _Reader:
    """Reads values until they are too many.

    Raises:
        ValueError: they are, or one is no argument.
    """

    clean: Callable[[str], str]
    values: int = MAX_VALUES
    letters: int = MAX_LETTERS

    def read(self, data: object, depth: int) -> Argument:
        self.values -= 1
        if self.values < 0 or depth < 0:
            raise ValueError("too large")
        match data:
            case None | bool():
                return data
            case int() if abs(data) < 2**53:
                return data
            case str():
                return self.text(data)
            case list():
                return tuple([self.read(each, depth - 1) for each in data])
            case dict() if len(data) == 1:
                ((kind, parts),) = data.items()
                return self.thing(kind, parts, depth - 1)
        raise ValueError("no argument")

    def thing(self, kind: object, parts: object, depth: int) -> Argument:
        match kind, parts:
            case "seat", int(number) if type(number) is int and 0 <= number < MAX_VALUES:
                return Seat(number)
            case "who", [str(name), bool(is_you)]:
                return Person(self.text(name), is_you)
            case "noun", [str(room), str(id), str(name)] if self.fits(_KIND, room):
                return Noun(room, self.text(id), self.text(name))
            case "say", [str(id), dict(args)] if self.fits(_ID, id):
                if all(self.fits(_KEY, key) for key in args):
                    return Message(id, {key: self.read(args[key], depth) for key in args})
        raise ValueError("no argument")

    def text(self, text: str) -> str:
        self.letters -= len(text)
        if self.letters < 0:
            raise ValueError("too long")
        return self.clean(text)

    def fits(self, pattern: re.Pattern[str], name: object) -> bool:
        return isinstance(name, str) and bool(pattern.fullmatch(name)) and bool(self.text(name))
