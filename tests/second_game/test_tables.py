"""Nim at tables of a real server, through a real broker, with people at headless clients."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from client.verify import verify
from games.record import Record, format_record, parse_record
from protocol.commands import OpenTable, PlayMove, SeatBot, StartGame, TakeBack
from protocol.keys import SecretKey
from protocol.states import ClockTerms, TableState, Terms
from server.archive import archived
from server.config import Config
from server.tables.views import table_state
from tests.brokers import RunningServer, running_broker, running_server
from tests.e2e.guests import (
    Guest,
    after,
    check_against_server,
    come,
    game_of_table,
    guest,
    is_over,
    mover,
    play_all,
    seated,
    started,
    wiretap,
)
from tests.programs import run, serving
from tests.second_game.games.nim.position import NimPosition
from tests.second_game.games.nim.rules import Nim
from tests.server.conftest import ANN, SERVER, Hall

embedded = pytest.mark.parametrize("broker", ["embedded"], indirect=True)


def check_hidden(states: list[TableState]) -> None:
    """N7: see that no state shows a card or an omen that its viewer may not see."""
    for state in states:
        shown = [(state.viewer, state.position)] if state.position else []
        shown += [(None, entry.position) for entry in state.news]
        for viewer, text in shown:
            position: NimPosition = game_of_table(state).parse(text)
            if position.over:
                continue
            assert (position.omen is None) != position.omen_up
            for number, seat in enumerate(position.seats):
                assert (seat.card is not None) == (seat.shown or number == viewer), text


async def check_record(each: Guest, state: TableState) -> Record:
    """Check the record of a game that is over as the app does, and return it."""
    verdict = await each.client.check_game(state.table)
    assert verdict.proven, verdict.findings
    assert verdict.record is not None
    assert verdict.record.result == state.result
    text = format_record(verdict.record)
    assert text.startswith('[Game "Nim with a Secret Card"]\n')
    assert "[Map" not in text
    assert parse_record(text) == verdict.record
    return verdict.record


@pytest.mark.parametrize("broker", ["lawless"], indirect=True)  # for the wiretap
@pytest.mark.parametrize(("players", "options"), [(2, ()), (3, ("misere",))])
async def test_people_play_to_the_end_and_nothing_hidden_is_on_the_wire(
    server: RunningServer, players: int, options: tuple[str, ...]
) -> None:
    async with AsyncExitStack() as stack:
        tap = await stack.enter_async_context(wiretap(server.link))
        guests = await come(stack, server.link, players)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        table = await seated(guests, game="nim", options=options)
        await eve.client.follow(table)
        lobby = eve.client.lobby
        assert lobby is not None
        assert [(each.game, each.map_title, each.options) for each in lobby.tables] == [
            ("nim", "", options)
        ]
        await guests[0].done(StartGame(table))
        await play_all(guests, table, seed=players)
        everybody = [*guests, eve]
        over = [await each.until(table, is_over) for each in everybody]
        check_against_server(server, table, everybody)
        for each in everybody:
            check_hidden(each.states)
        for number, each in enumerate(guests):
            sealed = tap.private_states(server.link, each.key)
            assert {state.viewer for state in sealed} == {number}
            check_hidden(sealed)
        record = await check_record(guests[0], over[0])
        assert record.options == set(options)
        assert record.seats == ("Ann", "Ben", "Cat")[:players]


@embedded
async def test_one_person_plays_against_the_seat_of_the_table(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann, guest(server.link, "Eve") as eve:
        table = await started([ann], game="nim")
        await eve.client.follow(table)
        state = await ann.play(table, Random(1))
        await eve.until(table, is_over)
        assert len(state.seats) == 1
        check_hidden(ann.states + eve.states)
        check_against_server(server, table, [ann, eve])
        _, first, entries = await eve.client.history(table)
        assert first == 0
        assert {(entry.seat, entry.by) for entry in entries} == {(0, "player"), (1, "table")}
        record = await check_record(ann, state)
        assert record.seats == ("Ann", "the house")
        told = " ".join((await ann.client.check_game(table)).marked("proven"))
        assert "the server" in told
        assert "forced move" in told


@embedded
@pytest.mark.parametrize("levels", [("random", "greedy", "mandarin"), ("minister", "regent")])
async def test_bots_of_every_level_play_in_processes_of_their_own(
    server: RunningServer, levels: tuple[str, ...]
) -> None:
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("nim", len(levels), seat=None))).table
        await ann.client.follow(table)
        for seat, level in enumerate(levels):
            await ann.done(SeatBot(table, seat, level))
        await ann.done(StartGame(table))
        state = await ann.until(table, is_over)
        check_hidden(ann.states)
        await check_record(ann, state)


@embedded
async def test_how_many_can_play_and_by_what_the_game_says(server: RunningServer) -> None:
    async with guest(server.link, "Ann") as ann:
        for command, refusal in (
            (OpenTable("nim", 4), "bad_players"),
            (OpenTable("nim", 0), "bad_players"),
            (OpenTable("nim", 2, options=("open_discards",)), "bad_option"),
            (OpenTable("nim", 2, map="siam"), "bad_map"),
            (OpenTable("chess", 2), "unknown_game"),
        ):
            with pytest.raises(Exception, match=r"\.$") as caught:
                await ann.client.request(command)
            assert getattr(caught.value, "code", "") == refusal


@embedded
async def test_a_move_is_taken_back_unless_it_has_shown_what_was_hidden(
    server: RunningServer,
) -> None:
    async with AsyncExitStack() as stack:
        guests = await come(stack, server.link, 2)
        table = await started(guests, game="nim")
        for each in guests:
            state = await each.until(table, lambda state: state.status == "running")
        first = mover(state)
        assert first is not None
        mine, other = guests[first], guests[1 - first]
        await mine.done(PlayMove(table, 1, 0, "take:1@2"))
        await mine.until(table, lambda state: state.undoable == first)
        for each in (mine, other):
            await each.done(TakeBack(table, 1, 1, yes=True))
        back = await mine.until(table, lambda state: state.takes == 1)
        assert back.ply == 0
        assert game_of_table(back).parse(back.position).last is None

        await mine.done(PlayMove(table, 1, 0, "show@1"))
        shown = await other.until(table, lambda state: state.ply == 1)
        assert shown.undoable is None
        with pytest.raises(Exception, match="hidden has been shown"):
            await mine.client.request(TakeBack(table, 1, 1, yes=True))
        assert mover(shown) == 1 - first  # N3: asked for a gift, in the turn of who showed


@embedded
async def test_the_log_of_a_running_game_opens_two_chapters_and_is_a_record(
    server: RunningServer,
) -> None:
    """N10; what was turned up in the meantime is known from the record's start on."""
    async with AsyncExitStack() as stack:
        guests = await come(stack, server.link, 3)
        table = await started(guests, game="nim")
        for ply, move in enumerate(("take:1@1", "show@1", "no", "show@2", "yes")):
            state = await guests[0].until(table, after(ply))
            mine = guests[mover(state)]
            await mine.until(table, after(ply))
            await mine.done(PlayMove(table, 1, ply, move))
        state = await guests[0].until(table, after(5))
        game = game_of_table(state)
        start, first, entries = await guests[0].client.history(table)
        views = [game.parse(text) for text in (start, *(entry.position for entry in entries))]
        chapters = [game.chapter(view) for view in views]
        assert first > 0
        assert chapters[-1] - 1 <= chapters[0]
        moves = tuple(game.parse_move(entry.move) for entry in entries)
        known = game.known_start(views)
        assert [seat.card for seat in known.seats] == [seat.card for seat in views[-1].seats]
        record = parse_record(format_record(Record(game, known, moves)))
        assert [seen.heaps for seen in record.replay()] == [view.heaps for view in views]


