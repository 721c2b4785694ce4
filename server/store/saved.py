"""The values a store takes and gives, and what they look like in its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from attrs import asdict
from cattrs.preconf.json import make_converter

from games.contract import GameError
from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.keys import PublicKey, SecretKey
from protocol.messages import Entry, Reply, TableStatus, TakenBack, TalkLine, Terms
from server.draw import Draw
from server.opening import OpenGame
from server.table import Clock, Logged, Said, Seat, Table

Row = Mapping[str, Any]
"""A row of a store by its columns' names."""

_converter = make_converter(forbid_extra_keys=True)


@dataclass(frozen=True, slots=True)
class SavedPlayer:
    """A player, and what they were answered to the commands that changed something, oldest first.

    Attributes:
        public: their key.
        name: the name they go by.
        answers: the answers, by their commands' ids.
    """

    public: PublicKey
    name: str
    answers: Mapping[bytes, Reply] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Archived:
    """A game that has ended.

    Attributes:
        table: the table it was played at.
        game_number: which game at that table, from 1.
        game: name of the game.
        ended: when it ended, as ISO 8601 in UTC.
        players: who played, by seat.
        moves: how many moves were played.
        result: the result as the record says it; ``*`` for a game that was not played to its end.
        text: the record.
        number: names it in the archive; 0 before it is there.
    """

    table: str
    game_number: int
    game: str
    ended: str
    players: tuple[str, ...]
    moves: int
    result: str
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """What one transaction commits.

    Attributes:
        tables: the tables that have changed, as they are now; closed ones are taken out.
        keys: the bots' keys, by fingerprint.
        players: the players who changed something, with their new answers only.
        forgotten: fingerprints of players who are remembered no longer.
        records: the games that have ended.
    """

    tables: tuple[Table, ...] = ()
    keys: Mapping[str, SecretKey] = field(default_factory=dict)
    players: tuple[SavedPlayer, ...] = ()
    forgotten: tuple[str, ...] = ()
    records: tuple[Archived, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is anything to commit."""
        return bool(self.tables or self.players or self.forgotten or self.records)


@dataclass(frozen=True, slots=True)
class Saved:
    """What a server finds that goes on where an earlier one stopped.

    Attributes:
        tables: the tables, oldest first.
        keys: their bots' keys, by fingerprint.
        players: the players, those who changed something longest ago first.
    """

    tables: tuple[Table, ...] = ()
    keys: Mapping[str, SecretKey] = field(default_factory=dict)
    players: tuple[SavedPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class _State:
    """What changes of a table, but for its log; positions are whole, nothing of them is hidden."""

    host: str
    host_name: str
    seats: tuple[Seat, ...]
    status: TableStatus
    revision: int
    game_number: int
    start: str
    position: str
    news: tuple[Entry, ...]
    result: str
    end: frozenset[int]
    again: frozenset[int]
    keys: dict[str, str]
    terms: Terms = field(default_factory=Terms)
    back: frozenset[int] = frozenset()
    back_refused: bool = False
    taken: tuple[TakenBack, ...] = ()
    banned: tuple[str, ...] = ()
    clock: Clock | None = None
    draw: Draw | None = None
    record: str = ""
    key: bytes = b""
    only: str = ""
    shared: bool = True
    """Of a table an earlier release has kept, nobody knows who has had its seats."""


def table_row(table: Table) -> dict[str, Any]:
    """Return what never changes of a table."""
    return {
        "id": table.id,
        "game": table.game.name,
        "map": table.map,
        "map_title": table.map_title,
        "options": " ".join(table.options),
    }


def table_text(table: Table, keys: Mapping[str, SecretKey]) -> str:
    """Return the text of what changes of a table, with its bots' keys."""
    actors = {seat.actor for seat in table.seats}
    state = _State(
        table.host,
        table.host_name,
        table.seats,
        table.status,
        table.revision,
        table.game_number,
        _position_text(table, table.start),
        _position_text(table, table.position),
        table.news,
        table.result,
        table.end,
        table.again,
        {name: key.to_text() for name, key in keys.items() if name in actors},
        table.terms,
        draw=table.draw,
        record=table.record,
        back=table.back,
        back_refused=table.back_refused,
        taken=table.taken,
        banned=table.banned,
        clock=table.clock and replace(table.clock, since=None),
        key=table.key,
        only=table.only,
        shared=table.shared,
    )
    return _converter.dumps(state)


def _position_text(table: Table, position: object) -> str:
    return "" if position is None else table.game.format(position)


def move_row(table: Table, ply: int) -> dict[str, Any]:
    """Return a move of a table's log."""
    entry, chapter, _ = table.log[ply]
    return {
        "table": table.id,
        "ply": ply,
        "seat": entry.seat,
        "move": entry.move,
        "by": entry.by,
        "position": entry.position,
        "chapter": chapter,
        "signature": entry.signature,
    }


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
    state = _converter.loads(row["state"], _State)
    if [move["ply"] for move in log] != list(range(len(log))):
        raise GameError("moves are missing")
    table = Table(
        id=row["id"],
        game=game,
        map=row["map"],
        map_title=row["map_title"],
        options=options,
        host=state.host,
        host_name=state.host_name,
        seats=state.seats,
        status=state.status,
        revision=state.revision,
        game_number=state.game_number,
        start=game.parse(state.start) if state.start else None,
        position=game.parse(state.position) if state.position else None,
        news=state.news,
        result=state.result,
        end=state.end,
        again=state.again,
        terms=state.terms,
        back=state.back,
        back_refused=state.back_refused,
        taken=state.taken,
        banned=state.banned,
        clock=state.clock,
        draw=state.draw,
        record=state.record,
        key=state.key,
        only=state.only,
        shared=state.shared,
        talk=tuple(_read_said(said) for said in talk),
    )
    for move in log:
        table = _with_move(table, move)
    return table, {name: SecretKey.from_text(text) for name, text in state.keys.items()}


def _with_move(table: Table, row: Row) -> Table:
    entry = Entry(row["seat"], row["move"], row["by"], row["position"], row["signature"])
    chain = table.next_move(entry.seat, entry.by, entry.move).next_chain()
    return replace(table, log=(*table.log, Logged(entry, row["chapter"], chain)))


def reply_bytes(reply: Reply) -> bytes:
    """Return a reply as a store keeps it."""
    return pack(to_plain(reply))


def read_reply(data: bytes) -> Reply:
    """Return a reply that was kept.

    Raises:
        ProtocolError: it is none.
    """
    reply = from_plain(unpack(data))
    assert isinstance(reply, Reply)
    return reply
