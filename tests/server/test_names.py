"""Names fit to be shown beside others."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bot_characters import bot_names
from protocol.commands import Hello, OpenTable, SeatBot
from protocol.limits import MAX_NAME
from protocol.messages import Done, Refused, Welcome
from protocol.text import printable
from server.players.names import NAMELESS, clean_name, distinct_name, kept_name, look_alike_keys
from server.refusals import RefusedError
from server.store.store import open_store
from tests.server.desk import KEY, TOPICS, Caller, come, desk

INVISIBLE = (
    *"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u200b\u200d\u202e\u2060\u2800",
    *"\u3164\ufe0f\ufeff\uffa0\U0001d159\U000e0041",
)


@pytest.mark.parametrize(
    "name", [*bot_names(), "MERRY LEK", "Merry  Lek.", "Merry Lek 2", "the merry-lek", "Mеrry Lek"]
)
def test_nobody_takes_the_name_of_a_bot_or_one_that_looks_like_it(name: str) -> None:
    with pytest.raises(RefusedError, match="like the name of a bot"):
        clean_name(name)
    assert kept_name(name) == NAMELESS


def test_a_part_of_a_bots_name_is_free() -> None:
    assert [clean_name(name) for name in ("Lek", "Hugo", "Merry")] == ["Lek", "Hugo", "Merry"]


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("An\x1b[31mn", "An [31mn"),
        ("\u202eevil", "evil"),
        ("สมชาย", "สมชาย"),
        ("नमस्ते", "नमस्ते"),
        ("", NAMELESS),
        ("x" * 99, "x" * MAX_NAME),
        ("Zo\u0308e", "Zöe"),
        ("\u0301\u0301Ann \u0301Lee", "Ann Lee"),
        *((f"A{invisible}n{invisible}n", "Ann") for invisible in INVISIBLE),
    ],
)
def test_what_is_shown_of_a_name(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@pytest.mark.parametrize("name", ["\x00\x07", " ", "\u0301", "\u3164\u2800 \ufe0f", *INVISIBLE])
def test_a_name_of_which_nothing_can_be_seen_is_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="choose another one") as caught:
        clean_name(name)
    assert caught.value.code == "bad_name"


@given(st.text(max_size=60))
def test_a_clean_name_is_printable_short_and_clean_already(name: str) -> None:
    shown = printable(name, MAX_NAME)
    assert len(shown) <= MAX_NAME
    assert shown.isprintable()
    assert printable(shown, MAX_NAME) == shown
    assert not shown or unicodedata.category(shown[0])[0] not in "MZC"


@given(st.text(min_size=1, max_size=MAX_NAME), st.integers(0, 14))
def test_distinct_names_stay_distinct(name: str, others: int) -> None:
    taken: set[str] = set()
    names = set()
    for _ in range(others):
        names.add(each := distinct_name(printable(name, MAX_NAME) or NAMELESS, taken.__contains__))
        assert len(each) <= MAX_NAME
        assert not taken & look_alike_keys(each)
        taken |= look_alike_keys(each)
    assert len(names) == others


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "ＡＮＮ"),
        ("Ann", "\u0410nn"),  # a Cyrillic capital A
        ("Ann", "ann"),
        ("Alice", "A\u0406ice"),  # a Cyrillic capital I, which looks like a small l
        ("Alice", "AIice"),
        ("Ben1", "Benl"),
        ("Tom", "T0m"),
        ("Marnie", "Mamie"),
        ("Zoe", "Z\u03bfe"),
        ("Zoë", "Zo\u0435\u0308"),
        ("paypal", "\u0440\u0430\u0443\u0440\u0430l"),
    ],
)
def test_names_that_look_alike_are_told_apart(name: str, other: str) -> None:
    taken = look_alike_keys(name)
    assert distinct_name(other, taken.__contains__) == f"{other} 2"
    assert distinct_name(name, look_alike_keys(other).__contains__) == f"{name} 2"


@pytest.mark.parametrize(("name", "other"), [("Ann", "Anna"), ("Zoe", "Zoë"), ("Ann 2", "Ann 3")])
def test_names_that_differ_to_the_eye_stay_as_they_are(name: str, other: str) -> None:
    assert distinct_name(other, look_alike_keys(name).__contains__) == other


def test_many_namesakes_cost_little() -> None:
    taken: set[str] = set()
    for _ in range(300):
        asked = 0

        def is_taken(key: str) -> bool:
            nonlocal asked
            asked += 1
            return key in taken  # noqa: B023 - called at once

        taken |= look_alike_keys(distinct_name("Ann", is_taken))
        assert asked < 60


async def test_a_player_without_a_visible_name_is_told_so_and_may_choose_another() -> None:
    async with desk(None) as at:
        ann = Caller("Ann")
        refused = await ann.ask(at, _hello("\u3164"))
        assert isinstance(refused, Refused)
        assert refused.code == "bad_name"
        assert isinstance(await ann.ask(at, _hello("A\u3164nn")), Welcome)
        assert at.service._sessions.get(ann.me).name == "Ann"  # type: ignore[union-attr]


async def test_a_name_kept_by_an_earlier_release_locks_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "lobby.db"
    async with desk(path) as first:
        ann, eve = await come(first, "Ann", "Eve")
        table = (await eve.ask(first, OpenTable("siam", 2, seat=0))).table
        await ann.ask(first, OpenTable("siam", 2))
    async with open_store(path, KEY.public.fingerprint) as store:
        sqlite = store._database._connection.connection.driver_connection
        assert sqlite is not None
        sqlite.execute("UPDATE players SET name = ? WHERE name = 'Eve'", ("\u3164",))
        sqlite.commit()
    async with desk(path) as second:
        seat = second.service.lobby.tables[table].seats[0]
        assert (seat.player, seat.name) == (eve.me, NAMELESS)
        eve.name = "Eve"
        await eve.hello(second)
        assert isinstance(await eve.ask(second, OpenTable("siam", 2)), Done)
        assert second.service.lobby.tables[table].seats[0].name == "Eve"


async def test_a_new_name_and_a_command_are_published_as_one_change() -> None:
    async with desk(None) as at:
        (ann,) = await come(at, "Ann")
        table = (await ann.ask(at, OpenTable("siam", 2))).table
        ann.name = "Anna"
        await ann.hello(at)
        said = len(at.said)
        done = await ann.ask(at, SeatBot(table, 1, "random"))
        assert done.state.revision == done.revision == at.tables[table].revision
        assert [seat.name for seat in done.state.seats] == ["Anna", "Merry Lek"]
        assert [topic for topic, _, _ in at.said[said:]].count(TOPICS.table(table)) == 1


def _hello(name: str) -> Hello:
    return Hello(name, "test", bytes(16))
