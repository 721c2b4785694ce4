"""Names fit to be shown beside others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import MAX_NAME
from server.names import NAMELESS, clean_name, distinct_name, fold


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("An\x1b[31mn", "An [31mn"),
        ("\u202eevil", "evil"),
        ("สมชาย", "สมชาย"),
        ("\x00\x07", NAMELESS),
        ("", NAMELESS),
        ("x" * 99, "x" * MAX_NAME),
    ],
)
def test_what_is_shown_of_a_name(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@given(st.text(max_size=60))
def test_a_clean_name_is_printable_short_and_clean_already(name: str) -> None:
    shown = clean_name(name)
    assert 0 < len(shown) <= MAX_NAME
    assert shown.isprintable()
    assert clean_name(shown) == shown


@given(st.text(min_size=1, max_size=MAX_NAME), st.integers(0, 12))
def test_distinct_names_stay_distinct(name: str, others: int) -> None:
    taken: set[str] = set()
    for _ in range(others):
        taken.add(fold(distinct_name(clean_name(name), taken)))
    assert len(taken) == others
    assert all(len(each) <= 3 * MAX_NAME for each in taken)


def test_look_alikes_are_told_apart() -> None:
    assert distinct_name("ＡＮＮ", {fold("Ann")}) == "ＡＮＮ 2"
