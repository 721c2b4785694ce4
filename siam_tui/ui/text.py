"""Helpers for sentences that are shown to people, and for the names they type. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias
from unicodedata import combining, normalize

from texts import Message, Noun, say, speaking, tell
from texts.voice import pieces

if TYPE_CHECKING:
    from textual.content import Content

_UNITS: Final = {"days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a person would list them.

    >>> listed(["Ann"]), listed(["Ann", "Ben", "Chai"]), listed(["R", "L"], "or")
    ('Ann', 'Ann, Ben and Chai', 'R or L')
    """
    return f" {last} ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def styled(text_id: str, /, **args: object) -> Content:
    """Return a message as text with colours: arguments may be `Content`, too.

    >>> from textual.content import Content
    >>> styled("texts/and-so-on", n=Content.styled("2", "bold")).markup
    'and [bold]2[/bold] more'
    """
    from textual.content import Content  # noqa: PLC0415 - not for a command line's help

    return Content.assemble(
        *(str(each) if not isinstance(each, Content) else each for each in pieces(text_id, **args))
    )


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning, as a sentence has it.

    >>> capitalized("the Lao and Ben")
    'The Lao and Ben'
    """
    return f"{text[:1].upper()}{text[1:]}"


Text: TypeAlias = str | Message | Noun
"""A text, or a message or a noun that is told when it is shown."""


def told(text: Text) -> str:
    """Return a message in the reader's language; a text as it is."""
    return text if isinstance(text, str) else tell(text)


def reason(error: Exception) -> Text:
    """Return what an error says, to stand in a message."""
    given = error.args[0] if error.args else ""
    return given if isinstance(given, Message) else str(error)


def spell_duration(seconds: float) -> str:
    """Return a duration in words, in its two largest units.

    >>> spell_duration(59.9), spell_duration(61), spell_duration(7200), spell_duration(93784)
    ('59 seconds', '1 minute and 1 second', '2 hours', '1 day and 2 hours')
    """
    left, parts = int(seconds), list[Message]()
    for unit, size in _UNITS.items():
        n, left = divmod(left, size)
        if n:
            parts.append(say("ui/time/unit", n=n, unit=unit))
    return tell("ui/time/duration", parts=tuple(parts[:2]))


_NEAR: Final = 0.67
"""How alike a name must be to be proposed: 1 is equal. *clear* must not become *leave*."""
_LONGEST: Final = 40
"""Characters of a text that are compared; a longer one is like no name."""
_MOST: Final = 200
"""Names that are compared at most."""


_LETTERS: Final = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(text: str) -> str:
    """Return a text without case, accents and needless spaces, as somebody may type it.

    >>> fold("  Liège "), fold("Büßer"), fold("Nœuds")
    ('liege', 'busser', 'noeuds')
    """
    parts = normalize("NFKD", " ".join(text.casefold().translate(_LETTERS).split()))
    return "".join(sign for sign in parts if not combining(sign))


@lru_cache(4096)
def spellings(*names: str) -> frozenset[str]:
    """Return how names may be typed: folded, and with umlauts written as two letters.

    >>> sorted(spellings("Lüttich"))
    ['luettich', 'luttich']
    """
    whole = (normalize("NFC", name.casefold()) for name in names)
    return frozenset(fold(each) for name in whole for each in (name, name.translate(_UMLAUTS)))


def without_article(text: str) -> str:
    """Return a folded name without the article that somebody typed before it.

    >>> without_article("the castle")
    'castle'
    """
    articles = {"the", *tell("ui/articles").split()}
    return next(
        (
            rest
            for each in articles
            if (rest := text.removeprefix(each if each.endswith("'") else f"{each} ")) != text
        ),
        text,
    )


def typed_names(noun: Noun, form: str = "") -> tuple[str, str]:
    """Return what may be typed for a thing: its name in English, and in the reader's language."""
    with speaking("en"):
        english = tell(noun, form=form)
    return english, tell(noun, form=form)


def nearest(text: str, names: Iterable[str]) -> str:
    """Return the name that a misspelt text is most like; empty if it is like none.

    A text may also be like one word of a name, or like its beginning.

    >>> nearest("patani", ["Khorat", "Pattani"]), nearest("nakon", ["Nakhon Si Thammarat"])
    ('Pattani', 'Nakhon Si Thammarat')
    >>> nearest("paris", ["Khorat", "Pattani"])
    ''
    """
    if len(text) > _LONGEST or not text.strip():  # type: ignore[characters]
        return ""
    known = [name for _, name in zip(range(_MOST), names, strict=False)]
    found = [(_likeness(fold(text), fold(name)), name) for name in known]
    best, name = max(found, key=lambda each: each[0], default=(0.0, ""))
    return name if best >= _NEAR else ""


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return a question with the nearest name, behind a space; empty if no name is near.

    >>> did_you_mean("patani", ["Pattani"])
    ' Do you mean Pattani?'
    """
    name = nearest(text, names)
    return f" {tell('ui/do-you-mean', name=name)}" if name else ""


def _likeness(text: str, name: str) -> float:
    """Return how alike two folded texts are, from 0 to 1."""
    if min(len(text), len(name)) < 2:  # type: ignore[characters] # a letter is like many
        return 0.0
    return max(SequenceMatcher(None, text, part).ratio() for part in _parts(text, name))


def _parts(text: str, name: str) -> Iterator[str]:
    """Iterate over a name, its words, and its beginning of as many words as the text has."""
    words = name[:_LONGEST].split()
    yield " ".join(words)
    if len(words) > 1:
        yield from words
        yield " ".join(words[: len(text.split())])
