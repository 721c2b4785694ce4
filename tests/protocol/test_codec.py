"""Messages as msgpack: what goes out comes back, and nothing else comes in."""

from __future__ import annotations

import contextlib
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.codec import MAX_BYTES, MAX_DEPTH, from_plain, pack, to_plain, unpack
from protocol.errors import (
    MalformedError,
    OversizedError,
    ProtocolError,
    TooDeepError,
    UnknownTypeError,
)
from tests.protocol.strategies import BY_TYPE, messages

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text()
    | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)  # fmt: skip


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


class TestRoundTrip:
    def test_no_message_type_is_left_out_of_these_tests(self):
        assert set(BY_TYPE) == set(get_args(m.Message))

    @pytest.mark.parametrize("cls", BY_TYPE, ids=lambda cls: cls.__name__)
    def test_every_message_comes_back_equal_and_of_its_own_type(self, cls):
        @given(BY_TYPE[cls])
        def check(message):
            back = from_plain(unpack(pack(to_plain(message))))
            assert back == message
            assert type(back) is cls

        check()


class TestStrangers:
    @given(st.binary(max_size=300))
    def test_any_bytes_are_a_value_or_a_protocol_error(self, data):
        with contextlib.suppress(ProtocolError):
            unpack(data)

    @given(plain)
    def test_any_value_is_a_message_or_a_protocol_error(self, value):
        with contextlib.suppress(ProtocolError):
            from_plain(value)

    @given(st.sampled_from(sorted(cls.__name__ for cls in BY_TYPE)), plain)
    def test_any_fields_of_a_known_type_are_a_message_or_a_protocol_error(self, name, fields):
        with contextlib.suppress(ProtocolError):
            from_plain([name, fields if isinstance(fields, dict) else {"table": fields}])

    @given(messages, st.data())
    def test_a_field_of_any_other_value_is_a_message_or_a_protocol_error(self, message, data):
        name, fields = to_plain(message)
        if fields:
            fields = {**fields, data.draw(st.sampled_from(sorted(fields))): data.draw(plain)}
        with contextlib.suppress(ProtocolError):
            from_plain([name, fields])


