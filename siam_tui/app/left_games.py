"""What games a player has left and can go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siam_tui.lobby.waiting_games import WaitingGame, waiting_games

if TYPE_CHECKING:
    from siam_tui.app.app import SiamApp


def games_to_go_on_with(app: SiamApp) -> list[WaitingGame]:
    """Return the games that wait for the player; a visitor finds theirs in the lobby."""
    if app.visit is not None:
        return []
    playing = app.session.kept_game if app.session is not None else None
    return waiting_games(app.profile.folder, playing)
