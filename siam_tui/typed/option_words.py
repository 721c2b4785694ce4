"""Finds the options of a move by the words that people type for them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple

from games.quoting import quote
from siam_tui.games.move_builder import MoveBuilder, MoveOption
from siam_tui.profile.user_error import UserError
from siam_tui.typed.words import words_of
from siam_tui.ui.text import did_you_mean, fold, spellings
from texts import Message, language, say, speaking, tell

_BETWEEN: Final = say("typed/between")
"""Words that people put between the names of what they choose."""
_TO: Final = say("typed/to")
_FROM: Final = say("typed/from")
"""Those of them that stand before where something goes to, and before where it comes from."""
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
    if fold(word) in (fold(name), fold(option.english)):
        return name
    return f"{name} ({words_of(word)[0]})"


def typed_options(
    builder: MoveBuilder[Any, Any, Any],
    draft: Any,  # noqa: ANN401 - the builder's
) -> tuple[MoveOption, ...]:
    """Return the options of a draft as they can be typed: with their English names, too."""
    options = tuple(builder.options(draft))
    if language() == "en":
        return options
    with speaking("en"):
        english = {each.choice: option_name(each) for each in builder.options(draft)}
    return tuple(replace(each, english=english[each.choice]) for each in options)


def find_option(
    options: Iterable[MoveOption], text: str, *, whole: bool = False
) -> MoveOption | None:
    """Return the option that a text stands for; None if none.

    It is the option's own word, its key, its name, with its number or without, or the beginning of
    its name. A name may be the English one. A whole English name comes before another option's name
    in the reader's language.

    Args:
        options: the options, as `typed_options` returns them.
        text: what was typed.
        whole: whether the beginning of a name is not enough.

    Raises:
        UserError: it may mean several options.
    """
    word = fold(text)
    known = {each: _Names.of(each) for each in options} if word else {}
    ways = [
        [each for each, names in known.items() if word in names.english],
        [each for each, names in known.items() if word in names.told],
        [each for each in known if word == fold(each.key)],
        []
        if whole
        else [
            each for each, names in known.items() if any(n.startswith(word) for n in names.begun)
        ],
    ]
    found = next(filter(None, ways), [])
    if len(found) > 1:
        raise UserError(tell("typed/option/which", names=tuple(map(option_name, found))))
    return found[0] if found else None


class _Names(NamedTuple):
    """What may be typed for an option.

    Attributes:
        english: its word, and its name in English.
        told: its name in the reader's language, also with its number.
        begun: the names whose beginning is enough.
    """

    english: frozenset[str]
    told: frozenset[str]
    begun: frozenset[str]

    @classmethod
    def of(cls, option: MoveOption) -> _Names:
        """Return the names of an option."""
        name = option_name(option)
        word, numbered = option_word(option), answer_name(option)
        english, told = spellings(option.english or name), spellings(name, *words_of(word))
        return cls(english | {fold(word)}, told | spellings(numbered), english | told)


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
    to, origin = (_words(each, "en") | _words(each, language()) for each in (_TO, _FROM))
    english = _words(_BETWEEN, "en")
    words = text.replace(",", " ").replace("\u2019", "'").replace("'", "' ").split()
    folded = [fold(word) for word in words]
    goal = next((at for at, word in enumerate(folded) if word in to), len(words))
    start = next((at for at, word in enumerate(folded) if at > goal and word in origin), None)
    if start is not None:
        words = [*words[:goal], *words[start:], *words[goal:start]]
    return [word for word in words if fold(word) not in english]


@lru_cache
def _words(listed: Message, spoken: str) -> frozenset[str]:
    """Return the words that a message lists in a language, folded."""
    with speaking(spoken):
        return frozenset(fold(tell(listed)).split())


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
    between = _words(_BETWEEN, language())
    while words:
        options = typed_options(builder, draft)
        for count in range(len(words), 0, -1):  # the longest name first
            name = " ".join(words[:count])
            option = find_option(options, name, whole=fold(name) in between)
            if option is not None:
                chosen.append(option)
                draft, words = builder.choose(draft, option.choice), words[count:]
                break
        else:
            if fold(words[0]) not in between:
                raise UserError(_explain_mistake(words, options))
            words = words[1:]
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


def propose_option(options: Iterable[MoveOption], text: str) -> str:
    """Return a question with the option that a misspelt text is most like, behind a space.

    It is empty if none is like it.
    """
    options = tuple(options)
    names = (*map(option_name, options), *(each.english for each in options))
    return did_you_mean(text, dict.fromkeys(filter(None, names)))


def _explain_mistake(words: Sequence[str], options: tuple[MoveOption, ...]) -> str:
    names = tuple(option_name(each).lower() for each in options if each.in_bar)
    if not names:
        return tell("typed/option/complete", word=quote(words[0]))
    meant = propose_option(options, words[0])
    cannot = tell("typed/option/cannot", word=quote(words[0]))
    return f"{cannot}{meant} {tell('typed/option/type', names=names)}"
