"""What can be read in a dialogue: the commands, the rules and the notation. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.registry import spec_of
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.registry import shown_games
from siam_tui.games.study import RulesGuide
from siam_tui.profile.user_error import UserError
from siam_tui.rules.rules_text import rules_text, summary_text
from siam_tui.typed.commands import CommandSet, Typed
from siam_tui.ui.text import listed

_WITH_OPTIONS = ("bots", "open")
"""Commands that the options of each game are listed for."""
_UNBROKEN = 10_000
"""Characters a line may have if the reader's own program breaks it."""


def read_pages(typed: Typed, commands: CommandSet, game: AnyGameUI) -> list[str]:
    """Return what there is to read about something, a paragraph a line.

    Args:
        typed: the command: ``help``, ``rules`` or ``notation``.
        commands: the commands that can be typed.
        game: the game whose rules and notation are asked for.

    Raises:
        UserError: help is asked about a command that cannot be typed here.
    """
    match typed.name:
        case "rules":
            return list(_tell_rules(game.rules, typed.rest))
        case "notation":
            return list(game.speech.notation)
    if not typed.rest:
        about = (f"{word.usage}. {word.description}" for word in commands.words)
        return ["You can type here:", *about]
    word = commands.word(typed.rest)
    if word is None:
        raise UserError("You cannot type this command here. Type help for all you can type.")
    also = f" Also {', '.join(word.other_names)}." if word.other_names else ""
    games = map(_describe_game, shown_games()) if word.name in _WITH_OPTIONS else ()
    return [f"{word.usage}. {word.description}{also}", *games]


def _describe_game(name: str) -> str:
    """Return how many can play a game, and what maps and options it has."""
    spec = spec_of(name)
    players = listed([str(number) for number in spec.players], "or")
    maps = f" Maps: {listed(spec.maps)}." if spec.maps else ""
    options = "".join(f" Option {each.name}: {each.description}" for each in spec.options)
    return f"game={name}: {spec.title}, for {players} players.{maps}{options}"


def _tell_rules(guide: RulesGuide[Any], about: str) -> Iterator[str]:
    """Iterate over the rules: on one page, or the chapters asked for.

    Raises:
        UserError: no chapter's title has these words.
    """
    if about:
        found = rules_text(guide, _UNBROKEN, None, about.split())
        if not found:
            raise UserError("No chapter has this title. Type rules for the list of chapters.")
        yield from (line.strip() for line in found.splitlines() if line.strip("= "))
        return
    yield from filter(None, summary_text(guide, _UNBROKEN).splitlines())
    titles = ", ".join(chapter.title for chapter in guide.chapters())
    yield f"There is more, with examples: type rules and words of a chapter's title. {titles}."
