"""Templates: the part of ICU MessageFormat that the sentences of games need. Pure.

``{who}``, ``{place.in}`` (a form of a noun), ``{n, plural, one {# point} other {# points}}``,
``{who.person, select, you {You lead} other {{who.start} leads}}``. Each branch can be a whole
sentence. Signs in ``'{'`` stand for themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Hole:
    """Where an argument stands, and in which form."""

    name: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several patterns: by the number of an argument, or by what it is."""

    hole: Hole
    by_number: bool
    cases: dict[str, Pattern]


Pattern: TypeAlias = tuple[str | Hole | Choice, ...]

NUMBER: Final = Hole("#")
"""In a branch by number: that number."""


class TemplateError(ValueError):
    """A text that is no template; the message says where."""


_TEXT: Final = re.compile(r"(?:[^{}#']|'[{}#]+'|'(?![{}#]+'))+")
_HOLE: Final = re.compile(r"\{\s*([\w-]+)(?:\.([\w.-]+))?\s*(?:(\})|,\s*(plural|select)\s*,)")
_CASE: Final = re.compile(r"\s*(=\d+|[\w-]+)\s*\{|\s*\}")


@cache
def parse(text: str) -> Pattern:
    """Read a template.

    Raises:
        TemplateError: it is none.
    """
    pattern, end = _pattern(text, 0, numbered=False)
    if end != len(text):
        raise TemplateError(f"a }} too much at {end}: {text}")
    return pattern


def _pattern(text: str, at: int, *, numbered: bool) -> tuple[Pattern, int]:
    parts: list[str | Hole | Choice] = []
    while at < len(text) and text[at] != "}":
        part: str | Hole | Choice
        if found := _TEXT.match(text, at):
            part, at = re.sub(r"'([{}#]+)'", r"\1", found[0]), found.end()
        elif text[at] == "#":
            part, at = NUMBER if numbered else "#", at + 1
        else:
            part, at = _hole(text, at, numbered=numbered)
        parts.append(part)
    return tuple(parts), at


def _hole(text: str, at: int, *, numbered: bool) -> tuple[Hole | Choice, int]:
    found = _HOLE.match(text, at)
    if not found:
        raise TemplateError(f"no argument at {at}: {text}")
    name, form, closed, kind = found.groups("")
    hole, at = Hole(name, form), found.end()
    if closed:
        return hole, at
    cases: dict[str, Pattern] = {}
    while (case := _CASE.match(text, at)) and case[1]:
        cases[case[1]], at = _pattern(text, case.end(), numbered=numbered or kind == "plural")
        at += 1
    if not case or "other" not in cases:
        raise TemplateError(f"no case 'other', or it is not closed, at {at}: {text}")
    return Choice(hole, kind == "plural", cases), case.end()


def holes(pattern: Pattern) -> Iterator[Hole]:
    """Iterate over the arguments a template uses, with their forms."""
    for part in pattern:
        if isinstance(part, Hole):
            yield part
        elif isinstance(part, Choice):
            yield part.hole
            for case in part.cases.values():
                yield from holes(case)


def choices(pattern: Pattern) -> Iterator[Choice]:
    """Iterate over the choices in a template, the outer ones first."""
    for part in pattern:
        if isinstance(part, Choice):
            yield part
            for case in part.cases.values():
                yield from choices(case)
