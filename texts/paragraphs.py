"""Paragraphs of lessons and rules: prose in TOML files, of which all else stays as it is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, Final

from texts.rooms import room_of, translations
from texts.voice import language

_PROSE: Final = frozenset({"title", "about", "text", "says", "on_screen", "in_text", "note"})
_FOLDERS: Final = {
    "lessons": ("lessons",),
    "rules": ("rules", "chapters"),
    "chapters": ("chapters",),
}
"""Where a room keeps such files, by the second word of their context."""


def read_files(folder: Traversable, context: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Iterate over the files ``ORDER-ID.toml`` of a folder, in order, in the reader's language.

    Args:
        folder: the folder.
        context: where their translations stand, such as ``siam/lessons``.
    """
    for name, data in _files(folder):
        table = _translated(data, f"{context}/{name}")
        assert isinstance(table, dict)
        yield name, table


def sources(folder: Traversable, room: str) -> Iterator[tuple[str, str]]:
    """Iterate over the paragraphs in a folder of a room, for translators: context and text."""
    for kind, path in _FOLDERS.items():
        files = folder.joinpath(*path)
        if files.is_dir():
            for name, data in _files(files):
                yield from ((f"{room}/{kind}/{name}", text) for text in _paragraphs(data))


def _files(folder: Traversable) -> Iterator[tuple[str, dict[str, Any]]]:
    found = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    for name in sorted(found):
        data = tomllib.loads(found[name].read_text("utf-8"))
        yield name.removesuffix(".toml").partition("-")[2], data


def _translated(data: object, context: str) -> object:
    match data:
        case dict():
            return {key: _told(key, each, context) for key, each in data.items()}
        case list():
            return [_translated(each, context) for each in data]
    return data


def _told(key: str, value: object, context: str) -> object:
    if key not in _PROSE or not isinstance(value, str):
        return _translated(value, context)
    return translations(room_of(context), language()).get((context, value), value)


def _paragraphs(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key in _PROSE and isinstance(value, str) and value:
            yield value
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield from _paragraphs(part)
