"""A misspelt name gets the one that is most like it, and what is like none gets nothing."""

import pytest

from siam_tui.ui.text import did_you_mean, nearest

PROVINCES = ("Khorat", "Pattani", "Nakhon Si Thammarat", "Lanna", "Ayutthaya")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("patani", "Pattani"),
        ("nakon", "Nakhon Si Thammarat"),
        ("AYUTHAYA", "Ayutthaya"),
        ("paris", ""),
        ("", ""),
        ("l", ""),
        ("pattani" * 40, ""),
    ],
)
def test_the_nearest_name(typed, meant):
    assert nearest(typed, PROVINCES) == meant


def test_somebody_is_asked_only_if_a_name_is_near():
    assert str(did_you_mean("patani", PROVINCES)) == "Do you mean Pattani?"
    assert not did_you_mean("paris", PROVINCES)


def test_at_most_200_names_are_compared():
    assert not nearest("pattani", ["Lanna"] * 200 + ["Pattani"])
