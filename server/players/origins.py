"""Where players connect from, as far as the embedded broker knows it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

_MAX_PLAYERS = 2000
"""Players whose origin is remembered; those who connected longest ago are forgotten first."""


@dataclass(slots=True)
class Origins:
    """The addresses players last connected from, by their fingerprints."""

    _of: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def note_address(self, player: str, address: str) -> None:
        """Note where a player has connected from: a network, an account, or empty."""
        self._of[player] = address
        self._of.move_to_end(player)
        if len(self._of) > _MAX_PLAYERS:
            self._of.popitem(last=False)

    def __call__(self, player: str) -> str:
        """Return a player's origin; empty where it is not known or shared by many."""
        return self._of.get(player, "")
