"""Converts tables, moves, talk and answers to the rows of a store, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any

from attrs import asdict
from cattrs.preconf.json import make_converter as json_converter
from cattrs.preconf.msgpack import make_converter as msgpack_converter

from games.contract import GameError
from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.keys import SecretKey
from protocol.messages import Reply, TalkLine
from protocol.states import Entry
from server.tables.opening import OpenGame
from server.tables.table import Logged, Run, Said, Setting, Table

Row = Mapping[str, Any]
"""A row of a store by its columns' names."""

_texts = json_converter(forbid_extra_keys=True)
_bytes = msgpack_converter(forbid_extra_keys=True)


@dataclass(frozen=True, kw_only=True)
class _Turn(Run):
    """A run with the whole position as text."""

    position: str


@dataclass(frozen=True, kw_only=True)
class _Setting(Setting):
    """A setting with the whole position at the start as text, and the keys of the table's bots."""

    start: str
    keys: dict[str, str]
    shared: bool = True
    """For a table of an earlier release it is not known who had its seats."""


_TURN_FIELDS = tuple(each.name for each in fields(Run))
_SETTING_FIELDS = tuple(each.name for each in fields(Setting))
_read_turn = attrgetter(*_TURN_FIELDS)
_read_setting = attrgetter(*_SETTING_FIELDS)


def table_row(table: Table) -> dict[str, Any]:
    """Return the fields of a table that never change."""
    return {
        "id": table.id,
        "game": table.game.name,
        "map": table.map,
        "map_title": table.map_title,
        "options": " ".join(table.options),
    }


def turn_bytes(table: Table) -> bytes:
    """Return the fields that change with each move, as msgpack, which is fastest to write."""
    turn = dict(zip(_TURN_FIELDS, _read_turn(table), strict=True))
    turn["position"] = _position_text(table, table.position)
    turn["clock"] = table.clock and replace(table.clock, since=None)
    return _bytes.dumps(_Turn(**turn))


def setting_of(table: Table) -> tuple[Any, ...]:
    """Return the fields of a table in `setting_text`; they are fast to compare if equal."""
    return _read_setting(table)


def setting_text(table: Table, keys: Mapping[str, SecretKey]) -> str:
    """Return the other fields of a table that change, as text, with its bots' keys."""
    actors = {seat.actor for seat in table.seats}
    setting = dict(zip(_SETTING_FIELDS, setting_of(table), strict=True))
    setting["start"] = _position_text(table, table.start)
    setting["keys"] = {name: key.to_text() for name, key in keys.items() if name in actors}
    return _texts.dumps(_Setting(**setting))


def _position_text(table: Table, position: object) -> str:
    return "" if position is None else table.game.format(position)


def move_row(table: Table, ply: int) -> dict[str, Any]:
    """Return a move of a table's log."""
    entry, chapter, _ = table.log[ply]
    return {"table": table.id, "ply": ply, "chapter": chapter, **asdict(entry)}


def talk_row(table: str, said: Said) -> dict[str, Any]:
    """Return a line of a table's talk."""
    return {"table": table, **asdict(said.line), "during": said.during}


def _read_said(row: Row) -> Said:
    line = {name: value for name, value in row.items() if name not in ("table", "during")}
    return Said(TalkLine(**line), row["during"])


def read_table(
    row: Row, log: Sequence[Row], open_game: OpenGame, talk: Sequence[Row] = ()
) -> tuple[Table, dict[str, SecretKey]]:
    """Return a table and its bots' keys.

    Raises:
        Exception: of any kind, when the rows are not what was written.
    """
    options = tuple(row["options"].split())
    game = open_game(row["game"], row["map"], options).game
    setting, turn = _read_state(row["state"], row["turn"])
    if [move["ply"] for move in log] != list(range(len(log))):
        raise GameError("moves are missing")
    changing = dict(zip(_SETTING_FIELDS, _read_setting(setting), strict=True))
    changing |= dict(zip(_TURN_FIELDS, _read_turn(turn), strict=True))
    for name in ("start", "position"):
        changing[name] = game.parse(changing[name]) if changing[name] else None
    table = Table(
        id=row["id"],
        game=game,
        map=row["map"],
        map_title=row["map_title"],
        options=options,
        talk=tuple(_read_said(said) for said in talk),
        **changing,
    )
    for move in log:
        table = _with_move(table, move)
    return table, {name: SecretKey.from_text(text) for name, text in setting.keys.items()}


def _read_state(state: str, turn: bytes) -> tuple[_Setting, _Turn]:
    """Read the fields that change; an earlier release wrote all of them as one text."""
    if turn:
        return _texts.loads(state, _Setting), _with_takes(_bytes.loads(turn, _Turn))
    plain = json.loads(state)
    moving = {name: plain.pop(name) for name in _TURN_FIELDS if name in plain}
    return _texts.structure(plain, _Setting), _with_takes(_texts.structure(moving, _Turn))


def _with_takes(turn: _Turn) -> _Turn:
    """Return a turn with its number of take-backs; earlier releases kept all moves taken back."""
    return replace(turn, takes=max(turn.takes, len(turn.taken)))


def _with_move(table: Table, row: Row) -> Table:
    entry = Entry(row["seat"], row["move"], row["by"], row["position"], row["signature"])
    chain = table.next_move(entry.seat, entry.by, entry.move).next_chain()
    return replace(table, log=(*table.log, Logged(entry, row["chapter"], chain)))


def reply_bytes(reply: Reply) -> bytes:
    """Return the bytes of a reply for a store."""
    return pack(to_plain(reply))


def read_reply(data: bytes) -> Reply:
    """Return the reply that these bytes contain.

    Raises:
        ProtocolError: they contain none.
    """
    reply = from_plain(unpack(data))
    assert isinstance(reply, Reply)
    return reply
