"""Answers the requests of browsers: the page's files, and the frames of a topic."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Final

from aiohttp import web

from protocol.links import is_table_id, parse_link
from siam_tui.browser.page_files import INDEX, page_files
from siam_tui.browser.replay_worker import MOST_BYTES
from siam_tui.doors.fair_shares import FairPlaces
from siam_tui.doors.named_proxies import NamedProxies, Origin
from siam_tui.doors.web.connection_guard import GuardedProtocol, GuardedServer
from siam_tui.doors.web.lobby_feed import FrameReader, LobbyFeed
from siam_tui.doors.web.page_answers import HEADERS, NOT_UNDERSTOOD, PageAnswers, refusal
from siam_tui.doors.web.record_replayer import RecordReplayer
from siam_tui.doors.web.record_source import RecordSource
from siam_tui.doors.web.request_check import is_own_host, is_own_origin
from siam_tui.doors.web.request_pace import WATCH_COST, RequestPace
from siam_tui.doors.web.spectator import FrameQueue, send_frames, until_closed
from siam_tui.doors.web.stop_page import StopPage
from siam_tui.doors.web.web_settings import WebSettings
from siam_tui.profile.user_error import UserError

Watched = Callable[[FrameReader], AbstractContextManager[None]]
"""Hands frames to a reader for as long as the context lasts."""

_TABLE: Final = "/table/"
_REPLAY: Final = "/replay"
_GAME: Final = re.compile(r"/replay/([A-Za-z0-9]{1,40})/([0-9]{1,9})")
_LIVE: Final = "/live/"
_LIVE_LOBBY: Final = f"{_LIVE}lobby"
_LIVE_TABLE: Final = f"{_LIVE}table/"
_HEARTBEAT: Final = 30.0
_GOODBYE: Final = 1.0
"""Seconds in which a spectator who is sent away may say so."""
_MOST_RECEIVED: Final = 128
_UNSENT: Final = 32 * 1024
"""Bytes that may wait in the connection's own buffer."""

_BODY_SECONDS: Final = 10.0
"""How long a record may take to arrive."""
_FORWARDED: Final = "X-Forwarded-For"

