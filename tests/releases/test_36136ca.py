"""What release 36136ca wrote is read, and its games go on; `make_files` says how it was written."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import date
from pathlib import Path

import pytest

from client.verify import verify
from games.engine import Engine
from games.record import format_record, parse_record
from protocol.commands import AskRecord, StartGame
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, parse_link
from protocol.messages import RecordText
from siam_tui.discovery.known_lobbies import load_known
from siam_tui.games.registry import ui_of
from siam_tui.lobby.bot_game import LastBots
from siam_tui.practice.course import PuzzleProgress
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import Glance, LastSeen
from siam_tui.profile.settings import Settings
from siam_tui.profile.small_files import LineSet
from siam_tui.profile.table_secrets import PrivateTables
from tests.e2e.guests import guest, is_over, play_all
from tests.programs import serving
from tests.releases.homes import unpack_home

FILES = Path(__file__).parent / "36136ca"
RECORDS = sorted((FILES / "records").glob("*.siam"))
TABLE_KEY = b"key of the private table".ljust(32)


def key_of(name: str) -> SecretKey:
    return SecretKey(name.encode().ljust(32))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Ann's files, as only she can read them, and the store as it was."""
    return unpack_home(FILES, tmp_path)


def profile_of(home: Path) -> Profile:
    return Profile(home / "config" / "siam-tui" / "profiles" / "default")


class TestText:
    def test_the_engine_answers_the_same_to_positions_and_moves(self) -> None:
        engine = Engine()
        *turns, last = (FILES / "engine.txt").read_text().removeprefix("> ").split("\n> ")
        for turn in (*turns, last.removesuffix("\n")):
            command, *answer = turn.split("\n")
            now = engine.answer(command)
            if answer[-1] == "ok":
                assert now == answer, command
            else:  # refused then and now; the reason may be in other words
                assert now[-1].startswith("error ")

    @pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
    def test_a_record_is_read_proven_and_printed_as_it_was(self, path: Path) -> None:
        text = path.read_text()
        record = parse_record(text)
        assert format_record(record) == text
        assert verify(text).proven

    def test_the_records_are_of_two_three_and_four_players_on_two_maps(self) -> None:
        records = [parse_record(path.read_text()) for path in RECORDS]
        assert sorted(len(record.seats) for record in records) == [2, 3, 4]
        assert {record.game.map.name for record in records if record.game.map} == {"siam", "ours"}
        assert {option for record in records for option in record.options} == {"open_discards"}

    def test_every_kind_of_link_names_the_same_place(self) -> None:
        lines = (FILES / "links.txt").read_text().splitlines()
        links = [parse_link(line) for line in lines]
        assert [str(link) for link in links] == lines
        assert [link.broker for link in links[:5]] == [
            BrokerAddress("mqtt", "192.0.2.7", 1883),
            BrokerAddress("mqtt", "pi.example", 51883, "ann"),
            BrokerAddress("mqtts", "broker.example", 8883, "ann b"),
            BrokerAddress("ws", "2001:db8::7", 8080),
            BrokerAddress("wss", "broker.example", 443),
        ]
        assert [(link.table, link.table_key) for link in links[5:]] == [
            ("1qh0ig78", b""),
            ("1qh0ig78", TABLE_KEY),
        ]


class TestProfile:
    def test_keys_and_settings_are_those_of_then(self, home: Path) -> None:
        profile = profile_of(home)
        assert profile.player_key().to_text() == key_of("Ann").to_text()
        lobby = profile.server_key().public.fingerprint
        assert (home / "data" / "siam-tui" / "lobbies" / f"{lobby}.db").exists()
        assert profile.settings() == Settings(
            name="Ann",
            palette="colour-blind",
            theme="siam-light",
            bell=False,
            notifications=False,
            animation="none",
            ascii="yes",
        )

    def test_what_was_done_and_seen_is_remembered(self, home: Path) -> None:
        folder = profile_of(home).folder
        lobby = profile_of(home).server_key().public
        place = f"{lobby.fingerprint}/1qh0ig78"
        siam = ui_of("siam")
        assert LineSet(folder / siam.lessons.progress_file).read_lines() == {"turn"}
        practice = PuzzleProgress(folder / siam.puzzles.progress_file, lambda: date(2026, 11, 21))
        assert practice.solved() == {"p1"}
        assert practice.solved_today()
        assert LastSeen(folder / "seen.json").last_glance(place) == Glance(2, 9, 1795252800.0)
        ((private, key),) = PrivateTables.in_profile(folder)._keys.items()
        assert (private.split("/")[0], key) == (lobby.fingerprint, TABLE_KEY)
        (known,) = load_known(folder / "known_lobbies").lobbies
        assert (known.key, known.login, known.host_name) == (lobby, "ann", "Ann")
        proposed = LastBots(folder).values()["siam"]
        assert (
            proposed.items()
            >= {
                "players": 3,
                "bot1": "greedy",
                "bot2": "minister",
                "bot3": "random",
                "board": "albion",
                "open_discards": "open_discards",
            }.items()
        )


class TestStore:
    async def test_its_tables_go_on_where_they_were(self, home: Path) -> None:
        """Two that are over have their records; two that run, and a private one, are played."""
        async with AsyncExitStack() as stack:
            _, link = await stack.enter_async_context(serving(home))
            ann, ben = [
                await stack.enter_async_context(guest(link, name, key_of(name)))
                for name in ("Ann", "Ben")
            ]
            lobby = ann.client.lobby
            assert lobby is not None
            over = [each for each in lobby.tables if each.status == "over"]
            assert [(each.map_title, each.options) for each in over] == [
                ("Our Siam", ()),
                ("Siam, 1874", ("open_discards",)),
            ]
            texts = {path.read_text() for path in RECORDS}
            for each in over:
                record = await ann.client.request(AskRecord(each.table, 1))
                assert isinstance(record, RecordText)
                assert record.text in texts

            with_ben, with_bot = (each for each in lobby.tables if each.status == "running")
            for each in (ann, ben):
                state = await each.client.follow(with_ben.table)
                assert (state.game_number, state.ply, state.takes) == (2, 9, 1)
                assert state.clock is not None
            await play_all([ann, ben], with_ben.table, seed=6)
            state = await ann.client.follow(with_bot.table)
            assert (state.ply >= 5, state.seats[1].level) == (True, "greedy")
            await play_all([ann], with_bot.table, seed=7)
            for table, number in ((with_ben.table, 2), (with_bot.table, 1)):
                await ann.until(table, is_over)
                record = await ann.client.request(AskRecord(table, number))
                assert isinstance(record, RecordText)
                assert verify(record.text).proven

            PrivateTables.in_profile(profile_of(home).folder).give_keys(ann.client, link.lobby)
            lobby = ann.client.lobby
            assert lobby is not None
            private = next(each.table for each in lobby.tables if each.status == "open")
            await ann.client.follow(private)
            ben.client.hold_key(private, TABLE_KEY)
            await ben.sit_down(private, 1)
            await ann.done(StartGame(private))
            await ben.until(private, lambda state: state.status == "running")
