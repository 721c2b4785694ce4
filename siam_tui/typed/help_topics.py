"""How a line that is being typed may continue, and topics of the help. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from games.contract import Completions
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.typed.commands import CommandSet, CommandWord
from siam_tui.typed.words import words_of


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """Commands that are explained together.

    Attributes:
        id: its English name.
        words: its commands that can be typed where the person is, in the order of the help.
    """

    id: str
    words: tuple[CommandWord, ...]

    @property
    def name(self) -> str:
        """What is typed for it after ``help``."""
        return words_of(self.id)[0]

    @property
    def heading(self) -> str:
        """The topic and the names of its commands, in one line."""
        return f"{self.name.capitalize()}: {', '.join(word.shown for word in self.words)}."


MOVES: Final = "moves"
TABLE: Final = "table"
_COMMANDS: Final = {
    "games": frozenset({"bots", "waiting", "resume", "abandon", "games", "practice", "tutorial"}),
    "lobbies": frozenset({"host", "lobbies", "join", "watch", "tables", "open", "sit", "look"}),
    MOVES: frozenset({"move", "moves", "hint", "why", "takeback", "solution", "next"}),
    TABLE: frozenset({"status", "seats", "terms", "last", "log", "position", "copy", "save"}),
    "people": frozenset({"say", "talk", "people", "mute", "unmute", "link", "reminders", "name"}),
    "game": frozenset({"take", "bot", "free", "start", "end", "again"}),
    "rules": frozenset({"rules", "notation", "reference", "help", "language"}),
    "leaving": frozenset({"away", "leave", "wait", "quit"}),
}
"""The commands of each topic; a game adds its own to `MOVES` and `TABLE`."""


def help_topics(commands: CommandSet, game: AnyGameUI) -> Iterator[HelpTopic]:
    """Iterate over the topics that have commands where the person is.

    Args:
        commands: the commands that can be typed.
        game: the game that is played there, or the one played last.
    """
    texts = game.texts
    own = {MOVES: set(texts.move_words), TABLE: {fact.name for fact in texts.facts}}
    for topic, names in _COMMANDS.items():
        meant = names | own.get(topic, set())
        words = tuple(word for word in commands.words if word.name in meant)
        if words:
            yield HelpTopic(topic, words)


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
    names = [each.shown for each in commands.words]
    rests = _rests(names, text) or _rests((each.name for each in commands.words), text)
    found = dict.fromkeys((*pieces, *rests))
    return LineCompletions(tuple(found), word.description if word else "")


def _rests(words: Iterable[str], beginning: str) -> tuple[str, ...]:
    """Return what is left to type of the words that begin so."""
    lower = beginning.lower()
    found = dict.fromkeys(word[len(lower) :] for word in words if word.startswith(lower))
    return tuple(filter(None, found))
