"""Commands about talk at a table."""

from __future__ import annotations

from protocol.commands import AskTalk, Say
from protocol.messages import Done
from server.commands.table_access import refuse_unless_present
from server.lobby.effects import Answered
from server.lobby.lobby import Lobby, Step
from server.tables import table_talk
from server.tables.table import Player


def say_line(lobby: Lobby, player: Player, command: Say) -> Step:
    """Add a line to a table's talk.

    Raises:
        RefusedError: not_here, talk_closed, nothing_said, too_fast.
    """
    table = lobby.tables[command.table]
    refuse_unless_present(lobby, player, command.table)
    said = table_talk.say(table, player, command.text, int(lobby.context.rules.date()))
    lobby.context.talk_limit.refuse_if_too_fast(player.id)
    lobby, effects = lobby.with_table(said)
    return lobby, (*effects, Answered(Done(said.id, said.revision)))


def ask_talk(lobby: Lobby, player: Player, command: AskTalk) -> Step:
    """Answer with the lines of talk that a player may hear.

    Raises:
        RefusedError: not_here.
    """
    table = lobby.tables[command.table]
    refuse_unless_present(lobby, player, command.table)
    return lobby, (Answered(table_talk.talk(table, player.id, command.after)),)
