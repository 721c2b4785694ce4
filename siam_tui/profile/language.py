"""The language that a player reads: what they ask for, else what their environment says."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final

from siam_tui.profile.user_error import UserError
from texts import LANGUAGES, Message, say, set_language, tell

AUTO: Final = "auto"
"""The choice to follow the environment."""
CHOICES: Final = (AUTO, *LANGUAGES)

_LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_BEHIND_LANGUAGE: Final = re.compile(r"[_.@-]")
_ENGLISH: Final = "en"


def checked_language(name: str) -> str:
    """Return a choice of a language as it is kept; empty if the text is empty.

    Raises:
        UserError: there is no such choice; names all.
    """
    if name and name.lower() not in CHOICES:
        raise UserError(tell("profile/no-language", name=repr(name[:40]), choices=CHOICES))
    return name.lower()


def environment_language(variables: Mapping[str, str] | None = None) -> str:
    """Return the language that environment variables ask for; English if we do not speak it.

    The first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is not empty names the locale.
    ``LANGUAGE`` lists languages to prefer to that of the locale, unless it is ``C``, as for
    gettext.

    >>> environment_language({"LANG": "de_AT.UTF-8"})
    'de'
    >>> environment_language({"LANG": "es_ES", "LC_ALL": "C.UTF-8", "LANGUAGE": "fr"})
    'en'
    >>> environment_language({"LANG": "de_AT", "LANGUAGE": "pt:it_CH:fr"})
    'it'
    """
    given = os.environ if variables is None else variables
    locale = next(filter(None, map(given.get, _LOCALES)), "C")
    if _language_of(locale) in ("c", "posix"):
        return _ENGLISH
    wanted = map(_language_of, (given.get("LANGUAGE") or locale).split(":"))
    return next((each for each in wanted if each in LANGUAGES), _ENGLISH)


def _language_of(locale: str) -> str:
    """Return the language of a locale such as ``de_AT.UTF-8@euro``."""
    return _BEHIND_LANGUAGE.split(locale, maxsplit=1)[0].lower()


def use_language(choice: str) -> None:
    """Tell everything in the language of a choice from now on."""
    set_language(environment_language() if choice == AUTO else choice)


def name_language(choice: str) -> str | Message:
    """Return what a choice is called: a language in itself, the environment's with its language."""
    if choice == AUTO:
        return say("profile/language-auto", name=LANGUAGES[environment_language()])
    return LANGUAGES[choice]
