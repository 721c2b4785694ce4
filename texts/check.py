"""``python -m texts.check [LANGUAGE …]`` prints what is wrong with the texts of each language.

With ``--update`` it first writes the PO files anew, for translators; also of a new language.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping

from texts.po_files import all_folders, english_entries, read_entries, update
from texts.rooms import read_english
from texts.template import TemplateError, choices, holes, parse
from texts.voice import LANGUAGES


def faults(language: str) -> Iterator[str]:
    """Iterate over what is wrong with a language: missing, stale, damaged, other holes or forms."""
    for room, folder in all_folders():
        entries = read_entries(folder, language)
        told = {(each.msgctxt, each.msgid): each.msgstr for each in entries if each.translated()}
        contexts = {context for context, _ in told}
        templates = read_english(folder)
        for context, text in english_entries(room, folder):
            if (context, text) not in told:
                what, line = "stale" if context in contexts else "missing", " ".join(text.split())
                yield f"{what}: {context}: {line[:60]}"
            elif context in templates:
                yield from _faults_of(context, text, told[context, text])
        yield from missing_forms(
            {
                context: told[context, text]
                for context, text in templates.items()
                if (context, text) in told
            }
        )
        known = set(english_entries(room, folder))
        yield from (f"unknown: {context}" for context, text in told if (context, text) not in known)


def _faults_of(context: str, english: str, translated: str) -> Iterator[str]:
    try:
        ours, theirs = parse(english), parse(translated)
    except TemplateError as error:
        yield f"damaged: {context}: {error}"
        return
    if {each.name for each in holes(ours)} != {each.name for each in holes(theirs)}:
        yield f"other holes: {context}"
    if any(len(choice.cases) < 2 for choice in choices(theirs) if choice.by_number):
        yield f"a plural of one case: {context}"


def missing_forms(texts: Mapping[str, str]) -> Iterator[str]:
    """Iterate over the forms that some nouns of a kind have, others have not, and no rule makes."""
    kinds: dict[str, dict[str, set[str]]] = {}
    for context, text in texts.items():
        kind, _, noun = context.rpartition("/")
        kinds.setdefault(kind, {})[noun] = set(re.findall(r"\|\s*([\w-]+)=", text))
    for kind, nouns in kinds.items():
        wanted = {form for forms in nouns.values() for form in forms}
        wanted -= {form for form in wanted if f"{kind}/form/{form}" in texts}
        for noun, forms in nouns.items():
            yield from (f"missing form: {kind}/{noun}: {form}" for form in sorted(wanted - forms))


def main(arguments: list[str]) -> int:
    """Print the faults of each language, or of those named; return 1 if there are any."""
    languages = [each for each in arguments if not each.startswith("-")]
    languages = languages or [each for each in LANGUAGES if each != "en"]
    if "--update" in arguments:
        for language in languages:
            for room, folder in all_folders():
                update(room, folder, language)
    found = {language: list(faults(language)) for language in languages}
    for language, wrong in found.items():
        print(f"{language}: {len(wrong)} faults", *wrong, sep="\n  ")  # noqa: T201 - a program
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