async def test_a_game_goes_on_after_a_restart_of_its_server(tmp_path: Path) -> None:
    config, ann_key = (
        Config(SecretKey.generate(), store=tmp_path / "lobby.db"),
        SecretKey.generate(),
    )
    async with running_broker("embedded", tmp_path) as address:
        async with (
            running_server(address, config) as server,
            guest(server.link, "Ann", ann_key) as ann,
        ):
            table = await started([ann], game="nim", options=("misere",))
            await ann.play(table, Random(2), enough=lambda state: state.ply > 1)
        async with (
            running_server(address, config) as server,
            guest(server.link, "Ann", ann_key) as ann,
        ):
            assert (await ann.client.follow(table)).ply > 1
            await check_record(ann, await ann.play(table, Random(2)))


async def test_programs_serve_and_verify_a_game_that_is_installed(
    tmp_path: Path, python_path: str
) -> None:
    async with serving(tmp_path, PYTHONPATH=python_path) as (_, link), guest(link, "Ann") as ann:
        table = (await ann.done(OpenTable("nim", 2, options=("misere",)))).table
        await ann.client.follow(table)
        await ann.done(SeatBot(table, 1, "greedy"))
        await ann.done(StartGame(table))
        record = await check_record(ann, await ann.play(table, Random(1)))
    file = tmp_path / "game.siam"
    file.write_text(format_record(record))
    code, out, complaints = await run(tmp_path, "verify", str(file), PYTHONPATH=python_path)
    assert (code, complaints) == (0, "")
    assert "is proven" in out


