"""Table talk: who may say and hear what (S24), how much, and what is kept of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from protocol.commands import Agree, AskTalk, Look, OpenTable, Say, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.limits import KEPT_TALK, MAX_TALK
from protocol.messages import Talk
from protocol.states import Terms
from server.limits import BURST, BURST_SECONDS
from server.lobby.effects import LineSaid, TableKept
from server.tables.table import Player
from tests.server.conftest import ANN, BEN, CAT, DAN, Hall
from tests.server.desk import Caller, Desk, desk

EVE = Player(SecretKey.generate().public, "Eve")


def gathered(hall: Hall, players: int = 4, *, open_talk: bool = False, start: bool = True) -> None:
    hall.ask(ANN, OpenTable("siam", players, terms=Terms(open_talk=open_talk)))
    for seat, player in enumerate((BEN, CAT, DAN)[: players - 1], 1):
        hall.ask(player, TakeSeat("t1", seat))
    for player in (ANN, BEN, CAT, DAN, EVE):
        hall.ask(player, Look("t1"))
    if start:
        hall.ask(ANN, StartGame("t1"))


def heard(hall: Hall, player: Player) -> list[str]:
    talk = hall.ask(player, AskTalk("t1"))
    assert isinstance(talk, Talk)
    return [f"{line.name}: {line.text}" for line in talk.lines]


class TestTeamGames:
    """S24."""

    def test_those_seated_do_not_talk_while_the_game_runs(self, hall: Hall) -> None:
        gathered(hall)
        assert hall.refusal(ANN, Say("t1", "play Lao")) == "talk_closed"

    def test_what_spectators_say_does_not_reach_the_seats_before_its_end(self, hall: Hall) -> None:
        gathered(hall)
        hall.ask(EVE, Say("t1", "Ann should pass"))
        assert heard(hall, EVE) == ["Eve: Ann should pass"]
        assert heard(hall, ANN) == []
        for player in (ANN, BEN, CAT, DAN):
            hall.ask(player, Agree("t1", 1, "end", yes=True))
        assert heard(hall, ANN) == ["Eve: Ann should pass"]

    def test_before_and_after_it_everybody_talks(self, hall: Hall) -> None:
        gathered(hall, start=False)
        hall.ask(ANN, Say("t1", "Good luck!"))
        hall.ask(ANN, StartGame("t1"))
        assert heard(hall, BEN) == ["Ann: Good luck!"]
        for player in (ANN, BEN, CAT, DAN):
            hall.ask(player, Agree("t1", 1, "end", yes=True))
        hall.ask(BEN, Say("t1", "Again?"))
        assert heard(hall, ANN) == ["Ann: Good luck!", "Ben: Again?"]

    def test_at_a_table_of_open_talk_everybody_talks(self, hall: Hall) -> None:
        gathered(hall, open_talk=True)
        hall.ask(ANN, Say("t1", "I need Lao"))
        hall.ask(EVE, Say("t1", "She bluffs"))
        assert heard(hall, CAT) == ["Ann: I need Lao", "Eve: She bluffs"]

    @pytest.mark.parametrize("players", [2, 3])
    def test_with_fewer_players_everybody_talks(self, hall: Hall, players: int) -> None:
        gathered(hall, players)
        hall.ask(ANN, Say("t1", "Your turn"))
        hall.ask(EVE, Say("t1", "Indeed"))
        assert heard(hall, BEN) == ["Ann: Your turn", "Eve: Indeed"]


class TestLines:
    def test_are_one_line_a_terminal_can_be_trusted_with(self, hall: Hall) -> None:
        gathered(hall, 2)
        hall.ask(ANN, Say("t1", " \x1b[31mred\r\n\u202eback\u200b  e\u0301\u0302\u0303\u0304 "))
        assert heard(hall, BEN) == ["Ann: [31mred back é\u0302\u0303"]

    @pytest.mark.parametrize("text", [" ", "\n\t", "\u200b", "\x00"])
    def test_without_anything_to_read_are_refused(self, hall: Hall, text: str) -> None:
        gathered(hall, 2)
        assert hall.refusal(ANN, Say("t1", text)) == "nothing_said"

    def test_too_many_at_once_are_refused_until_some_seconds_later(self, hall: Hall) -> None:
        gathered(hall, 2)
        for number in range(BURST):
            hall.ask(ANN, Say("t1", f"{number}"))
        assert hall.refusal(ANN, Say("t1", "more")) == "too_fast"
        hall.ask(BEN, Say("t1", "I may"))
        hall.clock.now += BURST_SECONDS
        hall.ask(ANN, Say("t1", "more"))

    def test_only_the_latest_are_kept_and_the_numbers_go_on(self, hall: Hall) -> None:
        gathered(hall, 2)
        for number in range(KEPT_TALK + 5):
            hall.clock.now += BURST_SECONDS
            hall.ask(ANN, Look("t1"))
            hall.ask(ANN, Say("t1", "x" * MAX_TALK))
            assert hall.table().talk[-1].line.number == number + 1
        assert len(hall.table().talk) == KEPT_TALK

    def test_come_only_from_those_who_are_there(self, hall: Hall) -> None:
        gathered(hall, 2)
        stranger = Player(SecretKey.generate().public, "Zoe")
        assert hall.refusal(stranger, Say("t1", "Buy cheap rice")) == "not_here"
        assert hall.refusal(stranger, AskTalk("t1")) == "not_here"

    def test_change_nothing_of_the_table_itself(self, hall: Hall) -> None:
        gathered(hall, 2)
        hall.changed()
        before = hall.table().revision
        hall.ask(ANN, Say("t1", "Hello"))
        assert hall.table().revision == before
        assert hall.effects[:2] == (TableKept(hall.table()), LineSaid(hall.table()))
        assert hall.changed() == []


def pushed(caller: Caller, at: Desk) -> list[str]:
    told: list[Any] = caller.heard(at, b"")
    return [line.text for talk in told if isinstance(talk, Talk) for line in talk.lines]


class TestWhatIsTold:
    async def test_a_line_goes_to_those_there_and_outlives_the_server(self, tmp_path: Path) -> None:
        path = tmp_path / "lobby.db"
        async with desk(path) as first:
            ann, ben, zoe = Caller("Ann"), Caller("Ben"), Caller("Zoe")
            for each in (ann, ben, zoe):
                await each.hello(first)
            table = (await ann.ask(first, OpenTable("siam", 2))).table
            await ben.ask(first, TakeSeat(table, 1))
            for each in (ann, ben):
                await each.ask(first, Look(table))
            for number in range(KEPT_TALK + 3):
                first.clock.now += 10.0
                await ann.ask(first, Look(table))
                await ann.ask(first, Say(table, f"line {number}"))
            assert pushed(ben, first)[:2] == ["line 0", "line 1"]
            assert pushed(zoe, first) == []
            count = "SELECT count(*) FROM talk"
            assert await first.sql(count) == KEPT_TALK
            await ben.ask(first, Look(table))
            before = await ben.ask(first, AskTalk(table))
        async with desk(path) as second:
            await ben.hello(second)
            await ben.ask(second, Look(table))
            assert await ben.ask(second, AskTalk(table)) == before
            last = before.lines[-1].number
            assert (await ben.ask(second, AskTalk(table, last - 1))).lines == before.lines[-1:]

    async def test_a_line_that_cannot_be_kept_is_told_to_nobody(self, tmp_path: Path) -> None:
        async with desk(tmp_path / "lobby.db") as here:
            ann, ben = Caller("Ann"), Caller("Ben")
            for each in (ann, ben):
                await each.hello(here)
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            for each in (ann, ben):
                await each.ask(here, Look(table))
            await here.sql("PRAGMA query_only = ON")
            assert (await ann.ask(here, Say(table, "Hello"))).code == "store_failed"
            await here.sql("PRAGMA query_only = OFF")
            assert pushed(ben, here) == []
            assert (await ben.ask(here, AskTalk(table))).lines == ()
