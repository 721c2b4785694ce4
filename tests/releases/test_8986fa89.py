"""What release 8986fa89 wrote is read, and its games go on; `make_8986fa89` wrote it.

It was the last one in whose games no signature states take-backs.
"""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import ClassVar

import aiomqtt
import pytest

from client.client import Client
from client.errors import ConnectionEndedError
from client.verify import verify
from games.record import format_record, parse_record
from protocol import PROTOCOL_VERSION
from protocol.commands import Agree, AskLobby, AskRecord
from protocol.envelope import open_sealed, open_signed
from protocol.errors import ForgedError, VersionError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import RecordText
from protocol.proof import Proof, read_proof
from server.config import Config
from tests.brokers import running_broker, running_server
from tests.e2e.guests import Guest, guest, is_over, play_all
from tests.patience import PATIENCE
from tests.programs import serving
from tests.releases.homes import unpack_home
from tests.releases.make_8986fa89 import NAMES, key_of, play_until, take_back

FILES = Path(__file__).parent / "8986fa89"
RECORDS = sorted((FILES / "records").glob("*.siam"))


def proof_of(text: str) -> Proof:
    proof = parse_record(text).proof
    assert proof is not None
    return read_proof(proof)


async def record_of(guest: Guest, table: str, number: int) -> str:
    reply = await guest.client.request(AskRecord(table, number))
    assert isinstance(reply, RecordText)
    return reply.text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_read_proven_and_printed_as_it_was(path: Path) -> None:
    text = path.read_text()
    assert format_record(parse_record(text)) == text
    assert verify(text).proven
    assert proof_of(text).format == 2
    assert verify(re.sub('Seat0 "Ann"', 'Seat0 "Eve"', text)).wrong  # there, names are signed
    assert verify(text.replace("[Start", '[Format "3"]\n[Start')).wrong


async def test_its_games_go_on_in_their_form_and_the_next_ones_in_todays(tmp_path: Path) -> None:
    unpack_home(FILES, tmp_path)
    async with AsyncExitStack() as stack:
        _, link = await stack.enter_async_context(serving(tmp_path))
        people = [await stack.enter_async_context(guest(link, n, key_of(n))) for n in NAMES]
        ann = people[0]
        assert ann.client.lobby is not None
        for each, number in zip(ann.client.lobby.tables, (2, 1), strict=True):
            for one in people:
                state = await one.client.follow(each.table)
                assert (state.game_number, state.takes, state.status) == (number, 1, "running")
            while (now := await ann.until(each.table, lambda _: True)).undoable is None:
                await play_until(people, each.table, now.ply + 1, Random(number))
            await take_back(people, each.table)
            await play_all(people, each.table, seed=6)
            for one in people:
                await one.until(each.table, is_over)
                assert (await one.client.check_game(each.table)).proven
            text = await record_of(ann, each.table, number)
            assert (proof_of(text).format, "Salt0" in text) == (2, False)
        for one in people:
            await one.done(Agree(each.table, number, "again", True))
        for one in people:  # who still saw the game before would not play this one
            await one.until(
                each.table, lambda s: s.status == "running" and s.game_number == number + 1
            )
        await play_all(people, each.table, seed=8)
        for one in people:
            await one.until(each.table, is_over)
            assert (await one.client.check_game(each.table)).proven
        text = await record_of(ann, each.table, number + 1)
        assert (proof_of(text).format, "Salt0" in text) == (3, True)


class TestAnotherProtocol:
    """What is sent under protocol 4 tells who has to update, and counts for nothing else."""

    frames: ClassVar[dict[str, str]] = json.loads((FILES / "frames.json").read_text())
    (lobby, lobby_frame), (inbox, hello) = (
        (topic, bytes.fromhex(frame)) for topic, frame in frames.items()
    )
    key = SecretKey.from_text(
        (FILES / "home/config/siam-tui/profiles/default/server.key").read_text().strip()
    )

    def test_its_frames_are_of_another_version(self) -> None:
        with pytest.raises(VersionError):
            open_signed(self.lobby_frame, self.key.public, self.lobby)
        with pytest.raises(VersionError):
            open_sealed(self.hello, self.key, self.inbox)

    def test_they_cannot_pass_for_those_of_today(self) -> None:
        now = bytes([PROTOCOL_VERSION])
        topics = [topic.replace("/v4/", f"/v{PROTOCOL_VERSION}/") for topic in self.frames]
        for topic in (self.lobby, topics[0]):
            with pytest.raises(ForgedError):
                open_signed(
                    self.lobby_frame[:4] + now + self.lobby_frame[5:], self.key.public, topic
                )
        with pytest.raises(ForgedError):
            open_sealed(self.hello[:4] + now + self.hello[5:], self.key, topics[1])

    async def test_a_client_of_today_says_that_the_host_must_update(self, tmp_path: Path) -> None:
        async with running_broker("lawless", tmp_path) as broker:
            async with aiomqtt.Client(broker.host, broker.port) as mqtt:
                await mqtt.publish(self.lobby, self.lobby_frame, qos=1, retain=True)
            async with Client(Link(broker, self.key.public), key_of("Ann"), "Ann") as client:
                with pytest.raises(ConnectionEndedError, match=r"protocol 4.* ask its host"):
                    await client.ready(PATIENCE)

    async def test_a_server_of_today_tells_its_host_who_must_update(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with (
            running_broker("lawless", tmp_path) as broker,
            running_server(broker, Config(self.key, broker=broker)) as server,
            aiomqtt.Client(broker.host, broker.port) as mqtt,
            guest(server.link, "Ben") as ben,
        ):
            await mqtt.publish(self.inbox, self.hello, qos=1)
            while not server.server.service.inbox.refused["VersionError"]:
                await ben.client.request(AskLobby())
            assert "speaks protocol 4" in caplog.text
            assert "They should update siam" in caplog.text
