"""The moves that a bot has seen in its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.contract import Game
from games.registry import spec_of
from protocol.states import Entry, TableState


@dataclass(slots=True)
class Memory:
    """The moves of one game, from its first to the last one seen without a gap.

    Attributes:
        game_number: which game at the table.
        takes: how many moves had been taken back before.
        entries: the moves seen.
        gap: whether some are missing for good.
    """

    game_number: int
    takes: int = 0
    entries: list[Entry] = field(default_factory=list)
    gap: bool = False

    def add_entries(self, first: int, entries: Sequence[Entry]) -> None:
        """Add moves, the first of them of this ply; moves after a gap are ignored."""
        known = len(self.entries)
        if first <= known:
            self.entries += entries[known - first :]

    def followed_by(self, state: TableState) -> Memory:
        """Return the memory after a state and its news: a new one for another game.

        After a move taken back it is a new one too, with the moves before that.
        """
        now = state.branch
        memory = self if (self.game_number, self.takes) == now else Memory(*now, self._kept(state))
        memory.add_entries(state.ply - len(state.news), state.news)
        return memory

    def _kept(self, state: TableState) -> list[Entry]:
        """Return the moves that still count, if exactly one was taken back and none is missing."""
        one_more = (self.game_number, self.takes + 1) == state.branch
        if not one_more or not state.taken:
            return []
        taken = state.taken[-1].ply
        missed = state.ply - len(state.news) > taken
        return [] if missed else self.entries[:taken]

    def recall(self, game: Game[Any, Any], view: Any, ply: int) -> Any:  # noqa: ANN401 - any game's
        """Return the view with what the seen moves reveal; the view alone if some are missing."""
        if len(self.entries) != ply:
            return view
        thinking = spec_of(game.name).searchable(game)
        moves = ((entry.seat, game.parse_move(entry.move)) for entry in self.entries)
        return thinking.recall(view, moves)
