"""Which lobby `siam lobby` is about, and why it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.owner.client import find_owned_lobby
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError

BROKER = BrokerAddress("mqtt", "127.0.0.1", 1883)


def test_a_profile_without_a_lobby_owns_none(tmp_path: Path) -> None:
    profile = Profile.named(tmp_path, "default")
    with pytest.raises(UserError, match="no lobby of its own"):
        find_owned_lobby(profile, None)
    assert not profile.key_file("server").exists()


def test_a_lobby_that_is_not_announced_needs_its_link(tmp_path: Path) -> None:
    profile = Profile.named(tmp_path, "default")
    link = Link(BROKER, profile.server_key().public)
    with pytest.raises(UserError, match="--link"):
        find_owned_lobby(profile, None)
    assert find_owned_lobby(profile, link) == (link, profile.server_key())


def test_somebody_elses_lobby_is_refused(tmp_path: Path) -> None:
    profile = Profile.named(tmp_path, "default")
    profile.server_key()
    with pytest.raises(UserError, match="does not have the key"):
        find_owned_lobby(profile, Link(BROKER, SecretKey.generate().public))
