"""A language that nobody speaks, English in other letters: so text that is not told stands out.

``SIAM_PSEUDO=1 .venv/bin/pytest tests/siam_tui`` shows each picture in it, and lists the words that
stay in plain letters: a player of another language would read them in English.
"""

import html
import re

import pytest
from textual._doc import take_svg_screenshot

from texts import voice
from texts.template import Choice

PLAIN = "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ"
OTHER = "áƀçđéƒğĥíĵķłɱñóþŕšŧúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁḾÑÓÞŔŠŦÚṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, OTHER)
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = frozenset(
    [
        "Ann",
        "Ben",
        "Chai",
        "Dao",
        "Esc",
        "Enter",
        "Tab",
        "Ctrl",
        "Home",
        "End",
        "PgUp",
        "PgDn",
        "Siam",
        "siam",
        "King",
        "Foreign",
        "Reino",
    ]
)


def in_other_letters(text):
    """Return a text in other letters; what stands in braces stays."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part[:1] == "{" else part.translate(LETTERS) for part in parts)


def disguised(pattern):
    """Return a template with other letters."""
    return tuple(
        part.translate(LETTERS)
        if isinstance(part, str)
        else Choice(part.hole, part.by_number, {k: disguised(v) for k, v in part.cases.items()})
        if isinstance(part, Choice)
        else part
        for part in pattern
    )


@pytest.fixture
def pseudo(monkeypatch):
    """Tell everything in other letters."""
    patterns, forms = voice._patterns.__wrapped__, voice._noun_forms.__wrapped__
    text_of = voice._text

    def disguised_patterns(text_id, spoken):
        pattern, _ = patterns(text_id, spoken)
        return (disguised(pattern),) * 2

    def disguised_forms(kind, noun, own_name, spoken):
        found = forms(kind, noun, own_name, spoken)
        return {form: in_other_letters(text) for form, text in found.items()}

    def disguised_text(text_id, spoken):
        found = text_of(text_id, spoken)
        return in_other_letters(found) if text_id in ("texts/and", "texts/or") else found

    monkeypatch.setattr(voice, "_patterns", disguised_patterns)
    monkeypatch.setattr(voice, "_text", disguised_text)
    monkeypatch.setattr(voice, "_noun_forms", disguised_forms)


def plain_words(svg):
    """Return the words of a picture that are in plain letters."""
    shown = [html.unescape(each) for each in re.findall(r"<text[^>]*>(.*?)</text>", svg)]
    found = {word: line for line in shown for word in WORD.findall(line) if word not in NAMES}
    return {f"{word} in {line.strip()!r}" for word, line in found.items()}


def compare_words(app, press=(), terminal_size=(80, 24), run_before=None):
    """Take the picture, and return whether all of its words are told."""
    svg = take_svg_screenshot(
        app=app, press=press, terminal_size=terminal_size, run_before=run_before
    )
    if found := sorted(plain_words(svg)):
        pytest.fail("\n".join(["not told:", *found]), pytrace=False)
    return True
