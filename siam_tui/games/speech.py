"""A game in sentences to be heard: what ``--plain`` asks of each game."""

from __future__ import annotations

from typing import Any, Protocol

from games.contract import Game


class Speech(Protocol):
    """Facts and moves as sentences: names in full, no signs."""

    def tell_move(self, game: Game[Any, Any], move: Any, who: str) -> str:  # noqa: ANN401
        """Return what somebody did, or would do; `who` is ``You`` or a name."""
