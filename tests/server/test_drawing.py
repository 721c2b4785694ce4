"""The draw of a setup: who is bound to what before whom, and that nobody can stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from client.draws.shares import Shares
from protocol import fairness
from protocol.commands import (
    Agree,
    AskRecord,
    Contribute,
    FreeSeat,
    LeaveTable,
    Look,
    OpenTable,
    PlayMove,
    Pledge,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.messages import RecordText
from server.lobby.lobby_rules import LobbyRules
from server.tables.table import Table
from server.tables.views import table_state
from tests.server.conftest import ANN, BEN, CAT, Hall
from tests.server.desk import KEY, Caller, desk
from tests.server.draws import Drawers, drawn, play_on, seated

ONE, TWO = b"1" * 32, b"2" * 32


def bound(hall: Hall, seat: int, contribution: bytes) -> bytes:
    draw = hall.table().draw
    assert draw is not None
    player = (ANN, BEN, CAT)[seat]
    return fairness.pledge(draw.game, seat, player.key, contribution, draw.bound)


def stage_of(table: Table) -> str:
    return "" if table.draw is None else table.draw.stage


class TestOrder:
    def test_nothing_is_shown_before_everybody_is_bound(
        self, new_hall: Callable[..., Hall]
    ) -> None:
        hall = new_hall(patience=3)
        seated(hall, 2)
        hall.ask(ANN, StartGame("t1"))
        assert hall.table().status == "open"
        assert hall.refusal(ANN, Contribute("t1", 1, ONE)) == "too_early"
        hall.ask(ANN, Pledge("t1", 1, bound(hall, 0, ONE)))
        assert hall.refusal(ANN, Contribute("t1", 1, ONE)) == "too_early"
        hall.ask(BEN, Pledge("t1", 1, bound(hall, 1, TWO)))
        assert hall.refusal(BEN, Pledge("t1", 1, bound(hall, 1, ONE))) == "too_late"
        hall.ask(BEN, Contribute("t1", 1, TWO))
        assert hall.table().status == "open"
        hall.ask(ANN, Contribute("t1", 1, ONE))
        table = hall.table()
        assert table.status == "running"
        assert table.draw is not None
        seed = fairness.seed(table.draw.game, table.draw.secret, [ONE, TWO])
        assert table.start == table.game.new(2, seed)

    def test_a_contribution_is_the_one_that_was_pledged(
        self, new_hall: Callable[..., Hall]
    ) -> None:
        hall = new_hall(patience=3)
        seated(hall, 2)
        hall.ask(ANN, StartGame("t1"))
        hall.ask(ANN, Pledge("t1", 1, bound(hall, 0, ONE)))
        hall.ask(BEN, Pledge("t1", 1, bound(hall, 0, ONE)))  # copied: it is good for no other seat
        assert hall.refusal(ANN, Contribute("t1", 1, TWO)) == "bad_contribution"
        assert hall.refusal(BEN, Contribute("t1", 1, ONE)) == "bad_contribution"

    def test_the_servers_secret_is_nowhere_before_the_game_is_over(
        self, new_hall: Callable[..., Hall]
    ) -> None:
        hall = new_hall(patience=3)
        drawn(hall, 2, 1)
        table = play_on(hall, Random(1), 10)
        assert table.draw is not None
        hidden = (table.draw.secret, *table.draw.contributions)
        for viewer in (None, 0, 1, 2):
            shown = repr(table_state(table, viewer))
            assert not any(repr(each) in shown for each in hidden)
        assert hall.refusal(ANN, AskRecord("t1", 1)) == "not_over"
        assert hall.refusal(ANN, AskRecord("t1", 2)) == "stale"

    def test_only_those_at_the_table_take_part(self, new_hall: Callable[..., Hall]) -> None:
        hall = new_hall(patience=3)
        seated(hall, 2)
        assert hall.refusal(ANN, Pledge("t1", 1, ONE)) == "no_draw"
        hall.ask(ANN, StartGame("t1"))
        assert hall.refusal(CAT, Pledge("t1", 1, ONE)) == "not_seated"
        assert hall.refusal(ANN, Pledge("t1", 2, ONE)) == "no_draw"


class TestNobodyBlocks:
    def test_who_pledges_nothing_in_time_is_left_out(self, new_hall: Callable[..., Hall]) -> None:
        hall = new_hall(patience=3)
        seated(hall, 3)
        drawers = Drawers(ANN, BEN, CAT)
        hall.ask(ANN, StartGame("t1"))
        drawers.answer(hall, CAT)
        assert hall.table().status == "open"
        hall.end_draw_wait()
        drawers.answer(hall, CAT)
        table = hall.table()
        assert table.status == "running"
        assert table.draw is not None
        assert table.draw.given == (0, 1)

    def test_who_contributes_nothing_in_time_is_left_out(
        self, new_hall: Callable[..., Hall]
    ) -> None:
        hall = new_hall(patience=3)
        seated(hall, 2)
        hall.ask(ANN, StartGame("t1"))
        hall.ask(ANN, Pledge("t1", 1, bound(hall, 0, ONE)))
        hall.ask(BEN, Pledge("t1", 1, bound(hall, 1, TWO)))
        hall.ask(ANN, Contribute("t1", 1, ONE))
        hall.end_draw_wait()
        table = hall.table()
        assert table.status == "running"
        assert table.draw is not None
        assert table.draw.given == (0,)
        assert table.draw.pledges[1]

    def test_bots_contribute_and_nobody_waits_for_them(self, new_hall: Callable[..., Hall]) -> None:
        hall = new_hall(patience=3)
        hall.ask(ANN, OpenTable("siam", 2, seat=None))
        for seat in range(2):
            hall.ask(ANN, SeatBot("t1", seat, "random"))
        hall.ask(ANN, StartGame("t1"))
        table = hall.table()
        assert table.status == "running"
        assert table.draw is not None
        assert table.draw.given == (0, 1)

    def test_nobody_throws_a_draw_away_by_getting_up(self, new_hall: Callable[..., Hall]) -> None:
        hall = new_hall(patience=3)
        seated(hall, 2, 1)
        hall.ask(ANN, StartGame("t1"))
        for player, command in (
            (BEN, LeaveTable("t1")),
            (ANN, LeaveTable("t1")),
            (ANN, StartGame("t1")),
            (ANN, FreeSeat("t1", 2)),
            (CAT, TakeSeat("t1", 0)),
        ):
            assert hall.refusal(player, command) == "dealing"

    async def test_the_server_waits_no_longer_than_it_says(self, tmp_path: Path) -> None:
        rules = replace(LobbyRules(KEY), patience=0.05)
        async with desk(tmp_path / "store.db", rules=rules) as here:
            ann, ben = Caller("Ann"), Caller("Ben")
            await ann.hello(here)
            await ben.hello(here)
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ben.ask(here, TakeSeat(table, 1))
            await ann.ask(here, StartGame(table))
            shares = Shares(KEY.public, ann.key.public)
            await ann.ask(here, shares.answer_draw(await ann.ask(here, Look(table))))
            await here.until(lambda: stage_of(here.tables[table]) == "contributing")
            await ann.ask(here, shares.answer_draw(await ann.ask(here, Look(table))))
            await here.until(lambda: here.tables[table].status == "running")
            assert here.tables[table].draw.given == (0,)  # type: ignore[union-attr]

    async def test_a_draw_that_nobody_answers_is_given_up(self, tmp_path: Path) -> None:
        rules = replace(LobbyRules(KEY), patience=0.02)
        async with desk(tmp_path / "store.db", rules=rules) as here:
            ann = Caller("Ann")
            await ann.hello(here)
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ann.ask(here, SeatBot(table, 1, "random"))
            await ann.ask(here, StartGame(table))
            await here.until(lambda: stage_of(here.tables[table]) == "given_up")
            (given_up,) = here.tables[table].draw.given_up  # type: ignore[union-attr]
            assert here.tables[table].status == "open"
            assert (given_up.number, given_up.reason) == (1, "nobody")
            assert given_up.missing == (ann.key.public.raw,)
            await ann.ask(here, StartGame(table))
            assert here.tables[table].draw.number == 2  # type: ignore[union-attr]

    async def test_a_server_killed_in_a_draw_goes_on_with_it(self, tmp_path: Path) -> None:
        ann, ben = Caller("Ann"), Caller("Ben")
        shares = Shares(KEY.public, ann.key.public)
        async with desk(tmp_path / "store.db", rules=LobbyRules(KEY)) as here:
            await ann.hello(here)
            await ben.hello(here)
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            await ben.ask(here, TakeSeat(table, 1))
            await ann.ask(here, StartGame(table))
            await ann.ask(here, shares.answer_draw(await ann.ask(here, Look(table))))
        rules = replace(LobbyRules(KEY), patience=0.05)
        async with desk(tmp_path / "store.db", rules=rules) as here:
            await ann.hello(here)
            assert here.tables[table].draw.pledges[0]  # type: ignore[union-attr]
            await here.until(lambda: stage_of(here.tables[table]) == "contributing")
            await ann.ask(here, shares.answer_draw(await ann.ask(here, Look(table))))
            await here.until(lambda: here.tables[table].status == "running")


class TestMoves:
    def test_a_move_is_its_players_own(self, new_hall: Callable[..., Hall]) -> None:
        hall = new_hall()
        drawn(hall, 2)
        table = hall.table()
        mover, other = (ANN, BEN) if table.game.turn(table.position) == 0 else (BEN, ANN)
        move = PlayMove("t1", 1, 0, "pass")
        signed = hall.signed(mover, move)
        assert isinstance(signed, PlayMove)
        assert hall.lobby.tables["t1"].chain
        forged = replace_signature(signed, signed.signature[:-1] + b"\0")
        assert hall.refusal(mover, forged) == "bad_signature"
        assert hall.refusal(other, signed) == "not_your_turn"
        hall.ask(mover, signed)
        assert hall.table().log[0].entry.signature == signed.signature

    def test_a_signature_is_good_for_one_game_only(self, new_hall: Callable[..., Hall]) -> None:
        hall = new_hall()
        drawn(hall, 2)
        table = hall.table()
        mover = (ANN, BEN)[table.game.turn(table.position)]
        old = hall.signed(mover, PlayMove("t1", 1, 0, "pass"))
        assert isinstance(old, PlayMove)
        for player in (ANN, BEN):
            hall.ask(player, Agree("t1", 1, "end", yes=True))
        for player in (ANN, BEN):
            hall.ask(player, Agree("t1", 1, "again", yes=True))
        table = hall.table()
        mover = (ANN, BEN)[table.game.turn(table.position)]
        again = PlayMove("t1", 2, 0, "pass", old.signature)
        assert hall.refusal(mover, again) == "bad_signature"


def replace_signature(move: PlayMove, signature: bytes) -> PlayMove:
    return PlayMove(move.table, move.game_number, move.ply, move.move, signature)


async def test_the_record_is_there_when_the_game_is_over(tmp_path: Path) -> None:
    async with desk(tmp_path / "store.db") as here:
        ann = Caller("Ann")
        await ann.hello(here)
        table = (await ann.ask(here, OpenTable("siam", 2))).table
        await ann.ask(here, SeatBot(table, 1, "random"))
        await ann.ask(here, StartGame(table))
        await ann.ask(here, Agree(table, 1, "end", yes=True))
        found = await ann.ask(here, AskRecord(table, 1))
        assert isinstance(found, RecordText)
        assert "[Proof " in found.text
    async with desk(tmp_path / "store.db") as here:
        await ann.hello(here)
        assert await ann.ask(here, AskRecord(table, 1)) == found
