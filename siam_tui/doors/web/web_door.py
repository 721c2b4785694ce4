"""Runs the web door: listens, follows the lobby, and ends with its standard input."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
import ssl
import sys
from collections.abc import AsyncIterator
from functools import partial

from protocol.links import parse_link
from siam_tui.doors.door_life import told_to_end
from siam_tui.doors.web.lobby_feed import LobbyFeed
from siam_tui.doors.web.site import Site
from siam_tui.doors.web.web_settings import WebReady, WebSettings, server_tls
from siam_tui.profile.user_error import UserError

_BACKLOG = 1024
_HANDSHAKE_SECONDS = 15.0
_SPARE_FILES = 500


@contextlib.asynccontextmanager
async def listening(settings: WebSettings, feed: LobbyFeed) -> AsyncIterator[WebReady]:
    """Serve the page for as long as the context lasts.

    On SIGHUP it reads its certificate again.

    Args:
        settings: how to serve.
        feed: the lobby's frames.

    Raises:
        UserError: it cannot listen there, or its certificate cannot be read.
    """
    _allow_files(settings.spectators + _SPARE_FILES)
    site, tls = Site(settings, feed), server_tls(settings.certificate, settings.key)
    renew = partial(_renew_certificate, tls, settings)
    asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, renew)
    listeners = await settings.place.listen(partial(_listen, site, settings, tls))
    try:
        yield WebReady(listeners[0].sockets[0].getsockname()[1])
    finally:
        for each in listeners:
            each.close()
        await site.server.end()


async def _listen(
    site: Site, settings: WebSettings, tls: ssl.SSLContext | None, port: int
) -> list[asyncio.Server]:
    """Listen on a port of all addresses, with the limits of the site."""
    loop, address = asyncio.get_running_loop(), settings.address or None
    bound = await loop.create_server(site.server, address, port, start_serving=False)
    try:
        return [
            await loop.create_server(
                site.server,
                sock=site.server.listener(each.dup()),
                ssl=tls,
                ssl_handshake_timeout=_HANDSHAKE_SECONDS if tls else None,
                backlog=_BACKLOG,
            )
            for each in bound.sockets
        ]
    finally:
        bound.close()


def _renew_certificate(tls: ssl.SSLContext | None, settings: WebSettings) -> None:
    """Use the certificate as its files hold it now; keep the old one if they cannot be used."""
    if tls is None:
        return
    try:
        server_tls(settings.certificate, settings.key)  # half of a new pair would end the old one
        tls.load_cert_chain(settings.certificate, settings.key, password="")
    except (UserError, OSError) as error:
        sys.stderr.write(f"{error}\n")


def _allow_files(wanted: int) -> None:
    """Let this program have so many open files, as far as the system does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


async def run_web_door() -> None:
    """Serve until standard input ends, after it has told how to serve.

    Raises:
        UserError: the door cannot listen, or its certificate cannot be read.
    """
    line = await asyncio.to_thread(sys.stdin.readline)
    settings = WebSettings.of_line(line)
    link, password = parse_link(settings.link), settings.password or None
    feed = LobbyFeed(link, password, in_cluster=settings.in_cluster)
    following = asyncio.create_task(feed.run())
    try:
        with told_to_end() as stop:
            async with listening(settings, feed) as ready:
                sys.stdout.write(ready.to_line())
                sys.stdout.flush()
                await stop.wait()
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
