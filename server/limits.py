"""The limits of a lobby: its tables, its bots, its talk, and how long a draw waits for people."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from server.players.presence import AWAY_SECONDS, Presence
from server.players.sessions import Sessions
from server.refusals import RefusedError
from server.tables.table import Player, Table
from texts import say

MAX_HOSTED = 5
"""Tables one player may be the host of at a time."""
GRACE_SECONDS = 120.0
"""How long a host's only table is safe from being closed for another one."""
GONE_SECONDS = 600.0
"""How long everybody must be gone before a table closes at which several people sat."""


def reserved(places: int) -> int:
    """Return how many of these places are reserved for regular players: a quarter."""
    return places // 4


@dataclass(frozen=True, slots=True)
class TableQuota:
    """Finds a place for a new table.

    A quarter of the places is reserved for regular players. If no place is left for a player, a
    table closes where nobody plays: first one whose people are gone, then one whose host waits
    alone. Among these it is a table of the address with most of them, then of the host with most
    of them, then the oldest. So many tables of few people never keep out another player's first
    one. Running games, and tables where several people are, never close.

    Attributes:
        places: how many tables there may be.
        clock: a clock that never goes back, in seconds.
        facts: what is known of players.
        started: when the server started, by that clock.
    """

    places: int
    clock: Callable[[], float]
    facts: Sessions
    started: float

    def make_room(self, player: Player, tables: Mapping[str, Table]) -> str:
        """Return the id of the table that closes for a new one of this player; empty if none must.

        Raises:
            RefusedError: too_many_tables.
        """
        hosted = sum(table.host == player.id for table in tables.values())
        if hosted >= MAX_HOSTED:
            raise RefusedError("too_many_tables", say("server/hosts-too-many", n=hosted))
        rivals = self._rivals(player.id, tables.values())
        for group in rivals:
            if (table := self._first_to_close(group)) is not None:
                return table.id
        if rivals:
            raise RefusedError("too_many_tables", say("server/full"))
        return ""

    def _rivals(self, player: str, tables: Collection[Table]) -> list[Collection[Table]]:
        """Return the groups of tables of which one must close; none if there is room."""
        newcomers = [table for table in tables if not self.facts.is_regular(table.host)]
        if self.facts.is_regular(player):
            return [newcomers, tables] if len(tables) >= self.places else []
        share = self.places - reserved(self.places)
        if origin := self.facts.origin(player):
            neighbours = [table for table in newcomers if self._origin(table) == origin]
            if len(neighbours) >= max(1, share // 2):
                return [neighbours]
        full = len(newcomers) >= share or len(tables) >= self.places
        return [newcomers] if full else []

    def _origin(self, table: Table) -> str:
        return self.facts.origin(table.host)

    def _first_to_close(self, tables: Collection[Table]) -> Table | None:
        idle = [table for table in tables if self._is_idle(table)]
        origins = [self._origin(table) for table in idle]
        of_host = Counter(table.host for table in idle)
        of_origin = Counter(origins)
        of_origin[""] = 1
        first, highest = None, (False, 0, 0)
        for table, origin in zip(idle, origins, strict=True):
            rank = self._is_gone(table), of_origin[origin], of_host[table.host]
            may_go = rank[0] or max(rank) > 1 or self._age(table) >= GRACE_SECONDS
            if may_go and rank > highest:  # among equals the first, which is the oldest
                first, highest = table, rank
        return first

    def _is_idle(self, table: Table) -> bool:
        """Return whether a table can close without ending a game or parting several people."""
        if table.status == "running" or table.drawing:
            return False
        if table.status == "open" and table.is_lone:
            return True
        return self._gone_for(table) >= (AWAY_SECONDS if table.status == "over" else GONE_SECONDS)

    def _is_gone(self, table: Table) -> bool:
        return self._gone_for(table) >= (GONE_SECONDS if table.key else AWAY_SECONDS)

    def _gone_for(self, table: Table) -> float:
        """Return for how many seconds no player of a table has given a sign of life."""
        heard = (self.facts.heard(player) for player in table.members())
        latest = max((at for at in heard if at is not None), default=self.started)
        return self.clock() - latest

    def _age(self, table: Table) -> float:
        opened = self.started if table.opened is None else table.opened
        return self.clock() - opened


ASLEEP_SECONDS = 600.0
"""How long all people of a game must be away before its bots stop."""


@dataclass(frozen=True, slots=True)
class BotQuota:
    """Shares out the bots: each host gets some, and a quarter is reserved for regular players.

    Only bots whose game runs count. If a game waits for people who are all away, its bots stop.
    They run again as soon as one of these people looks at the table.

    Attributes:
        most: how many bots may run at a time; stand-ins for people who leave may be more.
        of_host: how many bots may run at one host's tables once half of all run.
        presence: who is there.
        facts: what is known of players.
    """

    most: int
    of_host: int
    presence: Presence
    facts: Sessions

    def runs(self, table: Table) -> bool:
        """Return whether the bots of a table run: its game runs, and not all people are away."""
        if table.drawing:
            return True
        if table.status != "running":
            return False
        people = table.people()
        if table.clock is not None or table.game.turn(table.position) not in people:
            return True
        return any(not self._is_long_gone(table, table.seats[seat].player) for seat in people)

    def refuse_seat(self, table: Table) -> None:
        """Return if one more bot may be seated at a table before its game.

        Raises:
            RefusedError: too_many_bots.
        """
        if len(table.bots()) >= self.most:
            raise _no_more()

    def refuse_start(self, table: Table, tables: Iterable[Table]) -> None:
        """Return if the bots of a table may begin to run.

        Raises:
            RefusedError: too_many_bots.
        """
        if not (wanted := len(table.bots())):
            return
        others = [each for each in tables if each.id != table.id and self.runs(each)]
        of_host = sum(len(each.bots()) for each in others if each.host == table.host)
        crowded = sum(len(each.bots()) for each in others) + wanted > self.most // 2
        if crowded and of_host and of_host + wanted > self.of_host:
            raise RefusedError("too_many_bots", say("server/bots-elsewhere", n=of_host))
        if self._running(others, table.host) + wanted > self.most:
            raise _no_more()

    def refuse_stand_in(self, table: Table, tables: Iterable[Table]) -> None:
        """Return if one more bot may run for somebody who is away from a running game.

        Raises:
            RefusedError: too_many_bots.
        """
        others = (each for each in tables if each.id != table.id and self.runs(each))
        if sum(len(each.bots()) for each in others) + len(table.bots()) >= self.most:
            raise _no_more()

    def _running(self, tables: Iterable[Table], host: str) -> int:
        """Return how many of the places that this host may use are taken by running bots."""
        running = Counter[bool]()
        for table in tables:
            running[self.facts.is_regular(table.host)] += len(table.bots())
        of_newcomers = self.most - reserved(self.most)
        if self.facts.is_regular(host):
            return running[True] + min(running[False], of_newcomers)
        return max(running.total(), running[False] + reserved(self.most))

    def _is_long_gone(self, table: Table, player: str) -> bool:
        return (self.presence.seconds_away(table.id, player) or 0.0) >= ASLEEP_SECONDS


def _no_more() -> RefusedError:
    return RefusedError("too_many_bots", say("server/too-many-bots"))


BURST = 6
"""Lines a player may say within `BURST_SECONDS`."""
BURST_SECONDS = 10.0
_REMEMBERED = 1000
"""Players whose lines are counted; those who talked longest ago are forgotten."""


@dataclass(slots=True)
class TalkLimit:
    """Counts the lines that players have said lately.

    Attributes:
        clock: a clock that never goes back, in seconds.
    """

    clock: Callable[[], float]
    _lines: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def refuse_if_too_fast(self, player: str) -> None:
        """Return if a player may say another line now.

        Raises:
            RefusedError: too_fast.
        """
        lines = self._lines.get(player)
        if lines and len(lines) == BURST and self.clock() - lines[0] < BURST_SECONDS:
            raise RefusedError("too_fast", say("server/too-fast"))

    def count_line(self, player: str) -> None:
        """Count a line that a player has said."""
        lines = self._lines.setdefault(player, deque(maxlen=BURST))
        self._lines.move_to_end(player)
        if len(self._lines) > _REMEMBERED:
            self._lines.popitem(last=False)
        lines.append(self.clock())


GIVE_UP_FACTOR = 10
"""How many times as long a draw waits that nobody at all answers, before it is given up."""


@dataclass(slots=True)
class DrawTimeouts:
    """Measures how long each stage of each draw has waited.

    Attributes:
        seconds: how long a stage waits.
        clock: a clock that never goes back, in seconds.
    """

    seconds: float
    clock: Callable[[], float]
    _ends: dict[tuple[str, int, str], float] = field(default_factory=dict)
    _begun: dict[tuple[str, int, str], float] = field(default_factory=dict)

    def watch_draws(self, tables: Iterable[Table], *, longer: float = 0.0) -> None:
        """Measure the draws that go on now, and no others.

        Args:
            tables: all tables.
            longer: seconds by which new ones wait longer than usual.
        """
        now = self.clock()
        end = now + self.seconds + longer
        stages = (
            (table.id, table.draw.number, table.draw.stage)
            for table in tables
            if table.draw is not None and table.drawing
        )
        self._ends = {stage: self._ends.get(stage, end) for stage in stages}
        self._begun = {stage: self._begun.get(stage, now) for stage in self._ends}

    def seconds_left(self) -> float | None:
        """Return the seconds until the first wait ends, or None if no draw waits."""
        return max(0.0, min(self._ends.values()) - self.clock()) if self._ends else None

    def take_expired(self) -> list[tuple[str, bool]]:
        """Return the ids of tables whose wait is over, and whether it is time to give up there.

        Their waits begin anew, in case nothing changes.
        """
        now = self.clock()
        ended = [stage for stage, end in self._ends.items() if end <= now]
        self._ends |= dict.fromkeys(ended, now + self.seconds)
        long = GIVE_UP_FACTOR * self.seconds
        return [(stage[0], now - self._begun[stage] >= long) for stage in ended]
