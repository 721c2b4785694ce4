"""Tells messages in the language of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from texts.message import Argument, Message, Noun, Person, Seat
from texts.rooms import english_texts, room_names, room_of, translated_texts
from texts.template import NUMBER, Choice, Pattern, TemplateError, choices, holes, parse

LANGUAGES: Final = MappingProxyType(
    {"en": "English", "es": "Español", "fr": "Français", "it": "Italiano", "de": "Deutsch"}
)
"""The languages that are told, each with its name for itself."""
_THOUSANDS: Final = {"en": ",", "es": ".", "fr": "\u202f", "it": ".", "de": "."}
_FORM: Final = re.compile(r"\|\s*([\w-]+)=([^|]*)")

_PERSON: Final = "texts/person"
_VOWEL: Final = re.compile("(?i)[aeiouàâäéèêëîïôöùûüœæáíóú]")
_ELIDED: Final = re.compile(r"\b([Dd]|[Qq]u)e $")
_SEMICOLON: Final = {"fr": "\u202f; "}

_default = "en"
_language: ContextVar[str] = ContextVar("language")


def language() -> str:
    """Return the language that is told now."""
    return _language.get(_default)


def set_language(name: str) -> None:
    """Set the language of this program's reader."""
    global _default  # noqa: PLW0603 - one program, one reader
    _default = name


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Tell another language meanwhile, in this task alone: a page has many readers."""
    token = _language.set(name)
    try:
        yield
    finally:
        _language.reset(token)


def tell(what: str | Message | Noun, /, **args: Argument) -> str:
    """Return a message as a sentence in the reader's language.

    Args:
        what: the id of a message; or a message, as it is; or a noun.
        args: the message's arguments; the ``form`` of a noun.
    """
    if isinstance(what, Noun):
        return str(_show(what, str(args.get("form", ""))))
    text_id, given = (what.id, what.args) if isinstance(what, Message) else (what, args)
    return "".join(map(str, pieces(text_id, **given)))


def pieces(text_id: str, /, **args: object) -> list[object]:
    """Return a message in pieces: what is no `Argument`, such as text with colours, as it came."""
    pattern, english = _patterns(text_id, language())
    try:
        return _fill(pattern, args, None)
    except (KeyError, ValueError):  # a translation asks for what English does not
        return _fill(english, args, None)


@cache
def _patterns(text_id: str, spoken: str) -> tuple[Pattern, Pattern]:
    """Return the template of a message in a language, and the English one; else its id."""
    text = english_texts(room_of(text_id)).get(text_id)
    english = parse(text) if text is not None else (text_id,)
    try:
        return parse(_text(text_id, spoken) or text_id), english
    except TemplateError:
        return english, english


def is_known(value: object) -> bool:
    """Return whether a message of a stranger can be told here: each text is known, and fits.

    Other arguments are always fit to be told.
    """
    if isinstance(value, tuple):
        return all(map(is_known, value))
    if isinstance(value, Noun):
        own = _english(f"{value.kind}/{value.id}")
        return "{" not in own and bool(own or value.name) and room_of(value.kind) in room_names()
    if not isinstance(value, Message):
        return True
    pattern, args = parse(_english(value.id)), value.args
    counted = [args.get(each.hole.name) for each in choices(pattern) if each.by_number]
    return (
        bool(pattern)
        and {each.name for each in holes(pattern) if each is not NUMBER} == args.keys()
        and all(isinstance(each, tuple) or type(each) is int for each in counted)
        and all(map(is_known, args.values()))
    )


def _english(text_id: str) -> str:
    room = room_of(text_id)
    return english_texts(room).get(text_id, "") if room in room_names() else ""


def _text(text_id: str, spoken: str) -> str:
    room = room_of(text_id)
    return translated_texts(room, spoken).get(text_id) or english_texts(room).get(text_id, "")


def _fill(pattern: Pattern, args: Mapping[str, object], number: int | None) -> list[object]:
    told: list[object] = []
    for part in pattern:
        if isinstance(part, str):
            told.append(part)
        elif part is NUMBER:
            told.append(_grouped(number or 0))
        elif isinstance(part, Choice):
            value = args[part.hole.name]
            if part.by_number:
                number = len(value) if isinstance(value, tuple) else int(str(value))
                keys = (f"={number}", _plural(number))
            else:
                keys = (_feature(value, part.hole.form), "other")
            case = next((part.cases[key] for key in keys if key in part.cases), None)
            told += _fill(part.cases["other"] if case is None else case, args, number)
        else:
            shown = _show(args[part.name], part.form)
            if language() == "fr" and told:
                told[-1] = _elided(told[-1], shown)
            told.append(shown)
    return told


def _elided(before: object, name: object) -> object:
    """Return what stands before a name as French says it: *d’Óscar*, *qu’Inés*, *de Ben*."""
    if not (isinstance(before, str) and isinstance(name, str) and _VOWEL.match(name)):
        return before
    return _ELIDED.sub("\\1’", before)


def _plural(number: int) -> str:
    """Return the CLDR category of a whole number: by 1, in French by 0 and 1."""
    return "one" if number == 1 or (number == 0 and language() == "fr") else "other"


def _grouped(number: int) -> str:
    if -1000 < number < 1000:
        return str(number)
    return f"{number:,}".replace(",", _THOUSANDS.get(language(), ","))


def _feature(value: object, name: str) -> str:
    """Return what a choice is made by: whose person or gender it is, or what it is."""
    if name == "person":
        people = value if isinstance(value, tuple) else (value,)
        if not any(isinstance(each, Person) and each.is_you for each in people):
            return "other"
        return "you" if len(people) == 1 else "you-and"
    if isinstance(value, Noun):
        return _forms(value).get(name, "other") if name else value.id
    if isinstance(value, Message):
        return value.id
    if value is None or isinstance(value, bool):
        return "none" if value is None else "yes" if value else "no"
    return str(value) if isinstance(value, (int, str)) else "other"


def _forms(value: Noun | Person) -> Mapping[str, str]:
    """Return the forms of a noun in the reader's language; ``name`` is the plain one."""
    if isinstance(value, Noun):
        return _noun_forms(value.kind, value.id, value.name, language())
    return _noun_forms(_PERSON, "you", "", language()) if value.is_you else {"name": value.name}


