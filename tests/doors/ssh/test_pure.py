"""The parts of the SSH door that need no connection."""

from __future__ import annotations

import hashlib
import hmac
import os
from pathlib import Path

import pytest
from asyncssh.packet import MPInt, String

from protocol.keys import SecretKey
from siam_tui.doors.named_proxies import network_of
from siam_tui.doors.ssh.door_settings import DoorReady, DoorSettings
from siam_tui.doors.ssh.session_order import SessionOrder
from siam_tui.doors.ssh.session_process import session_environment
from siam_tui.doors.ssh.sessions import (
    FULL,
    FULL_FOR_ADDRESS,
    NEW_AT_ONCE,
    NEW_PER_SECOND,
    STARTS_AT_ONCE,
    TOO_FAST,
    SessionLimits,
)
from siam_tui.doors.ssh.visitor_folders import VisitorFolders
from siam_tui.doors.ssh.visitor_keys import LoginProof, host_key, is_quick_key, player_seed
from siam_tui.doors.ssh.visitor_request import (
    ClientLocale,
    LoginName,
    clamp_size,
    read_kind,
    read_login_name,
)
from siam_tui.model.start import ssh_command, table_login
from siam_tui.profile.profiles import VisitorProfile
from texts import Message

SECRET, ANN, BEN = bytes(range(32)), b"ssh-ed25519 ann", b"ssh-ed25519 ben"


# Who has logged in


def test_only_the_key_of_the_step_that_completed_the_login_counts():
    proof = LoginProof()
    proof.ask_about(ANN)
    assert proof.key == b""
    proof.ask_about(BEN)
    proof.complete()
    assert proof.key == BEN


def test_a_key_that_was_asked_about_does_not_count_for_a_guest():
    proof = LoginProof()
    proof.ask_about(ANN)
    proof.take_other_step()
    proof.complete()
    assert proof.key == b""


def test_nothing_after_the_login_changes_who_has_logged_in():
    proof = LoginProof()
    proof.ask_about(BEN)
    proof.complete()
    proof.ask_about(ANN)
    proof.take_other_step()
    assert proof.key == BEN


@pytest.mark.parametrize(
    ("public", "is_quick"),
    [
        (String("ssh-ed25519") + String(bytes(32)), True),
        (String("ssh-rsa") + MPInt(65537) + MPInt(1 << 8191), True),
        (String("ssh-rsa") + MPInt(65537) + MPInt(1 << 9000), False),
        (String("ssh-rsa") + MPInt((1 << 3071) + 1) + MPInt(1 << 3071), False),
        (String("ssh-rsa") + String(b"\1") * 2, True),
        (String("ssh-ed25519-cert-v01@openssh.com") + bytes(200), False),
        (b"", True),
    ],
    ids=["ed25519", "rsa", "long rsa", "long exponent", "short rsa", "certificate", "nothing"],
)
def test_a_key_that_takes_long_to_check_is_not_checked(public: bytes, is_quick: bool):
    assert is_quick_key(public) == is_quick


# Keys


def hkdf(secret: bytes, info: bytes) -> bytes:
    """Return 32 bytes by RFC 5869 with SHA-256 and without a salt."""
    extracted = hmac.digest(bytes(32), secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\x01", hashlib.sha256)


def test_a_players_key_follows_from_secret_and_ssh_key_by_hkdf():
    seed = player_seed(SECRET, ANN)
    assert seed == hkdf(SECRET, b"siam ssh door 1: player key\0" + ANN)
    others = {player_seed(SECRET, BEN), player_seed(SECRET[::-1], ANN)}
    assert seed not in others
    assert len(others) == 2


def test_the_host_key_stays_and_is_no_players_key():
    assert host_key(SECRET).get_fingerprint() == host_key(SECRET).get_fingerprint()
    assert host_key(SECRET).get_fingerprint() != host_key(SECRET[::-1]).get_fingerprint()


# User names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("plain", LoginName(plain=True)),
        ("watch", LoginName(watching=True)),
        ("", LoginName()),
        ("ann", LoginName(proposed="ann")),
        ("[bold]ann[/]", LoginName(proposed="[bold]ann[/]")),
        ("a\x1b]0;x\x07b", LoginName(proposed="a ]0;x b")),
        ("table-", LoginName(proposed="table-")),
        ("table-../../etc", LoginName(proposed="table-../../etc")),
        ("table-abc-short", LoginName(proposed="table-abc-short")),
    ],
)
def test_a_user_name_says_what_is_wanted(text: str, name: LoginName):
    assert read_login_name(text) == name


