"""How a form for a new table asks for what a game may be played with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


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
    label: str
    without: str
    chosen: str
    instead: tuple[tuple[str, str], ...] = ()
    players: tuple[int, ...] = ()

    def is_for(self, players: int) -> bool:
        """Return whether it has an effect at a table of so many."""
        return not self.players or players in self.players

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """What can be chosen in the line, and for what option; an empty one stands for none."""
        return ((self.without, ""), (self.chosen, self.option), *((b, a) for a, b in self.instead))


class TableFields(Protocol):
    """What a form for a new table must know of a game beyond its `GameSpec`."""

    @property
    def options(self) -> tuple[OptionField, ...]:
        """A line for each option, in the order of the form."""

    def check_map(self, game_map: Any) -> None:  # noqa: ANN401 - any game's
        """Return if a player's own map can be drawn.

        Raises:
            InvalidMapError: naming what is wrong in its drawing.
        """
