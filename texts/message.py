"""What is said, as data: the id of a message and its typed arguments. No language, no prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


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
