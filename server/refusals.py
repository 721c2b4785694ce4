"""Why a command is refused."""

from __future__ import annotations

from protocol.messages import Refused
from protocol.text import as_sentence
from texts import Message, say


class RefusedError(Exception):
    """A command is refused; nothing has changed.

    Attributes:
        code: a reason for programs, as ``not_your_turn``.
        sentence: the reason for people, and what to do, in English.
        message: the same for other languages; None for what has only English.
    """

    def __init__(self, code: str, reason: Message | str) -> None:
        self.code = code
        self.sentence = as_sentence(str(reason or say("server/refused")))
        self.message = reason if isinstance(reason, Message) else None
        super().__init__(f"{code}: {self.sentence}")

    @property
    def answer(self) -> Refused:
        """The answer to the command."""
        return Refused(self.code, self.sentence, self.message)
