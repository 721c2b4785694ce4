"""The people at a table in a dialogue: what they say, who is there, and who is muted."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from client.changes import AttendanceChanged, Change, TalkChanged
from client.lobby_mirror import Companion
from protocol.messages import TalkLine
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.profile.user_error import UserError
from siam_tui.table.seat_notes import time_words
from siam_tui.typed.commands import Typed
from siam_tui.ui.text import spell_duration
from texts import Person, tell
from texts.sentences import join_sentences

_PATIENCE: Final = 5.0
"""Seconds to wait for the list of who is here, just after arriving."""


class PeopleCommands:
    """Talk, presence and muting at one table."""

    def __init__(self, conversation: LobbyConversation, table: str) -> None:
        """Prepare; what was told at the table before is told only when it is asked for."""
        self._conversation = conversation
        self._client = conversation.client
        self._table = table
        self._away: set[str] = set()

    def tell_change(self, change: Change) -> Iterator[str]:
        """Iterate over what was said since, and who has come or gone."""
        match change:
            case TalkChanged(table) if table == self._table:
                for line in self._client.talks.lines_at(table):
                    if line.number > self._conversation.told_talk.get(table, 0):
                        self._conversation.told_talk[table] = line.number
                        if line.player != self._client.me:
                            yield _tell_talk_line(line)
            case AttendanceChanged(table) if table == self._table:
                yield from self._tell_attendance()

    def _tell_attendance(self) -> Iterator[str]:
        """Iterate over who keeps a seat and is away, or is back.

        Of people for whom a bot plays, the news of the table tell it.
        """
        company = self._client.company(self._table)
        for each in company:
            if each.away is None and each.player in self._away:
                self._away.discard(each.player)
                yield tell("plain/people/back", who=Person(each.name))
            elif self._keeps_seat_away(each) and each.player not in self._away:
                self._away.add(each.player)
                yield tell("plain/people/away", who=Person(each.name))
                yield from self._tell_limit(each)

    def _tell_limit(self, person: Companion) -> Iterator[str]:
        """Tell after which time a bot may play for somebody, where the table has such a limit."""
        state = self._client.table(self._table)
        limit = 0 if state is None or state.status != "running" else state.terms.away_limit
        if state is None or not limit:
            return
        players = [seat.player for seat in state.seats]
        time = spell_duration(limit)
        if state.host == self._client.me:
            yield tell("plain/people/you-may", time=time, seat=players.index(person.player) + 1)
        else:
            yield tell("plain/people/host-may", time=time)

    def _keeps_seat_away(self, person: Companion) -> bool:
        """Return whether another person is away and has a seat that waits for them."""
        if person.away is None or person.player == self._client.me:
            return False
        state = self._client.table(self._table)
        seats = () if state is None else state.seats
        return any(seat.player == person.player and seat.holder == "person" for seat in seats)

    async def run_people_command(self, typed: Typed) -> Iterator[str]:
        """Do ``talk``, ``people``, ``mute`` or ``unmute``; return what there is to say.

        Raises:
            UserError: there is no other person of that name.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._conversation.wait_until(lambda: bool(self._client.company(self._table)))
        match typed.name:
            case "talk":
                return self._tell_talk()
            case "people":
                return self._tell_people()
        return iter([self._mute(typed.rest, muted=typed.name == "mute")])

    def _tell_talk(self) -> Iterator[str]:
        """Iterate over what was said lately."""
        lines = self._client.talks.lines_at(self._table)
        if not lines:
            yield tell("plain/people/silence")
        yield from map(_tell_talk_line, lines)

    def _tell_people(self) -> Iterator[str]:
        """Iterate over who is at the table, and who is away."""
        company = self._client.company(self._table)
        if all(each.player == self._client.me for each in company):
            yield tell("plain/people/nobody")
        for each in company:
            who, is_you = Person(each.name), each.player == self._client.me
            if each.away is None:
                told = tell("plain/people/you" if is_you else "plain/people/here", who=who)
            else:
                told = tell("plain/people/away-for", who=who, time=time_words(each.away) or None)
            is_muted = each.player in self._client.talks.muted
            yield join_sentences(told, tell("plain/people/muted") if is_muted else "")

    def _mute(self, name: str, *, muted: bool) -> str:
        """Mute a person, or unmute them; nobody else learns of it. Return what was done.

        Raises:
            UserError: there is no other person of that name.
        """
        company = self._client.company(self._table)
        found = [each for each in company if each.name.lower() == name.lower()]
        if not found or found[0].player == self._client.me:
            raise UserError(tell("plain/people/no-such"))
        if muted:
            self._client.talks.muted.add(found[0].player)
            return tell("plain/people/mute", who=Person(found[0].name))
        self._client.talks.muted.discard(found[0].player)
        return tell("plain/people/unmute", who=Person(found[0].name))


def _tell_talk_line(line: TalkLine) -> str:
    return tell(
        "plain/people/says" if line.seat is not None else "plain/people/spectator-says",
        who=Person(line.name),
        text=line.text,
    )
