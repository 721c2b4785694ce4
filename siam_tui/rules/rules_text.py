"""Texts of the help: the rules of a game in lines, and how the app is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

from games.contract import Game
from games.registry import game_of, spec_of
from siam_tui.appearance.cells import on_one_line, text_width, wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.game_ui import GameUI
from siam_tui.games.study import RulesChapter, RulesGuide
from siam_tui.games.study_files import read_chapters
from siam_tui.ui.text import fold, spellings, told
from texts import speaking, tell
from texts.sentences import join_sentences


def rules_text(
    guide: RulesGuide[Any], width: int, glyphs: Glyphs | None, words: Iterable[str] = ()
) -> str:
    """Return the rules, or the chapters whose titles have these words.

    Args:
        guide: the game's rules.
        width: characters a line may have.
        glyphs: the signs to draw the boards of examples with; None describes them in words.
        words: what to look for in a title, or in its English one; nothing for all chapters.
    """
    wanted = [fold(word) for word in words]
    both = zip(guide.chapters(), titles_of(guide), strict=True)
    found = [
        chapter
        for chapter, titles in both
        if any(all(word in title for word in wanted) for title in spellings(*titles))
    ]
    return "\n".join(line for each in found for line in _chapter_lines(guide, each, width, glyphs))


def titles_of(guide: RulesGuide[Any]) -> list[tuple[str, str]]:
    """Return the titles of the chapters in the reader's language, each with the English one."""
    told_titles = [each.title for each in guide.chapters()]
    with speaking("en"):
        return [*zip(told_titles, (each.title for each in guide.chapters()), strict=True)]


def summary_text(guide: RulesGuide[Any], width: int) -> str:
    """Return the chapter that has all the rules in short, without its title."""
    (chapter,) = (each for each in guide.chapters() if each.id == guide.summary)
    return "\n".join(_part_lines(guide, chapter, width, None))


def _chapter_lines(
    guide: RulesGuide[Any], chapter: RulesChapter[Any], width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    yield from (chapter.title, "=" * text_width(chapter.title), "")
    yield from _part_lines(guide, chapter, width, glyphs)


def _part_lines(
    guide: RulesGuide[Any], chapter: RulesChapter[Any], width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    for part in chapter.parts:
        if isinstance(part, str):
            yield from _prose(part, width)
        else:
            yield from guide.example_lines(part, width, glyphs)
        yield ""


def _prose(text: str, width: int) -> Iterator[str]:
    """Wrap Markdown of paragraphs and lists, without its stars."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        for item in re.split(r"\n(?=- )", block):
            words = re.sub(r"\*+([^*]+)\*+", r"\1", on_one_line(item))
            yield from wrap_text(
                words, width, subsequent_indent="  " if item.startswith("- ") else ""
            )


def _form_lines(ui: GameUI[Any, Any, Any]) -> str:
    """Return what the lines of the form for a new table mean in one game; empty without any."""
    spec = spec_of(ui.name)
    abouts = {each.name: told(each.description) for each in spec.options}
    lines = [tell("rules/own-map")] if spec.maps else []
    for field in ui.table_fields.options:
        others = join_sentences(
            *(
                tell("rules/option-choice", choice=told(text), about=abouts[name])
                for text, name in field.choices
                if name
            )
        )
        label, usual = told(field.label), told(field.without)
        lines.append(tell("rules/option", label=label, usual=usual, others=others))
    return "\n".join(f"- {line}" for line in lines)


def app_chapters(
    ui: GameUI[Any, Any, Any], game: Game[Any, Any] | None = None
) -> tuple[RulesChapter[Any], ...]:
    """Return the chapters on how the app is used, with what is different in one game.

    Args:
        ui: the game in the terminal.
        game: the rules of the table that is shown; None for those without options.
    """
    guide = ui.rules
    words = guide.reference_words(game or game_of(ui.name))
    keys, signs = (told(text).format(**words) for text in (guide.table_keys, guide.table_signs))
    options, chapter = _form_lines(ui), told(ui.texts.chapter)
    found = read_chapters(files(__package__) / "chapters", "rules/chapters", lambda _: "")
    return tuple(
        replace(
            each,
            parts=(
                "\n\n".join(
                    part.format(keys=keys, signs=signs, options=options, chapter=chapter)
                    for part in each.parts
                    if options or "{options}" not in part
                ),
            ),
        )
        for each in found
    )
