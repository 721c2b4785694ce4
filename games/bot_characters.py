"""The bots of any game: their levels, names and characters, and how each plays."""

from __future__ import annotations

from collections.abc import Container
from types import MappingProxyType
from typing import Final, NamedTuple

SEARCH_LEVELS: Final = ("mandarin", "minister", "regent")
"""Levels that search ahead, weakest first."""
BOT_LEVELS: Final = ("random", "greedy", *SEARCH_LEVELS)
"""All levels, weakest first."""


class BotCharacter(NamedTuple):
    """A bot as people know it.

    Attributes:
        name: its name, which no person may take.
        about: a sentence on how it plays, true of its level.
    """

    name: str
    about: str


BOT_CHARACTERS: Final = MappingProxyType(
    {
        "random": (
            BotCharacter("Merry Lek", "Merry Lek laughs and plays any legal move."),
            BotCharacter("Sleepy Anton", "Sleepy Anton dreams and plays any legal move."),
            BotCharacter("Dizzy Rosa", "Dizzy Rosa shuts her eyes and plays any legal move."),
            BotCharacter("Carefree Kofi", "Carefree Kofi throws dice to choose a legal move."),
        ),
        "greedy": (
            BotCharacter("Hungry Hugo", "Hungry Hugo takes what is best this turn."),
            BotCharacter("Hasty Mara", "Hasty Mara never looks beyond her own turn."),
            BotCharacter("Eager Nok", "Eager Nok wants the most from every single turn."),
            BotCharacter("Restless Gil", "Restless Gil counts what one turn brings, and moves."),
        ),
        "mandarin": (
            BotCharacter("Careful Chen", "Careful Chen looks at a few answers before he moves."),
            BotCharacter("Polite Omar", "Polite Omar thinks of your answer, but not of his own."),
            BotCharacter("Quiet Suda", "Quiet Suda weighs a few answers and says nothing."),
            BotCharacter("Patient Pia", "Patient Pia checks a few answers before each move."),
        ),
        "minister": (
            BotCharacter("Shrewd Ilse", "Shrewd Ilse thinks several moves ahead."),
            BotCharacter("Stern Vera", "Stern Vera plans ahead and forgives few mistakes."),
            BotCharacter("Wary Wassan", "Wary Wassan looks ahead for what you may be planning."),
            BotCharacter("Clever Cato", "Clever Cato counts cards and thinks ahead."),
        ),
        "regent": (
            BotCharacter("Wise Malee", "Wise Malee thinks for a second, which is a long time."),
            BotCharacter("Iron Isolde", "Iron Isolde uses every moment to find the best move."),
            BotCharacter("Grim Rufus", "Grim Rufus searches longest and is hard to beat."),
            BotCharacter("Sly Severin", "Sly Severin searches deep and waits for your mistake."),
        ),
    }
)
"""The characters of each level, weakest first; the first one is taken first."""
_ABOUT: Final = {each.name: each.about for level in BOT_CHARACTERS.values() for each in level}


def bot_name(level: str, taken: Container[str]) -> str:
    """Return a name for a bot of a level, other than those that are taken at its table.

    >>> bot_name("random", ()), bot_name("random", ("Merry Lek",))
    ('Merry Lek', 'Sleepy Anton')
    >>> bot_name("random", [each.name for each in BOT_CHARACTERS["random"]])
    'Merry Lek 2'
    """
    names = [each.name for each in BOT_CHARACTERS.get(level, ())] or [f"{level[:16]} bot"]
    numbered = (f"{name} {number}" for number in range(2, 100) for name in names)
    return next(name for name in (*names, *numbered) if name not in taken)


def about_bot(name: str) -> str:
    """Return a sentence on how a bot plays; empty for a name that is no character's.

    >>> about_bot("Hungry Hugo 2"), about_bot("Ann")
    ('Hungry Hugo takes what is best this turn.', '')
    """
    return _ABOUT.get(name.rstrip(" 0123456789"), "")


def bot_names() -> tuple[str, ...]:
    """Return the names of all characters, which no person may take."""
    return tuple(_ABOUT)
