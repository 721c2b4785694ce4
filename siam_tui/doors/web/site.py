"""Answers the requests of browsers: the page's files, and the frames of a topic."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Final

from aiohttp import web

from protocol.links import is_table_id, parse_link
from siam_tui.browser.page_files import INDEX, page_files
from siam_tui.browser.replay_worker import MOST_BYTES
from siam_tui.doors.network import network_of
from siam_tui.doors.web.connection_guard import GuardedServer
from siam_tui.doors.web.lobby_feed import FrameReader, LobbyFeed
from siam_tui.doors.web.page_answers import HEADERS, PageAnswers, refusal
from siam_tui.doors.web.record_replayer import RecordReplayer
from siam_tui.doors.web.record_source import RecordSource
from siam_tui.doors.web.request_check import is_own_host, is_own_origin
from siam_tui.doors.web.spectator import FrameQueue, send_frames, until_closed
from siam_tui.doors.web.spectator_limits import SPARE_CONNECTIONS, SPARE_OF_ADDRESS, Places
from siam_tui.doors.web.stop_page import StopPage
from siam_tui.doors.web.web_settings import WebSettings
from siam_tui.profile.user_error import UserError

Watched = Callable[[FrameReader], AbstractContextManager[None]]
"""Hands frames to a reader for as long as the context lasts."""

_TABLE: Final = "/table/"
_REPLAY: Final = "/replay"
_GAME: Final = re.compile(r"/replay/([A-Za-z0-9]{1,40})/([0-9]{1,9})")
_LIVE_LOBBY: Final = "/live/lobby"
_LIVE_TABLE: Final = "/live/table/"
_HEARTBEAT: Final = 30.0
_MOST_RECEIVED: Final = 128
_UNSENT: Final = 32 * 1024
"""Bytes that may wait in the connection's own buffer."""

_NO_LINGERING: Final = struct.pack("ii", 1, 0)

_NOTHING_HERE: Final = "There is nothing here."
_OTHER_HOST: Final = (
    "This page is not served by that name. Its host adds the name with --public-host NAME."
)
_OTHER_SITE: Final = "Only this page itself may ask for that."
_ONLY_READ: Final = "This page can only be read."
_LONG_RECORD: Final = "This record is too long for the page."
_FULL: Final = "Too many people are watching. Please try again in a while."


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
        self._replayer = RecordReplayer()
        self._source = RecordSource(parse_link(settings.link), settings.password or None)
        self._stop_page = StopPage(parse_link(settings.link), settings.password or None)
        self._answers = PageAnswers(page_files())
        self._places = Places(settings.spectators, settings.per_address)
        connections = Places(
            settings.spectators + SPARE_CONNECTIONS, settings.per_address + SPARE_OF_ADDRESS
        )
        self.server = GuardedServer(self._answer, connections, settings.request_seconds)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        if not is_own_host(_host_of(request), self._settings.hosts):
            return refusal(421, _OTHER_HOST)
        network = network_of(request.remote or "")
        stopped = await self._stop_page.answer(request, network)
        return stopped or await self._answer_page(request)

    async def _answer_page(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if request.method == "POST" and (path == _REPLAY or _GAME.fullmatch(path)):
            return await self._replay(request)
        if request.method not in {"GET", "HEAD"}:
            return refusal(405, _ONLY_READ)
        if path == _LIVE_LOBBY:
            topic = self._feed.topics.lobby_state()
            return await self._watch(request, partial(self._feed.watched, topic))
        if path.startswith(_LIVE_TABLE) and is_table_id(path.removeprefix(_LIVE_TABLE)):
            table = path.removeprefix(_LIVE_TABLE)
            return await self._watch(request, partial(self._feed.watched_table, table))
        is_table = path.startswith(_TABLE) and is_table_id(path.removeprefix(_TABLE))
        if is_table or path == _REPLAY:
            path = INDEX
        return self._answers.answer(path, request) or refusal(404, _NOTHING_HERE)

    async def _replay(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer with the data of a record that was dropped, or that the lobby keeps."""
        if not is_own_origin(request.headers.get("Origin", ""), _host_of(request)):
            return refusal(403, _OTHER_SITE)
        text = b""
        async for part in request.content.iter_any():
            text += part
            if len(text) > MOST_BYTES:
                return refusal(413, _LONG_RECORD)

        async def fetch() -> str:
            game = _GAME.fullmatch(request.path)
            if game is None:
                return text.decode(errors="replace")
            return await self._source.record(game[1], int(game[2]))

        try:
            data = await self._replayer.replay(fetch)
        except UserError as error:
            return refusal(503, str(error))
        headers = {**HEADERS, "Content-Type": "application/json", "Cache-Control": "no-store"}
        return web.Response(body=data, headers=headers)

    async def _watch(self, request: web.BaseRequest, watched: Watched) -> web.StreamResponse:
        if not is_own_origin(request.headers.get("Origin", ""), _host_of(request)):
            return refusal(403, _OTHER_SITE)
        network = network_of(request.remote or "")
        if not self._places.take(network):
            return refusal(503, _FULL)
        try:
            return await self._send(request, watched)
        finally:
            self._places.give_back(network)

    async def _send(self, request: web.BaseRequest, watched: Watched) -> web.StreamResponse:
        spectator = web.WebSocketResponse(
            compress=False, heartbeat=_HEARTBEAT, max_msg_size=_MOST_RECEIVED, writer_limit=_UNSENT
        )
        if not spectator.can_prepare(request).ok:
            return refusal(426, _NOTHING_HERE)
        await spectator.prepare(request)
        self.server.keep(request.protocol)
        assert request.transport is not None
        request.transport.set_write_buffer_limits(high=_UNSENT)
        queue = FrameQueue()
        with watched(queue):
            sending = asyncio.create_task(self._send_or_abort(request, spectator, queue))
            try:
                await until_closed(spectator)
            finally:
                sending.cancel()
        return spectator

    async def _send_or_abort(
        self, request: web.BaseRequest, spectator: web.WebSocketResponse, queue: FrameQueue
    ) -> None:
        """Send frames; a spectator who reads nothing for long is cut off."""
        try:
            await send_frames(spectator, queue, self._settings.stalled_seconds)
        except TimeoutError:
            if request.transport is not None:
                _reset(request.transport)


def _host_of(request: web.BaseRequest) -> str:
    """Return the host that was asked for; `request.host` would look up a name if there is none."""
    return request.headers.get("Host", "")


def _reset(transport: asyncio.Transport) -> None:
    """End a connection at once, with all that the system keeps for it."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
    transport.abort()
