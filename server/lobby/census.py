"""What host and broker ask of a lobby: how much goes on, who plays, and from where."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from server.lobby.lobby import Lobby
from server.players.presence import AWAY_SECONDS

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


@dataclass(slots=True)
class Roster:
    """Answers the broker's questions about the lobby; the broker starts before it.

    Attributes:
        lobby: returns the present lobby; None until there is one.
    """

    lobby: Callable[[], Lobby] | None = None

    def players(self) -> frozenset[str]:
        """Return the fingerprints of the hosts, the people who have seats, and the bots."""
        return frozenset() if self.lobby is None else self.lobby().players() - {""}

    def playing(self) -> frozenset[str]:
        """Return the fingerprints of the people and bots who play in a game that runs."""
        return frozenset() if self.lobby is None else self.lobby().playing() - {""}

    def is_bot(self, player: str) -> bool:
        """Return whether a fingerprint is that of a bot of this lobby."""
        return self.lobby is not None and self.lobby().is_bot(player)


class Census(NamedTuple):
    """How much goes on in a lobby.

    Attributes:
        games: running games at which people sit.
        tables: tables that everybody may see.
        people: people who gave a sign of life lately; no bots.
    """

    games: int = 0
    tables: int = 0
    people: int = 0


def take_census(lobby: Lobby) -> Census:
    """Return how much goes on in a lobby now."""
    tables, now = lobby.tables.values(), lobby.context.clock()
    heard = lobby.context.players.all_heard()
    return Census(
        games=sum(table.status == "running" and bool(table.people()) for table in tables),
        tables=sum(not table.key for table in tables),
        people=sum(
            at is not None and now - at < AWAY_SECONDS and not lobby.is_bot(player)
            for player, at in heard.items()
        ),
    )
