"""Whole evenings at the server, through real brokers."""

from __future__ import annotations

from random import Random

from games.registry import game_of
from protocol.commands import OpenTable, PlayMove, StartGame, TakeSeat
from protocol.messages import Done, Refused
from protocol.states import TableState
from tests.brokers import RunningServer
from tests.server.person import person


async def test_two_people_play_a_whole_game_while_a_third_watches(server: RunningServer) -> None:
    async with (
        person(server.link, "Ann") as ann,
        person(server.link, "Ben") as ben,
        person(server.link, "Cat") as cat,
    ):
        opened = await ann.ask(OpenTable("siam", 2))
        assert isinstance(opened, Done)
        table = opened.table
        assert isinstance(await ben.ask(TakeSeat(table, 1)), Done)
        assert isinstance(await ann.ask(StartGame(table)), Done)
        game = game_of("siam")
        state = await ann.until_table(lambda state: state.status == "running")
        random = Random(7)
        while state.status == "running":
            mover = (ann, ben)[game.turn(game.parse(state.position)) or 0]
            revision = state.revision
            view = await mover.until_table(
                lambda state, at=revision: state.viewer is not None and state.revision >= at
            )
            move = game.format_move(game.random_move(game.parse(view.position), random))
            reply = await mover.ask(PlayMove(table, 1, view.ply, move))
            assert isinstance(reply, Done), reply
            state = await ann.until_table(
                lambda state, at=reply.revision: state.viewer == 0 and state.revision >= at
            )
        seen = await cat.until_table(lambda state: state.status == "over")
        assert seen.viewer is None
        assert seen.result == state.result != ""
        assert all(each.viewer is None for each in cat.messages() if isinstance(each, TableState))


async def test_a_refusal_says_why(server: RunningServer) -> None:
    async with person(server.link) as ann:
        refused = await ann.ask(OpenTable("chess", 2))
        assert isinstance(refused, Refused)
        assert refused.code == "unknown_game"
        assert refused.message is not None
        assert refused.message.id == "server/unknown-game"
        assert str(refused.message) == refused.sentence
