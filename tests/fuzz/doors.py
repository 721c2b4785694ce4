"""Every door through which bytes of others come in: what is genuine there, and who reads it."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from attrs import evolve

from protocol import PROTOCOL_VERSION
from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.commands import Hello, Look, OpenTable, PlayMove
from protocol.envelope import Envelope, open_sealed, open_signed, seal, sign
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link, parse_broker, parse_link
from protocol.messages import Message
from protocol.proof import MoveProof, Proof, SeatProof, read_proof
from protocol.signing import Fork
from protocol.states import Entry, LobbyState, TableState
from tests.fuzz.game_doors import Door, doors_of, genuine_texts, text_of
from tests.installed_games import OURS

ALICE, SERVER = SecretKey(bytes([1]) * 32), SecretKey(bytes([2]) * 32)
TOPIC = "siam/v5/lobby/in/alice"
_GENUINE = {name: genuine_texts(name) for name in OURS}
_LINKS = tuple(
    str(Link(parse_broker(broker), SERVER.public, table)).encode()
    for broker in ("mqtt://127.0.0.1:1883", "wss://ann@broker.example.org", "mqtts://[::1]:80")
    for table in ("", "abc")
)


def _messages() -> Iterator[Message]:
    siam = _GENUINE["siam"]
    seen = siam.positions[-1].decode()
    yield Hello("Ann", "siam 1", bytes(16))
    yield OpenTable("siam", 3, ("open_discards",), siam.maps[0].decode())
    yield PlayMove("abc", 1, 3, siam.moves[3].decode())
    yield Look("abc")
    entry = Entry(0, siam.moves[0].decode(), "player", seen)
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
    link = parse_link(text_of(data))
    assert parse_link(str(link)) == link


def _read_broker(data: bytes) -> None:
    broker = parse_broker(text_of(data))
    assert parse_broker(str(broker)) == broker


def _read_proof(data: bytes) -> None:
    proof = read_proof(base64.b64encode(data).decode())
    assert read_proof(proof.to_text()) == proof


def _proofs() -> Iterator[bytes]:
    key, seat = SERVER.public.raw, SeatProof(ALICE.public.raw, bytes(32), bytes(32), bytes(32))
    for moves in (0, 3):
        signed = (MoveProof("player", bytes(64)),) * moves
        forks = tuple(Fork(takes + 1, takes, bytes(32)) for takes in range(moves))
        new = Proof(
            key,
            "abc",
            1,
            bytes(32),
            bytes(32),
            (seat, seat),
            signed,
            bytes(64),
            3,
            base=bytes(32),
            commitment_signature=bytes(64),
            forks=forks,
        )
        old = evolve(new, seats=(evolve(seat, name=b""),) * 2, forks=(), format=2)
        yield from (base64.b64decode(each.to_text()) for each in (new, old))


_PROOF, *_ = _proofs()

_LONG_PROOFS = (
    lambda size: _PROOF.replace(
        b'"forks":[]', b'"forks":[' + b'{"takes":1,"ply":1,"dropped":""},' * (size // 33) + b"]"
    ),
    lambda size: _PROOF.replace(b'"game":1', b'"game":' + b"1" * size),
    lambda size: _PROOF.replace(b'"game":1', b'"game":1,' * (size // 9) + b'"game":1'),
    lambda size: _PROOF.replace(b'"forks":[]', b'"forks":' + b"[" * (size // 2)),
)
_LONG_MESSAGES = (
    lambda size: b"\x91" * size,
    lambda size: b"\xdd" + (size - 5).to_bytes(4) + b"\xc0" * (size - 5),
)
_LONG_LINKS = (lambda size: b"mqtt://" + b"a:" * (size // 2) + b"@b/#x",)

DOORS = (
    Door("proofs", tuple(_proofs()), _read_proof, ProtocolError, _LONG_PROOFS),
    Door("messages", tuple(pack(to_plain(m)) for m in _messages()), _read_message, ProtocolError,
         _LONG_MESSAGES),
    Door("sealed frames", tuple(seal(e, ALICE, SERVER.public) for e in _ENVELOPES), _read_sealed,
         ProtocolError),
    Door("signed frames", tuple(sign(e, ALICE) for e in _ENVELOPES), _read_signed, ProtocolError),
    Door("what is signed", tuple(sign(e, ALICE)[70:] for e in _ENVELOPES), _read_signed_by_a_player,
         ProtocolError),
    Door("links", _LINKS, _read_link, ProtocolError, _LONG_LINKS),
    Door("brokers", (b"mqtts://ann@broker.example.org:8883", b"ws://[::1]:80"), _read_broker,
         ProtocolError),
    *(door for name in OURS for door in doors_of(name, _GENUINE[name])),
)  # fmt: skip