def test_a_user_name_leads_to_a_table_and_brings_its_key():
    key = bytes(range(32))
    assert read_login_name(table_login("x7abc")) == LoginName(table="x7abc")
    assert read_login_name(table_login("x7abc", key)) == LoginName(table="x7abc", table_key=key)


def test_a_long_user_name_is_cut():
    assert len(read_login_name("x" * 1000).proposed) < 50


def test_the_usual_port_is_left_out_of_the_command():
    assert ssh_command("example.org", 22) == "ssh example.org"
    assert ssh_command("fe80::1", 2222, "plain") == "ssh -p 2222 plain@fe80::1"


# Terminals


@pytest.mark.parametrize("text", ["", "\x1b[2J", "x\n", "[bold]", "a b", "x" * 41, "../x", "-x"])
def test_a_strange_kind_of_terminal_gets_lines_of_text(text: str):
    assert read_kind(text).is_dumb


@pytest.mark.parametrize(
    ("name", "true_colour", "is_ascii"),
    [
        ("xterm-256color", False, False),
        ("tmux-256color", False, False),
        ("screen.xterm-256color", False, False),
        ("xterm-direct", True, False),
        ("xterm-kitty", True, False),
        ("alacritty", True, False),
        ("foot", True, False),
        ("linux", False, False),
        ("rxvt-unicode-256color", False, False),
        ("vt100", False, True),
        ("ansi", False, True),
    ],
)
def test_usual_kinds_of_terminals(name: str, true_colour: bool, is_ascii: bool):
    kind = read_kind(name)
    assert (kind.name, kind.has_true_colour, kind.is_ascii) == (name, true_colour, is_ascii)
    assert not kind.is_dumb


@pytest.mark.parametrize(
    ("claimed", "size"),
    [((0, 0), (80, 24)), ((2**32 - 1, 2**32 - 1), (400, 200)), ((1, 1), (1, 1)), ((0, 9), (80, 9))],
)
def test_a_window_has_a_possible_size(claimed: tuple[int, int], size: tuple[int, int]):
    assert clamp_size(*claimed) == size


def test_a_session_sees_nothing_of_the_hosts_environment_but_what_it_needs():
    host = {"HOME": "/h", "SIAM_BROKER_PASSWORD": "x", "AWS_KEY": "y", "TMUX": "z", "PATH": "/bin"}
    order = SessionOrder(1, "siam://", "/f", term="xterm", true_colour=True)
    assert session_environment(order, host) == {
        "HOME": "/h",
        "PATH": "/bin",
        "TERM": "xterm",
        "COLORTERM": "truecolor",
        "LANG": "C.UTF-8",
        "PYTHONUTF8": "1",
    }


# Limits


def test_sessions_are_limited_for_an_address_and_in_all():
    limits = SessionLimits(3, 2)
    assert [limits.take_session("a", 0) for _ in range(3)] == [None, None, FULL_FOR_ADDRESS]
    assert [limits.take_session("b", 0) for _ in range(2)] == [None, FULL]
    limits.give_session_back("a")
    assert limits.take_session("b", 0) is None


def test_an_address_starts_sessions_no_faster_than_it_may():
    limits = SessionLimits(3, 2)

    def start(now: float) -> Message | None:
        if not (refusal := limits.take_session("a", now)):
            limits.give_session_back("a")
        return refusal

    assert {start(0) for _ in range(STARTS_AT_ONCE)} == {None}
    assert start(0) == TOO_FAST
    assert start(6) is None
    assert limits.take_session("b", 6) is None, "others are not counted with it"


