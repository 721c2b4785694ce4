"""Invite links as people paste them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.profile.invitations import IncompleteLinkError, read_broker, read_link
from siam_tui.profile.user_error import UserError

KEY = SecretKey(b"k" * 32).public
LOBBY = Link(BrokerAddress("mqtt", "::1", 1884), KEY)
TABLE = Link(BrokerAddress("wss", "a.example", 443, "ann"), KEY, "tb1", b"x" * 32)


def broken(text: str, *places: int, between: str = "\n") -> str:
    """Return a text with a line end at each of these places."""
    ends = (0, *places, len(text))
    return between.join(text[a:b] for a, b in pairwise(ends))


def pasted(link: Link) -> dict[str, str]:
    """Return a link in the forms in which it arrives."""
    text = str(link)
    inside = text.index("#") + 9
    return {
        "alone": f"  {text}\t",
        "brackets": f"<{text}>",
        "parentheses": f"({text}),",
        "full stop": f"{text}.",
        "quotes": f"“{text}”",
        "code": f"`{text}`",
        "markdown": f"[the lobby]({text})!",
        "bold": f"**{text}**",
        "encoded": text.replace("#", "%23"),
        "capital": text.replace("siam", "Siam", 1),
        "invisible": f"\ufeff{text}\u200b",
        "sentence": f"Join us at {text}, we wait.",
        "letter": f"Hello,\nthe link: {text}.\nSee you",
        "two lines": broken(text, inside),
        "quoted mail": broken(text, 20, inside, between="\r\n> "),
        "behind the key": broken(text, text.index("#") + 44),
        "two lines and more": f"{broken(text, inside)}\nSee you",
    }


@pytest.mark.parametrize("link", [LOBBY, TABLE], ids=["lobby", "table"])
@pytest.mark.parametrize("form", pasted(LOBBY))
def test_a_link_is_found_in_what_is_pasted(link: Link, form: str) -> None:
    assert read_link(pasted(link)[form]) == link


@pytest.mark.parametrize("cut", [1, 10, 40, 60])
def test_no_part_of_a_private_tables_key_is_left_out(cut: int) -> None:
    for text in (str(TABLE)[:-cut], f"{str(TABLE)[:-cut]}\nSee you"):
        with pytest.raises(IncompleteLinkError):
            read_link(text)


@pytest.mark.parametrize("text", ["help", "siam", "https://a.example", "ssh -p 1 a", "a" * 10**6])
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(UserError) as refused:
        read_link(text)
    assert not isinstance(refused.value, IncompleteLinkError)


def test_a_brokers_address_is_found_alike() -> None:
    address = BrokerAddress("mqtts", "b.example", 8883, "ann")
    for text in (f"<{address}>", f"{address}.", f'"{address}"'):
        assert read_broker(text) == address
