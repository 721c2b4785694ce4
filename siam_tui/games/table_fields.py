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
    """

    option: str
    label: str
    without: str
    chosen: str


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
