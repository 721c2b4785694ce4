"""A table in a dialogue: reports what happens there and carries out what the person types."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace

from client.bots.memory import Memory
from client.changes import Change, TableChanged
from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from protocol.commands import Command, LeaveTable, PlayMove
from protocol.states import TableState
from siam_tui.coach.advice import Advice
from siam_tui.coach.hint import advice_for, against_bots, no_hint
from siam_tui.games.game_texts import YOU
from siam_tui.games.game_ui import AnyGameUI
from siam_tui.games.registry import ui_of
from siam_tui.games.terms_text import tell_own_absence, terms_of
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.plain.clock_warnings import ClockWarnings
from siam_tui.plain.guided_move import tell_hint
from siam_tui.plain.help_pages import answer_question, position_of, tell_next_steps
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.move_entry import MoveEntry
from siam_tui.plain.people_commands import PeopleCommands
from siam_tui.plain.table_news import (
    tell_last_moves,
    tell_log,
    tell_news,
    tell_result,
    tell_seats,
    tell_start,
    tell_turn,
)
from siam_tui.profile.user_error import UserError
from siam_tui.table.follower import Followed, TableFollower
from siam_tui.typed.commands import CommandSet, Place, Typed
from siam_tui.typed.played_words import save_table
from siam_tui.typed.seating import seating_command
from texts import Person, tell


class ScriptEnd(Exception):  # noqa: N818 - no error: a script may have more moves than the game
    """A script's move has met the end of the game; the rest of the script is not read."""


