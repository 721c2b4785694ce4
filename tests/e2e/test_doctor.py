"""``siam doctor``, run as the program it is."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from client.changes import Status
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.errors import ForgedError, TooDeepError, UnknownTypeError
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from server.config import Config
from siam_tui.cli.doctor import tell_ignored
from tests.brokers import RunningServer, free_port, running_server
from tests.e2e.deployed import deployed_mosquitto, running_mosquitto
from tests.e2e.guests import check_replay, guest
from tests.patience import PATIENCE
from tests.programs import player_key_of, run, server_key_of, serving

LATE = "import time; real = time.time; time.time = lambda: real() + 7 * 3600\n"
MAIN = "import sys; sys.argv[0] = 'siam'; from siam_tui.cli import main; main()"


async def doctor(home: Path, link: Link | None = None, wait: int = PATIENCE) -> tuple[int, str]:
    asked = () if link is None else (str(link), "--wait", str(wait))
    code, said, _ = await run(home, "doctor", *asked)
    return code, said


def keys(home: Path) -> Path:
    return home / "config" / "siam-tui" / "profiles" / "default"


async def test_all_is_well_at_a_lobby_that_answers(server: RunningServer, tmp_path: Path) -> None:
    code, said = await doctor(tmp_path, server.link)
    assert code == 0
    assert " BAD " not in said
    for expected in (
        "answered after",
        "Round trip",
        "clock and the server's agree",
        "UTF-8",
    ):
        assert expected in said
    mine = SecretKey.from_text((keys(tmp_path) / "player.key").read_text())
    assert f"Your key is {mine.public.fingerprint}" in said
    assert "rejected" not in said  # that is the host's to see


async def test_a_key_that_others_can_read_is_bad(tmp_path: Path) -> None:
    await doctor(tmp_path)
    (keys(tmp_path) / "player.key").chmod(0o644)
    code, said = await doctor(tmp_path)
    assert code == 1
    assert "chmod 600" in said


@pytest.mark.parametrize("name", ["player.key", "server.key"])
async def test_a_key_that_siam_refuses_is_bad_in_the_same_words(tmp_path: Path, name: str) -> None:
    keys(tmp_path).mkdir(parents=True)
    key = keys(tmp_path) / name
    for target, words in ((tmp_path / "usb", "put your key there again"), (key, "cannot be read")):
        key.symlink_to(target)
        code, said = await doctor(tmp_path)
        assert code == 1
        _, _, refused = await run(tmp_path, "key")
        assert words in refused
        assert f"BAD  {refused.removeprefix('siam: ').strip()}" in said
        assert f"There is no {key} yet" not in said
        key.unlink()


async def test_a_broker_that_is_not_there_is_bad(tmp_path: Path) -> None:
    nowhere = Link(BrokerAddress("mqtt", "127.0.0.1", free_port()), SecretKey(b"s" * 32).public)
    code, said = await doctor(tmp_path, nowhere, wait=1)
    assert code == 1
    assert "is the server running?" in said


async def test_a_broker_without_the_lobbys_server_is_bad(
    broker: BrokerAddress, tmp_path: Path
) -> None:
    code, said = await doctor(tmp_path, Link(broker, SecretKey(b"s" * 32).public), wait=4)
    assert code == 1
    assert "No answer within 4 seconds." in said
    assert "does not answer" in said


async def test_the_host_sees_what_was_rejected(server: RunningServer, tmp_path: Path) -> None:
    await doctor(tmp_path)
    keyfile = keys(tmp_path) / "server.key"
    keyfile.touch(0o600)
    keyfile.write_text(server.key.to_text())
    server.server.service.tally.messages.update(ForgedError=12)
    _, said = await doctor(tmp_path, server.link)
    assert "rejected     12 × message: with a wrong signature" in said


async def test_clocks_that_differ_by_hours_lock_nobody_out(tmp_path: Path) -> None:
    late = (sys.executable, "-c", LATE + MAIN)
    async with serving(tmp_path, "--pipe", program=late) as (_, link):
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "random"))
            await ann.done(StartGame(table))
            state = await ann.play(table, Random(6))
            check_replay(state, *await ann.client.history(table))
            assert not ann.client.refused
        code, said = await doctor(tmp_path, link)
        assert code == 0
        assert "Your clock is 7 h 0 min behind the server's" in said


async def test_a_game_that_you_play_meanwhile_goes_on(
    server: RunningServer, tmp_path: Path
) -> None:
    await doctor(tmp_path)
    mine = SecretKey.from_text((keys(tmp_path) / "player.key").read_text())
    async with guest(server.link, "Ann", mine) as ann:
        table = (await ann.done(OpenTable("siam", 2))).table
        code, _ = await doctor(tmp_path, server.link)
        assert code == 0
        await ann.done(SeatBot(table, 1, "random"))
        assert (await ann.client.follow(table)).seats[0].name == "Ann"
        assert ann.client.status is Status.ONLINE


def test_ignored_messages_are_told_in_words_and_never_by_the_name_of_an_error() -> None:
    names = (each.__name__ for each in (ForgedError, TooDeepError, UnknownTypeError))
    said = tell_ignored(Counter(("StaleError", "MisplacedError", *names)))
    assert "Error" not in said
    for expected in ("out of date", "another place", "wrong signature", "too deep", "unknown kind"):
        assert expected in said


@contextmanager
def narrow_broker(folder: Path) -> Iterator[BrokerAddress]:
    """Run mosquitto with a limit that lets a greeting pass, and no table."""
    port = free_port()
    text = f"listener {port} 127.0.0.1\nallow_anonymous true\nmessage_size_limit 4096\n"
    with running_mosquitto(folder, text, port):
        yield BrokerAddress("mqtt", "127.0.0.1", port)


async def test_a_broker_that_swallows_long_messages_is_bad(tmp_path: Path) -> None:
    with narrow_broker(tmp_path) as narrow:
        async with running_server(narrow) as server:
            code, said = await doctor(tmp_path, server.link)
    assert code == 1
    assert "does not pass on messages of 64 KiB, as a table may need" in said


async def test_long_messages_are_tried_where_that_harms_nobody(
    server: RunningServer, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    code, said = await doctor(tmp_path, server.link)
    assert code == 0
    embedded = "embedded" in request.node.callspec.id
    assert ("Whether messages of 64 KiB pass cannot be tried" in said) == embedded
    assert ("passes on messages of 64 KiB" in said) != embedded
    assert not server.server.service.tally.total  # nobody was cut off for it


async def test_the_host_sees_rejections_with_the_password_of_the_lobbys_user(
    tmp_path: Path,
) -> None:
    await doctor(tmp_path)  # makes the player's key
    lobby, ann = server_key_of(tmp_path), player_key_of(tmp_path).public.fingerprint
    users = {lobby.public.fingerprint: "the servers", ann: "of ann"}
    with deployed_mosquitto(tmp_path, lobby.public.fingerprint, users) as broker:
        config = Config(lobby, broker=broker, password="the servers")
        async with running_server(broker, config) as server:
            for password, expected in (
                ("the servers", "Your server has rejected nothing since its start."),
                ("the servers", "The broker passes on messages of 64 KiB"),
                ("of ann", "To see them, give the password of the lobby's user"),
            ):
                given = {"SIAM_BROKER_PASSWORD": password}
                code, said, _ = await run(tmp_path, "doctor", str(server.link), **given)
                assert (code, expected in said) == (0, True), said
