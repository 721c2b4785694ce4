"""The table of commands: it is complete, and it protects the owner's commands."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol.commands import AskCounts, Command, Hello, OpenTable
from protocol.owner import (
    AskBans,
    AskPlayers,
    AskTables,
    BanPlayer,
    CloseTable,
    OwnerCommand,
    UnbanPlayer,
)
from server.commands.command_table import (
    CHANGES,
    HANDLERS,
    OWNER_CHANGES,
    OWNER_QUESTIONS,
    QUESTIONS,
    is_question,
)
from tests.server.conftest import ANN, BEN, Hall

OWNERS = (
    AskCounts(),
    AskTables(),
    AskPlayers(),
    AskBans(),
    CloseTable("t1"),
    BanPlayer(BEN.id),
    UnbanPlayer(BEN.id),
)


def test_every_command_of_a_session_has_one_handler() -> None:
    assert set(HANDLERS) == set(get_args(Command)) - {Hello}
    parts = (CHANGES, QUESTIONS, OWNER_CHANGES, OWNER_QUESTIONS)
    assert sum(map(len, parts)) == len(HANDLERS)


def test_no_two_commands_share_a_handler() -> None:
    assert len({handler.__name__ for handler in HANDLERS.values()}) == len(HANDLERS)


@pytest.mark.parametrize("command", OWNERS, ids=lambda command: type(command).__name__)
def test_only_the_owner_gives_owners_commands(hall: Hall, command: OwnerCommand) -> None:
    hall.ask(ANN, OpenTable("siam", 2))
    assert hall.refusal(ANN, command) == "not_host"


def test_all_owners_commands_are_tried_here() -> None:
    assert {type(command) for command in OWNERS} == set(OWNER_CHANGES) | set(OWNER_QUESTIONS)


def test_only_questions_are_carried_out_again_when_repeated() -> None:
    assert is_question(AskTables())
    assert not is_question(OpenTable("siam", 2))
    assert not is_question(CloseTable("t1"))
