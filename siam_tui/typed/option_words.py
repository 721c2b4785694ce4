"""Finds the options of a move by the words that people type for them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any, Final, NamedTuple

from games.quoting import quote
from siam_tui.games.move_builder import MoveBuilder, MoveOption
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import did_you_mean, fold
from texts import Message, tell
from texts.sentences import join_sentences

_BETWEEN: Final = frozenset({"in", "the", "to", "from", "at", "with", "and"})
"""Words that people put between the names of what they choose."""
_NUMBERS: Final = frozenset("123456789")
MOST_WORDS: Final = 24
"""Words of a line that are read at most."""
_MOST_REORDERED: Final = 6
"""Words of a line that are also read in another order."""


class Reading(NamedTuple):
    """The choices that a line names.

    Attributes:
        options: what is chosen, one after the other.
        in_order: whether the line names them in this order, so that nothing else can be meant.
    """

    options: tuple[MoveOption, ...]
    in_order: bool


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


def typed_name(option: MoveOption) -> str:
    """Return the full name of an option, and the short form that can be typed if it differs."""
    name, word = option_name(option), option_word(option)
    return name if fold(name) == fold(word) else f"{name} ({word})"


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
        names_found = tuple(option_name(each) for each in found)
        raise UserError(tell("typed/option/which", names=names_found))
    return found[0] if found else None


def read_choices(
    builder: MoveBuilder[Any, Any, Any],
    draft: Any,  # noqa: ANN401 - the builder's
    text: str,
) -> Reading:
    """Read the choices of a line such as ``suns castle``, one after the other.

    A number may stand before what it counts: ``2 lux`` is also read as ``lux 2``. Other orders are
    read, too, if only one move can be meant.

    Args:
        builder: knows the options.
        draft: the choices made so far.
        text: what was typed.

    Raises:
        UserError: the line goes on with what cannot be chosen.
    """
    words = _words_of(text)
    if len(words) > MOST_WORDS:
        raise UserError(tell("typed/option/too-long", n=MOST_WORDS))
    try:
        return Reading(_read_in_order(builder, draft, words), in_order=True)
    except UserError:
        with suppress(UserError):
            counted = list(_numbers_behind(words))
            return Reading(_read_in_order(builder, draft, counted), in_order=True)
        if (meant := _read_in_other_order(builder, draft, words)) is None:
            raise
    return Reading(meant, in_order=False)


def _words_of(text: str) -> list[str]:
    """Return the words of a line that name something, in the order of the choices.

    >>> _words_of("move to lux from the supply")
    ['move', 'supply', 'lux']
    """
    words = text.replace(",", " ").split()
    folded = [fold(word) for word in words]
    if "to" in folded and "from" in folded[folded.index("to") :]:
        to, origin = folded.index("to"), folded.index("from")
        words = [*words[:to], *words[origin:], *words[to:origin]]
    return [word for word in words if fold(word) not in _BETWEEN]


def _read_in_other_order(
    builder: MoveBuilder[Any, Any, Any],
    draft: Any,  # noqa: ANN401 - the builder's
    words: Sequence[str],
) -> tuple[MoveOption, ...] | None:
    """Return the choices of words in another order if they come to one move only, else None."""
    found: dict[Any, tuple[MoveOption, ...]] = {}
    for order in _other_orders(words):
        with suppress(UserError):
            options = _read_in_order(builder, draft, order)
            after = reduce(builder.choose, (option.choice for option in options), draft)
            found.setdefault(builder.move(after), options)
    return next(iter(found.values())) if len(found) == 1 and None not in found else None


def _other_orders(words: Sequence[str]) -> Iterator[list[str]]:
    """Iterate over a few other orders of some words: two neighbours swapped, or the first last.

    >>> list(_other_orders(["liege", "metal"]))
    [['metal', 'liege'], ['metal', 'liege']]
    """
    if len(words) > _MOST_REORDERED:
        return
    for at in range(1, len(words)):
        yield [*words[: at - 1], words[at], words[at - 1], *words[at + 1 :]]
        yield [*words[at:], *words[:at]]


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
            raise UserError(_explain_mistake(words, options))
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


def propose_option(options: Iterable[MoveOption], text: str) -> Message | None:
    """Return a question with the option that a misspelt text is most like; None if none is."""
    return did_you_mean(text, [option_name(each) for each in options])


def _explain_mistake(words: Sequence[str], options: tuple[MoveOption, ...]) -> str:
    names = tuple(option_name(each).lower() for each in options if each.in_bar)
    if not names:
        return tell("typed/option/complete", word=quote(words[0]))
    meant = propose_option(options, words[0])
    cannot = tell("typed/option/cannot", word=quote(words[0]))
    which = tell("typed/option/type", names=names)
    return join_sentences(cannot, tell(meant) if meant else "", which)
