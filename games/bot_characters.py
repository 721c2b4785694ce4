"""The bots of any game: their levels and their characters' names, and how each plays."""

from __future__ import annotations

from collections.abc import Container
from types import MappingProxyType
from typing import Final

from texts import Noun, say, tell

SEARCH_LEVELS: Final = ("mandarin", "minister", "regent")
"""Levels that search ahead, weakest first."""
BOT_LEVELS: Final = ("random", "greedy", *SEARCH_LEVELS)
"""All levels, weakest first."""
BOT_CHARACTERS: Final = MappingProxyType(
    {
        "random": ("Merry Lek", "Sleepy Anton", "Dizzy Rosa", "Carefree Kofi"),
        "greedy": ("Hungry Hugo", "Hasty Mara", "Eager Nok", "Restless Gil"),
        "mandarin": ("Careful Chen", "Polite Omar", "Quiet Suda", "Patient Pia"),
        "minister": ("Shrewd Ilse", "Stern Vera", "Wary Wassan", "Clever Cato"),
        "regent": ("Wise Malee", "Iron Isolde", "Grim Rufus", "Sly Severin"),
    }
)
"""The names of the characters of each level, weakest first; the first one is taken first."""


def bot_name(level: str, taken: Container[str]) -> str:
    """Return a name for a bot of a level, other than those that are taken at its table.

    >>> bot_name("random", ()), bot_name("random", ("Merry Lek",))
    ('Merry Lek', 'Sleepy Anton')
    >>> bot_name("random", BOT_CHARACTERS["random"])
    'Merry Lek 2'
    """
    names = BOT_CHARACTERS.get(level) or (str(say("games/bot-of-level", level=level[:16])),)
    numbered = (f"{name} {number}" for number in range(2, 100) for name in names)
    found: str = next(name for name in (*names, *numbered) if name not in taken)
    return found


def about_bot(name: str) -> str:
    """Return a sentence on how a bot plays; empty for a name that is no character's.

    >>> about_bot("Hungry Hugo 2"), about_bot("Ann")
    ('Hungry Hugo takes what is best this turn.', '')
    """
    known = name.rstrip(" 0123456789")
    return tell(Noun("games/bot", known)) if known in bot_names() else ""


def bot_names() -> tuple[str, ...]:
    """Return the names of all characters, which no person may take."""
    return tuple(name for names in BOT_CHARACTERS.values() for name in names)
