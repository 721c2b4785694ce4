"""What can be the address of a reminder, and what strangers try instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.reminders.reminder_addresses import (
    AddressError,
    address_key,
    domain_of,
    is_place,
    read_email,
    read_http,
)

HOSTS = ("ntfy.sh", "hooks.example:8443")
SENTENCES = (
    "This is no e-mail address that can be used here. Write it like name@example.org.",
    "This is not an address that can be used here: it begins with https:// and a host.",
    "The address must begin with https://.",
    "The host of this lobby allows only these hosts: ntfy.sh, hooks.example:8443.",
)
"""What is said of a bad address; never the address itself."""


@pytest.mark.parametrize(
    "address", ["ann@example.org", "a.b+c_d-e=f@x-y.example.co", "o'neil@a.de"]
)
def test_usual_mail_addresses_are_read(address: str) -> None:
    assert read_email(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "ann",
        "ann@localhost",
        "ann@[127.0.0.1]",
        "ann@127.0.0.1",
        "ann@example.org\r\nBcc: all@example.org",
        "ann@example.org\n",
        "ann@exa mple.org",
        "ann@example.org,eve@example.org",
        "ann@example.org;eve@example.org",
        "ann <ann@example.org>",
        "<ann@example.org>",
        '"ann@evil"@example.org',
        "ann%evil.example@example.org",
        "evil.example!ann@example.org",
        "|sh@example.org",
        "..@example.org",
        "ann.@example.org",
        "ann@example..org",
        "ann@-example.org",
        "ann@example.org.",
        "ann@éxample.org",
        "änn@example.org",
        "ann@example.org\x00",
        "a" * 65 + "@example.org",
        "a@" + "b" * 250 + ".org",
    ],
)
def test_other_texts_are_no_mail_address(address: str) -> None:
    with pytest.raises(AddressError) as error:
        read_email(address)
    assert str(error.value) in SENTENCES


def test_addresses_on_allowed_hosts_are_read() -> None:
    topic = read_http("https://NTFY.sh:443/siam_ann-1", HOSTS, topic=True)
    assert (topic.base, topic.path) == ("https://ntfy.sh", "/siam_ann-1")
    hook = read_http("https://hooks.example:8443/a/b?c=d%20e", HOSTS, topic=False)
    assert hook.url == "https://hooks.example:8443/a/b?c=d%20e"


@pytest.mark.parametrize(
    "address",
    [
        "http://ntfy.sh/a",
        "ftp://ntfy.sh/a",
        "file:///etc/passwd",
        "//ntfy.sh/a",
        "https:ntfy.sh/a",
        "https://ntfy.sh",
        "https://ntfy.sh./a",
        "https://ntfy.sh:8080/a",
        "https://ntfy.sh:/a",
        "https://ntfy.sh:443:80/a",
        "https://evil.example/a",
        "https://ntfy.sh.evil.example/a",
        "https://evil-ntfy.sh/a",
        "https://ann:pass@ntfy.sh/a",
        "https://ntfy.sh@evil.example/a",
        "https://ntfy.sh#@evil.example/a",
        "https://ntfy.sh\\@evil.example/a",
        "https://evil.example\\.ntfy.sh/a",
        "https://evil.example?.ntfy.sh/a",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://2130706433/a",
        "https://0x7f000001/a",
        "https://0177.0.0.1/a",
        "https://127.1/a",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://ntfy.sh/a\r\nHost: evil.example",
        "https://ntfy.sh/a\n",
        "https://ntfy.sh/a b",
        "https://ntfy.sh/é",
        "https://ｎtfy.sh/a",
        "https://ntfy。sh/a",
        "https://ntfy.sh/" + "a" * 400,
    ],
)
def test_other_hosts_and_odd_forms_are_refused(address: str) -> None:
    with pytest.raises(AddressError) as error:
        read_http(address, HOSTS, topic=False)
    assert str(error.value) in SENTENCES


@pytest.mark.parametrize("path", ["/", "/a/b", "/a?b=c", "/a#b", "/a%2e", "/" + "a" * 65])
def test_an_ntfy_address_ends_with_one_topic(path: str) -> None:
    with pytest.raises(AddressError):
        read_http(f"https://ntfy.sh{path}", HOSTS, topic=True)


@given(st.text(max_size=60) | st.from_regex(r"https?://[^/]{0,20}/.{0,20}", fullmatch=True))
def test_whatever_is_read_names_an_allowed_host_alone(text: str) -> None:
    try:
        found = read_http(text, HOSTS, topic=False, plain=True)
    except AddressError:
        return
    assert found.place in HOSTS
    assert found.url.isascii()
    assert found.url.isprintable()


def test_one_mailbox_counts_once_however_it_is_written() -> None:
    assert address_key("email", "Ann+1@Example.org") == address_key("email", "ann@example.org")
    assert address_key("email", "ann@example.org") != address_key("email", "ben@example.org")


@pytest.mark.parametrize(
    ("one", "same", "other"),
    [
        ("a.nn@gmail.com", "Ann+x@googlemail.com", "anna@gmail.com"),
        ("ann@icloud.com", "ann@me.com", "a.nn@mac.com"),
        ("a_n-n@proton.me", "A.N.N@protonmail.com", "anna@pm.me"),
        ("a.nn@yandex.ru", "a-nn@ya.ru", "ann@yandex.com"),
        ("ann-shop@yahoo.com", "ann-club@yahoo.com", "ann-shop@yahoo.co.uk"),
        ("ann+x@fastmail.com", "any@ann.fastmail.com", "ann@fastmail.fm"),
        ("ann+x@outlook.com", "ann@outlook.com", "a.nn@outlook.com"),
        ("ann+x@example.org", "ann@example.org", "an-n@example.org"),
    ],
)
def test_a_mailbox_counts_once_by_the_rules_of_its_provider(
    one: str, same: str, other: str
) -> None:
    assert address_key("email", one) == address_key("email", same)
    assert address_key("email", one) != address_key("email", other)
    assert domain_of("email", one) == domain_of("email", same)


def test_an_address_elsewhere_only_seems_to_be_of_a_provider() -> None:
    assert address_key("email", "a.b@gmail.com.example") != address_key("email", "ab@gmail.com")
    assert address_key("email", "a.b@notgmail.com") != address_key("email", "ab@notgmail.com")


def test_what_an_owner_can_allow() -> None:
    assert all(map(is_place, ("ntfy.sh", "10.0.0.1:80", "[::1]:8080")))
    assert not any(map(is_place, ("", "NTFY.sh", "a/b", "https://ntfy.sh", "a@b", "a b", "a:x")))
