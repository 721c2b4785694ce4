"""Answers the requests of browsers: the page's files, and what a table or the lobby shows."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from functools import partial
from time import thread_time
from typing import Final

from aiohttp import WSMsgType, web

from protocol.errors import KeyTextError
from protocol.keys import decode_key
from protocol.links import is_table_id, parse_link
from siam_tui.browser.page_files import index_path, page_files, page_version
from siam_tui.browser.replay_worker import MOST_BYTES
from siam_tui.doors.fair_shares import FairPlaces
from siam_tui.doors.named_proxies import NamedProxies, Origin
from siam_tui.doors.web.connection_guard import GuardedProtocol, GuardedServer
from siam_tui.doors.web.lobby_feed import LobbyFeed
from siam_tui.doors.web.page_answers import HEADERS, file_answer, refusal
from siam_tui.doors.web.reader_language import language_asked
from siam_tui.doors.web.record_replayer import RecordReplayer
from siam_tui.doors.web.record_source import RecordSource
from siam_tui.doors.web.request_check import is_confidential, is_own_host, is_own_origin
from siam_tui.doors.web.request_pace import WATCH_COST, RequestPace
from siam_tui.doors.web.shown_topic import NOTHING, PRIVATE, ShownTopic, told
from siam_tui.doors.web.spectator import (
    NewestMessage,
    first_message,
    send_messages,
    until_closed,
)
from siam_tui.doors.web.stop_page import StopPage
from siam_tui.doors.web.web_settings import WebSettings
from siam_tui.profile.user_error import UserError
from texts import LANGUAGES, language, say, speaking, tell

_LOBBY: Final = "/"
_TABLE: Final = "/table/"
_REPLAY: Final = "/replay"
_GAME: Final = re.compile(r"/replay/([A-Za-z0-9]{1,40})/([0-9]{1,9})")
_WATCH: Final = "/watch/"
_WATCH_LOBBY: Final = "/watch/lobby"
_WATCH_TABLE: Final = "/watch/table/"
_HEARTBEAT: Final = 30.0
_GOODBYE: Final = 1.0
"""Seconds in which a spectator who is sent away may say so."""
_MOST_RECEIVED: Final = 128
_UNSENT: Final = 32 * 1024
"""Bytes that may wait in the connection's own buffer."""
WRONG_KEY_SECONDS: Final = 0.1
"""As how much work a wrong key counts."""
_BODY_SECONDS: Final = 10.0
"""How long a record may take to arrive."""
_FORWARDED: Final = "X-Forwarded-For"

logger = logging.getLogger(__name__)


