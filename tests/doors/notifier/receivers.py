"""Real servers of this computer to which reminders are sent: for mail, and for HTTP."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiohttp import web
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.patience import PATIENCE


@dataclass
class Mailbox:
    """A mail server, and what it has received.

    Attributes:
        port: where it listens.
        answers: what it answers to the next messages instead of taking them.
    """

    port: int = 0
    answers: list[str] = field(default_factory=list)
    envelopes: asyncio.Queue[Envelope] = field(default_factory=asyncio.Queue)
    logins: list[tuple[bytes, bytes]] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)

    async def handle_DATA(self, _: Any, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answers:
            return self.answers.pop(0)
        self.encrypted.append(session.ssl is not None)
        self.envelopes.put_nowait(envelope)
        return "250 OK"

    def login(self, _s: Any, _session: Any, _envelope: Any, _kind: Any, data: Any) -> AuthResult:
        self.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"right", handled=False)

    async def next(self) -> tuple[Envelope, EmailMessage]:
        """Wait for the next message."""
        envelope = await asyncio.wait_for(self.envelopes.get(), PATIENCE)
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        return envelope, mail


@asynccontextmanager
async def mail_server(tls: ssl.SSLContext | None = None) -> AsyncIterator[Mailbox]:
    """Run a mail server; with certificates it wants STARTTLS and a login."""
    box = Mailbox()
    loop = asyncio.get_running_loop()
    known: dict[str, Any] = {}
    if tls is not None:
        known = {
            "tls_context": tls,
            "require_starttls": True,
            "auth_required": True,
            "authenticator": box.login,
        }
    listener = await loop.create_server(
        lambda: SMTP(box, loop=loop, hostname="mail.test", **known), "127.0.0.1", 0
    )
    box.port = listener.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        listener.close()


@dataclass
class Arrived:
    """A request that has arrived."""

    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class HttpHost:
    """A host for ntfy and webhooks, and what it has received.

    Attributes:
        place: its address and port.
        answer: makes its answers.
    """

    place: str = ""
    requests: asyncio.Queue[Arrived] = field(default_factory=asyncio.Queue)
    answer: Callable[[web.BaseRequest], Awaitable[web.StreamResponse]] | None = None

    async def take(self, request: web.BaseRequest) -> web.StreamResponse:
        body = await request.json()
        self.requests.put_nowait(Arrived(request.path_qs, dict(request.headers), body))
        return web.Response() if self.answer is None else await self.answer(request)

    async def next(self) -> Arrived:
        """Wait for the next request."""
        return await asyncio.wait_for(self.requests.get(), PATIENCE)


@asynccontextmanager
async def http_host() -> AsyncIterator[HttpHost]:
    """Run an HTTP server."""
    host = HttpHost()
    runner = web.ServerRunner(web.Server(host.take), shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host.place = f"127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield host
    finally:
        await runner.cleanup()
