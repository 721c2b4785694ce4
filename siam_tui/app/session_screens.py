"""Shows the table or the lobby of a session, until home is shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.errors import ConnectionEndedError, RefusedError
from siam_tui.app.playing_app import PlayingApp
from siam_tui.lobby.left_seat import noting_seats
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session import Session
from siam_tui.profile.key_files import read_key
from siam_tui.profile.remembered_games import LastGame, LastSeen, OpenSeats
from siam_tui.profile.table_secrets import PrivateTables
from siam_tui.profile.user_error import UserError
from siam_tui.table.screen import TableScreen

if TYPE_CHECKING:
    from protocol.keys import SecretKey
    from protocol.links import Link
    from protocol.states import TableState
    from siam_tui.profile.profiles import Profile


async def show_table(app: PlayingApp, session: Session) -> None:
    """Show the table of a game against bots; keep the session while the game goes on."""
    state = await _find_state(session)
    screen = TableScreen(session.client, session.table, waits=True, state=state)
    screen.coach.memory = session.memory
    app.home.busy("")  # from here on, keys go to the table
    async with noting_seats(OpenSeats(app.profile.folder), session):
        await app.push_screen_wait(screen)
    session.memory = screen.coach.memory
    if not session.plays_on:
        await app.leave()
    app.show_home()
    app.home.point_at_waiting()


async def _find_state(session: Session) -> TableState | None:
    """Return the state of a session's table; None where the table's screen will say why not."""
    try:
        return await session.client.follow(session.table)
    except (RefusedError, ConnectionEndedError):
        return None


async def show_lobby(app: PlayingApp, session: Session, last_game: LastGame) -> None:
    """Show a lobby, and leave it when its screen is closed.

    Args:
        app: shows it.
        session: the player's, in the lobby.
        last_game: remembers the game that the player chooses there.
    """
    folder, link = app.profile.folder, session.link
    private = PrivateTables.in_profile(folder)
    private.add_from_link(session.client, link)
    app.run_worker(private.keep_proven_key(session.client, link), group="table-key")
    seen = LastSeen(folder / "seen.json")
    server_key = _server_key(app.profile, link)
    screen = LobbyScreen(session, seen, private, server_key, last_game)
    app.home.busy("")
    async with noting_seats(OpenSeats(folder), session):
        await app.push_screen_wait(screen)
    await app.leave()
    app.home.point_at_waiting()


def _server_key(profile: Profile, link: Link) -> SecretKey | None:
    """Return the key of a lobby's server, if this profile has it and so owns the lobby."""
    try:
        key = read_key(profile.key_file("server"))
    except (FileNotFoundError, UserError):
        return None
    return key if key.public == link.server else None
