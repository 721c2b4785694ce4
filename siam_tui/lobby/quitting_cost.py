"""What a player loses by quitting the app."""

from __future__ import annotations

from protocol.states import TableSummary
from siam_tui.lobby.kept_games import MOST_GAMES, KeptGame
from siam_tui.lobby.session import Session, plays_at
from siam_tui.lobby.waiting_games import WaitingGame, tell_game
from siam_tui.ui.text import spell_duration

GAME_LOST = "Your game against bots is not over. Quitting abandons it."
_GAME_REPLACED = (
    "{most} games against bots wait already. A new one takes the place of the oldest: {oldest}."
)
LOBBY_CLOSED = (
    "You host this lobby. If you leave, it closes for everybody in it. Its games wait until you "
    "host it again. Home lists those in which you play."
)
SEAT_KEPT = (
    "Your seat is kept, and the others wait for you.\n"
    "To let a bot play for you, leave the table with Q first."
)
_SEAT_KEPT_IN_TEXT = (
    "Your seat is kept, and the others wait for you. "
    "To let a bot play for you, type leave at the table first."
)
_SEAT_KEPT_FOR_A_TIME = (
    "Your seat is kept, and the others wait for you. After {time} they may let a bot play for you "
    "until you are back. To let a bot play at once, type leave at the table first."
)


def cost_of_another_game(oldest: KeptGame) -> str:
    """Return that a new game against bots takes the place of a kept one."""
    told = tell_game(WaitingGame(oldest.left, oldest.when, kept=oldest))
    return _GAME_REPLACED.format(most=MOST_GAMES, oldest=told)


def cost_of_quitting(session: Session | None, seat_kept: str = SEAT_KEPT) -> str:
    """Return what the player should know before quitting; empty if nothing is lost.

    Args:
        session: where the player is.
        seat_kept: what to say if others wait for the player.
    """
    if session is None or session.watching:
        return ""
    if session.hosting:
        return LOBBY_CLOSED
    if session.table:
        return GAME_LOST if session.plays_on and session.kept is None else ""
    return seat_kept if _plays_with_others(session) else ""


def cost_of_quitting_in_text(session: Session | None) -> str:
    """Return the same for text mode, with the time after which others may replace the player."""
    tables = () if session is None else _tables_of_player(session)
    limits = [each.terms.away_limit for each in tables if each.terms and each.terms.away_limit]
    if not limits:
        return cost_of_quitting(session, _SEAT_KEPT_IN_TEXT)
    return cost_of_quitting(session, _SEAT_KEPT_FOR_A_TIME.format(time=spell_duration(min(limits))))


def _plays_with_others(session: Session) -> bool:
    return bool(_tables_of_player(session))


def _tables_of_player(session: Session) -> tuple[TableSummary, ...]:
    """Return the tables at which the player plays now."""
    lobby, me = session.client.lobby, session.client.me
    return () if lobby is None else tuple(each for each in lobby.tables if plays_at(each, me))
