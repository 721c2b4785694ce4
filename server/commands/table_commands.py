"""What each command does to a table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import get_args

from protocol.messages import (
    MAX_NAME,
    Agree,
    AskCounts,
    AskHistory,
    AskLobby,
    AskRecord,
    AskTalk,
    Contribute,
    FreeSeat,
    LeaveTable,
    Look,
    LookAway,
    OpenTable,
    OwnerQuestion,
    PlayMove,
    Pledge,
    SeatBot,
    SendAway,
    StartGame,
    TableCommand,
    TakeBack,
    TakeSeat,
)
from server.bots.bot_keys import BotKeys
from server.limits.bot_quota import BotQuota
from server.lobby.lobby_rules import Rules
from server.players.presence import Presence
from server.refusals import RefusedError
from server.tables import dismissal, drawing, play, seating, takeback
from server.tables.table import FREE, Player, Seat, Table

QUESTIONS = (
    Look,
    LookAway,
    AskHistory,
    AskTalk,
    AskRecord,
    AskLobby,
    AskCounts,
    *get_args(OwnerQuestion),
)
"""Commands that are carried out again when they are repeated: they ask, or change nothing kept."""
STAND_IN_LEVEL = "minister"
"""The level of the bot that takes over when a person leaves a running game."""


@dataclass(frozen=True, slots=True)
class Commands:
    """Carries commands out: from a table to the next one.

    Attributes:
        rules: what the lobby is run by.
        presence: who is there.
        bots: has the keys of the bots there are, and makes new ones.
        quota: says how many bots there may be.
        tables: returns the tables there are.
    """

    rules: Rules
    presence: Presence
    bots: BotKeys
    quota: BotQuota
    tables: Callable[[], Collection[Table]]

    def open(self, player: Player, command: OpenTable) -> Table:
        """Return the table that is opened.

        Raises:
            RefusedError: too_many_players, and what `open_game` and `take_seat` refuse.
        """
        opened = self.rules.open_game(command.game, command.map, command.options)
        seats = opened.game.seats
        if command.players not in seats:
            raise RefusedError(
                "bad_players", f"{opened.game.title} is for {seats[0]} to {seats[-1]} players."
            )
        table = Table(
            id=self.rules.table_id(),
            game=opened.game,
            map=opened.map,
            map_title=opened.map_title,
            options=tuple(sorted(set(command.options))),
            host=player.id,
            host_name=player.name,
            seats=(FREE,) * command.players,
            terms=command.terms,
            key=command.key,
        )
        return table if command.seat is None else seating.take_seat(table, player, command.seat)

    def change(self, table: Table, player: Player, command: TableCommand) -> Table:
        """Return the table after a command that is about it.

        Raises:
            RefusedError: it changes nothing; code and sentence say why.
        """
        if table.drawing and not isinstance(command, Pledge | Contribute | PlayMove):
            # Whoever has seen the others' contributions cannot have the draw thrown away.
            raise RefusedError("dealing", "The game is being dealt: wait a moment.")
        changed = self._next(table, player, command)
        if play.all_want_again(changed) and not changed.drawing:
            return self._draw(changed)
        return changed

    def _draw(self, table: Table) -> Table:
        self.quota.refuse_start(table, self.tables())
        drawn = drawing.begin(table, self.rules.key, self.rules.token)
        while drawn.drawing and not self.rules.patience:
            drawn = drawing.advance(drawn, self.rules.key, waited=True)
        return drawn

    def _next(self, table: Table, player: Player, command: TableCommand) -> Table:  # noqa: C901, PLR0911 - one a command
        match command:
            case TakeSeat(seat=seat):
                return seating.take_seat(table, player, seat)
            case LeaveTable():
                return seating.leave(table, player, self._stand_in(STAND_IN_LEVEL))
            case SeatBot(seat=seat, level=level):
                return self._seat_bot(table, player, seat, level)
            case FreeSeat(seat=seat):
                return seating.free_seat(table, player, seat)
            case StartGame():
                play.check_start(table, player)
                return self._draw(table)
            case Pledge():
                return drawing.pledge(table, player, command, self.rules.key)
            case Contribute():
                return drawing.contribute(table, player, command, self.rules.key)
            case PlayMove():
                return play.play(table, player, command, self.rules.key)
            case SendAway():
                return dismissal.send_away(table, player, command)
            case TakeBack():
                return takeback.take_back(table, player.id, command)
            case Agree(game_number=game_number, proposal=proposal, yes=yes):
                return play.agree(table, player.id, game_number, proposal, yes=yes)
            case _:
                raise RefusedError("unknown_command", "This server does not know that command.")

    def expel(self, table: Table, player: str) -> Table:
        """Return a table without somebody who may no longer be there, named by fingerprint."""
        return seating.without(table, player, self._stand_in(STAND_IN_LEVEL))

    def _seat_bot(self, table: Table, player: Player, seat: int, level: str) -> Table:
        if level not in self.rules.levels:
            levels = ", ".join(self.rules.levels)
            raise RefusedError("unknown_level", f"There is no bot {level!r}; there is {levels}.")
        bot = self._stand_in(level)
        if table.status == "running":
            self.quota.refuse_stand_in(table, self.tables())
            return seating.stand_in(table, player, seat, bot, self.presence.all_away(table))
        self.quota.refuse_seat(table)
        bot = replace(bot, holder="bot", player=bot.actor, name=_bot_name(table, level))
        return seating.seat_bot(table, player, seat, bot)

    def _stand_in(self, level: str) -> Seat:
        key = self.bots.new()
        return Seat("stand_in", level=level, actor=key.fingerprint, key=key.raw)


def _bot_name(table: Table, level: str) -> str:
    taken = {seat.name for seat in table.seats}
    names = (f"{level[: MAX_NAME - 6]} bot {number}".removesuffix(" 1") for number in range(1, 99))
    return next(name for name in names if name not in taken)