_NOTHING_HERE: Final = "There is nothing here."
_OTHER_HOST: Final = (
    "This page is not served by that name. Its host adds the name with --public-host NAME."
)
_OTHER_SITE: Final = "Only this page itself may ask for that."
_ONLY_READ: Final = "This page can only be read."
_NO_RECORD: Final = "The lobby has no record of this game."
_EMPTY_RECORD: Final = "There is no record in it."
_SLOW_RECORD: Final = "The record took too long to arrive."
_TOO_FAST: Final = "Too much was asked from your address. Please try again in a while."
_UNNAMED: Final = (
    "a proxy on this computer passes people on; name it with --web-proxy, or they share one limit"
)
_LONG_RECORD: Final = "This record is too long for the page."
_FULL: Final = "Too many people are watching. Please try again in a while."

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
        self._answers = PageAnswers(page_files())
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
            return await self._answer_in_turn(request, self._origin_of(request))
        finally:
            protocol.guarded.busy = False

    async def _answer_in_turn(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        is_known = is_own_host(_host_of(request), self._settings.hosts)
        if is_known and (code := self._stop_page.code_of(request)):  # never refused: it waits
            return await self._stop_page.stop(code, origin)
        cost = WATCH_COST if request.path.startswith(_LIVE) else 1.0
        if not await self._pace.admit(origin, cost):
            return refusal(429, _TOO_FAST)
        if not is_known:
            return refusal(421, _OTHER_HOST)
        if self._stop_page.is_asked(request):
            return self._stop_page.question()
        return await self._answer_page(request, origin)

    def _origin_of(self, request: web.BaseRequest) -> Origin:
        peer, forwarded = request.remote or "", request.headers.getall(_FORWARDED, ())
        origin = self._proxies.origin_of_request(peer, forwarded)
        if forwarded and not self._settings.proxies and origin.people > 1 and not self._warned:
            self._warned = True
            logger.warning(_UNNAMED)
        return origin

    async def _answer_page(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        path = request.path
        if request.method == "POST" and (path == _REPLAY or _GAME.fullmatch(path)):
            return await self._replay(request, origin)
        if request.method not in {"GET", "HEAD"}:
            return refusal(405, _ONLY_READ)
        if path == _LIVE_LOBBY:
            topic = self._feed.topics.lobby_state()
            return await self._watch(request, origin, partial(self._feed.watched, topic))
        if path.startswith(_LIVE_TABLE) and is_table_id(path.removeprefix(_LIVE_TABLE)):
            table = path.removeprefix(_LIVE_TABLE)
            return await self._watch(request, origin, partial(self._feed.watched_table, table))
        is_table = path.startswith(_TABLE) and is_table_id(path.removeprefix(_TABLE))
        if is_table or path == _REPLAY:
            path = INDEX
        return self._answers.answer(path, request) or refusal(404, _NOTHING_HERE)

    async def _replay(self, request: web.BaseRequest, origin: Origin) -> web.StreamResponse:
        """Answer with the data of a record that was dropped, or that the lobby keeps."""
        if not is_own_origin(request.headers.get("Origin", ""), _host_of(request)):
            return refusal(403, _OTHER_SITE)
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
            raise _RefusedRequestError(404, _NO_RECORD)  # the lobby need not be asked
        return game[0], partial(self._source.record, game[1], int(game[2]))

    async def _watch(
        self, request: web.BaseRequest, origin: Origin, watched: Watched
    ) -> web.StreamResponse:
        if not is_own_origin(request.headers.get("Origin", ""), _host_of(request)):
            return refusal(403, _OTHER_SITE)
        protocol = _protocol_of(request)
        if not self._places.take(protocol, origin.network, shared=origin.people > 1):
            return refusal(503, _FULL)
        try:
            return await self._send(request, watched)
        finally:
            self._places.give_back(protocol)

    async def _send(self, request: web.BaseRequest, watched: Watched) -> web.StreamResponse:
        spectator = web.WebSocketResponse(
            timeout=_GOODBYE,
            compress=False,
            heartbeat=_HEARTBEAT,
            max_msg_size=_MOST_RECEIVED,
            writer_limit=_UNSENT,
        )
        if not spectator.can_prepare(request).ok:
            return refusal(426, _NOTHING_HERE)
        spectator.headers["Server"] = HEADERS["Server"]
        await spectator.prepare(request)
        assert request.transport is not None
        request.transport.set_write_buffer_limits(high=_UNSENT)
        queue = FrameQueue()
        with watched(queue):
            sending = asyncio.create_task(self._send_or_abort(request, spectator, queue))
            try:
                await until_closed(spectator)
            finally:
                sending.cancel()
                await spectator.close()  # of a connection that was cut off, it ends the timers
        return spectator

    async def _send_or_abort(
        self, request: web.BaseRequest, spectator: web.WebSocketResponse, queue: FrameQueue
    ) -> None:
        """Send frames; a spectator who reads nothing for long is cut off."""
        try:
            await send_frames(spectator, queue, self._settings.stalled_seconds)
        except TimeoutError:
            _protocol_of(request).guarded.end()


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
        raise _RefusedRequestError(408, _SLOW_RECORD) from error
    except web.RequestPayloadError as error:
        raise _RefusedRequestError(400, NOT_UNDERSTOOD) from error
    if len(text) > MOST_BYTES:
        raise _RefusedRequestError(413, _LONG_RECORD)
    if not text.strip():
        raise _RefusedRequestError(400, _EMPTY_RECORD)
    return text


async def _decoded(text: bytes) -> str:
    return text.decode(errors="replace")


def _protocol_of(request: web.BaseRequest) -> GuardedProtocol:
    assert isinstance(request.protocol, GuardedProtocol)
    return request.protocol


def _host_of(request: web.BaseRequest) -> str:
    """Return the host that was asked for; `request.host` would look up a name if there is none."""
    return request.headers.get("Host", "")
