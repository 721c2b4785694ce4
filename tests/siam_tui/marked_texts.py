"""Texts with marks at both ends, which take no cell: so a picture shows which texts are cut.

The marks say which text it is. Beside the five languages there is one that nobody speaks: English
in other letters, and 30 % longer. A word in plain letters is not told in it, so a player of another
language would read it in English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import pytest

from siam_tui.games import rules_guide, study_files
from siam_tui.games.amber.board import areas
from siam_tui.games.map_board import canvas
from siam_tui.typed import option_words, words
from texts import paragraphs, rooms, set_language, voice
from texts.template import Choice, Pattern, choices, parse

ENGLISH: Final = "en"
PSEUDO: Final = "pseudo"
PLAIN: Final = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ"
OTHER: Final = "áƀçđéƒğĥíĵķłɱñóþŕšŧúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁḾÑÓÞŔŠŦÚṼŴẊÝŽ"
LETTERS: Final = str.maketrans(PLAIN, OTHER)
_BEGIN, _END, _REST, _BASE = 0xE0200, 0xE0300, 0xE0400, 256
"""Where the letters of marks begin: they mean nothing, and take no cell."""
_MARK: Final = re.compile("([\U000e0200-\U000e03ff])([\U000e0400-\U000e04ff])")
_UNMARKED: Final = frozenset({"texts/and", "texts/or"})
"""Texts that the program compares."""
_LEAD: Final = re.compile(r"(?:[\s>#*-]|\d+\.)*")
"""What Markdown has before a text."""
_TAG: Final = re.compile(r"(\[[^\]]*\]|\{[^}]*\}|`[^`]*`)")
"""What stays in a text: tags, places for others, and what is typed."""

_numbers: dict[str, int] = {}


def marked(text_id: str, text: str) -> str:
    """Return a text with the marks of its beginning and its end."""
    if not text.strip():
        return text
    high, low = divmod(_numbers.setdefault(text_id, len(_numbers)), _BASE)
    return f"{chr(_BEGIN + high)}{chr(_REST + low)}{text}{chr(_END + high)}{chr(_REST + low)}"


def unmarked(text: str) -> str:
    """Return a text without marks."""
    return _MARK.sub("", text)


def marks(text: str) -> tuple[Counter[str], Counter[str]]:
    """Return the ids of the texts that begin and that end in a text."""
    names = list(_numbers)
    began, ended = Counter[str](), Counter[str]()
    for high, low in _MARK.findall(text):
        name = names[(ord(high) % _BASE) * _BASE + ord(low) % _BASE]
        (began if ord(high) < _END else ended)[name] += 1
    return began, ended


def disguised(text: str, *, grow: bool = True) -> str:
    """Return a text in other letters, 30 % longer; tags stay."""
    count, made = 0, ""
    for part in _TAG.split(text):
        if _TAG.fullmatch(part):
            made += part
            continue
        for letter in part:
            count += letter.isalpha()
            longer = grow and letter.isalpha() and count % 10 in (2, 5, 8)
            made += letter.translate(LETTERS) * (1 + longer)
    return made


def _disguised_pattern(pattern: Pattern, *, grow: bool) -> Pattern:
    return tuple(
        disguised(part, grow=grow)
        if isinstance(part, str)
        else Choice(
            part.hole,
            part.by_number,
            {key: _disguised_pattern(case, grow=grow) for key, case in part.cases.items()},
        )
        if isinstance(part, Choice)
        else part
        for part in pattern
    )


def _features(language: str) -> frozenset[str]:
    """Return the forms of nouns by which the texts of a language choose."""
    return frozenset(
        each.hole.form
        for room in rooms.room_names()
        for text in (
            rooms.english_texts(room)
            if language == ENGLISH
            else rooms.translated_texts(room, language)
        ).values()
        if "select" in text
        for each in choices(parse(text))
    )


_patterns, _noun_forms = voice._patterns.__wrapped__, voice._noun_forms.__wrapped__
_paragraph, _text = paragraphs._told, voice._text


@cache
def _marking(name: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """Return what tells patterns, nouns and paragraphs in a language, with marks."""
    features = _features(ENGLISH if name == PSEUDO else name)

    @cache
    def marked_patterns(text_id: str, language: str) -> tuple[Pattern, Pattern]:
        pattern, english = _patterns(text_id, language)
        if text_id in _UNMARKED or not any(pattern):
            return pattern, english
        if name == PSEUDO:
            is_short = text_id.endswith(("-short", "/short", "/shortest"))
            pattern = _disguised_pattern(pattern, grow=not is_short)
        begin, end = marked(text_id, "|").split("|")
        return (begin, *pattern, end), english

    @cache
    def marked_forms(kind: str, noun: str, own_name: str, language: str) -> dict[str, str]:
        found = _noun_forms(kind, noun, own_name, language)
        is_name = rooms.room_of(kind) in ("games", *rooms.GAMES)  # as long as it is
        if name == PSEUDO:
            found = {
                form: text if form in features else disguised(text, grow=not is_name)
                for form, text in found.items()
            }
        return {
            form: text if form in features else marked(f"{kind}/{noun}.{form}", text)
            for form, text in found.items()
        }

    def marked_paragraph(key: str, value: object, context: str) -> object:
        told = _paragraph(key, value, context)
        if key not in paragraphs._PROSE or not isinstance(told, str):
            return told
        lead = _LEAD.match(told)
        begin = lead[0] if lead else ""
        body = told.removeprefix(begin)
        body = disguised(body, grow=False) if name == PSEUDO else body
        return begin + marked(f"{context}: {str(value)[:40]}", body)

    return marked_patterns, marked_forms, marked_paragraph


def _disguised_word(text_id: str, language: str) -> str:
    """Return a text in other letters if it joins a list."""
    text = _text(text_id, language)
    return disguised(text) if text_id in _UNMARKED else text


@contextmanager
def marked_language(name: str) -> Iterator[None]:
    """Tell a language, or the one that nobody speaks, with marks."""
    with pytest.MonkeyPatch.context() as patch:
        pattern, forms, paragraph = _marking(name)
        patch.setattr(voice, "_patterns", pattern)
        patch.setattr(voice, "_noun_forms", forms)
        if name == PSEUDO:
            patch.setattr(voice, "_text", _disguised_word)
        patch.setattr(paragraphs, "_told", paragraph)
        set_language(ENGLISH if name == PSEUDO else name)
        _forget_told_texts()
        yield
    set_language(ENGLISH)
    _forget_told_texts()


def _forget_told_texts() -> None:
    """Have what is kept for each language told anew."""
    drawn = (study_files._lessons, rules_guide._chapters, areas._draw, canvas._drawn_map)
    for kept in (*drawn, words._words_of, option_words._words):
        kept.cache_clear()
