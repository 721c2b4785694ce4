"""Reads a typed move and explains where it goes wrong. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeVar

from games.contract import Completions, Game, IllegalMoveError, InvalidMoveError
from games.quoting import quote
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.move_builder import Choice, MoveOption
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError
from siam_tui.typed.words import whole_move, words_of
from siam_tui.ui.text import reason, told
from texts import Message, say, tell

P = TypeVar("P")
M = TypeVar("M")

_MANY = 24
"""Pieces that are listed at most."""
_ROOM = 145
"""Characters of a mistake with the pieces behind it: they have two lines of a narrow screen."""
_FEW = 2
"""Pieces that are listed at least."""


class MistakeError(UserError):
    """A typed move that cannot be played; the text says why, and what can stand at its place.

    Attributes:
        text: what was typed.
        at: the character of it, from 0, at which it leaves what could be played.
    """

    def __init__(self, sentence: str, text: str, at: int) -> None:
        super().__init__(sentence)
        self.text = text
        self.at = at


def one_of(pieces: tuple[str, ...], most: int = _MANY) -> str:
    """Return pieces as a person would list them; of many only the first ones.

    Args:
        pieces: the pieces.
        most: how many are listed, if that leaves out more than one.

    >>> one_of(("R@SUK", "L@AYU")), one_of(("x",))
    ('R@SUK or L@AYU', 'x')
    """
    left = len(pieces) - most
    if left > 1:
        return tell("typed/move/or-more", each=pieces[:most], n=left)
    return tell("typed/move/one-of", each=pieces)


def read_move(game: Game[P, M], position: P, ahead: Completions, text: str) -> M:
    """Return a typed move that can be played now.

    Args:
        game: the rules.
        position: the view of the seat to move.
        ahead: how a move may be typed in that position.
        text: what was typed.

    Raises:
        MistakeError: it cannot be played.
    """
    try:
        move = game.parse_move(text)
        game.check(position, move)
    except InvalidMoveError as error:
        why = tell("typed/move/wrong", reason=error.reason)
        pieces = _pieces_after(game, ahead, text[: error.at])
        sentence = _with_pieces(say("typed/move/legal-there"), why, pieces) if pieces else why
        raise MistakeError(sentence, text, error.at) from error
    except IllegalMoveError as error:
        at = _start_of_piece(ahead, text, ahead.reach(text))
        pieces = _pieces_after(game, ahead, text[:at])
        raise MistakeError(_instead(told(reason(error)), pieces, text[:at]), text, at) from error
    return move


def _pieces_after(game: Game[P, M], ahead: Completions, good: str) -> tuple[str, ...]:
    """Return what can follow the beginning of a move; whole moves in the reader's words."""
    pieces = ahead.after(good)
    whole = () if good else ui_of(game.name).texts.move_words
    return tuple(words_of(each)[0] if each in whole else each for each in pieces)


def _instead(why: str, pieces: tuple[str, ...], good: str) -> str:
    if not pieces:
        return why
    after = say("typed/move/legal-after", piece=quote(good))
    return _with_pieces(after if good else say("typed/move/legal-now"), why, pieces)


def _with_pieces(lead: Message, why: str, pieces: tuple[str, ...]) -> str:
    """Return a sentence with as many of the pieces as it has room for, at least `_FEW`."""
    for most in range(max(len(pieces), _FEW), _FEW - 1, -1):
        sentence = f"{why} {tell(lead)} {one_of(pieces, most)}."
        if len(sentence) <= _ROOM:
            break
    return sentence


def _start_of_piece(ahead: Completions, text: str, reached: int) -> int:
    """Return where the word begins that goes wrong at a place, so that it is named whole."""
    start = 0
    while found := [p for p in ahead.after(text[:start]) if _begins_with(text[start:reached], p)]:
        start += len(max(found, key=len))
    typed = text[start:reached]
    piece = next((p for p in ahead.after(text[:start]) if _begins_with(p, typed)), typed)
    at = len(typed)
    while at and _are_one_word(piece[at - 1 : at + 1]):
        at -= 1
    return start + at


def _begins_with(text: str, beginning: str) -> bool:
    return text.upper().startswith(beginning.upper())


def _are_one_word(two: str) -> bool:
    """Return whether two characters of a move's canonical form belong to one word of it."""
    return two.isalnum() and len({letter.isupper() for letter in two}) == 1


LONGEST_NAME: Final = 3
"""Words of the longest name that begins a move."""


class FirstChoice(NamedTuple):
    """How a line begins a move.

    Attributes:
        choice: what its first words choose.
        word: these words.
        rest: what follows them.
    """

    choice: Choice
    word: str
    rest: str


def with_words_of_notation(ui: AnyGameUI, options: Iterable[MoveOption], text: str) -> str:
    """Return a move in the notation, where a key or a word of the language stands for another.

    Args:
        ui: the game.
        options: what a move may begin with now.
        text: what was typed, such as ``I:M@AYU~R@NAK`` for ``1:M@AYU~R@NAK``.
    """
    if whole := whole_move(ui, text):
        return whole
    head, colon, rest = text.partition(":")
    words = {each.key: each.word.upper() for each in options if len(each.word) == 1}
    letter = head.strip().upper()
    if not colon or letter in words.values() or letter not in words:
        return text
    return f"{words[letter]}:{rest}"


def begins_move(ui: AnyGameUI, line: str) -> FirstChoice | None:
    """Return how a line such as ``suns castle`` begins a move by words; None if it does not."""
    words = line.replace(",", " ").split()
    if ":" in line:  # the notation
        return None
    for count in range(min(len(words), LONGEST_NAME), 0, -1):
        word = " ".join(words[:count])
        choice = ui.first_choice(word)
        if choice is not None:
            return FirstChoice(choice, word, " ".join(words[count:]))
    return None
