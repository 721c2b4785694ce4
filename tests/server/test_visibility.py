"""What a stranger learns of a private table by asking about it: nothing, whatever they send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from attrs import fields_dict

from protocol import commands, messages, owner
from protocol.codec import pack, to_plain
from protocol.commands import Command, Look, LookAway, OpenTable, SendAway, StartGame, TakeSeat
from protocol.fields import TableMessage
from server.commands import command_table
from server.commands.command_table import HANDLERS, OWNER_CHANGES, OWNER_QUESTIONS, carry_out
from server.effect_runner import answer_of
from server.refusals import RefusedError
from tests.server.conftest import ANN, BEN, CAT, Hall

KEY = b"key of the private table".ljust(32)
PRIVATE, UNKNOWN = "t1", "t9"

COMMANDS: dict[type[Command], Callable[[str], Any]] = {
    commands.TakeSeat: lambda table: TakeSeat(table, 1, b"x" * 32),
    commands.LeaveTable: commands.LeaveTable,
    commands.SeatBot: lambda table: commands.SeatBot(table, 1, "greedy"),
    commands.FreeSeat: lambda table: commands.FreeSeat(table, 1),
    commands.SendAway: lambda table: SendAway(table, BEN.id),
    commands.StartGame: StartGame,
    commands.Pledge: lambda table: commands.Pledge(table, 1, bytes(32)),
    commands.Contribute: lambda table: commands.Contribute(table, 1, bytes(32)),
    commands.PlayMove: lambda table: commands.PlayMove(table, 1, 0, "pass", bytes(64)),
    commands.TakeBack: lambda table: commands.TakeBack(table, 1, 0, True),
    commands.Agree: lambda table: commands.Agree(table, 1, "end", True),
    commands.Say: lambda table: commands.Say(table, "Hello"),
    commands.Look: lambda table: Look(table, b"x" * 32),
    commands.LookAway: LookAway,
    commands.AskHistory: lambda table: commands.AskHistory(table, 1),
    commands.AskRecord: lambda table: commands.AskRecord(table, 1),
    commands.AskTalk: commands.AskTalk,
    owner.CloseTable: owner.CloseTable,
}
"""One command of each class that names a table."""


def hall_with(people: str) -> Hall:
    """Return a lobby with a private table, where nobody is, or people look on, or play."""
    hall = Hall()
    hall.ask(ANN, OpenTable("siam", 2, key=KEY))
    if people:
        hall.ask(ANN, Look(PRIVATE))
        hall.ask(BEN, Look(PRIVATE, KEY))
    if people == "playing":
        hall.ask(BEN, TakeSeat(PRIVATE, 1, KEY))
        hall.ask(ANN, StartGame(PRIVATE))
    return hall


def answer_to(hall: Hall, command: Any) -> bytes:
    """Return what a stranger is answered, as bytes without the id they asked about."""
    before = hall.lobby
    try:
        lobby, effects = carry_out(hall.lobby, CAT, command)
        assert (lobby, len(effects)) == (before, 1)
        reply = answer_of(effects)
    except RefusedError as error:
        reply = messages.Refused(error.code, error.sentence)
    return pack(to_plain(reply)).replace(command.table.encode(), b"..")


def test_every_command_that_names_a_table_is_tried_here() -> None:
    named = {each for each in get_args(Command) if "table" in fields_dict(each)}
    assert named == set(COMMANDS)
    assert all(issubclass(each, TableMessage) for each in named)


@pytest.mark.parametrize("people", ["", "looking", "playing"])
@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_a_private_table_is_answered_as_one_that_does_not_exist(
    kind: type[Command], people: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No handler is asked, so none can tell more, or take longer."""
    hall = hall_with(people)

    def never(*_: object) -> None:
        raise AssertionError("a handler was asked")

    monkeypatch.setattr(command_table, "HANDLERS", dict.fromkeys(HANDLERS, never))
    private, unknown = (answer_to(hall, COMMANDS[kind](each)) for each in (PRIVATE, UNKNOWN))
    assert private == unknown
    code = {LookAway: b"Done", owner.CloseTable: b"not_host"}.get(kind, b"unknown_table")
    assert code in private


@pytest.mark.parametrize("people", ["", "looking", "playing"])
def test_who_sits_there_is_not_told_by_sending_people_away(people: str) -> None:
    hall = hall_with(people)
    answers = {
        answer_to(hall, SendAway(table, who.id))
        for table in (PRIVATE, UNKNOWN)
        for who in (ANN, BEN, CAT)
    }
    assert len(answers) == 1


def test_who_has_shown_the_key_is_told_more() -> None:
    hall = hall_with("looking")
    hall.ask(CAT, Look(PRIVATE, KEY))
    assert hall.refusal(CAT, SendAway(PRIVATE, BEN.id)) == "not_host"


def test_only_the_owner_reaches_a_table_without_being_seen_to_see_it() -> None:
    """The owner of the lobby may close any table; nobody else gets past the check."""
    past = {kind for kind in COMMANDS if kind in OWNER_CHANGES or kind in OWNER_QUESTIONS}
    assert past == {owner.CloseTable}
