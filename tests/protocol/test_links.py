"""Invite links and broker addresses: read as they are written, refused with what is wrong."""

from __future__ import annotations

import contextlib
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LinkError
from protocol.keys import encode_key
from protocol.links import BrokerAddress, Link, parse_broker, parse_link
from tests.protocol.strategies import ALICE, SERVER

schemes = st.sampled_from(["mqtt", "mqtts", "ws", "wss"])
hosts = st.one_of(
    st.from_regex(r"[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?(\.[a-z]{2,6}){0,2}", fullmatch=True),
    st.ip_addresses().map(str),
)
users = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=12)
brokers = st.builds(BrokerAddress, schemes, hosts, st.integers(1, 65535), users)
tables = st.from_regex(r"[A-Za-z0-9]{1,40}", fullmatch=True) | st.just("")
public_links = st.builds(Link, brokers, st.just(SERVER.public), tables)
keys = st.binary(min_size=32, max_size=32)
links = public_links | st.builds(Link, brokers, st.just(SERVER.public), tables.filter(bool), keys)

KEY = encode_key(SERVER.public.raw)
LOBBY = SERVER.public.fingerprint


class TestLinks:
    @given(links)
    def test_a_link_comes_back_from_its_text(self, link):
        assert parse_link(f" {link}\n") == link

    @given(links)
    def test_a_link_needs_no_quotes_in_a_shell(self, link):
        assert shlex.split(f"siam join {link}") == ["siam", "join", str(link)]
        assert not set(str(link)) & set("&?;|<>()$`\"'\\*! {}")

    @given(st.text(max_size=80))
    def test_any_text_is_a_link_or_refused(self, text):
        for candidate in (text, f"siam://{text}", f"siam://h/{LOBBY}{text}#{KEY}"):
            with contextlib.suppress(LinkError):
                parse_link(candidate)

    @pytest.mark.parametrize(
        ("scheme", "port"), [("siam", 1883), ("siams", 8883), ("siam+ws", 8080), ("siam+wss", 443)]
    )
    def test_each_scheme_has_its_usual_port(self, scheme, port):
        link = parse_link(f"{scheme}://host/{LOBBY}#{KEY}")
        assert link.broker.port == port
        assert str(link) == f"{scheme}://host/{LOBBY}#{KEY}"

    def test_a_private_tables_key_stands_behind_the_servers(self):
        link = parse_link(f"siam://host/{LOBBY}/t1#{KEY}").to_table("t1", b"k" * 32)
        assert str(link) == f"siam://host/{LOBBY}/t1#{KEY}.{encode_key(b'k' * 32)}"
        assert "kkk" not in repr(link)
        assert str(link.to_lobby()) == f"siam://host/{LOBBY}#{KEY}"
        for wrong in (f"/t1#{KEY}.", f"/t1#{KEY}.short", f"#{KEY}.{encode_key(b'k' * 32)}"):
            with pytest.raises(LinkError):
                parse_link(f"siam://host/{LOBBY}{wrong}")

    def test_the_lobby_is_the_fingerprint_of_the_servers_key(self):
        link = parse_link(f"siam://host/{LOBBY}/t1#{KEY}")
        assert link.lobby == LOBBY
        assert link.server == SERVER.public
        assert link.to_table("t2").table == "t2"

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "begins with one of siam://"),
            ("host", "begins with one of siam://"),
            ("http://host/", "begins with one of siam://"),
            (f"mqtt://host/{LOBBY}#{KEY}", "begins with one of siam://"),
            (f"siam:///{LOBBY}#{KEY}", "names no host"),
            (f"siam://host:port/{LOBBY}#{KEY}", "from 1 to 65535"),
            (f"siam://host:0/{LOBBY}#{KEY}", "from 1 to 65535"),
            (f"siam://host:70000/{LOBBY}#{KEY}", "from 1 to 65535"),
            (f"siam://[::1/{LOBBY}#{KEY}", "host cannot be read"),
            (f"siam://ann:secret@host/{LOBBY}#{KEY}", "never contains a password"),
            (f"siam://host/{LOBBY}", "part after the #"),
            (f"siam://host/{LOBBY}#{KEY[:-1]}", "part after the #"),
            (f"siam://host/{LOBBY}#{KEY}.extra", "key in the link is damaged"),
            (f"siam://host/{ALICE.public.fingerprint}#{KEY}", "do not match"),
            (f"siam://host#{KEY}", "do not match"),
            (f"siam://host/{LOBBY}/a/b#{KEY}", "not a table id"),
            (f"siam://host/{LOBBY}/a+b#{KEY}", "not a table id"),
            (f"siam://host/{LOBBY}/{'a' * 41}#{KEY}", "not a table id"),
            (f"siam://ho st/{LOBBY}#{KEY}", "spaces or is too long"),
            (f"siam://{'h' * 500}/{LOBBY}#{KEY}", "spaces or is too long"),
            (f"siam://host/{LOBBY}\n/t#{KEY}", "spaces or is too long"),
        ],
    )  # fmt: skip
    def test_a_text_that_is_no_link_is_refused_with_what_is_wrong(self, text, reason):
        with pytest.raises(LinkError, match=reason):
            parse_link(text)

    def test_something_asked_behind_a_question_mark_is_refused(self):
        with pytest.raises(LinkError, match="question mark"):
            parse_link(f"siam://host/{LOBBY}?x=1#{KEY}")


class TestBrokerAddresses:
    @given(brokers)
    def test_an_address_comes_back_from_its_text(self, broker):
        assert parse_broker(str(broker)) == broker

    @pytest.mark.parametrize(
        ("scheme", "tls", "websocket"),
        [("mqtt", False, False), ("mqtts", True, False), ("ws", False, True), ("wss", True, True)],
    )
    def test_the_scheme_tells_how_to_connect(self, scheme, tls, websocket):
        broker = parse_broker(f"{scheme}://host")
        assert (broker.tls, broker.websocket) == (tls, websocket)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("host", "begins with one of mqtt://"),
            ("siam://host", "begins with one of mqtt://"),
            ("mqtt://", "names no host"),
            ("mqtt://host/topic", "nothing may follow"),
            ("mqtt://host?x", "nothing may follow"),
            ("mqtt://host#x", "nothing may follow"),
            ("mqtt://ann:secret@host", "never contains a password"),
            ("mqtt://ann:@host", "never contains a password"),
        ],
    )
    def test_a_text_that_is_no_address_is_refused_with_what_is_wrong(self, text, reason):
        with pytest.raises(LinkError, match=reason):
            parse_broker(text)
