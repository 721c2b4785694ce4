"""How a form for a new table asks for what a game may be played with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.contract import InvalidMapError
from siam_tui.ui.text import Text
from texts import say


@dataclass(frozen=True, slots=True)
class OptionField:
    """The line of a form that asks for one option.

    Attributes:
        option: the option's name, as in `GameSpec.options`.
        label: what the line is called, such as ``Played cards``; at most 13 characters.
        without: what a table without the option plays by.
        chosen: what a table with the option plays by.
        instead: options that exclude this one and each other, each with what it means.
        players: for how many players it has an effect; empty for any number.
    """

    option: str
    label: Text
    without: Text
    chosen: Text
    instead: tuple[tuple[str, Text], ...] = ()
    players: tuple[int, ...] = ()

    def is_for(self, players: int) -> bool:
        """Return whether it has an effect at a table of so many."""
        return not self.players or players in self.players

    @property
    def choices(self) -> tuple[tuple[Text, str], ...]:
        """What can be chosen in the line, and for what option; an empty one stands for none."""
        others = ((meaning, option) for option, meaning in self.instead)
        return ((self.without, ""), (self.chosen, self.option), *others)


def refuse_map(_: object) -> None:
    """Refuse a map: the game is played without one.

    Raises:
        InvalidMapError: always.
    """
    raise InvalidMapError(say("games/map/no-map-here"))


@dataclass(frozen=True, slots=True)
class TableFields:
    """What a form for a new table must know of a game beyond its `GameSpec`.

    Attributes:
        options: a line for each option, in the order of the form.
        check_map: returns if a player's own map can be drawn, or raises `InvalidMapError`.
    """

    options: tuple[OptionField, ...] = ()
    check_map: Callable[[Any], None] = refuse_map
