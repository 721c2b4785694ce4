"""Finds the language of whoever reads the page, among those that there are. Pure."""

from __future__ import annotations

import re
from typing import Final

from texts import LANGUAGES

_CHOICE: Final = re.compile(
    r"\s*([a-z]{2})(?:-[a-z0-9-]*)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)


def language_asked(header: str) -> str:
    """Return the language of ours that an ``Accept-Language`` header likes best; else English.

    >>> [language_asked(each) for each in ("pt, de-AT;q=0.9, fr;q=0.8", "fr;q=0, ../de", "")]
    ['de', 'en', 'en']
    """
    best, most = "en", 0.0
    for choice in map(_CHOICE.fullmatch, header.split(",")):
        if choice and (name := choice[1].lower()) in LANGUAGES and float(choice[2] or 1) > most:
            best, most = name, float(choice[2] or 1)
    return best