class TableDialogue:
    """One table, which is followed until the person leaves it.

    Attributes:
        id: the table's id.
    """

    def __init__(self, conversation: LobbyConversation, table: str) -> None:
        self.id = table
        self._conversation = conversation
        self._io = conversation.io
        self._client = conversation.client
        watching = conversation.session.watching
        self._follower = TableFollower(self._client, table, watching=watching)
        self._people: PeopleCommands | None = None
        self._memory = Memory(0)
        self._clocks = ClockWarnings(conversation.io)
        self._take_back_told = 0

    @property
    def view(self) -> TableView:
        """The table as it was last reported."""
        assert self._follower.view is not None
        return self._follower.view

    @property
    def game(self) -> AnyGameUI:
        """The game that is played here."""
        return ui_of(self.view.game.name)

    @property
    def plays_only_bots(self) -> bool:
        """Whether nobody else here is a person."""
        seats = enumerate(self.view.state.seats)
        return all(seat.holder == "bot" for number, seat in seats if number != self.view.seat)

    def stop_clocks(self) -> None:
        """Stop the warnings, because the person goes elsewhere."""
        self._clocks.cancel_warnings()

    @property
    def cost_of_leaving(self) -> str:
        """What it costs to leave now, for people to read; empty for nothing."""
        view = self.view
        alone = self.plays_only_bots or view.state.status != "running"
        if alone or not view.seated:
            return ""
        absence = tell_own_absence(view.state.terms.away_limit)
        return " ".join(filter(None, (tell("plain/leave/bot-plays"), absence)))

    async def leave_table(self) -> None:
        """Leave the table for good, or for as long as a bot plays on.

        Raises:
            UserError: the server refuses.
        """
        if self.view.seated and self.view.state.status != "closed":
            await self._conversation.send_command(LeaveTable(self.id))
        await self._client.unfollow(self.id)

    # What comes from the lobby

    async def arrive(self) -> None:
        """Begin to follow the table, and write what is going on there.

        Raises:
            UserError: it cannot be followed.
        """
        await self._follow_anew()
        if self.view.position is not None:
            await self._follower.read_log()
            await self._follow_anew()  # what came meanwhile was reported to nobody
        self._people = PeopleCommands(self._conversation, self.id)
        self._io.write_lines(*self._tell_arrival())

    async def _follow_anew(self) -> None:
        try:
            followed = self._take_state(await self._client.follow(self.id))
        except (RefusedError, ConnectionEndedError) as error:
            raise UserError(str(error)) from error
        if followed is not None:
            self._show_view(followed)

    def _show_view(self, followed: Followed) -> None:
        before, view = followed.before, followed.now
        self._clocks.update_clocks(view)
        if before is None or before.moment != view.moment:
            self._entry = MoveEntry(view)

    def _take_state(self, state: TableState) -> Followed | None:
        try:
            followed = self._follower.follow_state(state)
        except GameError as error:
            raise UserError(str(error)) from error
        if followed is not None:
            self._memory = self._memory.followed_by(state)
        return followed

    def _tell_arrival(self) -> Iterator[str]:
        view = self.view
        if view.host:
            yield tell("plain/table/yours")
        else:
            host = Person(view.state.host_name) if view.state.host_name else None
            yield tell("plain/table/theirs", host=host)
        begins = view.state.status == "running" and not view.state.ply
        if begins:
            yield from tell_start(view)
        else:
            yield from tell_seats(view, self._clocks.left)
        if view.state.status == "open" and not self._conversation.session.table:
            yield from terms_of(view)
        if view.my_turn:
            yield from self.game.texts.tell_standing(view)
            yield from self.game.texts.tell_own_turn(view)
        elif view.state.status == "over":
            yield from tell_result(view)
        elif not begins:
            yield tell_turn(view)
        yield from self._clocks.tell_own(view)

    async def report(self, change: Change) -> None:
        """Write what is new at this table."""
        match change:
            case TableChanged(state) if state.table == self.id and self._follower.view is not None:
                if (followed := self._take_state(state)) is not None:
                    await self._tell_followed(followed)
            case _ if self._people is not None:
                self._io.write_lines(*self._people.tell_change(change))

    async def _tell_followed(self, followed: Followed) -> None:
        now, state, before = followed.now, followed.now.state, followed.before
        self._show_view(followed)
        assert before is not None
        if before.state.game_number != state.game_number or before.position is None:
            known = 0
        else:
            known = before.state.ply if before.state.takes == state.takes else state.ply
        if followed.lacks_log and state.ply == 0:
            self._follower.log = _empty_log(now)
        elif followed.lacks_log:
            await self._follower.read_log()
        log = self._follower.log
        entries = log.entries[max(0, known - log.first) : state.ply - log.first] if log else ()
        asks = not self._follower.planned
        told = list(tell_news(before, now, entries, before.position, log=log, asks=asks))
        if told:
            self._io.write_lines(*told, *self._clocks.tell_own(now))

    # What a person types

    @property
    def _commands(self) -> CommandSet:
        return CommandSet(Place.TABLE, self.game)

    async def run_table_command(self, typed: Typed) -> None:
        """Do what was typed.

        Raises:
            UserError: it cannot be done; says why.
        """
        if typed.name == "move":
            await self._wait_for_turn()
        if (sentences := self._entry.enter_command(typed)) is not None:
            await self._write_or_send(sentences)
            return
        match typed.name:
            case "hint":
                await self._give_hint()
            case "wait":
                await self._wait(typed)
            case "log" | "last":
                await self._tell_moves(typed)
            case "save":
                path = await save_table(self._client, self.view, typed.rest)
                self._io.write_lines(tell("plain/table/saved", path=str(path)))
            case "talk" | "people" | "mute" | "unmute" if self._people is not None:
                self._io.write_lines(*await self._people.run_people_command(typed))
            case _:
                await self._send_or_answer(typed)

    async def _send_or_answer(self, typed: Typed) -> None:
        levels = self._client.lobby.bots if self._client.lobby else ()
        command = seating_command(typed, self.view, levels)
        if command is not None:
            await self._send(command)
            return
        answer = answer_question(typed, self._commands, self.view, self._clocks.left)
        clock = self._clocks.tell_own(self.view) if typed.name == "status" else ()
        self._io.write_lines(*answer, *clock)

    # Moves

    async def continue_move(self, line: str) -> bool:
        """Take a line as an answer to a question about the move being built, if it is one.

        Raises:
            UserError: it may mean several things.
        """
        is_command = self._commands.word(line.strip().partition(" ")[0]) is not None
        sentences = self._entry.continue_move(line, whole=is_command)
        if sentences is None:
            return False
        await self._write_or_send(sentences)
        return True

    def choices(self) -> list[str]:
        """Return the names that the person can choose now for a move."""
        return self._entry.choices()

    def tell_now(self) -> list[str]:
        """Return what the person may want to type now."""
        return self._entry.ask_again() or tell_next_steps(self.view)

    async def _write_or_send(self, sentences: Iterator[str]) -> None:
        self._io.write_lines(*sentences)
        moves = self._entry.take_chosen()
        has_moved = bool(moves)
        while moves:
            move, *following = moves
            state, self._follower.planned = self.view.state, tuple(following)
            try:
                await self._send(PlayMove(state.table, state.game_number, state.ply, move))
                moves = self._follower.take_planned()
            finally:
                self._follower.planned = ()
        if has_moved:
            self._tell_take_back()

    def _tell_take_back(self) -> None:
        """Say once a game how a move is taken back, as long as it can be."""
        view = self.view
        game, can_be = view.state.game_number, view.seat == view.state.undoable
        if self._io.interactive and view.seated and can_be and self._take_back_told != game:
            self._take_back_told = game
            how = tell("plain/table/slip-alone" if view.alone else "plain/table/slip")
            self._io.write_lines(how)

    async def _send(self, command: Command) -> None:
        await self._conversation.send_and_wait(command, lambda: self.view.state.revision)

    async def _wait_for_turn(self) -> None:
        """Return when it is the person's turn or cannot become it; a person does not wait.

        Raises:
            ScriptEnd: it cannot, because the game is over.
        """
        if not self._io.interactive:
            await self.wait_for_turn_or_end()
            if self.view.state.status == "over":
                raise ScriptEnd

    async def _give_hint(self) -> None:
        """Write a good move, and why it is good; a script waits for its turn first."""
        if against_bots(self.view, self._client.company(self.id)):
            await self._wait_for_turn()
        view, company = self.view, self._client.company(self.id)
        if reason := no_hint(view, company):
            raise UserError(reason)
        self._io.write_lines(tell("plain/table/thinking"))
        if (log := self._follower.log) is not None:
            self._memory.add_entries(log.first, log.entries)
        async with aclosing(advice_for(view, company, self._memory)) as found:
            async for advice in found:
                last = advice
        self._io.write_lines(*tell_hint(view, position_of(view), last.moves))
        self._io.write_lines(self._tell_reason(last))

    def _tell_reason(self, advice: Advice) -> str:
        """Return why the move is advised, with the best other move in whole words."""
        if advice.other:
            other = self.view.game.parse_move(advice.other)
            told = self.game.texts.tell_move(self.view.game, other, YOU)
            name = f"{told[0].lower()}{told[1:]}".rstrip(".")  # the template ends it
            advice = replace(advice, other_name=name)
        return advice.reasons[0]

    # The log, and waiting

    async def _tell_moves(self, typed: Typed) -> None:
        position_of(self.view)
        log = self._follower.log
        if log is None or (self.view.state.status == "over" and log.first):
            await self._follower.read_log()
            log = self._follower.log
        if log is None:
            raise UserError(tell("plain/table/no-log"))
        if typed.name == "log":
            self._io.write_lines(*tell_log(log, self.view))
        elif typed.rest and not typed.rest.isdecimal():
            raise self._commands.usage_error(typed)
        else:
            count = int(typed.rest) if typed.rest else None
            self._io.write_lines(*tell_last_moves(log, self.view, count))

    async def wait_for_start(self) -> None:
        """Wait until the game has begun, so that the next line is about it."""
        await self._conversation.wait_until(lambda: self.view.state.status != "open")

    async def wait_for_turn_or_end(self) -> None:
        """Wait until it is the person's turn, or cannot become it."""
        await self._conversation.wait_until(
            lambda: (
                self.view.my_turn
                or not (self.view.seated and self.view.state.status in ("open", "running"))
            )
        )

    async def _wait(self, typed: Typed) -> None:
        match typed.rest:
            case "" | "turn":
                await self.wait_for_turn_or_end()
            case "start":
                await self.wait_for_start()
            case "over":
                await self._wait_for_end()
            case _:
                raise self._commands.usage_error(typed)

    async def _wait_for_end(self) -> None:
        """Wait until the game is over.

        Raises:
            UserError: it is the person's turn, and without a clock nobody else can go on.
        """

        def is_over() -> bool:
            return self.view.state.status in ("over", "closed")

        def must_move() -> bool:
            return self.view.my_turn and self.view.state.terms.clock is None

        await self._conversation.wait_until(lambda: is_over() or must_move())
        if not is_over():
            raise UserError(tell("plain/table/waits-for-you"))


def _empty_log(view: TableView) -> MoveLog | None:
    """Return the log of a game in which nobody has moved; None before the game."""
    if view.position is None:
        return None
    start = view.game.format(view.game.view(view.position, None))
    return MoveLog(view.state.game_number, start, 0, takes=view.state.takes)
