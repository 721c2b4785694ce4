"""Lines for a lobby's owner are one line each, whatever strangers call themselves."""

from __future__ import annotations

import pytest
from attrs import evolve

from protocol.owner import Ban, PlayerReport, TableReport
from protocol.states import SeatState
from siam_tui.owner.report import (
    ban_line,
    check_reason,
    find_player,
    find_table,
    player_line,
    table_line,
)
from siam_tui.profile.user_error import UserError

ANN = "annaaaaaaaaaaaaaaaaaaaaa"
EVE = "eveeeeeeeeeeeeeeeeeeeeee"
HOSTILE = "\x1b[31m\r\nE\u202eve\u2028[b]"


def table(number: str = "k3v8x2ab", name: str = "Ann", idle: int = 5) -> TableReport:
    seats = (SeatState("person", ANN, name), SeatState("free"), SeatState("bot", "b", "bot", "x"))
    return TableReport(number, "open", "Siam", ANN, name, seats, True, idle)


def player(key: str, name: str, silent: int | None = 5, origin: str = "") -> PlayerReport:
    return PlayerReport(key, name, silent, origin, 1, 2, False)


class TestLines:
    def test_of_a_table(self) -> None:
        assert table_line(table()) == (
            "k3v8x2ab  open     Ann, free, bot  host Ann annaaaaa  in use  private"
        )
        assert "idle for 2 h 3 min" in table_line(table(idle=7380))
        left = evolve(table(), host="", host_name="")
        assert table_line(left) == "k3v8x2ab  open     Ann, free, bot  no host  in use  private"

    def test_of_a_player(self) -> None:
        assert player_line(player(ANN, "Ann", 60, "192.0.2.1")) == (
            "annaaaaa  Ann  silent for 1 min  sits at 2 tables  host of 1 table  from 192.0.2.1"
        )
        assert "not heard of" in player_line(player(ANN, "Ann", None))
        nowhere = evolve(player(ANN, "Ann"), hosts=0, seats=0)
        assert player_line(nowhere) == "annaaaaa  Ann  here  sits at no table"

    @pytest.mark.parametrize(
        "line",
        [
            table_line(table(name=HOSTILE)),
            player_line(player(EVE, HOSTILE, origin=HOSTILE)),
            ban_line(Ban(EVE, HOSTILE, HOSTILE, 0)),
        ],
    )
    def test_of_somebody_hostile(self, line: str) -> None:
        assert line.isprintable()


class TestFindingAPlayer:
    PEOPLE = (player(ANN, "Ann"), player(EVE, "Eve"), player("ann2" * 6, "annaaaaa"))

    @pytest.mark.parametrize("text", ["eve", "Eve", EVE, "eveee"])
    def test_by_name_or_fingerprint(self, text: str) -> None:
        assert find_player(text, self.PEOPLE, "list") == (EVE, "Eve")

    def test_who_is_called_as_another_key_begins_needs_the_whole_fingerprint(self) -> None:
        with pytest.raises(UserError, match="whole fingerprint"):
            find_player("annaaaaa", self.PEOPLE, "list")
        assert find_player(ANN, self.PEOPLE, "list") == (ANN, "Ann")

    def test_a_few_letters_are_not_enough(self) -> None:
        with pytest.raises(UserError, match="`list` lists all"):
            find_player("ev", self.PEOPLE, "list")

    def test_who_is_not_listed_is_found_by_the_whole_fingerprint(self) -> None:
        assert find_player("b" * 24, self.PEOPLE, "list") == ("b" * 24, "")


def test_a_table_is_found_by_the_beginning_of_its_id() -> None:
    tables = (table("abcd1234"), table("abce5678"), table("abc"))
    assert find_table("abcd", tables).table == "abcd1234"
    assert find_table("abc", tables).table == "abc"
    for text in ("ab", "x", ""):
        with pytest.raises(UserError):
            find_table(text, tables)


def test_a_reason_may_not_be_too_long() -> None:
    check_reason("x" * 100)
    with pytest.raises(UserError, match="101 characters"):
        check_reason("x" * 101)
