"""What games a player has left and can go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siam_tui.games.registry import shown_games, title_of
from siam_tui.lobby.kept_games import KeptGame, KeptGames
from siam_tui.profile.open_seat import OpenSeat

if TYPE_CHECKING:
    from siam_tui.app.app import SiamApp

_AMONG_PEOPLE = "with your game among people"
_AMONG_PEOPLE_OR_BOTS = "with people, or against bots"


def has_left_seat(app: SiamApp) -> bool:
    """Return whether the player left a game among people that goes on, and can go back there."""
    return app.visit is None and bool(OpenSeat(app.profile.folder).link)


def games_to_go_on_with(app: SiamApp) -> list[KeptGame]:
    """Return the games against bots that wait, the one played last first."""
    waiting = KeptGames(app.profile.folder).waiting()
    session = app.session
    if session is None or session.kept is None:
        return waiting
    state = session.client.table(session.table)
    game = state.game if state is not None else ""
    return [KeptGame(session.kept, session.table, game), *waiting]


def describe_left_games(app: SiamApp) -> str:
    """Return with what there is to go on, in a few words; empty for nothing."""
    games = games_to_go_on_with(app)
    if has_left_seat(app):
        return _AMONG_PEOPLE_OR_BOTS if games else _AMONG_PEOPLE
    if not games:
        return ""
    name = games[0].game
    title = title_of(name) if name in shown_games() else ""
    return _go_on_text(title, others=len(games) > 1)


def _go_on_text(title: str, *, others: bool) -> str:
    """Return with which game against bots to go on, by its title, which may be unknown."""
    if others:
        return f"with {title}, or another" if title else "with one of your games against bots"
    return f"with {title}, against bots" if title else "with your game against bots"
