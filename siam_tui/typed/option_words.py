"""Finds the options of a move by the words that people type for them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final
from unicodedata import combining, normalize

from siam_tui.games.move_builder import MoveBuilder, MoveOption
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import listed

_BETWEEN: Final = frozenset({"in", "the", "to", "from", "at", "with", "and"})
"""Words that people put between the names of what they choose."""
_NUMBERS: Final = frozenset("123456789")
MOST_WORDS: Final = 24
"""Words of a line that are read at most."""


def fold(text: str) -> str:
    """Return a text without case, accents and needless spaces, as somebody may type it.

    >>> fold("  Liège ")
    'liege'
    """
    parts = normalize("NFKD", " ".join(text.casefold().split()))
    return "".join(sign for sign in parts if not combining(sign))


def option_word(option: MoveOption) -> str:
    """Return the short form that is typed for an option."""
    return option.word or option.key


def option_name(option: MoveOption) -> str:
    """Return the full name of an option."""
    return option.name or option.label or option_word(option)


def answer_name(option: MoveOption) -> str:
    """Return the full name of an option, and the number that can be typed for it if it has one."""
    name = option_name(option)
    is_numbered = option.key in _NUMBERS and not any(sign.isdigit() for sign in name)
    return f"{name} ({option.key})" if is_numbered else name


def find_option(
    options: Iterable[MoveOption], text: str, *, whole: bool = False
) -> MoveOption | None:
    """Return the option that a text stands for; None if none.

    It is the option's own word, its key, its name, with its number or without, or the beginning of
    its name.

    Args:
        options: the options.
        text: what was typed.
        whole: whether the beginning of a name is not enough.

    Raises:
        UserError: it may mean several options.
    """
    word = fold(text)
    names = {each: fold(option_name(each)) for each in options} if word else {}
    exact = [
        each
        for each, name in names.items()
        if word in (fold(option_word(each)), name, fold(answer_name(each)))
    ]
    by_key = [each for each in names if word == fold(each.key)]
    begun = [each for each, name in names.items() if not whole and name.startswith(word)]
    found = exact or by_key or begun
    if len(found) > 1:
        raise UserError(f"Do you mean {listed([option_name(each) for each in found], 'or')}?")
    return found[0] if found else None


def read_choices(
    builder: MoveBuilder[Any, Any, Any],
    draft: Any,  # noqa: ANN401 - the builder's
    text: str,
) -> tuple[MoveOption, ...]:
    """Return the choices of a line such as ``suns castle``, one after the other.

    A number may stand before what it counts: ``2 lux`` is also read as ``lux 2``.

    Args:
        builder: knows the options.
        draft: the choices made so far.
        text: what was typed.

    Raises:
        UserError: the line goes on with what cannot be chosen.
    """
    words = [word for word in text.replace(",", " ").split() if fold(word) not in _BETWEEN]
    if len(words) > MOST_WORDS:
        raise UserError(f"Type at most {MOST_WORDS} words.")
    try:
        return _read_in_order(builder, draft, words)
    except UserError:
        swapped = list(_numbers_behind(words))
        if swapped == words:
            raise
        with suppress(UserError):
            return _read_in_order(builder, draft, swapped)
        raise


def _read_in_order(
    builder: MoveBuilder[Any, Any, Any],
    draft: Any,  # noqa: ANN401 - the builder's
    words: Sequence[str],
) -> tuple[MoveOption, ...]:
    chosen: list[MoveOption] = []
    while words:
        options = tuple(builder.options(draft))
        for count in range(len(words), 0, -1):  # the longest name first
            option = find_option(options, " ".join(words[:count]))
            if option is not None:
                chosen.append(option)
                draft, words = builder.choose(draft, option.choice), words[count:]
                break
        else:
            raise UserError(_explain(words[0], options))
    return tuple(chosen)


def _numbers_behind(words: Iterable[str]) -> Iterator[str]:
    """Iterate over words, with each number behind the words that follow it.

    >>> list(_numbers_behind(["2", "west", "flanders", "1", "lux"]))
    ['west', 'flanders', '2', 'lux', '1']
    """
    number: list[str] = []
    for word in words:
        if word.isdecimal():
            yield from number
            number = [word]
        else:
            yield word
    yield from number


def _explain(word: str, options: tuple[MoveOption, ...]) -> str:
    names = [option_name(each).lower() for each in options if each.in_bar]
    if not names:
        return f"The move is complete before {word[:40]!r}."
    return f"You cannot choose {word[:40]!r} now. Type {listed(names, 'or')}."
