"""Turns changes into statements, and remembers what a store contains already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from attrs import asdict

from server.store import rows, statements
from server.store.saved import Changes, Saved, SavedPlayer
from server.store.statements import Write
from server.tables.table import Table

_DROPPED_AT_ONCE = 16
"""Answers of a player that may exceed the limit before they are dropped together."""


class Written(NamedTuple):
    """What the store already contains of a table, so that only changes are written.

    Attributes:
        log: identifies the log.
        plies: number of its moves.
        line: number of the last line of talk.
        setting: the fields that rarely change.
    """

    log: tuple[int, ...]
    plies: int
    line: int
    setting: tuple[object, ...]


class Writer:
    """Knows what a store contains, and which statements bring it up to date."""

    def __init__(self, saved: Saved = Saved()) -> None:  # noqa: B008 - it is immutable
        """Begin with what a store contains."""
        self._tables = {table.id: _written(table) for table in saved.tables}
        self._players = {
            player.public.fingerprint: (player.name, player.played) for player in saved.players
        }
        self._answered = Counter(
            {player.public.fingerprint: len(player.answers) for player in saved.players}
        )

    def knows(self, player: str) -> bool:
        """Return whether the store contains a player, named by fingerprint."""
        return player in self._players

    def writes(self, changes: Changes) -> list[Write]:
        """Return the statements that write all changes."""
        writes: list[Write] = []
        for table in changes.tables:
            writes += self._table_writes(table, changes)
        for player in changes.players:
            writes += self._player_writes(player)
        for forgotten in changes.forgotten:
            writes.append((statements.DROP_PLAYER, ({"of": forgotten},)))
        for ban in changes.banned:
            writes.append((statements.KEEP_BAN, (asdict(ban),)))
        for unbanned in changes.unbanned:
            writes.append((statements.DROP_BAN, ({"of": unbanned},)))
        for record in changes.records:
            values = {name: getattr(record, name) for name in statements.RECORD_FIELDS}
            row = values | {"players": "\n".join(record.players)}
            writes.append((statements.ADD_RECORD, (row,)))
        return writes

    def note(self, changes: Changes) -> None:
        """Remember changes that the store has committed."""
        for table in changes.tables:
            self._tables[table.id] = _written(table)
            if table.status == "closed":
                del self._tables[table.id]
        for player in changes.players:
            name = player.public.fingerprint
            self._players[name] = (player.name, player.played)
            self._answered[name] += len(player.answers)
            if self._has_many_answers(name):
                self._answered[name] = statements.KEPT_ANSWERS
        for name in changes.forgotten:
            self._players.pop(name, None)
            self._answered.pop(name, None)

    def _table_writes(self, table: Table, changes: Changes) -> Iterator[Write]:
        if table.status == "closed":
            yield statements.DROP_TABLE, ({"of": table.id},)
            return
        known = self._tables.get(table.id)
        turn = rows.turn_bytes(table)
        if known is None:
            setting = rows.setting_text(table, changes.keys)
            row = rows.table_row(table) | {"state": setting, "turn": turn}
            yield statements.ADD_TABLE, (row,)
            known = Written(_log_of(table), 0, 0, ())
        elif known.setting != rows.setting_of(table):
            setting = rows.setting_text(table, changes.keys)
            row = {"of": table.id, "setting": setting, "its_turn": turn}
            yield statements.UPDATE_TABLE, (row,)
        else:
            yield statements.UPDATE_TURN, ({"of": table.id, "its_turn": turn},)
        plies = known.plies
        if known.log != _log_of(table):  # the written moves may be invalid
            yield statements.DROP_MOVES, ({"of": table.id},)
            plies = 0
        moves = tuple(rows.move_row(table, ply) for ply in range(plies, len(table.log)))
        yield statements.ADD_MOVE, moves
        if lines := tuple(
            rows.talk_row(table.id, each) for each in table.talk if each.line.number > known.line
        ):
            yield statements.ADD_TALK, lines
            oldest = table.talk[0].line.number
            yield statements.DROP_TALK, ({"of": table.id, "oldest": oldest},)

    def _player_writes(self, player: SavedPlayer) -> Iterator[Write]:
        name = player.public.fingerprint
        if self._players.get(name) != (player.name, player.played):
            row = {
                "id": name,
                "key": player.public.raw,
                "name": player.name,
                "played": player.played,
            }
            yield statements.KEEP_PLAYER, (row,)
        answers = tuple(
            {"player": name, "command": command, "reply": rows.reply_bytes(reply)}
            for command, reply in player.answers.items()
        )
        yield statements.ADD_ANSWER, answers
        if self._has_many_answers(name, len(answers)):
            yield statements.DROP_ANSWERS, ({"of": name},)

    def _has_many_answers(self, player: str, more: int = 0) -> bool:
        most = statements.KEPT_ANSWERS + _DROPPED_AT_ONCE
        return self._answered[player] + more > most


def _log_of(table: Table) -> tuple[int, ...]:
    """Return what identifies a log of a table: a log with the same identity only grows."""
    return table.game_number, table.takes


def _written(table: Table) -> Written:
    last = table.talk[-1].line.number if table.talk else 0
    return Written(_log_of(table), len(table.log), last, rows.setting_of(table))
