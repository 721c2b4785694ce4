"""What most commands at a table have in common: finding it, and keeping it once it has changed."""

from __future__ import annotations

from protocol.keys import SecretKey
from protocol.messages import Done
from server.lobby.effects import Answered
from server.lobby.lobby import Lobby, Step
from server.refusals import RefusedError
from server.tables import drawing, play, seating
from server.tables.table import Player, Table
from texts import say


def refuse_unless_visible(lobby: Lobby, player: Player, name: str) -> None:
    """Return if a player may know that a table exists, and is not banned from it.

    `server.commands.command_table` asks this before every handler, so that no handler can tell
    strangers anything about a private table.

    Raises:
        RefusedError: unknown_table, banned.
    """
    table = lobby.tables.get(name)
    if table is None or not lobby.guests.may_see(player.id, table):
        raise RefusedError("unknown_table", say("server/unknown-table"))
    seating.refuse_if_banned(table, player.id)


def changeable_table(lobby: Lobby, name: str) -> Table:
    """Return a table by its id, unless it must not be changed now.

    Raises:
        RefusedError: dealing.
    """
    table = lobby.tables[name]
    if table.drawing:
        # A player who has seen the others' contributions must not be able to cancel the draw.
        raise RefusedError("dealing", say("server/dealing"))
    return table


def refuse_unless_present(lobby: Lobby, player: Player, name: str) -> None:
    """Return if a player looks at a table.

    Raises:
        RefusedError: not_here.
    """
    if player.id not in lobby.context.presence.players_at(name):
        raise RefusedError("not_here", say("server/not-here"))


def finish_change(lobby: Lobby, table: Table, *, bot: SecretKey | None = None) -> Step:
    """Return the lobby with a changed table, and the answer to the command that changed it.

    If everybody at the table wants to play again, the next game is drawn.

    Args:
        lobby: the lobby.
        table: the changed table.
        bot: the key of a new bot that may have a seat there.

    Raises:
        RefusedError: too_many_bots, too_many_draws: there cannot be a next game.
    """
    if play.all_want_again(table) and not table.drawing:
        table = draw_setup(lobby, table)
    lobby, effects = lobby.with_table(table, bot=bot)
    return lobby, (*effects, Answered(Done(table.id, table.revision)))


def draw_setup(lobby: Lobby, table: Table) -> Table:
    """Return a table at which the draw of the next game's setup has begun.

    Raises:
        RefusedError: too_many_bots, too_many_draws.
    """
    context, rules = lobby.context, lobby.context.rules
    context.bot_quota.refuse_start(table, lobby.tables.values())
    drawn = drawing.begin_draw(table, rules.key, rules.token)
    while drawn.drawing and not rules.patience:
        drawn = drawing.advance(drawn, rules.key, waited=True)
    return drawn
