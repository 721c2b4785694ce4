"""The PO files of translators: one beside each ``en.toml``, with its texts and paragraphs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from polib import POEntry, POFile, pofile

from texts.paragraphs import sources
from texts.rooms import folders_of, read_english, room_names


def all_folders() -> Iterator[tuple[str, str]]:
    """Iterate over the rooms with each package that holds texts of theirs."""
    for room in room_names():
        for folder in folders_of(room):
            yield room, folder


def english_entries(room: str, folder: str) -> list[tuple[str, str]]:
    """Return what is to be translated of a package of a room: context and English text."""
    paragraphs = dict.fromkeys(sources(files(folder), room))
    return [*read_english(folder).items(), *paragraphs]


def read_entries(folder: str, language: str) -> list[POEntry]:
    """Return the entries that a package has in a language; none if it has no file for it."""
    file = files(folder) / f"{language}.po"
    entries = pofile(file.read_text("utf-8")) if file.is_file() else []
    return [each for each in entries if not each.obsolete]


def update(room: str, folder: str, language: str) -> int:
    """Write the file of a package anew: translations stay, new texts are empty, old ones fuzzy.

    Returns:
        How many entries are left to be translated.
    """
    known = read_entries(folder, language)
    exact = {(each.msgctxt, each.msgid): each for each in known}
    by_context = {each.msgctxt: each for each in known}
    wanted = english_entries(room, folder)
    contexts = dict(read_english(folder))
    entries = []
    for context, text in wanted:
        entry = exact.get((context, text)) or POEntry(msgctxt=context, msgid=text)
        before = by_context.get(context) if context in contexts else None
        if not entry.msgstr and before:  # what was said before helps the translator
            entry.msgstr, entry.previous_msgid = (
                before.msgstr,
                before.previous_msgid or before.msgid,
            )
            entry.flags = ["fuzzy"]
        entries.append(entry)
    if entries:
        _write_entries(Path(str(files(folder))) / f"{language}.po", language, entries)
    return sum(not each.translated() for each in entries)


def _write_entries(path: Path, language: str, entries: list[POEntry]) -> None:
    file = POFile(wrapwidth=100)
    file.metadata = {"Language": language, "Content-Type": "text/plain; charset=UTF-8"}
    file.extend(entries)
    path.write_text(str(file), "utf-8", newline="\n")
