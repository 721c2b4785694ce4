"""Asks the lobby for the records of games that are over, as a client like any other."""

from __future__ import annotations

from typing import Final

from client.client import Client
from client.errors import ConnectionEndedError, NoAnswerError, RefusedError
from protocol.commands import AskRecord
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import RecordText
from siam_tui.profile.user_error import UserError
from texts import tell

_NAME: Final = "Web page"
_SECONDS: Final = 15.0


class RecordSource:
    """The lobby's records; it is connected only while it is asked."""

    def __init__(self, link: Link, password: str | None) -> None:
        self._link = link
        self._password = password
        self._key = SecretKey.generate()

    async def record(self, table: str, number: int) -> str:
        """Return the record of a game at a public table.

        Raises:
            UserError: there is none, or the lobby does not answer.
        """
        try:
            async with Client(self._link, self._key, _NAME, password=self._password) as client:
                await client.ready(_SECONDS)
                reply = await client.request(AskRecord(table, number))
        except RefusedError as error:
            raise UserError(tell("doors/no-record")) from error
        except (NoAnswerError, ConnectionEndedError) as error:
            raise UserError(tell("doors/no-answer")) from error
        if not isinstance(reply, RecordText) or not reply.text:
            raise UserError(tell("doors/no-record"))
        return reply.text
