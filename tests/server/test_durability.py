"""What a service keeps: after a crash at any point, and when its store fails."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from random import Random
from time import thread_time

import pytest

from protocol.commands import LeaveTable, Look, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.messages import Done, Refused
from protocol.states import TableState
from server.service import Service
from server.store.place import StorePlace
from server.store.saved import Changes
from server.tables.table import Table
from tests.patience import PATIENCE
from tests.places import crash_image
from tests.server.desk import TOPICS, come, desk, next_move, published, seated


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lobby.db"


def plain(service: Service) -> list[Table]:
    """Return all tables without their rules, which are not values, and what is not kept."""
    tables = service.lobby.tables.values()
    return [replace(table, game=None, opened=None) for table in tables]  # type: ignore[arg-type]


class TestCrashes:
    async def test_whatever_was_answered_is_there_after_it(self, place: StorePlace) -> None:
        async with desk(place) as first:
            ann, ben = await come(first, "Ann", "Ben")
            table = await seated(first, ann, ben)
            await ann.ask(first, OpenTable("siam", 4, map="albion", options=("open_discards",)))
            await ann.ask(first, StartGame(table))
            random = Random(4)
            for number in range(1000):
                image = crash_image(place, number)
                async with desk(image) as second:
                    assert plain(second.service) == plain(first.service)
                    assert second.service.lobby.bots() == first.service.lobby.bots()
                if first.service.lobby.tables[table].status == "over":
                    break
                turn, move = next_move(first, table, random)
                await (ann, ben)[turn].ask(first, move)
                if number == 6:
                    await ben.ask(first, LeaveTable(table))
                if number == 8:
                    await ben.ask(first, TakeSeat(table, 1))
            assert first.service.lobby.tables[table].result

    async def test_a_stored_map_that_is_now_refused_holds_up_nobody(
        self, path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        bomb = ".".join("a" * 9_000) + " = 1\n"  # took 18 s to parse in an earlier release
        async with desk(path) as first:
            ann, ben = await come(first, "Ann", "Ben")
            good = await seated(first, ann, ben)
            await ann.ask(first, StartGame(good))
            hostile = (await ben.ask(first, OpenTable("siam", 2))).table
            there = first.service.lobby.tables[hostile]
            kept = replace(there, map=there.map.replace("[draw]\n", f"[draw]\n{bomb}", 1))
            await first.sql(f"DELETE FROM tables WHERE id = '{hostile}'")
            first.store._writer._tables.pop(hostile)
            await first.store.commit(Changes((kept,)))
        before = thread_time()
        async with desk(path) as second:
            assert thread_time() - before < 1
            assert list(second.service.lobby.tables) == [good]
            random = Random(1)
            turn, move = next_move(second, good, random)
            await (ann, ben)[turn].hello(second)
            assert isinstance(await (ann, ben)[turn].ask(second, move), Done)
            assert await second.sql("SELECT count(*) FROM tables") == 2
        assert f"Table {hostile} was not opened" in caplog.text
        assert "a line may have at most 1000 characters" in caplog.text

    async def test_a_command_repeated_across_it_has_one_effect(
        self, each_place: StorePlace
    ) -> None:
        number = secrets.token_bytes(16)
        async with desk(each_place) as first:
            (ann,) = await come(first, "Ann")
            answer = await ann.ask(first, OpenTable("siam", 2), number)
        async with desk(each_place) as second:
            await ann.hello(second)
            again = await ann.ask(second, OpenTable("siam", 2), number)
            assert again == Done(answer.table, answer.revision)
            assert list(second.service.lobby.tables) == [answer.table]

    async def test_a_frame_of_before_it_counts_no_more(self, place: StorePlace) -> None:
        async with desk(place) as first:
            ann, ben = await come(first, "Ann", "Ben")
            table = await seated(first, ann, ben)
            await ann.ask(first, OpenTable("siam", 3))
            number = secrets.token_bytes(16)
            recorded = ben.frame(LeaveTable(table), number)
        async with desk(place) as second:
            second.service.receive(*recorded, False)
            (refused,) = await second.until(lambda: ben.heard(second, number))
            assert refused.code == "no_session"
            assert second.service.lobby.tables[table].seats[1].name == "Ben"

    async def test_a_name_stays_its_keys(self, place: StorePlace) -> None:
        async with desk(place) as first:
            (ann,) = await come(first, "Ann")
            await ann.ask(first, OpenTable("siam", 2))
        async with desk(place) as second:
            (other,) = await come(second, "Ann")
            await ann.hello(second)
            await ann.ask(second, OpenTable("siam", 2))
            await other.ask(second, OpenTable("siam", 2))
            hosts = [table.host_name for table in second.service.lobby.tables.values()]
            assert hosts == ["Ann", "Ann", "Ann 2"]

    async def test_revisions_go_on_rising(self, place: StorePlace) -> None:
        async with desk(place) as first:
            ann, ben = await come(first, "Ann", "Ben")
            table = await seated(first, ann, ben)
            before = first.service.lobby.tables[table].revision
        async with desk(place) as second:
            await ann.hello(second)
            done = await ann.ask(second, StartGame(table))
            assert done.revision > before

    async def test_who_sits_and_is_away_gets_their_hand(self, place: StorePlace) -> None:
        async with desk(place) as first:
            ann, ben = await come(first, "Ann", "Ben")
            table = await seated(first, ann, ben)
            await ann.ask(first, StartGame(table))
        async with desk(place) as second:
            await second.service.publish_all()
            states = ben.heard(second, b"")
            assert [(state.table, state.viewer) for state in states] == [(table, 1)]  # type: ignore[union-attr]


class TestStoresThatFail:
    @pytest.mark.parametrize(
        ("each_place", "quick"),
        [("sqlite", 0.0), ("sqlite", 60.0), ("postgres", 60.0)],
        indirect=["each_place"],
        ids=["slow disk", "quick disk", "postgres"],
    )
    async def test_nothing_is_acknowledged_that_is_not_kept(
        self, each_place: StorePlace, quick: float, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("server.store.sqlite.database.QUICK", quick)
        async with desk(each_place) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = await seated(here, ann, ben)
            await ann.ask(here, StartGame(table))
            before = plain(here.service)
            turn, move = next_move(here, table, Random(1))
            mover = (ann, ben)[turn]
            number = secrets.token_bytes(16)
            said = len(here.said)
            here.break_store()
            refused = await mover.ask(here, move, number)
            assert isinstance(refused, Refused)
            assert refused.code == "store_failed"
            assert refused.sentence.endswith(".")
            assert [topic for topic, _, _ in here.said[said:]] == [TOPICS.outbox(mover.me)]
            assert plain(here.service) == before
            (told,) = here.told
            assert "cannot be written" in told
            here.mend_store()
            assert isinstance(await mover.ask(here, move, number), Done)
            assert [state.ply for state in published(here, table)][-1] >= 1
        async with desk(each_place) as again:
            assert len(again.service.lobby.tables[table].log) >= 1

    async def test_a_full_disk(self, path: Path) -> None:
        async with desk(path) as here:
            (ann,) = await come(here, "Ann")
            pages = await here.sql("PRAGMA page_count")
            await here.sql(f"PRAGMA max_page_count = {pages + 1}")
            answers = [await ann.ask(here, OpenTable("siam", 2)) for _ in range(5)]
            kept = [answer.table for answer in answers if isinstance(answer, Done)]
            codes = [answer.code for answer in answers if isinstance(answer, Refused)]
            assert set(codes) == {"store_failed"}
            assert list(here.service.lobby.tables) == kept
            assert "disk is full" in here.told[0]
            assert isinstance(await ann.ask(here, Look(kept[0])), TableState)
        async with desk(path) as again:
            assert list(again.service.lobby.tables) == kept

    async def test_a_bug_in_the_store_is_survived(
        self, place: StorePlace, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with desk(place) as here:
            (ann,) = await come(here, "Ann")
            with monkeypatch.context() as broken:
                broken.setattr(here.store._writer, "writes", lambda *_: 1 / 0)
                refused = await ann.ask(here, OpenTable("siam", 2))
            assert refused.code == "store_failed"
            assert "ZeroDivisionError" in caplog.text
            assert isinstance(await ann.ask(here, OpenTable("siam", 2)), Done)

    async def test_bots_of_a_seat_that_was_not_kept_do_not_come(self, place: StorePlace) -> None:
        async with desk(place) as here:
            (ann,) = await come(here, "Ann")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            here.break_store()
            await ann.ask(here, SeatBot(table, 1, "random"))
            assert here.service.lobby.bots() == {}
            assert here.service._commits._bots == {}


class TestCommandsTogether:
    async def test_are_committed_together_and_answered_each_in_its_turn(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("server.service.BATCH_SECONDS", PATIENCE)
        monkeypatch.setattr("transport.fair_queue.FairQueue._cost", lambda *_: 0.0)  # so in turn
        async with desk(path) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            numbers = [secrets.token_bytes(16) for _ in range(4)]
            orders = (TakeSeat(table, 1), StartGame(table), Look(table), LeaveTable(table))
            statements: list[str] = []
            here.store._database._sqlite.set_trace_callback(statements.append)
            for who, order, number in zip((ben, ann, ben, ben), orders, numbers, strict=True):
                here.service.receive(*who.frame(order, number), False)
            await here.until(lambda: ben.heard(here, numbers[3]))
            revisions = [state.revision for state in published(here, table)]
            assert revisions == sorted(set(revisions))
            (seated,), (looked,), (left,) = (ben.heard(here, numbers[n]) for n in (0, 2, 3))
            (started,) = ann.heard(here, numbers[1])
            answers = [seated.revision, started.revision, looked.revision, left.revision]  # type: ignore[union-attr]
            assert answers == sorted(answers)
            assert statements.count("COMMIT") == 1

    async def test_fail_together_and_one_repeated_is_carried_out_once(
        self, each_place: StorePlace
    ) -> None:
        async with desk(each_place) as here:
            ann, ben = await come(here, "Ann", "Ben")
            table = (await ann.ask(here, OpenTable("siam", 2))).table
            here.break_store()
            numbers = [secrets.token_bytes(16) for _ in range(2)]
            question = secrets.token_bytes(16)
            here.service.receive(*ann.frame(Look(table), question), False)
            for who, number in zip((ann, ben), numbers, strict=True):
                here.service.receive(*who.frame(OpenTable("siam", 2), number), False)
            for who, number in zip((ann, ben), numbers, strict=True):
                (refused,) = await here.until(lambda who=who, n=number: who.heard(here, n))
                assert refused.code == "store_failed"
            assert not ann.heard(here, question)  # a client would take a refusal for the answer
            here.mend_store()
            here.service.receive(*ann.frame(Look(table), question), False)
            (looked,) = await here.until(lambda: ann.heard(here, question))
            assert isinstance(looked, TableState)
            for _ in range(2):
                here.service.receive(*ann.frame(OpenTable("siam", 2), numbers[0]), False)
            await here.until(lambda: len(ann.heard(here, numbers[0])) == 3)
            assert len(here.service.lobby.tables) == 2
