"""One table of an evening of faults: its players, its games, and what was acknowledged there."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from time import monotonic

from client.verify import verify
from games.contract import GameError
from games.record import parse_record
from games.siam.scoring import outcome
from games.siam.text.move_formatter import format_move
from protocol.commands import Agree
from protocol.states import Entry, TableState
from server.store.saved import Archived
from tests.chaos.players import Custom, Player
from tests.e2e.guests import (
    Guest,
    check_hands_hidden,
    check_replay,
    game_of_table,
    is_over,
    started,
)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has ended.

    Attributes:
        table: where.
        game_number: which game there.
        moves: every move in its order, forced passes too.
        result: what everybody was told.
        taken_back: moves that were taken back.
        timed_out: passes of those whose clock ran out.
        lost: acknowledged moves that are neither where they were acknowledged nor taken back.
        duplicated: moves of a seat's own, there or taken back, that nobody was told of.
        diverged: last views, logs or results that differ from what the moves lead to.
    """

    table: str
    game_number: int
    moves: tuple[str, ...]
    result: str
    taken_back: int
    timed_out: int
    lost: int
    duplicated: int
    diverged: int


@dataclass
class Table:
    """Plays game after game until it is time to go.

    Attributes:
        opened: set once there is a table.
        name: its id; empty before.
        moves: when each move was sent that was acknowledged here, and when it was acknowledged.
        has_stalled: whether what a player awaited did not come.
        has_ended: whether nobody plays here any more.
        began: when people came, on the clock of all processes.
    """

    guests: list[Guest]
    random: Random
    custom: Custom
    played: Callable[[], None]
    games: list[Played] = field(default_factory=list)
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    name: str = ""
    moves: list[tuple[float, float]] = field(default_factory=list)
    has_stalled: bool = False
    has_ended: bool = False
    began: float = field(default_factory=monotonic)

    def note_move(self, sent: float) -> None:
        """Note that a move was acknowledged, and when it was sent."""
        self.moves.append((sent, asyncio.get_running_loop().time()))
        self.played()

    async def play_until(self, done: asyncio.Event) -> None:
        """Open a table and play there; the last game begun is played to its end."""
        table = self.name = await started(self.guests, terms=self.custom.terms)
        self.opened.set()
        while True:
            players = [
                Player(each, Random(self.random.random()), self.custom, self.note_move)
                for each in self.guests
            ]
            states = await asyncio.gather(*(player.play(table) for player in players))
            log = await self.guests[0].client.history(table)
            self.games.append(_judge(players, states, *log))
            if done.is_set():
                return
            await self._play_again(states[0])

    async def _play_again(self, over: TableState) -> None:
        again = Agree(over.table, over.game_number, "again", yes=True)
        await asyncio.gather(*(each.done(again) for each in self.guests))
        following = over.game_number + 1
        for each in self.guests:
            await each.until(over.table, lambda state: state.game_number == following)


def _judge(
    players: list[Player], states: list[TableState], start: str, first: int, log: tuple[Entry, ...]
) -> Played:
    over = states[0]
    acknowledged = Counter(each for player in players for each in player.acknowledged)
    own = Counter((ply, entry.move) for ply, entry in enumerate(log) if entry.by == "player")
    own += Counter((each.ply, each.move) for each in over.taken)
    return Played(
        over.table,
        over.game_number,
        tuple(entry.move for entry in log),
        over.result,
        taken_back=over.takes,
        timed_out=sum(entry.by == "clock" for entry in log),
        lost=(acknowledged - own).total(),
        duplicated=(own - acknowledged).total(),
        diverged=sum(
            not _holds(player.guest, state, start, first, log)
            for player, state in zip(players, states, strict=True)
        ),
    )


def _holds(guest: Guest, state: TableState, start: str, first: int, log: tuple[Entry, ...]) -> bool:
    """Return whether a player's last view is where the log leads, and nothing shown was amiss."""
    game = game_of_table(state)
    shown = [each for each in guest.states if each.game_number == state.game_number]
    try:
        check_replay(state, start, first, log)
        check_hands_hidden(shown)
    except (AssertionError, GameError):
        return False
    last = game.parse(log[-1].position)
    same = str(game.view(last, None)) == str(game.view(game.parse(state.position), None))
    # A server started anew shows where it goes on from: the same again, never another of a number.
    onward = all(
        (a.revision, a.takes) <= (b.revision, b.takes)
        and (a.ply <= b.ply or a.takes < b.takes)
        and (a.revision < b.revision or a.position == b.position)
        for a, b in pairwise(shown)
    )
    return is_over(state) and same and onward


def unlike(games: Iterable[Played], records: tuple[Archived, ...]) -> int:
    """Return how many games are not in the archive as they were played, unplayed or unproven."""
    told = {(game.table, game.game_number): (game.moves, game.result) for game in games}
    kept = {(each.table, each.game_number): _moves(each) for each in records}
    return len(told.items() ^ kept.items()) + sum(verify(each.text).wrong for each in records)


def _moves(archived: Archived) -> tuple[tuple[str, ...], str]:
    """Replay a record with the rules alone; return its moves and the result they lead to."""
    record = parse_record(archived.text)
    *_, last = record.replay()
    end = outcome(last)
    moves = tuple(format_move(record.start.map, move) for move in record.moves)
    return moves, end.text if end else "*"