@lru_cache(4096)
def _noun_forms(kind: str, noun: str, own_name: str, spoken: str) -> Mapping[str, str]:
    key = f"{kind}/{noun}"
    ours = english_texts(room_of(key)).get(key, "")
    is_ours = bool(ours) and own_name in ("", ours.partition("|")[0].strip())
    entry = _text(key, spoken) if is_ours else ""
    if not entry:
        return {"name": own_name or noun}
    name = entry.partition("|")[0].strip()
    return {"name": name} | {form: text.strip() for form, text in _FORM.findall(entry)}


def _show(value: object, form: str) -> object:
    """Return an argument in a form; ``start`` as a sentence begins, after any other form."""
    if form.endswith("start") and form[-6:-5] in ("", "."):
        told = str(_show(value, form[:-6]))
        return told[:1].upper() + told[1:]
    if isinstance(value, (Noun, Person)):
        forms = _forms(value)
        return forms.get(form or "name") or _made(value, form).replace("{name}", forms["name"])
    if isinstance(value, Message):
        return tell(value)
    if isinstance(value, tuple):
        return _listed(value, form)
    if isinstance(value, int):
        return str(value) if form == "plain" else _grouped(value)
    return str(value.number) if isinstance(value, Seat) else value


def _made(value: Noun | Person, form: str) -> str:
    """Return how a form is made of a name that does not have it: by the rule of its kind."""
    kind = value.kind if isinstance(value, Noun) else _PERSON
    return _text(f"{kind}/form/{form}", language()) or "{name}"


def _listed(values: tuple[object, ...], form: str) -> str:
    """Return a list as a person tells it: with *and*, or as the form says."""
    first, _, rest = form.partition(".")
    how, each = (first, rest) if first in ("or", "comma", "semicolon") else ("and", form)
    told = [str(_show(value, each)) for value in values]
    if how == "semicolon":
        return _SEMICOLON.get(language(), "; ").join(told)
    if len(told) < 2 or how == "comma":
        return ", ".join(told)
    word = _text("texts/or" if how == "or" else "texts/and", language())
    if language() == "es" and re.match(r"(?i)h?[ií](?!e)" if word == "y" else r"(?i)h?o", told[-1]):
        word = {"y": "e", "o": "u"}[word]
    return f"{', '.join(told[:-1])} {word} {told[-1]}"
