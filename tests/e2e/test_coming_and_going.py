"""People who drop out, come back, leave, return, and are in two places at once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from client.changes import Status
from client.errors import ConnectionEndedError, RefusedError
from protocol.commands import (
    Agree,
    LeaveTable,
    Look,
    OpenTable,
    PlayMove,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.keys import SecretKey
from server.config import Config
from tests.brokers import RunningServer, free_port, mosquitto, running_server
from tests.e2e.guests import (
    after,
    check_against_server,
    check_hands_hidden,
    check_replay,
    come,
    guest,
    is_over,
    mover,
    play_all,
    seated,
    started,
)
from tests.e2e.proxy import proxy_to


class TestDroppedConnections:
    async def test_a_client_that_drops_returns_to_its_seat_by_itself(self, server: RunningServer):
        async with proxy_to(server.link.broker) as proxy, AsyncExitStack() as stack:
            (ann,) = await come(stack, server.link, 1)
            ben = await stack.enter_async_context(guest(proxy.through(server.link), "Ben"))
            table = await started([ann, ben])
            await play_all([ann, ben], table, 1, enough=after(6))
            proxy.cut()
            await ben.until_status(Status.LOST)
            assert ben.client.trouble
            assert ann.client.table(table).seats[1].holder == "person"  # the table waits
            going_on = asyncio.create_task(play_all([ann, ben], table, 2))
            await ann.until(table, lambda state: mover(state) == 1)
            proxy.mend()
            await going_on
            assert Status.LOST in ben.statuses
            assert ben.client.status is Status.ONLINE
            assert ben.client.trouble == ""
            check_against_server(server, table, [ann, ben])
            check_replay(ben.client.table(table), *await ben.client.history(table))

    async def test_a_game_goes_on_however_often_the_wire_is_cut(self, server: RunningServer):
        async with proxy_to(server.link.broker) as proxy, AsyncExitStack() as stack:
            link = proxy.through(server.link)
            guests = await come(stack, link, 2)
            eve = await stack.enter_async_context(guest(link, "Eve"))
            table = await seated(guests)
            await eve.client.follow(table)
            await guests[0].done(StartGame(table))
            playing = asyncio.create_task(play_all(guests, table, 4))
            for ply in (3, 9, 15):
                await eve.until(table, after(ply))
                proxy.drop()
                await asyncio.gather(*(each.until_status(Status.LOST) for each in (*guests, eve)))
                await asyncio.gather(*(each.until_status(Status.ONLINE) for each in (*guests, eve)))
            await playing
            await eve.until(table, is_over)
            check_against_server(server, table, [*guests, eve])
            for each in (*guests, eve):
                revisions = [state.revision for state in each.states]
                assert revisions == sorted(set(revisions))

    async def test_a_command_sent_while_the_wire_is_cut_is_carried_out_once(
        self, server: RunningServer
    ):
        async with (
            proxy_to(server.link.broker) as proxy,
            guest(proxy.through(server.link), "Ann") as ann,
        ):
            proxy.cut()
            await ann.until_status(Status.LOST)
            opening = asyncio.create_task(ann.done(OpenTable("siam", 2)))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(asyncio.shield(opening), 0.2)
            proxy.mend()
            table = (await opening).table
            assert list(server.server.service.lobby.tables) == [table]

    async def test_a_person_comes_back_to_their_seat_from_another_program(
        self, server: RunningServer
    ):
        key = SecretKey.generate()
        async with guest(server.link, "Ann") as ann:
            async with guest(server.link, "Ben", key) as ben:
                table = await started([ann, ben])
                await play_all([ann, ben], table, 1, enough=after(5))
            async with guest(server.link, "Ben", key) as ben:
                state = await ben.client.follow(table)
                assert state.viewer == 1
                await play_all([ann, ben], table, 2)
                check_against_server(server, table, [ann, ben])

    async def test_players_and_server_outlive_a_restart_of_the_broker(self, tmp_path: Path):
        port = free_port()
        async with AsyncExitStack() as stack:
            with mosquitto(tmp_path, port) as broker:
                server = await stack.enter_async_context(running_server(broker))
                guests = await come(stack, server.link, 2)
                table = await started(guests)
                await play_all(guests, table, 1, enough=after(6))
            await asyncio.gather(*(each.until_status(Status.LOST) for each in guests))
            with mosquitto(tmp_path, port):
                await asyncio.gather(*(each.until_status(Status.ONLINE) for each in guests))
                await play_all(guests, table, 2)
                check_against_server(server, table, guests)


class TestTwoPlacesAtOnce:
    async def test_the_newer_connection_has_the_seat_and_the_older_is_told(
        self, server: RunningServer
    ):
        key = SecretKey.generate()
        async with guest(server.link, "Ann") as ann, guest(server.link, "Ben", key) as older:
            table = await started([ann, older])
            async with guest(server.link, "Ben", key) as newer:
                await newer.client.follow(table)
                await older.until_status(Status.SUPERSEDED)
                assert "somewhere else" in older.client.trouble
                with pytest.raises(ConnectionEndedError):
                    await older.client.request(Look(table))
                with pytest.raises(ConnectionEndedError):
                    await older.client.ready()
                await play_all([ann, newer], table, 3)
                check_against_server(server, table, [ann, newer])
                assert newer.client.status is Status.ONLINE

    async def test_the_older_does_not_take_the_seat_back_when_its_network_returns(
        self, server: RunningServer
    ):
        key = SecretKey.generate()
        async with (
            proxy_to(server.link.broker) as proxy,
            guest(server.link, "Ann") as ann,
            guest(proxy.through(server.link), "Ben", key) as older,
        ):
            table = await started([ann, older])
            proxy.cut()
            await older.until_status(Status.LOST)
            async with guest(server.link, "Ben", key) as newer:
                await newer.client.follow(table)
                proxy.mend()
                await older.until_status(Status.SUPERSEDED)
                await play_all([ann, newer], table, 3)
                assert newer.client.status is Status.ONLINE


class TestLeaving:
    async def test_a_bot_stands_in_for_who_leaves_and_gives_the_seat_back(
        self, server: RunningServer
    ):
        async with AsyncExitStack() as stack:
            ann, ben, cat = await come(stack, server.link, 3)
            table = await started([ann, ben, cat])
            await play_all([ann, ben, cat], table, 1, enough=after(4))
            await ben.done(LeaveTable(table))
            left = await ann.until(table, lambda state: state.seats[1].holder == "stand_in")
            assert left.seats[1].name == "Ben"
            assert left.seats[1].player == ben.client.me
            await play_all([ann, cat], table, 2, enough=after(8))  # the bot's turn was one of them
            assert any(entry.by == "stand_in" for state in ann.states for entry in state.news)
            state = ben.client.table(table)
            with pytest.raises(RefusedError) as refused:
                await ben.client.request(PlayMove(table, state.game_number, state.ply, "pass"))
            assert refused.value.sentence
            await ben.done(TakeSeat(table, 1))
            await ben.until(table, lambda state: state.seats[1].holder == "person")
            await play_all([ann, ben, cat], table, 3)
            check_against_server(server, table, [ann, ben, cat])
            state = ann.client.table(table)
            check_replay(state, *await ann.client.history(table))
            _, _, entries = await ann.client.history(table)
            assert {entry.by for entry in entries if entry.seat == 1} >= {"player", "stand_in"}
            for each in (ann, ben, cat):
                check_hands_hidden(each.states)

    async def test_bots_finish_a_game_everybody_has_left(self, server: RunningServer):
        async with AsyncExitStack() as stack:
            ann, ben = await come(stack, server.link, 2)
            eve = await stack.enter_async_context(guest(server.link, "Eve"))
            table = await started([ann, ben])
            await eve.client.follow(table)
            await ann.done(LeaveTable(table))
            await ben.done(LeaveTable(table))
            await eve.until(table, lambda state: state.status in ("over", "closed"))
            results = [state.result for state in eve.states if state.result]
            assert results[0] != "*"

    async def test_a_table_nobody_is_left_at_is_closed_before_everybodys_eyes(
        self, server: RunningServer
    ):
        async with guest(server.link, "Ann") as ann, guest(server.link, "Eve") as eve:
            table = (await ann.done(OpenTable("siam", 2))).table
            await eve.client.follow(table)
            await ann.client.follow(table)
            await ann.done(LeaveTable(table))
            for each in (ann, eve):
                assert (await each.until(table, lambda state: state.status == "closed")).seats
            with pytest.raises(RefusedError) as refused:
                async with guest(server.link, "Leo") as leo:
                    await leo.client.follow(table)
            assert refused.value.code == "unknown_table"

    async def test_the_host_role_goes_to_the_next_seat(self, server: RunningServer):
        async with AsyncExitStack() as stack:
            ann, ben = await come(stack, server.link, 2)
            table = await seated([ann, ben])
            await ann.done(LeaveTable(table))
            await ben.until(table, lambda state: state.host == ben.client.me)
            await ben.done(SeatBot(table, 0, "random"))
            await ben.done(StartGame(table))
            assert (await ben.play(table, Random(1))).result


class TestAgreeing:
    async def test_all_agree_to_end_and_then_to_play_again_as_seated(self, server: RunningServer):
        async with AsyncExitStack() as stack:
            ann, ben = await come(stack, server.link, 2)
            table = await seated([ann, ben])
            await ann.done(StartGame(table))
            await play_all([ann, ben], table, 1, enough=after(4))
            await ann.done(Agree(table, 1, "end", yes=True))
            asked = await ben.until(table, lambda state: state.end == (0,))
            assert asked.status == "running"
            await ben.done(Agree(table, 1, "end", yes=True))
            ended = await ann.until(table, is_over)
            assert ended.result == "*"
            check_replay(ended, *await ann.client.history(table))
            for each in (ben, ann):
                await each.done(Agree(table, 1, "again", yes=True))
            await ben.until(table, lambda state: state.game_number == 2)
            fresh = await ann.until(table, lambda state: state.game_number == 2)
            assert (fresh.status, fresh.ply, fresh.viewer) == ("running", 0, 0)
            assert (
                fresh.position != next(s for s in ann.states if s.ply == 0 and s.position).position
            )
            await play_all([ann, ben], table, 5)
            state = await ben.until(table, is_over)
            check_against_server(server, table, [ann, ben])
            check_replay(state, *await ben.client.history(table))

    async def test_a_person_and_a_bot_play_again(self, server: RunningServer):
        async with guest(server.link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "greedy"))
            await ann.done(StartGame(table))
            for game_number in (1, 2):
                state = await ann.play(
                    table,
                    Random(game_number),
                    enough=lambda state, number=game_number: (
                        is_over(state) and state.game_number == number
                    ),
                )
                assert state.result not in ("", "*")
                if game_number == 1:
                    await ann.done(Agree(table, 1, "again", yes=True))


class TestServerGoesAndComes:
    async def test_a_farewell_closes_and_a_new_start_is_greeted(self, broker):
        config = Config(SecretKey.generate(), broker=broker)
        async with AsyncExitStack() as stack:
            async with running_server(broker, config) as first:
                (ann,) = await come(stack, first.link, 1)
                table = (await ann.done(OpenTable("siam", 2))).table
                await ann.client.follow(table)
            await ann.until_status(Status.CLOSED)
            assert "stopped" in ann.client.trouble
            asking = asyncio.create_task(ann.done(OpenTable("siam", 3)))
            async with running_server(broker, config) as second:
                await ann.until_status(Status.ONLINE)
                opened = (await asking).table
                assert list(second.server.service.lobby.tables) == [opened]
                await ann.until(table, lambda state: state.status == "closed")
                assert opened != table
