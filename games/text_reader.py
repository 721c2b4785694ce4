"""Reads texts that people type, from left to right, exact about the place of a mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NoReturn

from games.contract import InvalidMoveError
from games.quoting import quote
from texts import Message, say

_CONTEXT: Final = 16
"""Characters before a mistake that are quoted to tell its place."""
_NUMBER: Final = re.compile("[0-9]+")


def capitals(text: str) -> str:
    """Return a text in capitals: those of ASCII only, so that no other letter passes for one."""
    if text.isascii():
        return text.upper()
    return "".join(c.upper() if c.isascii() else c for c in text)


@lru_cache(maxsize=256)
def _by_capitals(words: tuple[str, ...]) -> tuple[Mapping[str, str], Sequence[int]]:
    """Return words by their capitals, and how long they are, the longest first."""
    lengths = sorted({len(word) for word in words}, reverse=True)
    return {capitals(word): word for word in reversed(words)}, lengths


class MissingError(InvalidMoveError):
    """A text that lacks something.

    Attributes:
        expected: what is missing at the character.
    """

    def __init__(self, message: Message, at: int, reason: Message, expected: Message | str) -> None:
        super().__init__(message, at, reason)
        self.expected = expected


class TextReader:
    """Reads a text from left to right, forgiving its case.

    Attributes:
        at: the place of the next character.
        upper: the text in capitals, to its last character that is no blank.
    """

    def __init__(self, text: str) -> None:
        """Begin at the first character that is no blank."""
        self._text = text
        stop = len(text.rstrip())
        self.upper = capitals(text[:stop])
        self.at = len(text) - len(text.lstrip()) if stop else 0

    def letter(self, among: str) -> str:
        """Return the next character if it is one of these, else nothing."""
        found = self.upper[self.at : self.at + 1]
        return found if found and found in among else ""

    def skip(self, count: int = 1) -> None:
        """Pass over some characters."""
        self.at += count

    def taken(self, sign: str) -> bool:
        """Return whether the next character is this one, and if so pass over it."""
        found = self.letter(sign) == sign
        self.skip(found)
        return found

    def sign(self, sign: str, expected: Message) -> None:
        """Pass over this character; fail if it is another."""
        if not self.taken(sign):
            self.fail(expected)

    def word(self, among: Iterable[str], expected: Message | str) -> str:
        """Return the longest of these words that comes next, and pass over it.

        Args:
            among: the words, each as the notation writes it.
            expected: what to say if none of them comes.
        """
        of_capitals, widths = _by_capitals(tuple(among))
        for width in widths:
            found = self.upper[self.at : self.at + width]
            if found in of_capitals:
                self.skip(len(found))
                return of_capitals[found]
        raise self.error(expected)

    def number(self, digits: int, expected: Message | str) -> int:
        """Return the number that comes next, and pass over it.

        Args:
            digits: the most it may have; it begins with 0 only if that is all.
            expected: what to say if none comes.
        """
        match = _NUMBER.match(self.upper, self.at)
        if match is None or len(match[0]) > digits or (match[0][0] == "0" and match[0] != "0"):
            self.fail(expected)
        self.skip(len(match[0]))
        return int(match[0])

    def end(self) -> None:
        """Fail if there is anything left."""
        if self.at < len(self.upper):
            rest = quote(self._text[self.at :].strip())
            self.refuse(say("games/text/complete-before", rest=rest), self.at)

    def fail(self, expected: Message | str, at: int | None = None) -> NoReturn:
        """Raise `InvalidMoveError`: something else is expected at a place."""
        raise self.error(expected, at)

    def error(self, expected: Message | str, at: int | None = None) -> MissingError:
        """Return the error that something else is expected at a place."""
        at = self.at if at is None else at
        reason = self._reason(self._text[:at].strip(), self._text[at : len(self.upper)], expected)
        message = say("games/text/unreadable", text=quote(self._text.strip()), reason=reason)
        return MissingError(message, at, reason, expected)

    def _reason(self, before: str, found: str, expected: Message | str) -> Message:
        last = repr(before[-_CONTEXT:])
        if before and found:
            text = quote(found)
            return say("games/text/wrong", before=last, found=text, expected=expected)
        if found:
            return say("games/text/wrong-start", found=quote(found), expected=expected)
        if before:
            return say("games/text/incomplete", before=last, expected=expected)
        return say("games/text/empty", expected=expected)

    def refuse(self, message: Message | str, at: int) -> NoReturn:
        """Raise `InvalidMoveError` about what stands at a place."""
        raise InvalidMoveError(message, at)
