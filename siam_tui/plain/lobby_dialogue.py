"""A lobby in a dialogue: its tables, and how to get to them."""

from __future__ import annotations

from attrs import evolve

from client.changes import Change, LobbyChanged
from games.contract import GameSpec
from games.registry import spec_of, tell_missing_game
from protocol.commands import TakeSeat
from protocol.messages import Done
from protocol.states import TableSummary
from siam_tui.discovery.search import shown_lobby_name
from siam_tui.lobby.table_list import list_row, seat_for, shown_columns, tell_closed, terms_of
from siam_tui.model.table_view import holds
from siam_tui.plain.lobby_conversation import CommandRefusedError, LobbyConversation
from siam_tui.plain.options import read_table_options
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.table_secrets import PrivateTables
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import CommandSet, Place, Typed
from texts import tell
from texts.sentences import join_sentences


class LobbyDialogue:
    """The tables of one lobby."""

    def __init__(
        self, conversation: LobbyConversation, private: PrivateTables, last_game: LastGame
    ) -> None:
        """Prepare.

        Args:
            conversation: the connection to the lobby.
            private: keeps the keys of the private tables the person opens.
            last_game: the game the person chose last.
        """
        self._private = private
        self._last_game = last_game
        self._conversation = conversation
        self._io = conversation.io
        self._client = conversation.client
        self._told: dict[str, str] = {}

    async def arrive(self) -> None:
        """Write where the person is."""
        watching = self._conversation.session.watching
        lobby = self._client.lobby
        if lobby and lobby.name:
            where = tell("plain/lobby/named", lobby=shown_lobby_name(lobby.name))
        else:
            where = tell("plain/lobby/nameless")
        who = tell("plain/watching") if watching else tell("plain/name", name=self._client.name)
        self._io.write_lines(join_sentences(where, who))
        self._tell_tables()

    async def report(self, change: Change) -> None:
        """Write which tables are new, changed or gone."""
        if not isinstance(change, LobbyChanged):
            return
        lines = self._table_lines()
        for table, line in lines.items():
            if self._told.get(table) != line:
                self._io.write_lines(line)
        for table, line in self._told.items():
            if table not in lines:
                self._io.write_lines(tell("plain/lobby/closed", table=line))
        self._told = lines

    @property
    def _tables(self) -> tuple[TableSummary, ...]:
        return self._client.lobby.tables if self._client.lobby else ()

    def _table_lines(self) -> dict[str, str]:
        return {
            table.table: self._table_line(number, table)
            for number, table in enumerate(self._tables, start=1)
        }

    def _table_line(self, number: int, table: TableSummary) -> str:
        line = list_row(table, self._client)
        columns = [name for name in ("table", "game", "map", "status") if name in shown_columns()]
        what = tuple(filter(None, (getattr(line, name) for name in columns)))
        seats, players = line.seats, line.players
        told = tell("plain/lobby/table", n=number, what=what, seats=seats, players=players)
        if not line.you:
            return told
        return join_sentences(told, tell("plain/lobby/own-seat", seat=line.you, n=number))

    def _tell_tables(self) -> None:
        self._told = self._table_lines()
        for table in self._tables:
            self._io.write_lines(self._told[table.table], join_sentences(*terms_of(table)))
        if closed := tell_closed(self._client):
            self._io.write_lines(closed)
        elif not self._told:
            watching = self._conversation.session.watching
            told = tell("plain/lobby/empty-watching" if watching else "plain/lobby/empty")
            self._io.write_lines(told)

    def tell_now(self) -> list[str]:
        """Return what the person may want to type now."""
        if closed := tell_closed(self._client):
            return [closed]
        if self._conversation.session.watching:
            return [tell("plain/lobby/now-watching")]
        return [tell("plain/lobby/now" if self._tables else "plain/lobby/now-empty")]

    async def run_lobby_command(self, typed: Typed) -> str | None:
        """Do what was typed; return the table to go to, if there is one.

        Raises:
            UserError: it cannot be done; says why.
        """
        match typed.name:
            case "tables" | "status":
                self._tell_tables()
            case "open":
                return await self._open_table(typed.rest)
            case "sit":
                table = _shown(await self._choose_table(typed.rest, "open"))
                seat = _seat_to_take(table, self._client.me)
                if seat is not None:
                    await self._sit(table.table, seat)
                return table.table
            case "look":
                return _shown(await self._choose_table(typed.rest, "")).table
            case _:
                raise CommandSet(Place.LOBBY).usage_error(typed)
        return None

    async def _sit(self, table: str, seat: int) -> None:
        """Take a seat; if somebody was faster, say how to take another one at the table."""
        try:
            await self._conversation.send_command(TakeSeat(table, seat))
        except CommandRefusedError as refusal:
            if refusal.code != "seat_taken":
                raise
            self._io.write_lines(tell("plain/lobby/take-another", why=str(refusal)))

    async def _choose_table(self, text: str, preferred_status: str) -> TableSummary:
        """Return the table of a number; without one the first, for which a script waits."""
        is_number = not text or text.isdecimal()
        if is_number and not self._io.interactive:  # a script may be faster than the list
            await self._conversation.wait_until(lambda: bool(self._tables))
        if not is_number or (text and not 1 <= int(text) <= len(self._tables)):
            raise UserError(tell("plain/lobby/no-such-table", text=text[:40]))
        if not self._tables:
            raise UserError(tell_closed(self._client) or tell("plain/lobby/no-table"))
        if text:
            return self._tables[int(text) - 1]
        fitting = (table for table in self._tables if table.status == preferred_status)
        return next(fitting, self._tables[0])

    async def _open_table(self, rest: str) -> str | None:
        words, opening = read_table_options(rest, self._last_game.name)
        opening = evolve(opening, players=_read_seats(words, spec_of(opening.game)))
        reply = await self._conversation.send_command(opening)
        self._last_game.remember(opening.game)
        if not isinstance(reply, Done):
            return None
        if opening.key:
            lobby = self._conversation.session.link.lobby
            self._private.add_opened_table(self._client, lobby, reply.table, opening.key)
        return reply.table


def _shown(table: TableSummary) -> TableSummary:
    """Return a table whose game this program has.

    Raises:
        UserError: it does not have it.
    """
    if missing := tell_missing_game(table.game, table.package):
        raise UserError(missing)
    return table


def _seat_to_take(table: TableSummary, me: str) -> int | None:
    """Return the seat to take; in a running game one's own in any case.

    The list may be older than what the person has just done: they may have left that seat, so that
    a bot plays. Who still has it takes it without effect.
    """
    own = (number for number, seat in enumerate(table.seats) if holds(seat, me))
    mine = next(own, None) if table.status == "running" else None
    return seat_for(table, me) if mine is None else mine


def _read_seats(words: list[str], game: GameSpec) -> int:
    """Return how many seats a table is to have: two if nothing was typed, or the fewest."""
    numbers = [str(number) for number in game.players]
    if not words:
        return 2 if 2 in game.players else min(game.players)
    if len(words) > 1 or words[0] not in numbers:
        raise UserError(
            tell(
                "plain/lobby/seats",
                game=game.title,
                seats=tuple(numbers),
                most=numbers[-1],
                name=game.name,
            )
        )
    return int(words[0])
