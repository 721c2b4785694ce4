"""Sending somebody away from a table, and keeping them away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from protocol.commands import (
    AskHistory,
    AskTalk,
    Look,
    OpenTable,
    Say,
    SendAway,
    StartGame,
    TakeSeat,
)
from protocol.messages import SentAway
from tests.server.conftest import ANN, BEN, CAT, Hall
from tests.server.desk import Caller, desk


def gathered(hall: Hall) -> None:
    hall.ask(ANN, OpenTable("siam", 2))
    hall.ask(BEN, TakeSeat("t1", 1))
    for player in (ANN, BEN, CAT):
        hall.ask(player, Look("t1"))


class TestSendingAway:
    def test_frees_the_seat_before_the_start_and_they_may_come_back(self, hall: Hall) -> None:
        gathered(hall)
        hall.ask(ANN, SendAway("t1", BEN.id))
        assert hall.table().seats[1].holder == "free"
        assert BEN.id not in hall.context.presence.players_at("t1")
        hall.ask(BEN, TakeSeat("t1", 1))

    def test_is_not_possible_while_they_play(self, hall: Hall) -> None:
        gathered(hall)
        hall.ask(ANN, StartGame("t1"))
        assert hall.refusal(ANN, SendAway("t1", BEN.id, ban=True)) == "already_running"

    def test_a_spectator_may_be_at_any_time(self, hall: Hall) -> None:
        gathered(hall)
        hall.ask(ANN, StartGame("t1"))
        hall.ask(ANN, SendAway("t1", CAT.id))
        assert CAT.id not in hall.context.presence.players_at("t1")
        hall.ask(CAT, Look("t1"))

    @pytest.mark.parametrize(
        ("player", "whom", "code"),
        [(BEN, CAT, "not_host"), (ANN, ANN, "yourself"), (CAT, BEN, "not_host")],
    )
    def test_refusals(self, hall: Hall, player: Any, whom: Any, code: str) -> None:
        gathered(hall)
        assert hall.refusal(player, SendAway("t1", whom.id)) == code

    def test_is_not_about_people_who_have_not_come(self, hall: Hall) -> None:
        hall.ask(ANN, OpenTable("siam", 2))
        assert hall.refusal(ANN, SendAway("t1", BEN.id, why="Buy rice")) == "not_there"


class TestBans:
    def test_keep_them_from_everything_at_the_table(self, hall: Hall) -> None:
        gathered(hall)
        hall.ask(ANN, SendAway("t1", BEN.id, ban=True))
        for command in (
            TakeSeat("t1", 1),
            Look("t1"),
            Say("t1", "Why?"),
            AskTalk("t1"),
            AskHistory("t1", 1),
        ):
            assert hall.refusal(BEN, command) == "banned"
        hall.ask(CAT, TakeSeat("t1", 1))

    def test_hold_at_this_table_only(self, hall: Hall) -> None:
        gathered(hall)
        hall.ask(ANN, SendAway("t1", BEN.id, ban=True))
        hall.ask(ANN, OpenTable("siam", 2))
        hall.ask(BEN, TakeSeat("t2", 1))


async def test_they_are_told_why_and_it_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "lobby.db"
    async with desk(path) as first:
        ann, eve = Caller("Ann"), Caller("Eve")
        for each in (ann, eve):
            await each.hello(first)
        table = (await ann.ask(first, OpenTable("siam", 2))).table
        await eve.ask(first, Look(table))
        await ann.ask(first, SendAway(table, eve.me, True, "You \x1b[31mshout"))
        (told,) = [each for each in eve.heard(first, b"") if isinstance(each, SentAway)]
        assert "Ann" in told.sentence
        assert "You [31mshout" in told.sentence
    async with desk(path) as second:
        await eve.hello(second)
        assert (await eve.ask(second, Look(table))).code == "banned"