@pytest.mark.parametrize(
    ("start", "again"),
    [
        ("2/1/0 1|>3 calm! 0 0 take", True),  # of a heap of one the house can only take one
        ("3/1/0 1|>3 calm! 0 0 take", False),  # from the heap of two it takes what its card says
    ],
)
def test_a_move_is_not_taken_back_once_the_table_has_shown_what_was_hidden(
    start: str, again: bool
) -> None:
    """N9: the answer of the table's own seat goes with the move, if nobody can learn from it."""
    hall = Hall()
    hall.ask(ANN, OpenTable("nim", 1))
    hall.ask(ANN, StartGame("t1"))
    table = hall.table()
    position = table.game.parse(start)
    hall.lobby = hall.lobby.with_table(replace(table, start=position, position=position, log=()))[0]
    hall.ask(ANN, PlayMove("t1", 1, 0, "take:1@1"))
    assert [logged.entry.by for logged in hall.table().log] == ["player", "table"]
    if again:
        hall.ask(ANN, TakeBack("t1", 1, 2, yes=True))
        assert (hall.table().log, hall.table().position) == ((), position)
    else:
        assert hall.refusal(ANN, TakeBack("t1", 1, 2, yes=True)) == "not_undoable"


def test_the_table_plays_the_time_out_move_of_the_game() -> None:
    """N8; and in between the seat that is the table's own, which has no clock."""
    hall = Hall()
    hall.ask(ANN, OpenTable("nim", 1, terms=Terms(clock=ClockTerms(60))))
    hall.ask(ANN, StartGame("t1"))
    for _ in range(30):
        clock = hall.table().clock
        assert clock is None or (len(clock.left), clock.seat) == (1, 0)
        hall.clock.now += 61
        hall.run_clocks()
    table = hall.table()
    assert table.status == "over"
    entries = [logged.entry for logged in table.log]
    assert {(entry.seat, entry.by) for entry in entries} == {(0, "clock"), (1, "table")}
    assert all(entry.move.startswith("take:1@") for entry in entries if entry.seat == 0)
    verdict = verify(archived(table, datetime(2026, 11, 22, tzinfo=UTC), SERVER).text)
    assert not verdict.wrong
    assert any("for want of time" in sentence for sentence in verdict.marked("proven"))


def test_no_room_lists_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may have more than a million of them in one position."""
    hall, random = Hall(), Random(3)
    hall.ask(ANN, OpenTable("nim", 1))
    hall.ask(ANN, StartGame("t1"))
    with monkeypatch.context() as wide:
        wide.delattr(Nim, "moves")
        while (table := hall.table()).status == "running":
            position = table.position
            heap = random.choice([n for n, left in enumerate(position.heaps, 1) if left])
            asked = position.gift is not None
            hall.ask(ANN, PlayMove("t1", 1, len(table.log), "no" if asked else f"take:1@{heap}"))
            assert table_state(hall.table(), None).ply > len(table.log)
        archive = archived(table, datetime(2026, 11, 22, tzinfo=UTC), SERVER)
        assert not verify(archive.text).wrong