class _RefusedRequestError(Exception):
    """A request is refused; the text says why.

    Attributes:
        status: the number of the answer.
    """

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Site:
    """The page of one lobby.

    Attributes:
        server: makes the protocol of each connection.
    """

    def __init__(self, settings: WebSettings, feed: LobbyFeed) -> None:
        """Prepare.

        Args:
            settings: how to serve.
            feed: the lobby's frames.
        """
        self._settings = settings
        self._feed = feed
        self._warned = False
        self._replayer = RecordReplayer()
        self._source = RecordSource(parse_link(settings.link), settings.password or None)
        self._stop_page = StopPage(parse_link(settings.link), settings.password or None)
        self._files = page_files()
        self._version = page_version(self._files)
        self._pace = RequestPace()
        self._proxies = NamedProxies(settings.proxies)
        self._places = FairPlaces[GuardedProtocol](
            settings.spectators, settings.per_address, lambda each: each.guarded.end()
        )
        self.server = GuardedServer(self._answer_request, self._proxies, settings.request_seconds)

    async def _answer_request(self, request: web.BaseRequest) -> web.StreamResponse:
        protocol = _protocol_of(request)
        protocol.guarded.busy = True
        try:
            with speaking(language_asked(request.headers.get("Accept-Language", ""))):
                return await self._answer_in_turn(request, self._origin_of(request))
        finally:
            protocol.guarded.busy = False

    async def _answer_in_turn(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        is_known = is_own_host(_host_of(request), self._settings.hosts)
        if is_known and (code := self._stop_page.code_of(request)):  # never refused: it waits
            return await self._stop_page.stop(code, origin)
        cost = WATCH_COST if request.path.startswith(_WATCH) else 1.0
        if not await self._pace.admit(origin, cost):
            return refusal(429, tell("doors/too-fast"))
        if not is_known:
            return refusal(421, tell("doors/other-host"))
        if self._stop_page.is_asked(request):
            return self._stop_page.question()
        return await self._answer_page(request, origin)

    def _origin_of(self, request: web.BaseRequest) -> Origin:
        peer, forwarded = request.remote or "", request.headers.getall(_FORWARDED, ())
        origin = self._proxies.origin_of_request(peer, forwarded)
        if forwarded and not self._settings.proxies and origin.people > 1 and not self._warned:
            self._warned = True
            logger.warning(
                "a proxy on this computer passes people on; "
                "name it with --web-proxy, or they share one limit"
            )
        return origin

    async def _answer_page(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        path = request.path
        if request.method == "POST" and (path == _REPLAY or _GAME.fullmatch(path)):
            return await self._replay(request, origin)
        if request.method not in {"GET", "HEAD"}:
            return refusal(405, tell("doors/only-read"))
        if path == _WATCH_LOBBY:
            return await self._watch(request, origin, "")
        if path.startswith(_WATCH_TABLE) and is_table_id(path.removeprefix(_WATCH_TABLE)):
            return await self._watch(request, origin, path.removeprefix(_WATCH_TABLE))
        is_table = path.startswith(_TABLE) and is_table_id(path.removeprefix(_TABLE))
        if is_table or path in (_LOBBY, _REPLAY):
            path = index_path(language())
        file = self._files.get(path)
        return (
            refusal(404, tell("doors/nothing-here")) if file is None else file_answer(file, request)
        )

    async def _replay(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        """Answer with the data of a record that was dropped, or that the lobby keeps."""
        if not is_own_origin(request.headers.get("Origin", ""), _host_of(request)):
            return refusal(403, tell("doors/other-site"))
        if request.query_string != self._version:
            return refusal(409, tell("doors/updated"))
        try:
            game, fetch = await self._record_asked(request)
            data = await self._replayer.replay(origin, fetch, game)
        except _RefusedRequestError as error:
            return refusal(error.status, str(error))
        except UserError as error:
            return refusal(503, str(error))
        headers = {**HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store"}
        return web.Response(body=data, headers=headers)

    async def _record_asked(
        self, request: web.BaseRequest
    ) -> tuple[str, Callable[[], Awaitable[str]]]:
        """Return what names a record, if the lobby keeps it, and what returns its text."""
        if (game := _GAME.fullmatch(request.path)) is None:
            return "", partial(_decoded, await _body_of(request))
        if not self._feed.latest(self._feed.topics.table(game[1])):
            raise _RefusedRequestError(404, tell("doors/no-record"))  # the lobby need not be asked
        return game[0], partial(self._source.record, game[1], int(game[2]))

    async def _watch(
        self, request: web.BaseRequest, origin: Origin, table: str
    ) -> web.StreamResponse:
        """Show a table to a spectator, or the lobby if none is named."""
        if not is_own_origin(request.headers.get("Origin", ""), _host_of(request)):
            return refusal(403, tell("doors/other-site"))
        protocol = _protocol_of(request)
        if not self._places.take(protocol, origin.network, shared=origin.people > 1):
            return refusal(503, tell("doors/full"))
        try:
            spectator = await _upgraded(request)
            if spectator is None:
                return refusal(426, tell("doors/nothing-here"))
            try:
                await self._show(request, origin, table, spectator)
            finally:
                await spectator.close()  # of a connection that was cut off, it ends the timers
        finally:
            self._places.give_back(protocol)
        return spectator

    async def _show(
        self,
        request: web.BaseRequest,
        origin: Origin,
        table: str,
        spectator: web.WebSocketResponse,
    ) -> None:
        """Send what is shown until the spectator leaves, or why nothing is.

        The first message names the page's version, its language, and the key of a private table.
        """
        first, began = await first_message(spectator), thread_time()
        version, spoken, key_text, *_ = (*first.split(" "), "", "")
        spoken = spoken if spoken in LANGUAGES else language()
        with speaking(spoken):
            shown = self._find(request, origin, table, version, key_text)
        if isinstance(shown, bytes):
            with contextlib.suppress(ConnectionError):  # it left meanwhile
                await spectator.send_frame(shown, WSMsgType.TEXT)
            return
        newest = NewestMessage()
        with self._feed.watched(shown, spoken, newest):
            self._pace.charge(origin, thread_time() - began)
            sending = asyncio.create_task(self._send_or_abort(request, spectator, newest))
            try:
                await until_closed(spectator)
            finally:
                sending.cancel()

    def _find(
        self, request: web.BaseRequest, origin: Origin, table: str, version: str, key_text: str
    ) -> ShownTopic | bytes:
        """Return what a spectator may see, or the message that says why nothing.

        Args:
            request: the request.
            origin: where it comes from.
            table: the table's id; empty for the lobby.
            version: the page's.
            key_text: the key of a private table, as the page sent it.
        """
        if version != self._version:
            return told(say("doors/updated"), ends=True)
        if not table:
            return self._feed.lobby()
        peer, headers = request.remote or "", request.headers
        is_safe = is_confidential(peer, headers, self._proxies, is_encrypted=request.secure)
        key = _read_key(key_text) if is_safe else b""
        shown = self._feed.table(table, key)
        if not shown.is_refused:
            return told(NOTHING) if key and not shown.is_known else shown
        if not is_safe:
            return told(say("doors/overheard"), ends=True)
        if not key:
            return told(PRIVATE, ends=True)
        self._pace.charge(origin, WRONG_KEY_SECONDS)
        return told(say("doors/wrong-key"), ends=True)

    async def _send_or_abort(
        self,
        request: web.BaseRequest,
        spectator: web.WebSocketResponse,
        newest: NewestMessage,
    ) -> None:
        """Send messages; a spectator who reads nothing for long is cut off."""
        try:
            await send_messages(spectator, newest, self._settings.stalled_seconds)
        except TimeoutError:
            _protocol_of(request).guarded.end()


async def _upgraded(request: web.BaseRequest) -> web.WebSocketResponse | None:
    """Return the spectator's WebSocket; None if the request asks for none."""
    spectator = web.WebSocketResponse(
        timeout=_GOODBYE,
        compress=False,
        heartbeat=_HEARTBEAT,
        max_msg_size=_MOST_RECEIVED,
        writer_limit=_UNSENT,
    )
    if not spectator.can_prepare(request).ok:
        return None
    spectator.headers["Server"] = HEADERS["Server"]
    await spectator.prepare(request)
    assert request.transport is not None
    request.transport.set_write_buffer_limits(high=_UNSENT)
    return spectator


async def _body_of(request: web.BaseRequest) -> bytes:
    """Return the record that was sent with a request.

    Raises:
        _RefusedRequestError: there is none, or it is too long, too slow or garbled.
    """
    text = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            while len(text) <= MOST_BYTES and (part := await request.content.readany()):
                text += part
    except TimeoutError as error:
        raise _RefusedRequestError(408, tell("doors/slow-record")) from error
    except web.RequestPayloadError as error:
        raise _RefusedRequestError(400, tell("doors/not-understood")) from error
    if len(text) > MOST_BYTES:
        raise _RefusedRequestError(413, tell("browser/page/too-long"))
    if not text.strip():
        raise _RefusedRequestError(400, tell("doors/empty-record"))
    return text


def _read_key(text: str) -> bytes:
    """Return the key that a spectator gave; empty if it is none."""
    try:
        return decode_key(text)
    except KeyTextError:
        return b""


async def _decoded(text: bytes) -> str:
    return text.decode(errors="replace")


def _protocol_of(request: web.BaseRequest) -> GuardedProtocol:
    assert isinstance(request.protocol, GuardedProtocol)
    return request.protocol


def _host_of(request: web.BaseRequest) -> str:
    """Return the host that was asked for; `request.host` would look up a name if there is none."""
    return request.headers.get("Host", "")
