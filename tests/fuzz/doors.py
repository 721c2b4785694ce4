"""Every door through which bytes of others come in: what is genuine there, and who reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from games.contract import GameError
from games.record import Record, format_record, parse_record
from games.registry import built_in_map
from games.siam import Siam, load_map, parse_map
from protocol import PROTOCOL_VERSION
from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.envelope import Envelope, open_sealed, open_signed, seal, sign
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link, parse_broker, parse_link
from protocol.messages import (
    Entry,
    Hello,
    LobbyState,
    Look,
    Message,
    OpenTable,
    PlayMove,
    TableState,
)

ALICE, SERVER = SecretKey(bytes([1]) * 32), SecretKey(bytes([2]) * 32)
TOPIC = "siam/v2/lobby/in/alice"
GAME = Siam()


@dataclass(frozen=True, slots=True)
class Door:
    """A way in.

    Attributes:
        name: what comes in here.
        genuine: inputs as they should be, to be spoilt.
        read: reads an input; it may refuse it only by `refusal`, and if it accepts it, it checks
            that what was read comes out again as it was.
        refusal: the family of errors that refuses.
    """

    name: str
    genuine: tuple[bytes, ...]
    read: Callable[[bytes], None]
    refusal: type[Exception]


def _games() -> Iterator[tuple[Record, list[str]]]:
    for seed, board in enumerate((load_map("siam"), load_map("albion"))):
        for players in (2, 3, 4):
            game, random = Siam(board), Random(seed)
            position = start = game.new(players, seed)
            texts, moves = [game.format(position)], []
            while (outcome := game.outcome(position)) is None:
                moves.append(game.random_move(position, random))
                position = game.play(position, moves[-1])
                texts += [game.format(position), game.format(game.view(position, 0))]
            yield Record(game, start, tuple(moves), outcome.text, seats=("Ann", "Ben")), texts


_PLAYED = tuple(_games())
_RECORDS = tuple(format_record(record).encode() for record, _ in _PLAYED)
_POSITIONS = tuple(text.encode() for _, texts in _PLAYED[:3] for text in texts)
_MOVES = tuple(
    GAME.format_move(move).encode() for record, _ in _PLAYED[:3] for move in record.moves
)
_LINKS = tuple(
    str(Link(parse_broker(broker), SERVER.public, table)).encode()
    for broker in ("mqtt://127.0.0.1:1883", "wss://ann@broker.example.org", "mqtts://[::1]:80")
    for table in ("", "abc")
)
_MAPS = tuple(built_in_map("siam", name).encode() for name in ("siam", "albion"))


def _messages() -> Iterator[Message]:
    seen = _POSITIONS[-1].decode()
    yield Hello("Ann", "siam 1", bytes(16))
    yield OpenTable("siam", 3, ("open_discards",), _MAPS[0].decode())
    yield PlayMove("abc", 1, 3, _MOVES[3].decode())
    yield Look("abc")
    entry = Entry(0, _MOVES[0].decode(), "player", seen)
    yield TableState("abc", 3, "siam", "", (), "running", "ann", "Ann", (), 0, 1, 3, seen, (entry,))
    yield LobbyState(4, "siam 1", ("random",), ())


_ENVELOPES = tuple(
    Envelope(ALICE.public, TOPIC, bytes(16), 7, bytes(16), message) for message in _messages()
)


# ---------------------------------------------------------------- who reads


def _read_message(data: bytes) -> None:
    message = from_plain(unpack(data))
    assert from_plain(unpack(pack(to_plain(message)))) == message


def _read_sealed(data: bytes) -> None:
    open_sealed(data, SERVER, TOPIC)


def _read_signed(data: bytes) -> None:
    open_signed(data, ALICE.public, TOPIC)


def _read_signed_by_a_player(data: bytes) -> None:
    """Read what a player of ours signed, whatever they signed: behind the signature."""
    head = b"SIAM" + bytes([PROTOCOL_VERSION, ord("p")])
    open_signed(head + ALICE.sign(head + data) + data, ALICE.public, TOPIC)


def _read_link(data: bytes) -> None:
    link = parse_link(_text(data))
    assert parse_link(str(link)) == link


def _read_broker(data: bytes) -> None:
    broker = parse_broker(_text(data))
    assert parse_broker(str(broker)) == broker


def _read_position(data: bytes) -> None:
    position = GAME.parse(_text(data))
    assert GAME.parse(GAME.format(position)) == position
    GAME.outcome(position)
    GAME.turn(position)


def _read_move(data: bytes) -> None:
    move = GAME.parse_move(_text(data))
    assert GAME.parse_move(GAME.format_move(move)) == move


def _read_record(data: bytes) -> None:
    record = parse_record(_text(data))
    assert parse_record(format_record(record)) == record


def _read_map(data: bytes) -> None:
    parse_map.cache_clear()
    assert parse_map(_text(data)).toml == _text(data)


def _text(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


DOORS = (
    Door("messages", tuple(pack(to_plain(m)) for m in _messages()), _read_message, ProtocolError),
    Door("sealed frames", tuple(seal(e, ALICE, SERVER.public) for e in _ENVELOPES), _read_sealed,
         ProtocolError),
    Door("signed frames", tuple(sign(e, ALICE) for e in _ENVELOPES), _read_signed, ProtocolError),
    Door("what is signed", tuple(sign(e, ALICE)[70:] for e in _ENVELOPES), _read_signed_by_a_player,
         ProtocolError),
    Door("links", _LINKS, _read_link, ProtocolError),
    Door("brokers", (b"mqtts://ann@broker.example.org:8883", b"ws://[::1]:80"), _read_broker,
         ProtocolError),
    Door("positions", _POSITIONS, _read_position, GameError),
    Door("moves", _MOVES, _read_move, GameError),
    Door("records", _RECORDS, _read_record, GameError),
    Door("maps", _MAPS, _read_map, GameError),
)  # fmt: skip


Lengthen = Callable[[int], bytes]
"""From a number of bytes to an input of about that many."""


def _map_with(before: str) -> bytes:
    return f"{before}\n".encode() + _MAPS[0]


_RECORD = _RECORDS[0]

LONG_INPUTS: dict[str, tuple[Lengthen, ...]] = {
    "maps": (
        lambda size: _map_with(".".join("a" * (size // 2)) + " = 1"),
        lambda size: _map_with(".".join("a" * 40) + " = 1\n" * (size // 80)),
        lambda size: _MAPS[0] + f"[{'.'.join('a' * (size // 4))}]\n".encode()
        + b"".join(b"b%d=1\n" % number for number in range(size // 16)),
        lambda size: _map_with("a = [" + ", ".join("1" * (size // 3)) + "]"),
        lambda size: _map_with("a = " + "[" * (size // 2) + "]" * (size // 2)),
        lambda size: _map_with("".join(f"k{number} = 1\n" for number in range(size // 9))),
        lambda size: _map_with('a = """' + "\\\n" * (size // 2) + '"""'),
        lambda size: _map_with('a = """' + '\\"""' * (size // 4)),
        lambda size: _MAPS[0] + b'[[draw.label]]\ntext="x"\nat=[0,0]\n' * (size // 33),
    ),
    "records": (
        lambda size: _RECORD.replace(b"\n\n", b"\n\n" + b"{" * size + b"\n", 1),
        lambda size: _RECORD.replace(b"\n\n", b"\n\n" + b"{}\n" * (size // 3), 1),
        lambda size: b"".join(b'[T%d "x"]\n' % n for n in range(size // 10)) + _RECORD,
        lambda size: _RECORD + b"pass " * (size // 5),
    ),
    "links": (lambda size: b"mqtt://" + b"a:" * (size // 2) + b"@b/#x",),
    "positions": (
        lambda size: _POSITIONS[0].replace(b"/", b"/" * size, 1),
        lambda size: _POSITIONS[0].replace(b",", b"," * size, 1),
    ),
    "moves": (lambda size: _MOVES[0] + b"~L@AYU" * (size // 6),),
    "messages": (
        lambda size: b"\x91" * size,
        lambda size: b"\xdd" + (size - 5).to_bytes(4) + b"\xc0" * (size - 5),
    ),
}  # fmt: skip
"""Inputs made to be dear, by the door they come in at."""
