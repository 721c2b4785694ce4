"""How a line that is being typed may continue. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.contract import Completions
from siam_tui.typed.commands import CommandSet

_OF_MOVES = ("move", "why")
_OF_LEVELS = ("bot",)


@dataclass(frozen=True, slots=True)
class LineCompletions:
    """What may come next in a line.

    Attributes:
        pieces: what may be typed next, the likeliest first.
        help: what the command in the line does; empty if there is none yet.
    """

    pieces: tuple[str, ...] = ()
    help: str = ""


def complete_line(
    line: str, commands: CommandSet, moves: Completions | None, levels: tuple[str, ...] = ()
) -> LineCompletions:
    """Return how a line may continue.

    Args:
        line: what was typed so far.
        commands: the commands that can be typed.
        moves: how a move may be typed, if the person is to move.
        levels: the levels of bots that can be seated.
    """
    text = line.lstrip()
    first, space, rest = text.partition(" ")
    word = commands.word(first)
    if space and word is not None:
        if word.name in _OF_MOVES and moves is not None:
            return LineCompletions(moves.after(rest.lstrip()), word.description)
        if word.name in _OF_LEVELS:
            return LineCompletions(_rests(levels, rest), word.description)
        return LineCompletions(help=f"{word.usage}: {word.description}")
    pieces = moves.after(text) if moves is not None else ()
    if len(text) > 1 and commands.looks_like_move(text):
        return LineCompletions(pieces)
    names = (each.name for each in commands.words)
    found = dict.fromkeys((*pieces, *_rests(names, text)))
    return LineCompletions(tuple(found), word.description if word else "")


def _rests(words: Iterable[str], beginning: str) -> tuple[str, ...]:
    """Return what is left to type of the words that begin so."""
    lower = beginning.lower()
    found = dict.fromkeys(word[len(lower) :] for word in words if word.startswith(lower))
    return tuple(filter(None, found))
