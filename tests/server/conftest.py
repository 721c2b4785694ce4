"""A lobby without a wire, for tests of what is decided in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from attrs import evolve

from protocol.keys import SecretKey
from protocol.messages import Command, PlayMove, Reply
from server.lobby.lobby import Lobby
from server.lobby.lobby_rules import Rules
from server.refusals import RefusedError
from server.tables.table import Player, Table
from tests.server.clock import Clock

SERVER = SecretKey(bytes(32))
_SECRETS = {name: SecretKey(name.encode().ljust(32)) for name in ("Ann", "Ben", "Cat", "Dan")}
ANN, BEN, CAT, DAN = (Player(secret.public, name) for name, secret in _SECRETS.items())


def signed(table: Table, command: PlayMove, secret: SecretKey) -> PlayMove:
    """Return a move signed as the table stands."""
    seat = table.acting_for(secret.public.fingerprint)
    if seat is None or table.draw is None:
        return command
    stated = table.next_move(seat, "player", command.move).stated()
    return evolve(command, signature=secret.sign(stated))


def new_rules(**changes: object) -> Rules:
    """Return the rules of a lobby whose tables are t1, t2 … and whose chance is known."""
    ids, tokens = count(1), count(1)
    rules = {
        "app": "test",
        "levels": ("random", "greedy"),
        "key": SERVER,
        "token": lambda: next(tokens).to_bytes(32),
        "patience": 0,
        "table_id": lambda: f"t{next(ids)}",
    }
    return Rules(**(rules | changes))  # type: ignore[arg-type]


class Hall:
    """A lobby and who is in it: says for each command what came of it."""

    def __init__(self, **changes: object) -> None:
        self.clock = Clock()
        self.lobby = Lobby(new_rules(**changes), self.clock)

    def ask(self, player: Player, command: Command) -> Reply:
        return self.lobby.carry_out(player, self.signed(player, command))

    def signed(self, player: Player, command: Command) -> Command:
        """Sign a move, if it is one, as its player's client does."""
        table = self.lobby.tables.get(getattr(command, "table", ""))
        if not isinstance(command, PlayMove) or command.signature or table is None:
            return command
        secrets = {each.public.fingerprint: each for each in _SECRETS.values()}
        return signed(table, command, (secrets | self.lobby.keys())[player.id])

    def bot(self, actor: str) -> Player:
        """Return a bot of this lobby, named by its fingerprint."""
        return Player(self.lobby.keys()[actor].public, "bot")

    def refusal(self, player: Player, command: Command) -> str:
        """Return the code with which a command is refused; nothing may have changed."""
        before = dict(self.lobby.tables)
        with pytest.raises(RefusedError) as caught:
            self.lobby.carry_out(player, self.signed(player, command))
        assert self.lobby.tables == before
        assert caught.value.sentence.endswith(".")
        return caught.value.code

    def table(self, number: int = 1) -> Table:
        return self.lobby.tables[f"t{number}"]


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def new_hall() -> Callable[..., Hall]:
    return Hall
