"""People who answer the draws of a hall, and games played there to their end."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from client.draws.shares import Shares
from protocol.commands import OpenTable, PlayMove, SeatBot, StartGame, TakeSeat
from server.archive import archived
from server.tables.table import Player, Table
from server.tables.views import table_state
from tests.server.conftest import ANN, BEN, CAT, DAN, SERVER, Hall

NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
PEOPLE = (ANN, BEN, CAT, DAN)


class Drawers:
    """The clients of a table's people, as far as they take part in draws."""

    def __init__(self, *people: Player) -> None:
        self.shares = {each: Shares(SERVER.public, each.key) for each in people}

    def answer(self, hall: Hall, *silent: Player) -> None:
        """Let everybody who is not silent answer, until nobody has anything to say."""
        answered = True
        while answered:
            answered = False
            for player, shares in self.shares.items():
                table = hall.lobby.tables["t1"]
                command = shares.answer_draw(table_state(table, table.viewer(player.id)))
                if command is not None and player not in silent:
                    hall.ask(player, command)
                    answered = True


def seated(hall: Hall, people: int, bots: int = 0) -> None:
    """Open a table and fill it."""
    hall.ask(ANN, OpenTable("siam", people + bots))
    for seat, player in enumerate(PEOPLE[1:people], 1):
        hall.ask(player, TakeSeat("t1", seat))
    for seat in range(people, people + bots):
        hall.ask(ANN, SeatBot("t1", seat, "random"))


def drawn(hall: Hall, people: int, bots: int = 0) -> Drawers:
    """Fill a table and start, everybody taking part in the draw."""
    seated(hall, people, bots)
    drawers = Drawers(*PEOPLE[:people])
    hall.ask(ANN, StartGame("t1"))
    drawers.answer(hall)
    return drawers


def play_on(hall: Hall, random: Random, moves: int = 1000) -> Table:
    """Play random moves, each by whoever acts for the seat, signed."""
    people = {each.id: each for each in PEOPLE}
    for _ in range(moves):
        table = hall.lobby.tables["t1"]
        if table.status != "running":
            break
        seat = table.seats[table.game.turn(table.position)]
        move = table.game.format_move(table.game.random_move(table.position, random))
        mover = people.get(seat.actor) or hall.bot(seat.actor)
        hall.ask(mover, PlayMove("t1", table.game_number, len(table.log), move))
    return hall.lobby.tables["t1"]


def record(table: Table) -> str:
    """Return the signed record of a table's game."""
    return archived(table, NOW, SERVER).text
