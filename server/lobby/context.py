"""What the handlers of commands look up outside the lobby; only effects change it."""

from __future__ import annotations

from collections.abc import Callable

from protocol.states import LobbyState
from server.idle import IdleLimits, IdleTracker
from server.limits import BotQuota, TableQuota, TalkLimit
from server.lobby.effects import (
    Effect,
    LineSaid,
    PlayerLeft,
    PlayerSeen,
    RemindersChanged,
    TableChanged,
)
from server.lobby.lobby_rules import LobbyRules
from server.players.presence import Presence
from server.players.sessions import Sessions
from server.rejection_stats import RejectionStats
from server.reminders.reminder_desk import ReminderDesk


class LobbyContext:
    """Rules, time, and who is there: the same object for every value of one lobby.

    Attributes:
        rules: the rules the lobby is run by; they include its sources of chance.
        clock: a clock that never goes back, in seconds.
        players: what is known of players beyond the tables.
        rejections: what the server has rejected since its start.
        presence: who is at the tables.
        idle: since when tables are idle.
        talk_limit: how often players have talked lately.
        table_quota: who may open a table.
        bot_quota: how many bots may run.
        reminders: the addresses of players who are reminded; None if nobody is.
        published: returns the list of tables as it was published last; None if it was not yet.
        is_recent: whether a revision of a long list was published a moment ago.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - its parts
        self,
        rules: LobbyRules,
        clock: Callable[[], float],
        players: Sessions,
        rejections: RejectionStats,
        idle_limits: IdleLimits,
        reminders: ReminderDesk | None = None,
    ) -> None:
        """Begin when the server starts.

        Args:
            rules: the rules the lobby is run by.
            clock: a clock that never goes back, in seconds.
            players: what is known of players beyond the tables.
            rejections: counts what the server rejects.
            idle_limits: how long tables may be idle.
            reminders: the addresses of players who are reminded; None if nobody is.
        """
        self.rules = rules
        self.clock = clock
        self.players = players
        self.rejections = rejections
        self.reminders = reminders
        self.published: Callable[[], LobbyState | None] = lambda: None
        self.is_recent: Callable[[int], bool] = lambda _: False
        self.presence = Presence(clock)
        self.idle = IdleTracker(idle_limits, clock, players.heard)
        self.talk_limit = TalkLimit(clock)
        self.table_quota = TableQuota(rules.max_tables, clock, players, started=clock())
        self.bot_quota = BotQuota(rules.max_bots, rules.max_hosted_bots, self.presence, players)

    def note_effect(self, effect: Effect) -> None:
        """Note what an effect says about players and tables in use."""
        match effect:
            case TableChanged(table):
                self.idle.touch(table.id)
            case LineSaid(table):
                self.talk_limit.count_line(table.talk[-1].line.player)
            case PlayerSeen(table, player):
                self.presence.note_seen(table, player)
            case PlayerLeft(name, fingerprint):
                self.presence.note_left(name, fingerprint)
            case RemindersChanged(book, letters) if self.reminders is not None:
                self.reminders.change(book, letters)
