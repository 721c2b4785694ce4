"""The topics of the help in text mode, and the commands that each explains. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from siam_tui.games.game_ui import AnyGameUI
from siam_tui.typed.commands import CommandSet, CommandWord


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """Commands that are explained together.

    Attributes:
        name: what is typed for it after ``help``.
        words: its commands that can be typed where the person is, in the order of the help.
    """

    name: str
    words: tuple[CommandWord, ...]

    @property
    def heading(self) -> str:
        """The topic and the names of its commands, in one line."""
        return f"{self.name.capitalize()}: {', '.join(word.name for word in self.words)}."


MOVES: Final = "moves"
TABLE: Final = "table"
_COMMANDS: Final = {
    "games": frozenset({"bots", "waiting", "resume", "abandon", "games", "practice", "tutorial"}),
    "lobbies": frozenset({"host", "lobbies", "join", "watch", "tables", "open", "sit", "look"}),
    MOVES: frozenset({"move", "moves", "hint", "why", "takeback", "solution", "next"}),
    TABLE: frozenset({"status", "seats", "terms", "last", "log", "position", "copy", "save"}),
    "people": frozenset({"say", "talk", "people", "mute", "unmute", "link", "reminders", "name"}),
    "game": frozenset({"take", "bot", "free", "start", "end", "again"}),
    "rules": frozenset({"rules", "notation", "reference", "help"}),
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
