"""The page on which a stop code ends reminders, for people who have no siam.

Following a link changes nothing, since mail programs look at links by themselves. The button does,
and so does the one-click form of mail programs (RFC 8058): both are POST requests.

Codes cannot be guessed, so wrong ones are not counted: whoever has a right one is never locked out.
They only take time, and wait for their turn, one address after the other.
"""

from __future__ import annotations

import asyncio
import re
from html import escape
from typing import Final

from aiohttp import web

from client.client import Client
from client.errors import ConnectionEndedError, NoAnswerError, RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.reminders.reminder_messages import StopReminders
from siam_tui.doors.fair_shares import FairTurns, TooManyWaitError
from siam_tui.doors.named_proxies import Origin
from siam_tui.doors.web.connection_guard import CONNECTIONS_OF_ADDRESS
from siam_tui.doors.web.page_answers import HEADERS, POLICY
from texts import language, tell

_PATH: Final = re.compile(r"/stop/([A-HJ-NP-Z2-9]{4}(?:-?[A-HJ-NP-Z2-9]{4}){3})")
_NAME: Final = "Web page"
_SECONDS: Final = 5.0
_AT_ONCE: Final = 4
"""Codes that are used at a time; each needs a connection to the lobby."""
_PAUSE: Final = 0.4
"""Seconds that a wrong code keeps its turn, so that the lobby gets ten a second at most."""

_POLICY: Final = POLICY.replace("form-action 'none'", "form-action 'self'")
_PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>{title}</title>
<h1>{title}</h1>
<p>{sentence}</p>
{form}
"""
_FORM: Final = '<form method="post"><button>{button}</button></form>'


class StopPage:
    """Ends reminders by their stop code, as a client of the lobby like any other."""

    def __init__(self, link: Link, password: str | None) -> None:
        self._link = link
        self._password = password
        self._turns = FairTurns(_AT_ONCE, CONNECTIONS_OF_ADDRESS)

    def is_asked(self, request: web.BaseRequest) -> bool:
        """Return whether a request is for this page, without its button."""
        return request.method in {"GET", "HEAD"} and _PATH.fullmatch(request.path) is not None

    def question(self) -> web.Response:
        """Return the page with the button."""
        return _page(200, tell("doors/stop/question"), tell("doors/stop/button"))

    def code_of(self, request: web.BaseRequest) -> str:
        """Return the code for which the button was pressed; empty if that is not the request."""
        found = _PATH.fullmatch(request.path) if request.method == "POST" else None
        return "" if found is None else found[1]

    async def stop(self, code: str, origin: Origin) -> web.Response:
        """Stop the messages with a code, when it is its turn; return what came of it.

        Args:
            code: the stop code.
            origin: where the request comes from.
        """
        try:
            async with self._turns.turn(origin):
                return await self._stop(code)
        except TooManyWaitError:  # behind a proxy, where an address may have more connections
            return _page(503, tell("doors/no-answer"))

    async def _stop(self, code: str) -> web.Response:
        key = SecretKey.generate()
        try:
            async with Client(self._link, key, _NAME, password=self._password) as client:
                await client.ready(_SECONDS)
                await client.request(StopReminders(code))
        except RefusedError:
            await asyncio.sleep(_PAUSE)
            return _page(404, tell("doors/stop/unknown"))
        except (NoAnswerError, ConnectionEndedError):
            return _page(503, tell("doors/no-answer"))
        return _page(200, tell("doors/stop/done"))


def _page(status: int, sentence: str, button: str = "") -> web.Response:
    headers = {
        **HEADERS,
        "Content-Security-Policy": _POLICY,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Language": language(),
        "Cache-Control": "no-store",
    }
    form = _FORM.format(button=escape(button)) if button else ""
    title = escape(tell("doors/stop/title"))
    page = _PAGE.format(
        language=language(), title=title, sentence=escape(sentence, quote=False), form=form
    )
    return web.Response(status=status, body=page.encode(), headers=headers)
