"""A web door whose lobby is the test: it signs and publishes what the test wants."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import aiohttp
from attrs import evolve

from games.registry import spec_of
from protocol.envelope import Envelope, lock, sign
from protocol.keys import SecretKey, encode_key
from protocol.links import BrokerAddress, Link
from protocol.states import Entry, LobbyState, PartState, SeatState, TableState
from siam_tui.browser.page_files import page_files, page_version
from siam_tui.doors.web.lobby_feed import LobbyFeed
from siam_tui.doors.web.web_door import listening
from siam_tui.doors.web.web_settings import WebSettings

Published = TableState | LobbyState | PartState
TABLE = "abc1"
BOOT = bytes(range(16))
VERSION = page_version(page_files())


@dataclass
class OpenPage:
    """A page that is served, and the lobby behind it.

    Attributes:
        port: where it is served.
        feed: takes the frames, as from the broker.
        server: the lobby's key.
    """

    port: int
    feed: LobbyFeed
    server: SecretKey
    counter: int = field(default=0)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def url(self, path: str = f"/table/{TABLE}", table_key: bytes = b"") -> str:
        """Return an address of the page, with the key of a private table."""
        return f"{self.origin}{path}{f'#.{encode_key(table_key)}' if table_key else ''}"

    def frame(
        self,
        message: Published,
        key: bytes = b"",
        boot: bytes = BOOT,
        signer: SecretKey | None = None,
    ) -> bytes:
        """Return a message as the server publishes it, or the owner of a part."""
        self.counter += 1
        topic, secret = self.topic(message), signer or self.server
        envelope = Envelope(secret.public, topic, boot, self.counter, b"", message)
        return lock(envelope, secret, key) if key else sign(envelope, secret)

    def topic(self, message: Published) -> str:
        topics = self.feed.topics
        if isinstance(message, LobbyState):
            return topics.lobby_state()
        if isinstance(message, PartState):
            return topics.part(message.part)
        return topics.table(message.table)

    def publish(self, message: Published, key: bytes = b"", **more: Any) -> bytes:
        """Sign a message, hand it to the door, and return its frame."""
        frame = self.frame(message, key, **more)
        self.feed.receive(self.topic(message), frame)
        return frame

    @asynccontextmanager
    async def watch(
        self,
        http: aiohttp.ClientSession,
        path: str = f"table/{TABLE}",
        first: str = f"{VERSION} en",
        **more: str,
    ) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """Watch a table or the lobby as a program that is no browser."""
        headers, url = {"Origin": self.origin} | more, f"{self.origin}/watch/{path}"
        async with http.ws_connect(url, headers=headers, max_msg_size=0) as socket:
            await socket.send_str(first)
            yield socket


@asynccontextmanager
async def open_page(**settings: object) -> AsyncIterator[OpenPage]:
    """Serve the page of a lobby that is the test itself."""
    server = SecretKey.generate()
    link = Link(BrokerAddress("mqtt", "127.0.0.1", 1), server.public)
    chosen = replace(WebSettings(str(link), address="127.0.0.1"), **settings)
    feed = LobbyFeed(link, None, in_cluster=chosen.in_cluster)
    async with listening(chosen, feed) as ready:
        yield OpenPage(ready.port, feed, server)


def state_of(
    game: str, players: int, plies: int = 0, seed: int = 7, **changes: object
) -> TableState:
    """Return a table whose game has been played by dice for some moves."""
    spec = spec_of(game)
    game_map = spec.load_map(spec.maps[0]) if spec.maps else None
    rules = spec.bind(None if game_map is None else game_map.toml, frozenset())
    position, random, entries = rules.new(players, seed), Random(seed), []
    while len(entries) < plies and (seat := rules.turn(position)) is not None:
        move = rules.forced(position) or rules.random_move(position, random)
        position = rules.play(position, move)
        view = rules.format(rules.view(position, None))
        entries.append(Entry(seat, rules.format_move(move), "player", view))
    outcome = rules.outcome(position)
    names = ("Ann", "Ben", "Chai", "Dao")[:players]
    state = TableState(
        table=TABLE,
        revision=len(entries) + 1,
        game=game,
        map="" if game_map is None else game_map.toml,
        options=(),
        status="running" if outcome is None else "over",
        host="",
        host_name="Ann",
        seats=tuple(SeatState("person", "", name) for name in names),
        ply=len(entries),
        position=rules.format(rules.view(position, None)),
        news=tuple(entries[-20:]),
        result=outcome.text if outcome else "",
    )
    return evolve(state, **changes)


def get(path: str, host: str = "127.0.0.1", *headers: str) -> bytes:
    """Return a request as bytes, with the headers of a browser that closes afterwards."""
    lines = (f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", "")
    return "\r\n".join(lines).encode()
