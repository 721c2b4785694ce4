"""The people at a table, in a dialogue: what they say, who is there, and whom one does not hear."""

from __future__ import annotations

from collections.abc import Iterator

from client import AttendanceChanged, Change, Client, TalkChanged
from protocol.messages import TalkLine
from siam_tui.profile.user_error import UserError
from siam_tui.table.people import time_words


class People:
    """Who is at a table beside oneself."""

    def __init__(self, client: Client, table: str) -> None:
        """Prepare; what was said before is not told unless it is asked for."""
        self._client = client
        self._table = table
        self._heard = max((line.number for line in client.talks.lines_at(table)), default=0)
        self._away = self._absent()

    def hear(self, change: Change) -> Iterator[str]:
        """Tell what was said since, and who has come or gone."""
        match change:
            case TalkChanged(table) if table == self._table:
                for line in self._client.talks.lines_at(table):
                    if line.number > self._heard:
                        self._heard = line.number
                        if line.player != self._client.me:
                            yield _said(line)
            case AttendanceChanged(table) if table == self._table:
                before, self._away = self._away, self._absent()
                for player, name in self._away.items():
                    if player not in before:
                        yield f"{name} is away."
                for player, name in before.items():
                    if player not in self._away:
                        yield f"{name} is back."

    def _absent(self) -> dict[str, str]:
        company = self._client.company(self._table)
        return {each.player: each.name for each in company if each.away is not None}

    def talk(self) -> Iterator[str]:
        """Tell what was said lately."""
        lines = self._client.talks.lines_at(self._table)
        if not lines:
            yield "Nobody has said anything. Type say and what you want to say."
        yield from map(_said, lines)

    def here(self) -> Iterator[str]:
        """Tell who is at the table, and who is away."""
        company = self._client.company(self._table)
        if all(each.player == self._client.me for each in company):
            yield "No other person is here."
        for each in company:
            muted = " You do not hear what they say." * (each.player in self._client.talks.muted)
            you = ", you" * (each.player == self._client.me)
            if each.away is None:
                yield f"{each.name}{you}.{muted}"
            else:
                yield f"{each.name}, away {time_words(each.away)}".rstrip() + f".{muted}"

    def mute(self, name: str, *, muted: bool) -> str:
        """Hear somebody no more, or again; nobody else knows of it.

        Raises:
            UserError: nobody here is called so.
        """
        company = self._client.company(self._table)
        found = [each for each in company if each.name.lower() == name.lower()]
        if not found or found[0].player == self._client.me:
            raise UserError("Nobody else here is called so. Type people for their names.")
        if muted:
            self._client.talks.muted.add(found[0].player)
        else:
            self._client.talks.muted.discard(found[0].player)
        return f"You {'no longer ' * muted}hear {found[0].name}{' again' * (not muted)}."


def _said(line: TalkLine) -> str:
    who = line.name if line.seat is not None else f"{line.name}, who watches,"
    return f"{who} says: {line.text}"
