"""The page on which a stop code ends reminders, for people who have no siam.

Following a link changes nothing, since mail programs look at links by themselves. The button does,
and so does the one-click form of mail programs (RFC 8058): both are POST requests.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from typing import Final

from aiohttp import web

from client.client import Client
from client.errors import ConnectionEndedError, NoAnswerError, RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import StopReminders
from siam_tui.doors.web.page_answers import HEADERS, POLICY

_PATH: Final = re.compile(r"/stop/([A-Z2-9-]{16,24})")
_NAME: Final = "Web page"
_SECONDS: Final = 5.0
_TRIES: Final = 10
"""Codes that one address may use in an hour."""
_HOUR: Final = 3600.0
_REMEMBERED: Final = 1000
_AT_ONCE: Final = 4
"""Codes that are used at a time; each needs a connection to the lobby."""

_POLICY: Final = POLICY.replace("form-action 'none'", "form-action 'self'")
_ASK: Final = "This stops the messages that this lobby sends to the address that got this link."
_STOPPED: Final = "The lobby has forgotten the address. No more messages are sent there."
_UNKNOWN: Final = "Nobody's messages have this code. They may be stopped already."
_NO_ANSWER: Final = "The lobby does not answer. Please try again in a while."
_TOO_MANY: Final = "Too many codes were tried. Please try again in an hour."
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Stop messages</title>
<h1>Stop messages</h1>
<p>{sentence}</p>
{form}
"""
_FORM: Final = '<form method="post"><button>Stop these messages</button></form>'


class StopPage:
    """Ends reminders by their stop code, as a client of the lobby like any other."""

    def __init__(self, link: Link, password: str | None) -> None:
        self._link = link
        self._password = password
        self._connections = 0
        self._tries: OrderedDict[str, tuple[float, int]] = OrderedDict()

    async def answer(self, request: web.BaseRequest, network: str) -> web.Response | None:
        """Return the answer to a request; None if it is for another page.

        Args:
            request: the request.
            network: what tells its address apart from others.
        """
        found = _PATH.fullmatch(request.path)
        if found is None or request.method not in {"GET", "HEAD", "POST"}:
            return None
        if request.method != "POST":
            return _page(200, _ASK, _FORM)
        if not self._may_try(network):
            return _page(429, _TOO_MANY)
        if self._connections >= _AT_ONCE:
            return _page(503, _NO_ANSWER)
        self._connections += 1
        try:
            return await self._stop(found[1])
        finally:
            self._connections -= 1

    async def _stop(self, code: str) -> web.Response:
        key = SecretKey.generate()
        try:
            async with Client(self._link, key, _NAME, password=self._password) as client:
                await client.ready(_SECONDS)
                await client.request(StopReminders(code))
        except RefusedError:
            return _page(404, _UNKNOWN)
        except (NoAnswerError, ConnectionEndedError):
            return _page(503, _NO_ANSWER)
        return _page(200, _STOPPED)

    def _may_try(self, network: str) -> bool:
        """Count a code of an address; return whether it may be tried."""
        now = time.monotonic()
        since, tries = self._tries.get(network, (now, 0))
        if now - since >= _HOUR:
            since, tries = now, 0
        self._tries[network] = (since, tries + 1)
        self._tries.move_to_end(network)
        if len(self._tries) > _REMEMBERED:
            self._tries.popitem(last=False)
        return tries < _TRIES


def _page(status: int, sentence: str, form: str = "") -> web.Response:
    headers = {
        **HEADERS,
        "Content-Security-Policy": _POLICY,
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
    }
    body = _PAGE.format(sentence=sentence, form=form).encode()
    return web.Response(status=status, body=body, headers=headers)
