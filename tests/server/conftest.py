"""A lobby without a wire, for tests of what is decided in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from protocol.messages import Command, Reply
from server.lobby import Lobby
from server.refusals import RefusedError
from server.rules import Rules
from server.table import Player, Table
from tests.server.clock import Clock

ANN, BEN, CAT, DAN = (Player(name.lower() * 8, name) for name in ("Ann", "Ben", "Cat", "Dan"))


def new_rules(**changes: object) -> Rules:
    """Return the rules of a lobby whose tables are t1, t2 … and whose chance is known."""
    ids, seeds = count(1), count(1)
    rules = {
        "app": "test",
        "levels": ("random", "greedy"),
        "seed": lambda: next(seeds),
        "table_id": lambda: f"t{next(ids)}",
    }
    return Rules(**(rules | changes))  # type: ignore[arg-type]


class Hall:
    """A lobby and who is in it: says for each command what came of it."""

    def __init__(self, **changes: object) -> None:
        self.clock = Clock()
        self.lobby = Lobby(new_rules(**changes), self.clock)

    def ask(self, player: Player, command: Command) -> Reply:
        return self.lobby.carry_out(player, command)

    def refusal(self, player: Player, command: Command) -> str:
        """Return the code with which a command is refused; nothing may have changed."""
        before = dict(self.lobby.tables)
        with pytest.raises(RefusedError) as caught:
            self.lobby.carry_out(player, command)
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
