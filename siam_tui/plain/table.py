"""At a table, in a dialogue: what can be asked and done there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import aclosing, suppress
from typing import Final

from client import Change, ConnectionEndedError, RefusedError, TableChanged
from client.bots.memory import Memory
from games.contract import GameError
from protocol.messages import Command, LeaveTable, PlayMove, TableState
from siam_tui.coach.hint import advice_for, against_bots, no_hint
from siam_tui.games.siam import plain_facts as facts
from siam_tui.games.siam.plain_moves import move_told
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView, see
from siam_tui.plain import asked, log
from siam_tui.plain.clocks import Clocks
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.moving import Moving
from siam_tui.plain.news import begun, news, your_turn
from siam_tui.plain.people import People
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Place, Typed, usage
from siam_tui.typed.saving import save_table
from siam_tui.typed.seating import seating_command

_PATIENCE: Final = 5.0
"""Seconds within which one is told who is here."""


class ScriptEnd(Exception):  # noqa: N818 - no error: a script may have more moves than the game
    """A script's move has met the end of the game; what is left of it is not read."""


class Table:
    """One table, followed until one leaves it."""

    def __init__(self, stay: LobbyConversation, table: str) -> None:
        self.id = table
        self._stay = stay
        self._voice = stay.voice
        self._client = stay.client
        self._sight: TableView | None = None
        self._chronicle: MoveLog | None = None
        self._people: People | None = None
        self._memory = Memory(0)
        self._clocks = Clocks(stay.voice)

    @property
    def sight(self) -> TableView:
        """The table as it was last told."""
        assert self._sight is not None
        return self._sight

    @property
    def against_bots(self) -> bool:
        """Whether nobody else here is a person."""
        others = (seat for n, seat in enumerate(self.sight.state.seats) if n != self.sight.seat)
        return all(seat.holder == "bot" for seat in others)

    def go(self) -> None:
        """Look elsewhere."""
        self._clocks.stop()

    async def get_up(self) -> None:
        """Leave the table for good, or for as long as a bot plays on.

        Raises:
            UserError: the server does not let go.
        """
        if self.sight.seated and self.sight.state.status != "closed":
            await self._stay.ask(LeaveTable(self.id))
        await self._client.unfollow(self.id)

    # What comes from the lobby

    async def come(self) -> None:
        """Begin to follow the table, and tell what is going on there.

        Raises:
            UserError: it cannot be followed.
        """
        try:
            state = await self._client.follow(self.id)
            self._sight = self._see(state)
            self._memory = self._memory.followed_by(state)
            self._clocks.receive(self._sight)
            self._moving = Moving(self._sight)
        except RefusedError as refusal:
            raise UserError(refusal.sentence) from refusal
        except ConnectionEndedError as error:
            raise UserError(str(error)) from error
        await self._read_history(state)
        self._people = People(self._client, self.id)
        self._voice.say(*self._arrival())

    def _see(self, state: TableState) -> TableView:
        try:
            return see(state, self._client.me, watching=self._stay.session.watching)
        except GameError as error:
            raise UserError(
                f"This table cannot be told: {error}. Is your siam up to date?"
            ) from error

    def _arrival(self) -> list[str]:
        sight = self.sight
        told = [f"You are at the table of {sight.state.host_name or 'nobody'}."]
        if sight.state.status == "running" and not sight.state.ply:
            told += begun(sight)
        else:
            told += facts.seats(sight, self._clocks.left)
        told.append(your_turn(sight) if sight.my_turn else facts.turn(sight))
        return told + self._clocks.own(sight)

    async def hear(self, change: Change) -> None:
        """Tell what is new at this table."""
        match change:
            case TableChanged(state) if state.table == self.id and self._sight is not None:
                await self._receive(state, self._sight)
            case _ if self._people is not None:
                self._voice.say(*self._people.hear(change))

    async def _receive(self, state: TableState, before: TableView) -> None:
        if state.revision < before.state.revision:
            return
        now = self._see(state)
        self._memory = self._memory.followed_by(state)
        if before.state.game_number != state.game_number or before.position is None:
            self._chronicle, known = None, 0
        else:
            known = before.state.ply if before.state.takes == now.state.takes else now.state.ply
        followed = self._chronicle.followed_by(state) if self._chronicle else None
        if followed is None and state.ply > 0:
            await self._read_history(state)
        else:
            self._chronicle = followed or self._beginning(now)
        log_ = self._chronicle
        entries = log_.entries[max(0, known - log_.first) : state.ply - log_.first] if log_ else ()
        self._sight = now
        self._clocks.receive(now)
        if _moment(before) != _moment(now):
            self._moving = Moving(now)
        told = news(before, now, entries, before.position)
        if told:
            self._voice.say(*told, *self._clocks.own(now))

    def _beginning(self, sight: TableView) -> MoveLog | None:
        if sight.position is None:
            return None
        start = str(sight.game.view(sight.position, None))
        return MoveLog(sight.state.game_number, start, 0, takes=sight.state.takes)

    async def _read_history(self, state: TableState) -> None:
        self._chronicle = None
        if not state.position:
            return
        try:
            start, first, entries = await self._client.history(self.id)
        except (RefusedError, ConnectionEndedError):
            return
        self._chronicle = MoveLog(state.game_number, start, first, entries, state.takes)

    # What a person types

    async def obey(self, typed: Typed) -> None:
        """Do what was typed.

        Raises:
            UserError: it cannot be done; says why.
        """
        name, rest = typed.name, typed.rest
        match name:
            case "move":
                await self._turn()
                await self._say_or_send(self._moving.play(rest))
            case "moves":
                self._voice.say(*self._moving.tell(rest))
            case "why" if rest:
                self._voice.say(self._moving.why(rest))
            case "hint":
                await self._hint()
            case "wait":
                await self._wait(typed)
            case "log" | "last":
                await self._tell_log(typed)
            case "save":
                path = await save_table(self._client, self.sight, rest)
                self._voice.say(f"The record is saved in {path}.")
            case "talk" | "people" | "mute" | "unmute" if self._people is not None:
                await self._company()
                self._voice.say(*self._of_people(self._people, typed))
            case _:
                await self._do_or_tell(typed)

    async def _do_or_tell(self, typed: Typed) -> None:
        levels = self._client.lobby.bots if self._client.lobby else ()
        command = seating_command(typed, self.sight, levels)
        if command is None:
            self._tell(typed)
        else:
            await self._do(command)

    def _tell(self, typed: Typed) -> None:
        told = asked.answer(typed, self.sight, Place.TABLE, self._clocks.left)
        clock = self._clocks.own(self.sight) if typed.name == "status" else ()
        self._voice.say(*told, *clock)

    async def _company(self) -> None:
        """Return once one has been told who is here, which is when one has just come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._stay.until(lambda: bool(self._client.company(self.id)))

    @staticmethod
    def _of_people(people: People, typed: Typed) -> Iterator[str]:
        match typed.name:
            case "talk":
                return people.talk()
            case "people":
                return people.here()
        return iter([people.mute(typed.rest, muted=typed.name == "mute")])

    # Moves

    async def answer(self, line: str) -> bool:
        """Take a line as an answer to a question about the move in the making, if it is one.

        Raises:
            UserError: it may mean several things.
        """
        said = self._moving.answer(line)
        if said is None:
            return False
        await self._say_or_send(said)
        return True

    async def _say_or_send(self, said: Iterator[str]) -> None:
        self._voice.say(*said)
        move, self._moving.chosen = self._moving.chosen, ""
        if move:
            state = self.sight.state
            await self._do(PlayMove(state.table, state.game_number, state.ply, move))

    async def _do(self, command: Command) -> None:
        await self._stay.do(command, lambda: self.sight.state.revision)

    async def _turn(self) -> None:
        """Return when it is one's turn or will not be; a person does not wait for that.

        Raises:
            ScriptEnd: it will not be, for the game is over.
        """
        if not self._voice.interactive:
            await self._stay.until(lambda: self.sight.my_turn or not self._may_come())
            if self.sight.state.status == "over":
                raise ScriptEnd

    def _may_come(self) -> bool:
        """Whether one's turn may still come by itself."""
        return self.sight.seated and self.sight.state.status in ("open", "running")

    async def _hint(self) -> None:
        """Tell a good move, and why; a script waits for its turn first."""
        company = self._client.company(self.id)
        if against_bots(self.sight, company):
            await self._turn()
        sight, company = self.sight, self._client.company(self.id)
        if reason := no_hint(sight, company):
            raise UserError(reason)
        self._voice.say("The coach is thinking.")
        if self._chronicle is not None:
            self._memory.add_entries(self._chronicle.first, self._chronicle.entries)
        async with aclosing(advice_for(sight, company, self._memory)) as found:
            async for advice in found:
                last = advice
        move = sight.game.parse_move(last.move)
        self._voice.say(f"Hint: {move_told(sight.game.map, move, 'You')}")
        if move.card is not None:
            self._voice.say(f"In the notation: {last.move}.")
        self._voice.say(last.why)

    # What was

    async def _tell_log(self, typed: Typed) -> None:
        asked.begun(self.sight)
        chronicle = self._chronicle
        if chronicle is None or (self.sight.state.status == "over" and chronicle.first):
            await self._read_history(self.sight.state)
        if self._chronicle is None:
            raise UserError("The log cannot be had now. Try again when you are connected.")
        if typed.name == "log":
            self._voice.say(*log.whole(self._chronicle, self.sight))
        elif typed.rest and not typed.rest.isdecimal():
            raise usage(typed, Place.TABLE)
        else:
            count = int(typed.rest) if typed.rest else None
            self._voice.say(*log.last(self._chronicle, self.sight, count))

    async def dealt(self) -> None:
        """Wait until the game has begun, so that the next line is about it."""
        await self._stay.until(lambda: self.sight.state.status != "open")

    async def _wait(self, typed: Typed) -> None:
        match typed.rest:
            case "" | "turn":
                await self._stay.until(lambda: self.sight.my_turn or not self._may_come())
            case "start":
                await self.dealt()
            case "over":
                await self._stay.until(lambda: self.sight.state.status in ("over", "closed"))
            case _:
                raise usage(typed, Place.TABLE)


def _moment(sight: TableView) -> tuple[object, ...]:
    state = sight.state
    return state.game_number, state.takes, state.ply, state.status, sight.my_turn
