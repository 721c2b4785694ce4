"""In a lobby, in a dialogue: its tables, and the ways to them."""

from __future__ import annotations

from client import Change, LobbyChanged
from games.registry import game_names
from protocol.messages import Done, OpenTable, TableSummary, TakeSeat, Terms
from protocol.private import new_table_key
from siam_tui.lobby.table_list import list_row, seat_for
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.options import table_options
from siam_tui.profile.private_tables import PrivateTables
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Place, Typed, usage


class Lobby:
    """The tables of a lobby; one goes from here to a table and comes back."""

    def __init__(self, stay: LobbyConversation, private: PrivateTables) -> None:
        """Prepare; `private` keeps the keys of the private tables one opens."""
        self._private = private
        self._stay = stay
        self._voice = stay.voice
        self._client = stay.client
        self._told: dict[str, str] = {}

    async def come(self) -> None:
        """Tell where one is."""
        who = "You are watching" if self._stay.session.watching else f"You are {self._client.name}"
        self._voice.say(f"You are in the lobby. {who}.")
        self.tell_tables()

    async def hear(self, change: Change) -> None:
        """Tell of tables that are new, changed or gone."""
        if not isinstance(change, LobbyChanged):
            return
        lines = self._lines()
        for table, line in lines.items():
            if self._told.get(table) != line:
                self._voice.say(line)
        for table, line in self._told.items():
            if table not in lines:
                self._voice.say(f"Closed: {line}")
        self._told = lines

    def _tables(self) -> tuple[TableSummary, ...]:
        return self._client.lobby.tables if self._client.lobby else ()

    def _lines(self) -> dict[str, str]:
        return {
            table.table: self._line(number, table)
            for number, table in enumerate(self._tables(), start=1)
        }

    def _line(self, number: int, table: TableSummary) -> str:
        line = list_row(table, self._client)
        told = (
            f"Table {number}, {line.table}, {line.map}, {line.status}. "
            f"Seats taken: {line.seats}. {line.players}."
        )
        own = line.you
        return f"{told} {own.capitalize()}." if own else told

    def tell_tables(self) -> None:
        """Tell all tables."""
        self._told = self._lines()
        if self._told:
            self._voice.say(*self._told.values())
        elif self._stay.session.watching:
            self._voice.say("There is no table yet. As soon as one is opened, it is told here.")
        else:
            self._voice.say("There is no table yet. Type open to open one.")

    async def obey(self, typed: Typed) -> str | None:
        """Do what was typed; return the table to go to, if to one.

        Raises:
            UserError: it cannot be done; says why.
        """
        match typed.name:
            case "tables" | "status":
                self.tell_tables()
            case "open":
                return await self._open(typed.rest)
            case "sit":
                table = await self._chosen(typed.rest, "open")
                seat = seat_for(table, self._client.me)
                if seat is not None:
                    await self._stay.ask(TakeSeat(table.table, seat))
                return table.table
            case "look":
                return (await self._chosen(typed.rest, "")).table
            case _:
                raise usage(typed, Place.LOBBY)
        return None

    async def _chosen(self, text: str, waits_for: str) -> TableSummary:
        """Return the table of a number; without one the first, for which a script waits."""
        if text and (not text.isdecimal() or not 1 <= int(text) <= len(self._tables())):
            raise UserError(f"There is no table {text[:40]}. Type tables to hear of all.")
        if not self._voice.interactive:
            await self._stay.until(lambda: bool(self._tables()))
        if not self._tables():
            raise UserError("There is no table yet.")
        if text:
            return self._tables()[int(text) - 1]
        fitting = (table for table in self._tables() if table.status == waits_for)
        return next(fitting, self._tables()[0])

    async def _open(self, rest: str) -> str | None:
        seats, chosen = table_options(rest)
        count = int(seats[0]) if len(seats) == 1 and seats[0].isdecimal() else 2
        if seats and (len(seats) > 1 or seats[0] not in ("2", "3", "4")):
            raise UserError("A table has 2, 3 or 4 seats.")
        seat = None if chosen.beside else 0
        key = new_table_key() if chosen.private else b""
        terms = Terms(clock=chosen.clock)
        reply = await self._stay.ask(
            OpenTable(game_names()[0], count, chosen.options, chosen.map, seat, terms, key)
        )
        if not isinstance(reply, Done):
            return None
        if key:
            self._private.add_opened_table(
                self._client, self._stay.session.link.lobby, reply.table, key
            )
        return reply.table