def test_new_connections_of_an_address_come_no_faster_than_they_may():
    limits = SessionLimits(3, 2)
    assert all(limits.may_come("a", 0) for _ in range(NEW_AT_ONCE))
    assert not limits.may_come("a", 0)
    assert limits.may_come("b", 0)
    assert [limits.may_come("a", 1) for _ in range(4)] == [True] * int(NEW_PER_SECOND) + [False]


def test_an_ipv6_network_counts_as_one_address():
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::"
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"


# Profiles of visitors


def test_a_guests_profile_is_deleted_and_that_of_a_key_kept(tmp_path: Path):
    folders = VisitorFolders(tmp_path / "visitors")
    guest, ann = folders.open(1, b""), folders.open(2, SECRET)
    for each in (guest, ann):
        each.mkdir()
        (each / "settings.toml").write_text("x")
        folders.close(each)
    assert not guest.exists()
    assert ann.name == SecretKey(SECRET).public.fingerprint
    assert ann.exists()
    assert folders.open(3, SECRET) == ann


def test_the_name_of_a_login_is_proposed_to_later_logins_without_one(tmp_path: Path):
    key, folder = SecretKey(SECRET), tmp_path / "visitor"
    assert VisitorProfile(folder, key).proposed_name() == ""
    for login in ("dan", "\u200b", "anna"):
        VisitorProfile(folder, key, login).keep_login_name()
    assert VisitorProfile(folder, key).proposed_name() == "Anna"
    assert VisitorProfile(folder, key, "eve").proposed_name() == "Eve"
    assert VisitorProfile(folder, key).player_name() == "", "nobody chose it"


def test_what_guests_left_at_a_crash_is_deleted_at_the_next_start(tmp_path: Path):
    left, living = tmp_path / "guest-999999999-1", tmp_path / f"guest-{os.getpid()}-1"
    for each in (left, living):
        each.mkdir()
    VisitorFolders(tmp_path)
    assert not left.exists()
    assert living.exists()


def test_profiles_unused_longest_make_room_but_none_in_use(tmp_path: Path):
    folders = VisitorFolders(tmp_path, most=2)
    seeds = [bytes([number]) * 32 for number in range(4)]
    paths = [folders.open(number, seed) for number, seed in enumerate(seeds)]
    for age, path in enumerate(paths):
        path.mkdir()
        os.utime(path, (age, age))
    for path in paths[1:]:
        folders.close(path)
    assert [path.exists() for path in paths] == [True, False, False, True]


# Between the processes


def test_orders_and_settings_cross_to_the_other_process():
    order = SessionOrder(7, "siam://x", "/f", seed=SECRET, password="p", login="ä\x1b")
    assert SessionOrder.of_line(order.to_line().encode()) == order
    settings = DoorSettings("siam://x", SecretKey(SECRET).to_text(), "/f", password="p")
    assert DoorSettings.of_line(settings.to_line()) == settings
    ready = DoorReady(2222, "SHA256:x")
    assert DoorReady.of_line(ready.to_line()) == ready


# What language a client asks for


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, ""),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_CA", "LC_ALL": "it_IT", "LC_MESSAGES": "de"}, "it"),
        ({"LANG": "fr_CA", "LC_ALL": ""}, "fr"),
        ({"LANG": "fr_CA", "LC_ALL": "C"}, "en"),
        ({"LANG": "\x1b[2J"}, "en"),
        ({"LANG": "de" * 100_000}, "en"),
        ({"LC_CTYPE": "de_DE", "LANGUAGE": "de", "LD_PRELOAD": "/tmp/x"}, ""),
    ],
)
def test_of_the_variables_of_a_client_only_a_language_is_kept(variables, language):
    client = ClientLocale()
    for name, value in variables.items():
        known = name in {"LANG", "LC_ALL", "LC_MESSAGES"}
        assert client.take(name.encode(), value.encode()) is known
    assert client.language == language