class TestLimits:
    def test_64_kib_are_read_and_one_byte_more_is_not(self):
        head = 3  # of a msgpack byte string of this size
        assert len(pack(bytes(MAX_BYTES - head))) == MAX_BYTES
        with pytest.raises(OversizedError, match="65537 bytes"):
            pack(bytes(MAX_BYTES - head + 1))
        with pytest.raises(OversizedError):
            unpack(bytes(MAX_BYTES + 1))

    def test_eight_levels_are_read_and_nine_are_not(self):
        assert unpack(msgpack.packb(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
        with pytest.raises(TooDeepError, match="8 levels"):
            unpack(msgpack.packb(nested(MAX_DEPTH + 1)))

    def test_maps_count_as_levels(self):
        value: Any = {}
        for _ in range(MAX_DEPTH):
            value = {"k": value}
        with pytest.raises(TooDeepError):
            unpack(msgpack.packb(value))

    def test_a_bottomless_pit_is_too_deep_and_does_not_overflow_the_stack(self):
        with pytest.raises(TooDeepError):
            unpack(b"\x91" * (MAX_BYTES - 1) + b"\xc0")

    def test_a_list_that_promises_billions_of_items_is_malformed(self):
        with pytest.raises(MalformedError):
            unpack(b"\xdd\xff\xff\xff\xff")


class TestRefusals:
    @pytest.mark.parametrize(
        ("data", "reason"),
        [
            (b"", "not msgpack"),
            (b"\xc1", "not msgpack"),
            (b"\x01\x02", "not msgpack"),
            (b"\xa2\xff\xfe", "not msgpack"),
            (msgpack.packb(msgpack.ExtType(5, b"x")), "extension type 5"),
            (msgpack.packb(msgpack.Timestamp(1)), "timestamps"),
            (msgpack.packb([[msgpack.Timestamp(1)]]), "timestamps"),
            (b"\x82\xa1a\x01\xa1a\x02", "twice"),
            (b"\x81\x01\x02", "not msgpack"),
            (b"\x81\xc4\x01a\x02", "keys of a map are text"),
        ],
        ids=[
            "nothing", "reserved", "more behind", "broken text", "extension", "timestamp",
            "timestamp inside", "key twice", "key that is a number", "key of bytes",
        ],
    )  # fmt: skip
    def test_what_is_not_ours_is_malformed(self, data, reason):
        with pytest.raises(MalformedError, match=reason):
            unpack(data)

    @pytest.mark.parametrize("value", [None, 1, "Look", [], ["Look"], ["Look", []], [1, {}]])
    def test_what_has_not_the_form_of_a_message_is_malformed(self, value):
        with pytest.raises(MalformedError, match="its type and its fields"):
            from_plain(value)

    @pytest.mark.parametrize(
        "name", ["", "look", "Message", "SeatState", "Entry", "object", "x" * 99]
    )
    def test_an_unknown_type_is_named(self, name):
        with pytest.raises(UnknownTypeError, match="no message of type"):
            from_plain([name, {}])

    @pytest.mark.parametrize(
        ("message", "reason"),
        [
            (["Look", {}], "table"),
            (["Look", {"table": "a", "seat": 1}], "seat"),
            (["Look", {"table": 7}], "expected str, found int"),
            (["Look", {"table": b"a"}], "expected str, found bytes"),
            (["Look", {"table": None}], "expected str, found NoneType"),
            (["Look", {"table": ""}], "table"),
            (["Look", {"table": "x" * 41}], "table"),
            (["TakeSeat", {"table": "a", "seat": "0"}], "expected int, found str"),
            (["TakeSeat", {"table": "a", "seat": 0.0}], "expected int, found float"),
            (["TakeSeat", {"table": "a", "seat": False}], "expected int, found bool"),
            (["TakeSeat", {"table": "a", "seat": -1}], "seat"),
            (["TakeSeat", {"table": "a", "seat": 8}], "seat"),
            (["TakeSeat", {"table": "a", "seat": None}], "expected int, found NoneType"),
            (["Agree", {"table": "a", "game_number": 1, "proposal": "end", "yes": 1}], "bool"),
            (["Agree", {"table": "a", "game_number": 1, "proposal": "win", "yes": True}], "win"),
            (["AskHistory", {"table": "a", "game_number": 2**31}], "2147483648"),
            (["OpenTable", {"game": "siam", "players": 2, "options": "open"}], "expected a list"),
            (["OpenTable", {"game": "siam", "players": 2, "options": ["a"] * 9}], "options"),
            (["OpenTable", {"game": "siam", "players": 2, "options": ["a" * 25]}], "options"),
            (["OpenTable", {"game": "siam", "players": 2, "map": "m" * 32769}], "map"),
            (["PlayMove", {"table": "a", "game_number": 1, "ply": 0, "move": ""}], "move"),
            (["PlayMove", {"table": "a", "game_number": 1, "ply": 0, "move": "m" * 65}], "move"),
            (["Hello", {"name": "A", "app": "x", "nonce": bytes(15)}], "nonce"),
            (["Hello", {"name": "A", "app": "x", "nonce": bytes(17)}], "nonce"),
            (["Hello", {"name": "A", "app": "x", "nonce": "n" * 16}], "expected bytes, found str"),
            (["Hello", {"name": "A" * 25, "app": "x", "nonce": bytes(16)}], "name"),
        ],
        ids=str,
    )  # fmt: skip
    def test_wrong_fields_are_malformed_and_the_reason_names_them(self, message, reason):
        with pytest.raises(MalformedError, match=reason) as caught:
            from_plain(message)
        assert str(caught.value).startswith(f"{message[0]}: ")
        assert len(str(caught.value)) <= 320

    @given(messages)
    def test_nothing_of_ours_is_refused_for_its_size_or_depth(self, message):
        assert unpack(pack(to_plain(message))) is not None
