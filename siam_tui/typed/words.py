"""The words that are typed for commands, answers and values, in English and other languages. Pure.

English words can always be typed. The catalogue has the reader's words, several with spaces
between; the first one is the one that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from siam_tui.games.game_ui import AnyGameUI
from siam_tui.ui.text import fold, spellings
from texts import Noun, language, tell

_WORD: Final = re.compile(r"(?<!\S)[^\s=]+=?")


def words_of(name: str) -> tuple[str, ...]:
    """Return what is typed in the reader's language for what has an English name.

    A name that the catalogue does not have, as in a game of others, is its own word.
    """
    return _words_of(name, language())


@lru_cache(4096)
def _words_of(name: str, _language: str) -> tuple[str, ...]:
    return tuple(tell(Noun("typed/word", name)).split())


def means(text: str, *names: str) -> bool:
    """Return whether a text is one of some English words, or a word for it in the language."""
    word = fold(text)
    return any(word == each or word in spellings(*words_of(each)) for each in names)


def in_english(text: str, names: Iterable[str]) -> str:
    """Return a text with the reader's words for some values in English.

    Args:
        text: what was typed behind a command.
        names: the English words; one with an equals sign stands before a value.
    """
    meant = {
        spelling + "=" * name.endswith("="): name
        for name in names
        for spelling in spellings(*words_of(name.rstrip("=")))
    }
    return _WORD.sub(lambda found: meant.get(fold(found[0]), found[0]), text) if meant else text


def whole_move(game: AnyGameUI, text: str) -> str:
    """Return the word of the notation that a text is, in any language; empty if it is none."""
    return next((each for each in game.texts.move_words if means(text, each)), "")
