"""However many keys a stranger has, others find a place for their table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from protocol.commands import Look, OpenTable, SeatBot, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.limits import MAX_TABLES
from protocol.messages import SentAway
from server.broker.access import LobbyAccess
from server.broker.embedded import embedded_broker
from server.limits import GRACE_SECONDS, MAX_HOSTED, reserved
from server.lobby.lobby_rules import LobbyRules
from server.players.sessions import MAX_PLAYERS, REGULAR_SECONDS, Sessions
from server.refusals import RefusedError
from server.store.store import open_store
from server.tables.table import Player
from tests.server.conftest import ANN, BEN, CAT, DAN, Hall
from tests.server.desk import KEY, come, desk, next_move, seated
from transport.mqtt import Credentials, connected

PLACES = 20


@dataclass
class Facts:
    """What is known of players, as a test says."""

    hall: Hall
    regular: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    origins: dict[str, str] = field(default_factory=dict)

    def heard(self, player: str) -> float | None:
        return None if player in self.gone else self.hall.clock.now

    def is_regular(self, player: str) -> bool:
        return player in self.regular

    def origin(self, player: str) -> str:
        return self.origins.get(player, "")


@pytest.fixture
def hall() -> Hall:
    return Hall(max_tables=PLACES)


@pytest.fixture
def facts(hall: Hall) -> Facts:
    found = Facts(hall)
    hall.know(found)
    return found


def stranger(number: int) -> Player:
    return Player(SecretKey(number.to_bytes(32)).public, f"Eve {number}")


def crowd(hall: Hall, strangers: Iterable[int], tables: int = 1) -> list[Player]:
    """Have strangers open tables, as many each as they are let; return who they are."""
    players = [stranger(number) for number in strangers]
    for player in players:
        for _ in range(tables):
            try_to_open(hall, player)
    return players


def try_to_open(hall: Hall, player: Player) -> str:
    """Open a table; return its id, or nothing if that is refused."""
    count = len(hall.lobby.tables)
    try:
        return hall.ask(player, OpenTable("siam", 2)).table  # type: ignore[union-attr]
    except RefusedError:
        assert len(hall.lobby.tables) == count
        return ""


def hosts(hall: Hall) -> list[str]:
    return [table.host for table in hall.lobby.tables.values()]


class TestManyTablesOfFewKeys:
    def test_do_not_keep_out_somebody_who_has_none(self, hall: Hall, facts: Facts) -> None:
        crowd(hall, range(1, 8), MAX_HOSTED)
        assert try_to_open(hall, ANN)
        assert try_to_open(hall, BEN)

    def test_do_not_push_out_somebody_who_has_one(self, hall: Hall, facts: Facts) -> None:
        table = try_to_open(hall, ANN)
        hall.clock.now = 10 * GRACE_SECONDS
        crowd(hall, range(1, 8), MAX_HOSTED)
        crowd(hall, range(1, 8), MAX_HOSTED)
        assert table in hall.lobby.tables

    def test_leave_a_quarter_of_the_places_to_regular_players(
        self, hall: Hall, facts: Facts
    ) -> None:
        crowd(hall, range(1, 8), MAX_HOSTED)
        assert len(hall.lobby.tables) == PLACES - reserved(PLACES)
        facts.regular = {ANN.id, BEN.id}
        before = set(hall.lobby.tables)
        for player in (ANN, BEN):
            for _ in range(3):
                assert try_to_open(hall, player)
        assert len(hall.lobby.tables) == PLACES
        assert len(before - hall.lobby.tables.keys()) == 1


class TestEverNewKeys:
    def test_do_not_push_a_table_out_at_once(self, hall: Hall, facts: Facts) -> None:
        table = try_to_open(hall, ANN)
        for time in range(10):
            crowd(hall, range(100 * time + 1, 100 * time + 30))
            hall.clock.now += GRACE_SECONDS / 10
            assert table in hall.lobby.tables

    def test_take_turns_once_tables_have_had_their_time(self, hall: Hall, facts: Facts) -> None:
        crowd(hall, range(1, 100))
        assert not try_to_open(hall, ANN)
        hall.clock.now = GRACE_SECONDS
        assert try_to_open(hall, ANN)

    def test_that_have_gone_keep_nobody_out(self, hall: Hall, facts: Facts) -> None:
        gone = crowd(hall, range(1, 100))
        facts.gone = {player.id for player in gone}
        hall.clock.now = 60.0
        for player in (ANN, BEN, CAT):
            for _ in range(MAX_HOSTED):
                assert try_to_open(hall, player)
        assert {ANN.id, BEN.id, CAT.id} == set(hosts(hall))

    def test_from_one_address_go_first(self, hall: Hall, facts: Facts) -> None:
        crowd(hall, range(1, 6))
        facts.origins = {stranger(each).id: "192.0.2.1" for each in range(100, 200)}
        crowd(hall, range(100, 200))
        eves = [host for host in hosts(hall) if facts.origin(host)]
        assert len(eves) == (PLACES - reserved(PLACES)) // 2
        crowd(hall, range(6, 50))
        assert len([host for host in hosts(hall) if facts.origin(host)]) == 1


class TestWhatNeverGivesWay:
    def test_is_a_game_that_runs(self, hall: Hall, facts: Facts) -> None:
        table = try_to_open(hall, ANN)
        hall.ask(ANN, SeatBot(table, 1, "random"))
        hall.ask(ANN, StartGame(table))
        facts.gone = {ANN.id}
        hall.clock.now = 3600.0
        crowd(hall, range(1, 100))
        facts.regular = {BEN.id}
        assert try_to_open(hall, BEN)
        assert table in hall.lobby.tables

    def test_is_a_table_with_company(self, hall: Hall, facts: Facts) -> None:
        table = try_to_open(hall, ANN)
        hall.ask(BEN, TakeSeat(table, 1))
        hall.clock.now = 3600.0
        crowd(hall, range(1, 100))
        hall.clock.now = 7200.0
        crowd(hall, range(100, 200))
        assert table in hall.lobby.tables

    def test_is_a_regular_players_table_to_a_newcomers(self, hall: Hall, facts: Facts) -> None:
        facts.regular = {ANN.id}
        tables = [try_to_open(hall, ANN) for _ in range(MAX_HOSTED)]
        hall.clock.now = 3600.0
        crowd(hall, range(1, 100), 2)
        assert set(tables) <= hall.lobby.tables.keys()


class TestTablesOfPeopleWhoHaveGone:
    def test_give_way_after_ten_minutes_where_several_have_sat(
        self, hall: Hall, facts: Facts
    ) -> None:
        for number in range(1, 100):
            if table := try_to_open(hall, stranger(number)):
                hall.ask(DAN, TakeSeat(table, 1))
        facts.gone = {DAN.id} | {stranger(number).id for number in range(1, 100)}
        hall.clock.now = 599.0
        assert not try_to_open(hall, ANN)
        hall.clock.now = 600.0
        assert try_to_open(hall, ANN)


def test_forty_keys_with_five_tables_each_do_not_fill_a_lobby() -> None:
    hall = Hall()
    crowd(hall, range(1, 41), MAX_HOSTED)
    assert try_to_open(hall, ANN)
    assert len(hall.lobby.tables) == MAX_TABLES - reserved(MAX_TABLES)


async def test_the_embedded_broker_tells_which_keys_connect_and_from_where() -> None:
    key, lobby = SecretKey.generate(), KEY.public.fingerprint
    told: list[tuple[str, str]] = []
    async with (
        embedded_broker(
            "127.0.0.1", 0, LobbyAccess(lobby), entered=lambda *each: told.append(each)
        ) as broker,
        connected(broker.address, Credentials(key, lobby)),
    ):
        assert told == [(key.public.fingerprint, "")]  # shared by all on this machine


async def test_whoever_has_to_give_way_is_told_why(tmp_path: Path) -> None:
    rules = replace(LobbyRules(KEY), patience=0, max_tables=1)
    async with desk(tmp_path / "lobby.db", rules=rules) as here:
        ann, ben = await come(here, "Ann", "Ben")
        table = (await ann.ask(here, OpenTable("siam", 2))).table
        await ann.ask(here, Look(table))
        assert (await ben.ask(here, OpenTable("siam", 2))).code == "too_many_tables"
        here.clock.now = GRACE_SECONDS
        await ben.ask(here, OpenTable("siam", 2))
        (told,) = [each for each in ann.heard(here, b"") if isinstance(each, SentAway)]
        assert told.table == table
        assert "full" in told.sentence


async def test_who_has_played_a_game_here_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "lobby.db"
    async with desk(path) as here:
        ann, ben, eve = await come(here, "Ann", "Ben", "Eve")
        await eve.ask(here, OpenTable("siam", 2))
        table = await seated(here, ann, ben)
        await ann.ask(here, StartGame(table))
        random = Random(1)
        while here.service.lobby.tables[table].status == "running":
            turn, move = next_move(here, table, random)
            await (ann, ben)[turn].ask(here, move)
    async with open_store(path, KEY.public.fingerprint) as store:
        saved = {each.name: each.played for each in (await store.load()).players}
    assert saved["Ann"] == saved["Ben"] > 0 == saved["Eve"]


class TestSessionsAndRegularPlayers:
    def sessions(self, now: list[float]) -> Sessions:
        return Sessions(boot=b"", app="", token=lambda: b"", limit=3, now=lambda: now[0])

    def test_nobody_is_regular_on_their_first_day(self) -> None:
        now = [1000.0 + REGULAR_SECONDS - 1]
        sessions = self.sessions(now)
        sessions.restore(ANN.key, "Ann", {}, played=1000)
        sessions.restore(BEN.key, "Ben", {})
        assert not sessions.is_regular(ANN.id)
        now[0] += 1
        assert sessions.is_regular(ANN.id)
        assert not sessions.is_regular(BEN.id)

    def test_strangers_do_not_make_the_server_forget_who_has_played(self) -> None:
        sessions = self.sessions([0.0])
        sessions.restore(ANN.key, "Ann", {}, played=1000)
        for number in range(1, MAX_PLAYERS // 100):
            sessions.restore(stranger(number).key, f"Eve {number}", {})
        known = sessions.get(ANN.id)
        assert known is not None
        assert known.name == "Ann"
