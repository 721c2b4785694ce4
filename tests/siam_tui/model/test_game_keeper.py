"""Every game that a player finishes in a lobby is kept, with its proof; over a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from client.verify import verify
from protocol.commands import Agree, LeaveTable, OpenTable, PlayMove, SeatBot, StartGame
from protocol.keys import SecretKey
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.game_keeper import FollowedLobby, GameKeeper
from siam_tui.model.game_library import record_of
from tests.brokers import RunningServer
from tests.e2e.guests import Guest, come, guest, is_over, mover, play_all, started

pytestmark = pytest.mark.parametrize("broker", ["embedded"], indirect=True)


class Keeping:
    """Somebody's keeper.

    Attributes:
        folder: where it keeps games.
        told: what it told them.
    """

    def __init__(self, path: Path, most: int = 10) -> None:
        self.folder, self.told = GameFolder(path, most), list[str]()

    @asynccontextmanager
    async def of(self, person: Guest, server: RunningServer) -> AsyncIterator[FollowedLobby]:
        keeper = GameKeeper(self.folder, self.told.append)
        async with keeper.following(person.client, server.link.lobby) as followed:
            yield followed


async def play_one(people: list[Guest], table: str) -> None:
    """Let the player to move pass."""
    state = await people[0].until(table, lambda state: state.status == "running")
    mine = people[mover(state)]
    await mine.until(table, lambda now: now.revision >= state.revision)
    await mine.done(PlayMove(table, state.game_number, state.ply, "pass"))
    for each in people:
        await each.until(table, lambda now: now.ply > state.ply)


async def end_early(people: list[Guest], table: str) -> None:
    for each in people:
        await each.done(Agree(table, 1, "end", yes=True))
    for each in people:
        await each.until(table, is_over)


async def test_both_players_of_a_game_keep_its_proven_record_and_a_spectator_none(
    server: RunningServer, tmp_path: Path
) -> None:
    keepers = [Keeping(tmp_path / name) for name in ("ann", "ben", "eve")]
    async with AsyncExitStack() as stack:
        people = await come(stack, server.link, 2)
        eve = await stack.enter_async_context(guest(server.link, "Eve"))
        for keeping, person in zip(keepers, (*people, eve), strict=True):
            await stack.enter_async_context(keeping.of(person, server))
        table = await started(people)
        await eve.client.follow(table)
        await play_all(people, table, seed=1)
        await eve.until(table, is_over)
    for seat, keeping in enumerate(keepers[:2]):
        (game,) = keeping.folder.list_games()
        assert (game.opponents, game.seat, game.players) == ("people", seat, ("Ann", "Ben"))
        assert game.id == f"{server.link.lobby}-{table}-1"
        assert verify(game.read()).proven
        assert record_of(game).result == game.result != "*"
        assert not keeping.told
    assert not keepers[2].folder.list_games()


async def test_a_game_that_ended_early_is_kept_by_who_moved_in_it(
    server: RunningServer, tmp_path: Path
) -> None:
    keepers = [Keeping(tmp_path / name) for name in ("ann", "ben")]
    async with AsyncExitStack() as stack:
        people = await come(stack, server.link, 2)
        for keeping, person in zip(keepers, people, strict=True):
            await stack.enter_async_context(keeping.of(person, server))
        table = await started(people)
        first = mover(await people[0].until(table, lambda state: state.status == "running"))
        await play_one(people, table)
        await end_early(people, table)
    (game,) = keepers[first].folder.list_games()
    assert (game.result, game.moves) == ("*", 1)
    assert not keepers[1 - first].folder.list_games()


async def test_a_game_that_ended_while_one_was_away_is_kept_once_on_return(
    server: RunningServer, tmp_path: Path
) -> None:
    keeping, key = Keeping(tmp_path), SecretKey.generate()
    async with guest(server.link, "Ben") as ben:
        async with guest(server.link, "Ann", key) as ann:
            table = await started([ann, ben])
            await play_one([ann, ben], table)
            await play_one([ann, ben], table)
            await ann.done(Agree(table, 1, "end", yes=True))
        await ben.done(Agree(table, 1, "end", yes=True))
        await ben.until(table, is_over)
        for _ in range(2):
            async with guest(server.link, "Ann", key) as ann, keeping.of(ann, server):
                pass
            assert len(keeping.folder.list_games()) == 1


async def test_a_game_against_bots_is_kept_as_one_and_the_next_at_the_same_table_too(
    server: RunningServer, tmp_path: Path
) -> None:
    keeping = Keeping(tmp_path)
    async with guest(server.link, "Ann") as ann, keeping.of(ann, server) as followed:
        table = (await ann.done(OpenTable("siam", 2))).table
        await ann.client.follow(table)
        await ann.done(SeatBot(table, 1, "random"))
        await ann.done(StartGame(table))
        await ann.play(table, Random(1))
        await followed.settle()
        await ann.done(Agree(table, 1, "again", yes=True))
        await ann.until(table, lambda state: state.game_number == 2)
        await ann.play(table, Random(2))
        await followed.settle()  # nobody leaves in the very moment of the end
        await ann.done(LeaveTable(table))
    games = keeping.folder.list_games()
    assert {game.id[-2:] for game in games} == {"-1", "-2"}
    assert {game.opponents for game in games} == {"bots"}


async def test_what_cannot_be_written_is_told_once_and_tried_again_on_leaving(
    server: RunningServer, tmp_path: Path
) -> None:
    blocked = tmp_path / "games"
    blocked.write_text("in the way")
    keeping = Keeping(blocked)
    async with AsyncExitStack() as stack:
        people = await come(stack, server.link, 2)
        async with keeping.of(people[0], server) as followed:
            table = await started(people)
            await play_one(people, table)
            await play_one(people, table)
            await end_early(people, table)
            while not keeping.told:
                await people[0].client.history(table)
            assert len(followed.unkept) == 1
            blocked.unlink()
        assert not followed.unkept
        assert len(keeping.folder.list_games()) == 1
    (sentence,) = keeping.told
    assert sentence.startswith("The game that has ended is not kept yet. ")
    assert sentence.endswith(" siam tries again when you leave the lobby.")
