"""A store and a record that the release with protocol 1 wrote go on being good."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from client.draws.shares import Shares
from client.signing import sign_move
from client.verify import verify
from protocol.commands import AskRecord, Look, PlayMove, StartGame
from protocol.draws import DrawHistory
from protocol.keys import SecretKey
from protocol.messages import RecordText
from protocol.states import TableState
from tests.server import desk as desks
from tests.server.desk import Caller, Desk, desk

KEY = SecretKey(b"lobby of protocol 1".ljust(32))
RUNNING, DRAWING = "1qh0ig78", "k9i4yv7u"
STORE = Path(__file__).parent / "stores" / "protocol1.sql"
RECORD = Path(__file__).parent.parent / "client" / "records" / "protocol1.siam"


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """A service that goes on with the old store."""
    monkeypatch.setattr(desks, "KEY", KEY)
    monkeypatch.setattr(desks, "TOPICS", type(desks.TOPICS)(KEY.public.fingerprint))
    with closing(sqlite3.connect(tmp_path / "store.db")) as store:
        store.executescript(STORE.read_text("utf-8"))
    async with desk(tmp_path / "store.db", rules=desks.LobbyRules(KEY)) as started:
        yield started


async def come(here: Desk) -> list[Caller]:
    people = [Caller(name, SecretKey(name.encode().ljust(32))) for name in ("Ann", "Ben")]
    for each in people:
        await each.hello(here)
    return people


async def test_a_game_that_runs_is_played_on_and_proven(here: Desk) -> None:
    people, random = await come(here), Random(1)
    assert len(here.tables[RUNNING].log) == 5
    while (table := here.tables[RUNNING]).status == "running":
        mover = people[table.game.turn(table.position)]
        state = await mover.ask(here, Look(RUNNING))
        assert isinstance(state, TableState)
        move = table.game.format_move(table.game.random_move(table.position, random))
        command = PlayMove(RUNNING, 1, len(table.log), move)
        signed = sign_move(mover.key, KEY.public.fingerprint, command, state)
        await mover.ask(here, signed)
    record = await people[0].ask(here, AskRecord(RUNNING, 1))
    assert isinstance(record, RecordText)
    verdict = verify(record.text)
    assert verdict.proof is not None
    assert verdict.proof.format == 1
    assert verdict.proven, verdict.findings


async def test_a_draw_that_went_on_is_given_up_and_drawn_anew(here: Desk) -> None:
    ann, ben = await come(here)
    table = here.service.lobby.tables[DRAWING]
    assert table.status == "open"
    assert table.draw is not None
    (given_up,) = table.draw.given_up
    assert (given_up.number, given_up.reason) == (1, "updated")
    assert DrawHistory(0, table.draw.base, table.draw.given_up).is_sound(KEY.public, DRAWING)
    await ann.ask(here, StartGame(DRAWING))
    for _ in range(2):
        for each in (ann, ben):
            shares = each.__dict__.setdefault("shares", Shares(KEY.public, each.key.public))
            await each.ask(here, shares.answer_draw(await each.ask(here, Look(DRAWING))))
    dealt = here.service.lobby.tables[DRAWING]
    assert dealt.status == "running"
    assert dealt.game_number == 2


def test_a_record_of_protocol_1_is_proven_as_before() -> None:
    verdict = verify(RECORD.read_text("utf-8"))
    assert verdict.proven, verdict.findings
