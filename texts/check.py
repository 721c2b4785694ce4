"""``python -m texts.check`` prints what is wrong with the texts of each language."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files

from polib import POEntry, pofile

from texts.rooms import english_texts, folders_of, room_names
from texts.template import TemplateError, choices, holes, parse
from texts.voice import LANGUAGES


def faults(language: str) -> Iterator[str]:
    """Iterate over what is wrong with a language: missing, stale, damaged, other holes or cases."""
    for room in room_names():
        english = english_texts(room)
        found: dict[str, POEntry] = {}
        for folder in folders_of(room):
            file = files(folder) / f"{language}.po"
            if file.is_file():
                entries = pofile(file.read_text("utf-8"))
                found |= {each.msgctxt: each for each in entries if not each.obsolete}
        for text_id, text in english.items():
            if not (entry := found.get(text_id)) or not entry.translated():
                yield f"missing: {text_id}"
            elif entry.msgid != text:
                yield f"stale: {text_id}"
            else:
                yield from _faults_of(text_id, text, entry.msgstr)
        yield from (f"unknown: {text_id}" for text_id in found if text_id not in english)


def _faults_of(text_id: str, english: str, told: str) -> Iterator[str]:
    try:
        ours, theirs = parse(english), parse(told)
    except TemplateError as error:
        yield f"damaged: {text_id}: {error}"
        return
    if {each.name for each in holes(ours)} != {each.name for each in holes(theirs)}:
        yield f"other holes: {text_id}"
    if any(len(choice.cases) < 2 for choice in choices(theirs) if choice.by_number):
        yield f"a plural of one case: {text_id}"


def main() -> int:
    """Print the faults of each language, or of those named; return 1 if there are any."""
    found = {each: list(faults(each)) for each in sys.argv[1:] or LANGUAGES if each != "en"}
    for language, told in found.items():
        print(f"{language}: {len(told)} faults", *told, sep="\n  ")  # noqa: T201 - a program
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
