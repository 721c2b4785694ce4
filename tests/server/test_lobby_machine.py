"""Any commands in any order: the lobby keeps its promises."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.commands import (
    Agree,
    Command,
    FreeSeat,
    LeaveTable,
    Look,
    LookAway,
    OpenTable,
    PlayMove,
    Say,
    SeatBot,
    SendAway,
    StartGame,
    TakeBack,
    TakeSeat,
)
from protocol.states import ClockTerms, Terms
from server.commands.command_table import carry_out, prepare
from server.refusals import RefusedError
from server.store.rows import (
    move_row,
    read_table,
    setting_text,
    table_row,
    talk_row,
    turn_bytes,
)
from server.tables.opening import open_game
from server.tables.table import Player, Table
from server.tables.table_talk import talk
from server.tables.takeback import undoable
from server.tables.views import history, table_state
from tests.server.conftest import ANN, BEN, CAT, Hall

players = st.sampled_from((ANN, BEN, CAT))
seats = st.integers(0, 3)
clocks = st.sampled_from((None, ClockTerms(60), ClockTerms(90, 5, per_move=False)))
proposals = st.sampled_from(("end", "again"))


class LobbyMachine(RuleBasedStateMachine):
    """A lobby of one table, where things come about soon, and anybody tries anything."""

    def __init__(self) -> None:
        super().__init__()
        self.hall = Hall(max_tables=1)
        self.revisions: dict[str, int] = {}
        self.random = Random(1)

    @property
    def tables(self) -> list[Table]:
        return list(self.hall.lobby.tables.values())

    def give(self, player: Player, command: Command) -> None:
        before = dict(self.hall.lobby.tables)
        self.check_undoing(player, command)
        refused = None
        try:
            self.hall.ask(player, command)
        except RefusedError as error:
            refused = error
        if refused:
            assert refused.code
            assert refused.sentence.endswith(".")
            assert self.hall.lobby.tables == before

    def check_undoing(self, player: Player, command: Command) -> None:
        """Carry the command out and drop what comes of it: the lobby is what it was."""
        lobby = self.hall.lobby
        parts = (lobby.tables, lobby.bot_keys, lobby.bans, lobby.guests.shown, lobby.listing.tables)
        before = [dict(part) for part in parts]
        attendance = [self.hall.context.presence.attendance(table) for table in self.tables]
        with contextlib.suppress(RefusedError):
            prepared, _ = prepare(lobby, player, command)
            carry_out(prepared, player, self.hall.signed(player, command))
        assert [dict(part) for part in parts] == before
        assert attendance == [self.hall.context.presence.attendance(table) for table in self.tables]

    def table(self, data: Any) -> str:
        return str(data.draw(st.sampled_from([table.id for table in self.tables])))

    @rule(player=players, count=st.integers(1, 5), seat=st.none() | seats, clock=clocks)
    def open(self, player: Player, count: int, seat: int | None, clock: ClockTerms | None) -> None:
        self.give(player, OpenTable("siam", count, seat=seat, terms=Terms(clock=clock)))

    @precondition(lambda self: self.tables)
    @rule(player=players, whom=players, ban=st.booleans(), data=st.data())
    def send_away(self, player: Player, whom: Player, ban: bool, data: Any) -> None:
        self.give(player, SendAway(self.table(data), whom.id, ban))

    @rule(seconds=st.sampled_from((1, 100)))
    def let_time_run(self, seconds: int) -> None:
        self.hall.clock.now += seconds
        self.hall.run_clocks()

    @precondition(lambda self: self.tables)
    @rule(player=players, seat=seats, data=st.data())
    def sit(self, player: Player, seat: int, data: Any) -> None:
        self.give(player, TakeSeat(self.table(data), seat))

    @precondition(lambda self: self.tables)
    @rule(player=players, data=st.data())
    def leave(self, player: Player, data: Any) -> None:
        self.give(player, LeaveTable(self.table(data)))

    @precondition(lambda self: self.tables)
    @rule(player=players, away=st.booleans(), seconds=st.sampled_from((0, 20, 400)), data=st.data())
    def look(self, player: Player, away: bool, seconds: int, data: Any) -> None:
        self.hall.clock.now += seconds
        table = self.table(data)
        self.give(player, LookAway(table) if away else Look(table))

    @precondition(lambda self: self.tables)
    @rule(player=players, text=st.sampled_from(("Hello", " ", "\x1b")), data=st.data())
    def say(self, player: Player, text: str, data: Any) -> None:
        self.give(player, Say(self.table(data), text))

    @precondition(lambda self: any(table.status == "running" for table in self.tables))
    @rule(player=players, seat=seats, data=st.data())
    def have_a_bot_play_for_somebody_away(self, player: Player, seat: int, data: Any) -> None:
        self.give(player, SeatBot(self.table(data), seat, "greedy"))

    @precondition(lambda self: self.tables)
    @rule(player=players, seat=seats, free=st.booleans(), data=st.data())
    def seat_or_free_a_bot(self, player: Player, seat: int, free: bool, data: Any) -> None:
        table = self.table(data)
        self.give(player, FreeSeat(table, seat) if free else SeatBot(table, seat, "random"))

    @precondition(lambda self: self.tables)
    @rule(data=st.data())
    def fill_and_start(self, data: Any) -> None:
        table = self.hall.lobby.tables[self.table(data)]
        host = next((each for each in (ANN, BEN, CAT) if each.id == table.host), ANN)
        for seat in range(len(table.seats)):
            with contextlib.suppress(RefusedError):
                self.hall.ask(data.draw(players), TakeSeat(table.id, seat))
        for seat in range(len(table.seats)):
            with contextlib.suppress(RefusedError):
                self.hall.ask(host, SeatBot(table.id, seat, "random"))
        self.give(host, StartGame(table.id))

    @precondition(lambda self: self.tables)
    @rule(
        player=players,
        proposal=st.sampled_from(("end", "again")),
        yes=st.booleans(),
        data=st.data(),
    )
    def agree(self, player: Player, proposal: Any, yes: bool, data: Any) -> None:
        table = self.hall.lobby.tables[self.table(data)]
        self.give(player, Agree(table.id, table.game_number, proposal, yes))

    @precondition(lambda self: any(table.status == "running" for table in self.tables))
    @rule(moves=st.sampled_from((1, 10, 400)), data=st.data())
    def play(self, moves: int, data: Any) -> None:
        running = [table.id for table in self.tables if table.status == "running"]
        number = data.draw(st.sampled_from(running))
        for _ in range(moves):
            table = self.hall.lobby.tables.get(number)
            if table is None or table.status != "running":
                return
            seat = table.seats[table.game.turn(table.position)]
            move = table.game.format_move(table.game.random_move(table.position, self.random))
            command = PlayMove(number, table.game_number, len(table.log), move)
            people = {each.id: each for each in (ANN, BEN, CAT)}
            self.hall.ask(people.get(seat.actor) or self.hall.bot(seat.actor), command)

    @precondition(lambda self: any(table.status == "running" for table in self.tables))
    @rule(askers=st.lists(players, max_size=4), yes=st.booleans(), data=st.data())
    def take_back(self, askers: list[Player], yes: bool, data: Any) -> None:
        for player in askers:
            table = self.hall.lobby.tables[self.table(data)]
            before = table
            self.give(player, TakeBack(table.id, table.game_number, len(table.log), yes))
            after = self.hall.lobby.tables[table.id]
            if len(after.taken) > len(before.taken):
                assert after.log == before.log[: after.taken[-1].ply]
                assert len(after.log) < len(before.log)

    @invariant()
    def a_move_to_be_taken_back_is_its_players_wish(self) -> None:
        for table in self.tables:
            assert not table.back or undoable(table) in table.back
            assert table.back <= table.people()
            assert not table.back or table.people() - table.back

    @invariant()
    def nobody_banned_sits_there(self) -> None:
        for table in self.tables:
            assert table.host not in table.banned
            if table.status == "open":
                assert not {seat.player for seat in table.seats}.intersection(table.banned)

    @invariant()
    def only_the_clock_of_a_person_to_move_runs(self) -> None:
        for table in self.tables:
            playing = table.status == "running" and table.terms.clock is not None
            assert (table.clock is not None) == playing
            if table.clock is not None and table.clock.seat is not None:
                assert table.clock.seat == table.game.turn(table.position)
                assert table.seats[table.clock.seat].holder == "person"
                assert min(table.clock.left) >= 0

    @invariant()
    def seats_are_consistent(self) -> None:
        for table in self.tables:
            owners = [seat.player for seat in table.seats if seat.player]
            assert len(owners) == len(set(owners))
            for seat in table.seats:
                assert (seat.holder == "free") == (not seat.player) == (not seat.actor)
                assert (seat.holder in ("bot", "stand_in")) == bool(seat.level)
                assert (seat.actor == seat.player) == (seat.holder != "stand_in")
                assert not seat.absent or seat.holder == "stand_in"

    @invariant()
    def seats_hear_nothing_that_was_said_in_a_team_game_that_runs(self) -> None:
        for table in self.tables:
            teams = table.game.teams(len(table.seats)) and table.status == "running"
            for player in (ANN, BEN, CAT):
                lines = talk(table, player.id, 0).lines
                if teams and table.seat_of(player.id) is not None:
                    during = [said for said in table.talk if said.during == table.game_number]
                    assert all(said.line.seat is None for said in during)
                    assert not {said.line for said in during}.intersection(lines)
                else:
                    assert len(lines) == len(table.talk)

    @invariant()
    def who_looked_last_and_plays_has_their_seat(self) -> None:
        presence = self.hall.context.presence
        for table in self.tables:
            here = presence.players_at(table.id)
            away = [seat.player for seat in table.seats if seat.absent]
            assert not here.intersection(away)

    @invariant()
    def statuses_are_consistent(self) -> None:
        for table in self.tables:
            assert table.status != "closed"
            assert table.host or table.status == "running"
            assert bool(table.result) == (table.status == "over")
            assert (table.position is None) == (table.status == "open")
            if table.status == "running":
                assert all(seat.holder != "free" for seat in table.seats)
                assert table.game.turn(table.position) is not None
                assert table.game.forced(table.position) is None
            assert table.end <= table.people()
            assert table.again <= table.people()

    @invariant()
    def revisions_rise(self) -> None:
        for table in self.hall.changed():
            assert table.revision > self.revisions.get(table.id, 0)
            self.revisions[table.id] = table.revision

    @invariant()
    def every_bot_has_its_seat(self) -> None:
        wanted = {
            (table.id, number)
            for table in self.tables
            for number, seat in enumerate(table.seats)
            if seat.holder in ("bot", "stand_in")
        }
        running = {table.id for table in self.tables if table.status == "running"}
        runs = self.hall.lobby.bots().keys()
        assert runs <= {(table, seat) for table, seat in wanted if table in running}
        for table in running:
            here = self.hall.lobby.tables[table]
            if here.game.turn(here.position) in here.bots():
                assert runs == {each for each in wanted if each[0] == table}
        assert len(self.hall.lobby.bot_keys) == len(wanted)

    @invariant()
    def everything_can_be_kept(self) -> None:
        keys = self.hall.lobby.bot_keys
        for table in self.tables:
            changing = {"state": setting_text(table, keys), "turn": turn_bytes(table)}
            row = table_row(table) | changing
            log = [move_row(table, ply) for ply in range(len(table.log))]
            talk = [talk_row(table.id, said) for said in table.talk]
            kept, its_keys = read_table(row, log, open_game, talk)
            assert _still(kept) == _still(table)
            assert its_keys == {
                seat.actor: keys[seat.actor] for seat in table.seats if seat.actor in keys
            }

    @invariant()
    def everything_can_be_sent(self) -> None:
        messages: list[Any] = [self.hall.lobby.listing.state]
        for table in self.tables:
            messages += [table_state(table, viewer) for viewer in (None, 0)]
            messages.append(self.hall.context.presence.attendance(table))
            if table.position is not None:
                messages.append(history(table, table.game_number, 0))
        for message in messages:
            assert from_plain(unpack(pack(to_plain(message)))) == message


def _still(table: Table) -> Table:
    """Return a table as it can be compared: without its rules, its clock not running."""
    clock = table.clock and replace(table.clock, since=None)
    return replace(table, game=None, clock=clock, opened=None)  # type: ignore[arg-type]


def test_the_lobby_keeps_its_promises(request: pytest.FixtureRequest) -> None:
    count = 60 if request.config.getoption("--long") else 30
    run_state_machine_as_test(
        LobbyMachine,
        settings=settings(max_examples=count, stateful_step_count=40, deadline=None),
    )
