"""What release 8986fa89 wrote is read, and its games go on; `make_8986fa89` wrote it.

It was the last one in whose games no signature states take-backs.
"""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from client.verify import verify
from games.record import format_record, parse_record
from protocol.messages import Agree, AskRecord, RecordText
from protocol.proof import Proof, read_proof
from tests.e2e.guests import Guest, guest, is_over, play_all
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
        await ann.until(each.table, lambda s: s.status == "running" and s.game_number == number + 1)
        await play_all(people, each.table, seed=8)
        for one in people:
            await one.until(each.table, is_over)
            assert (await one.client.check_game(each.table)).proven
        text = await record_of(ann, each.table, number + 1)
        assert (proof_of(text).format, "Salt0" in text) == (3, True)
