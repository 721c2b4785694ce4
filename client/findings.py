"""Findings of a check of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.record import Record
from games.record_tags import OLD_FORMAT
from texts import Message, Person, say, tell

Mark: TypeAlias = Literal["proven", "open", "wrong"]
"""Result for a part of a record; open means neither proven nor refuted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check.

    Attributes:
        mark: whether it is proven, open or wrong.
        result: the result, for people.
    """

    mark: Mark
    result: Message | str

    @property
    def sentence(self) -> str:
        """The result in English."""
        return str(self.result)

    @property
    def told(self) -> str:
        """The result in the reader's language."""
        return tell(self.result) if isinstance(self.result, Message) else self.result


def player_name(record: Record, seat: int) -> Person | Message:
    """Return the name of the player in a seat."""
    name = record.seats[seat] if seat < len(record.seats) else ""
    if name:
        return Person(name)
    if record.proof is not None and record.format > OLD_FORMAT:
        return say("client/nameless-seat", n=seat + 1)
    return say("client/seat", n=seat + 1)
