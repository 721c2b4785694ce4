"""Rooms: the folders whose ``en.toml`` and ``es.po`` hold texts, by the first word of their ids."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from json import loads
from typing import Final

_LINE: Final = re.compile(r'^"([^"]+)" = ("(?:[^"\\]|\\.)*")$', re.MULTILINE)
"""The one form of TOML that ``en.toml`` uses; the suite compares it with what `tomllib` reads."""

GAMES: Final = ("siam", "foreign_king", "amber")
_ROOMS: Final = [
    "analysis",
    "app",
    "appearance",
    "browser",
    "cli",
    "coach",
    "discovery",
    "doors",
    "learn",
    "lobby",
    "model",
    "owner",
    "plain",
    "practice",
    "profile",
    "reminders",
    "replay",
    "rules",
    "table",
    "terminal",
    "typed",
    "ui",
]
_folders: dict[str, tuple[str, ...]] = {
    "texts": ("texts",),
    "games": ("games", "siam_tui.games"),
    **{game: (f"games.{game}", f"siam_tui.games.{game}") for game in GAMES},
    **{room: (f"siam_tui.{room}",) for room in _ROOMS},
    **{room: (room,) for room in ("protocol", "transport", "client", "server")},
}
_OURS: Final = frozenset(_folders)


def room_names() -> tuple[str, ...]:
    """Return the rooms there are."""
    return tuple(_folders)


def add_room(name: str, module: str) -> None:
    """Add a room of another package, such as a game's; none of siam's own is changed.

    Args:
        name: the first word of the ids of its texts.
        module: a package with ``en.toml``, or a module in one. It is imported when a text is told.
    """
    if name not in _OURS and module not in folders_of(name):
        _folders[name] = (*folders_of(name), module)
        for each in (english_texts, translations, translated_texts):
            each.cache_clear()


def room_of(text_id: str) -> str:
    """Return the room of a text: the first word of its id."""
    return text_id.partition("/")[0]


def folders_of(room: str) -> tuple[str, ...]:
    """Return the packages that hold the texts of a room; none if there is no such room."""
    return _folders.get(room, ())


@cache
def english_texts(room: str) -> dict[str, str]:
    """Return the English texts of a room by text_id."""
    return {
        text_id: text
        for folder in folders_of(room)
        for text_id, text in read_english(folder).items()
        if room_of(text_id) == room
    }


def read_english(folder: str) -> dict[str, str]:
    """Read the English texts of a package: lines ``"id" = "text"``; none if they are damaged."""
    try:
        return {text_id: loads(text) for text_id, text in _LINE.findall(_read(folder, "en.toml"))}
    except ValueError:
        return {}


def _read(folder: str, name: str) -> str:
    """Return what a file beside a module says; empty if it is not there, or cannot be read."""
    try:
        file = folder_of(folder).joinpath(name)
        return file.read_text("utf-8") if file.is_file() else ""
    except (Exception, SystemExit):  # noqa: BLE001 - a package of others does what it likes
        return ""


def folder_of(module: str) -> Traversable:
    """Return the folder of a package, or of the package that a module is in.

    Raises:
        ModuleNotFoundError: there is none.
    """
    found = import_module(module)
    package = module if hasattr(found, "__path__") else module.rpartition(".")[0]
    if not package:
        raise ModuleNotFoundError(module)
    return files(package)


@cache
def translated_texts(room: str, language: str) -> dict[str, str]:
    """Return the texts of a room in a language: those whose English text is still the same."""
    found = translations(room, language)
    return {
        text_id: found[text_id, text]
        for text_id, text in english_texts(room).items()
        if (text_id, text) in found
    }


@cache
def translations(room: str, language: str) -> dict[tuple[str, str], str]:
    """Return what a room has in a language, by its context and the English text.

    A room without such a file has none: it is English as a whole.
    """
    if language == "en":
        return {}
    from polib import pofile  # noqa: PLC0415 - only other languages need it

    found: dict[tuple[str, str], str] = {}
    for folder in folders_of(room):
        try:
            entries = pofile(_read(folder, f"{language}.po"))
        except (OSError, ValueError):  # damaged: `texts.check` says where
            continue
        found |= {(e.msgctxt, e.msgid): e.msgstr for e in entries if e.translated()}
    return found
