"""A lobby without a wire, for tests of what is decided in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

import pytest
from attrs import evolve

from protocol.codec import from_plain, pack, to_plain, unpack
from protocol.commands import Command, PlayMove
from protocol.keys import SecretKey
from protocol.messages import Reply
from protocol.text import as_sentence
from server.commands.command_table import carry_out, prepare
from server.effect_runner import answer_of
from server.idle import IdleLimits
from server.lobby import upkeep
from server.lobby.context import LobbyContext
from server.lobby.effects import Effects, TableChanged
from server.lobby.lobby import Step, new_lobby
from server.lobby.lobby_rules import LobbyRules
from server.players.sessions import Sessions
from server.refusals import RefusedError
from server.rejection_stats import RejectionStats
from server.tables.table import Player, Table
from tests.server.clock import Clock
from tests.server.nothing_known import NothingKnown
from texts import is_known

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


def new_rules(**changes: object) -> LobbyRules:
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
    return LobbyRules(**(rules | changes))  # type: ignore[arg-type]


def context_of(rules: LobbyRules, clock: Clock, facts: Sessions) -> LobbyContext:
    """Return the context of a lobby that rejects nothing yet and closes idle tables as usual."""
    return LobbyContext(rules, clock, facts, RejectionStats(), IdleLimits())


class Hall:
    """A lobby and its players: keeps the present lobby, and the effects since they were taken."""

    def __init__(self, **changes: object) -> None:
        self.clock = Clock()
        self.rules = new_rules(**changes)
        self.context = context_of(self.rules, self.clock, NothingKnown())
        self.lobby = new_lobby(self.context)
        self.effects: Effects = ()

    def know(self, facts: Sessions) -> None:
        """Judge players by these facts from now on."""
        self.context = context_of(self.rules, self.clock, facts)
        self.lobby = replace(self.lobby, context=self.context)

    def ask(self, player: Player, command: Command) -> Reply:
        self.take(prepare(self.lobby, player, command))
        step = carry_out(self.lobby, player, self.signed(player, command))
        self.take(step)
        return answer_of(step[1])

    def take(self, step: Step) -> None:
        """Make a step's lobby the present one."""
        self.lobby, effects = step
        for effect in effects:
            self.context.note_effect(effect)
        self.effects += effects

    def changed(self) -> list[Table]:
        """Return the tables that have changed since this was last asked, closed ones too."""
        tables = [effect.table for effect in self.effects if isinstance(effect, TableChanged)]
        self.effects = ()
        return tables

    def run_clocks(self) -> None:
        """Pass for those whose time has run out."""
        self.take(upkeep.play_for_expired_clocks(self.lobby))

    def end_draw_wait(self, *, give_up: bool = False) -> None:
        """Go on with the draw at the first table without those who have not answered."""
        self.take(upkeep.end_draw_wait(self.lobby, "t1", give_up=give_up))

    def signed(self, player: Player, command: Command) -> Command:
        """Sign a move, if it is one, as its player's client does."""
        table = self.lobby.tables.get(getattr(command, "table", ""))
        if not isinstance(command, PlayMove) or command.signature or table is None:
            return command
        secrets = {each.public.fingerprint: each for each in _SECRETS.values()}
        return signed(table, command, (secrets | self.lobby.bot_keys)[player.id])

    def bot(self, actor: str) -> Player:
        """Return a bot of this lobby, named by its fingerprint."""
        return Player(self.lobby.bot_keys[actor].public, "bot")

    def refusal(self, player: Player, command: Command) -> str:
        """Return the code with which a command is refused; nothing may have changed."""
        before = dict(self.lobby.tables)
        with pytest.raises(RefusedError) as caught:
            carry_out(self.lobby, player, self.signed(player, command))
        assert self.lobby.tables == before
        answer = caught.value.answer
        assert answer.sentence.endswith(".")
        assert from_plain(unpack(pack(to_plain(answer)))) == answer
        if answer.message is not None:
            assert is_known(answer.message)
            assert as_sentence(str(answer.message)) == answer.sentence
        return answer.code

    def table(self, number: int = 1) -> Table:
        return self.lobby.tables[f"t{number}"]


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def new_hall() -> Callable[..., Hall]:
    return Hall
