"""A server that cheats in the draw of a setup: the real one, with the cheat put in its place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from client.changes import DrawWarning
from client.client import Client
from client.verify import verify
from protocol.commands import Agree, AskRecord, Look, OpenTable, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.messages import RecordText
from protocol.states import TableState
from server.lobby.lobby_rules import LobbyRules
from server.tables import drawing
from server.tables.play import deal
from server.tables.table import Table
from siam_tui.profile.table_secrets import PledgeFolder
from tests.brokers import RunningServer, running_broker, running_server
from tests.patience import PATIENCE

WANTED = 3
"""Which setup the server is pleased with."""
Throw = Callable[[Table, SecretKey], Table]
"""What it does with a draw that does not please it: returns the table with another one begun."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with running_broker("embedded", tmp_path) as address, running_server(address) as running:
        yield running


@dataclass
class Victim:
    """A player, and what their program told them of draws."""

    client: Client
    told: list[DrawWarning]
    news: asyncio.Event

    async def listen(self) -> None:
        async with self.client.changes() as changes:
            async for change in changes:
                if isinstance(change, DrawWarning):
                    self.told.append(change)
                self.news.set()

    async def until(self, happened: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not happened():
                self.news.clear()
                await self.news.wait()

    def warned(self) -> str:
        """Return what they were told that is wrong."""
        return " ".join(each.sentence for each in self.told if each.wrong)

    async def until_state(self, table: str, wanted: Callable[[TableState], bool]) -> None:
        await self.until(lambda: (state := self.client.table(table)) and wanted(state))


async def come(stack: AsyncExitStack, server: RunningServer, home: Path) -> list[Victim]:
    victims = []
    for name in ("Ann", "Ben"):
        book = PledgeFolder.in_profile(home / name, server.link.lobby)
        client = Client(server.link, SecretKey.generate(), name, pledges=book)
        await stack.enter_async_context(client)
        victim = Victim(client, [], asyncio.Event())
        task = asyncio.create_task(victim.listen())
        stack.callback(task.cancel)
        await client.ready()
        victims.append(victim)
    return victims


async def seat(victims: list[Victim]) -> str:
    ann, ben = victims
    table = (await ann.client.request(OpenTable("siam", 2))).table  # type: ignore[union-attr]
    await ben.client.request(TakeSeat(table, 1))
    for each in victims:
        await each.client.follow(table)
    return table


class Cheat:
    """Throws draws away that do not please it, after it has seen all contributions."""

    def __init__(self, patch: pytest.MonkeyPatch, throw: Throw) -> None:
        self.seen: list[tuple[bytes, ...]] = []
        self._throw = throw
        patch.setattr(drawing, "deal", self.deal)
        patch.setattr(drawing, "go_past", lambda table, *_: table)

    def deal(self, table: Table, seed: int, number: int, key: SecretKey) -> Table:
        assert table.draw is not None
        self.seen.append(table.draw.contributions)
        if len(self.seen) < WANTED:
            return self._throw(table, key)
        return deal(table, seed, number, key)


def begin(table: Table, key: SecretKey) -> Table:
    return drawing.begin_draw(table, key, LobbyRules(key).token)


def same_number(table: Table, key: SecretKey) -> Table:
    """Begin again as if nothing had been."""
    return begin(replace(table, draw=None), key)


def as_if_dealt(table: Table, key: SecretKey) -> Table:
    """Go on as if the game had been dealt and played."""
    return begin(table, key)  # what is dealt from has the stage "dealt" already


def with_a_statement(table: Table, key: SecretKey) -> Table:
    """Say that nobody had answered, signed, and begin the next."""
    assert table.draw is not None
    waiting = replace(table, draw=replace(table.draw, stage="contributing"))
    return begin(drawing.give_up(waiting, "nobody", key), key)


async def play_without_them(server: RunningServer, table: str) -> None:
    """Have the server go on though nobody answers, as one does that cheats."""
    service = server.server.service
    while service.lobby.tables[table].drawing:
        async with service._turn:
            batch = service._commits.begin_batch()
            here = service.lobby.tables[table]
            step = batch.lobby.with_table(drawing.advance(here, server.key, waited=True))
            service._runner.run(batch, step)
            await service._commits.commit(batch)


async def end_game(victims: list[Victim], table: str) -> str:
    """End the game by agreement, and return its record."""
    for each in victims:
        await each.until_state(table, lambda state: state.status == "running")
    for each in victims:
        state = each.client.table(table)
        assert state is not None
        await each.client.request(Agree(table, state.game_number, "end", yes=True))
    for each in victims:
        await each.until_state(table, lambda state: state.status == "over")
    record = await victims[0].client.request(AskRecord(table, state.game_number))
    assert isinstance(record, RecordText)
    return record.text


@pytest.mark.parametrize(
    ("throw", "told"),
    [
        (same_number, "it has signed two different ones for game 1"),
        (
            as_if_dealt,
            "contributed to the setup of game 1, but the server never showed you that game",
        ),
    ],
)
async def test_draws_thrown_away_until_one_pleases_are_noticed(
    server: RunningServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    throw: Throw,
    told: str,
) -> None:
    cheat = Cheat(monkeypatch, throw)
    async with AsyncExitStack() as stack:
        victims = await come(stack, server, tmp_path)
        table = await seat(victims)
        await victims[0].client.request(StartGame(table))
        for each in victims:
            await each.until(lambda each=each: told in each.warned())
        while len(cheat.seen) < WANTED:
            await play_without_them(server, table)
        assert all(cheat.seen[0])
        assert not any(given for seen in cheat.seen[1:] for given in seen)
        record = await end_game(victims, table)
        verdicts = [await each.client.check_game(table) for each in victims]
    assert not verify(record).proven
    for verdict in verdicts:
        assert not verdict.proven
        assert told in " ".join(verdict.marked("wrong"))
    proofs = proofs_in(tmp_path)
    assert len(proofs) == (2 if throw is same_number else 0)
    for proof in proofs:
        assert "signed two commitments for game 1" in " ".join(verify(proof).marked("wrong"))


async def test_draws_given_up_with_a_statement_are_told_and_stand_in_the_record(
    server: RunningServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Cheat(monkeypatch, with_a_statement)
    async with AsyncExitStack() as stack:
        victims = await come(stack, server, tmp_path)
        table = await seat(victims)
        await victims[0].client.request(StartGame(table))
        record = await end_game(victims, table)
        for each in victims:
            sentences = [warning.sentence for warning in each.told]
            assert len(sentences) == WANTED - 1
            assert "gave up the setup of game 2: nobody answered in time" in sentences[1]
            assert not (await each.client.check_game(table)).proven
    verdict = verify(record)
    assert not verdict.wrong
    given_up = [each for each in verdict.marked("open") if "gave up the setup" in each]
    assert len(given_up) == WANTED - 1


async def test_a_client_started_anew_knows_what_it_is_bound_to(
    server: RunningServer, tmp_path: Path
) -> None:
    """The server deals game 1 again after a restart of the client: a restored backup, or a lie."""
    async with AsyncExitStack() as stack:
        victims = await come(stack, server, tmp_path)
        table = await seat(victims)
        await victims[0].client.request(StartGame(table))
        await victims[0].until_state(table, lambda state: state.status == "running")
        keys = [each.client._key for each in victims]
    commits = server.server.service._commits
    played = commits.lobby.tables[table]
    forgotten = replace(
        played, status="open", draw=None, start=None, position=None, log=(), game_number=1
    )
    commits.lobby, _ = commits.lobby.with_table(forgotten.changed())
    async with AsyncExitStack() as stack:
        book = PledgeFolder.in_profile(tmp_path / "Ann", server.link.lobby)
        ann = await stack.enter_async_context(Client(server.link, keys[0], "Ann", pledges=book))
        await ann.ready()
        await ann.request(Look(table))  # an honest server learns by it which number is free
        draw = commits.lobby.tables[table].draw
        assert draw is not None
        assert (draw.stage, draw.given_up[-1].reason) == ("given_up", "restored")
        await ann.request(StartGame(table))
        assert commits.lobby.tables[table].draw.number == 2  # type: ignore[union-attr]


def proofs_in(home: Path) -> list[str]:
    """Return the proofs that all players have kept."""
    return [path.read_text("utf-8") for path in home.glob("*/proofs/*")]
