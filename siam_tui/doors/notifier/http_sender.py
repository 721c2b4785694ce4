"""Sends messages to ntfy topics and webhooks.

The address is checked where it counts: on the socket that is about to be connected. So neither odd
spellings of an address nor a name that changes between check and use lead to an inner host.
"""

from __future__ import annotations

import errno
import json
import socket
import ssl
from types import TracebackType
from typing import Any, Final, Self

import aiohttp
from yarl import URL

from protocol.reminders.reminder_addresses import AddressError, HttpAddress, read_http
from siam_tui.doors.notifier.notifier_settings import NotifierSettings, Reminder
from siam_tui.doors.notifier.public_addresses import is_public
from siam_tui.doors.notifier.sending_error import SendingError

_INNER: Final = "Its host is not on the public Internet."
_NOT_ALLOWED: Final = "This lobby does not allow its host any more."
_NO_ANSWER: Final = "Its host did not answer in time."
_NOT_REACHED: Final = "Its host cannot be reached."
_NOT_PROVEN: Final = "The certificate of its host is not valid."
_REFUSED: Final = "Its host refused it (HTTP {status})."
_BUSY: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers after which another attempt may succeed."""
_STOP: Final = "Stop these messages"
_USER_AGENT: Final = "siam-reminders"


class _InnerAddressError(OSError):
    """A name leads to an address that is not on the public Internet."""

    def __init__(self) -> None:
        super().__init__(errno.EACCES, "not a public address")


class HttpSender:
    """Sends by HTTP; use as ``async with``."""

    def __init__(self, settings: NotifierSettings) -> None:
        self._settings = settings
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        connector = aiohttp.TCPConnector(
            socket_factory=self._checked_socket, force_close=True, limit=8, use_dns_cache=False
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=self._settings.seconds),
            trust_env=False,
            auto_decompress=False,
            headers={"User-Agent": _USER_AGENT},
        )
        return self

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        assert self._session is not None
        await self._session.close()

    async def send(self, message: Reminder) -> None:
        """Send a message.

        Raises:
            SendingError: it was not delivered.
        """
        address = self._read_address(message)
        if message.kind == "ntfy":
            await self._post(f"{address.base}/", _ntfy_body(message, address))
        else:
            await self._post(address.url, _webhook_body(message))

    def _read_address(self, message: Reminder) -> HttpAddress:
        """Read the address again: the owner may allow other hosts since it was chosen."""
        settings, topic = self._settings, message.kind == "ntfy"
        hosts = settings.ntfy_hosts if topic else settings.webhook_hosts
        try:
            return read_http(message.address, hosts, topic=topic, plain=settings.allow_loopback)
        except AddressError as error:
            raise SendingError(_NOT_ALLOWED, may_pass=False) from error

    async def _post(self, url: str, body: dict[str, object]) -> None:
        assert self._session is not None
        headers = {"Content-Type": "application/json"}
        data = json.dumps(body).encode()
        try:
            async with self._session.post(
                URL(url, encoded=True), data=data, headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status  # the body is never read
                answer.close()
        except TimeoutError as error:
            raise SendingError(_NO_ANSWER, may_pass=True) from error
        except (aiohttp.ClientConnectorCertificateError, ssl.SSLError) as error:
            raise SendingError(_NOT_PROVEN, may_pass=False) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            if _is_inner(error):
                raise SendingError(_INNER, may_pass=False) from error
            raise SendingError(_NOT_REACHED, may_pass=True) from error
        if not 200 <= status < 300:
            raise SendingError(_REFUSED.format(status=status), may_pass=status in _BUSY)

    def _checked_socket(self, info: Any) -> socket.socket:  # noqa: ANN401 - aiohttp's type
        """Return a socket for an address that a name was resolved to, if it is a public one."""
        family, kind, protocol, _, place = info
        host = str(place[0])
        if not (is_public(host) or (self._settings.allow_loopback and _is_loopback(host))):
            raise _InnerAddressError
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)
        return made


def _is_loopback(host: str) -> bool:
    return host in ("127.0.0.1", "::1")


def _is_inner(error: BaseException) -> bool:
    """Return whether a connection failed because no address of the host is public."""
    return isinstance(getattr(error, "os_error", error), _InnerAddressError)


def _ntfy_body(message: Reminder, address: HttpAddress) -> dict[str, object]:
    """Return what ntfy publishes; as JSON, so that no text stands in a header."""
    body: dict[str, object] = {
        "topic": address.path.removeprefix("/"),
        "title": message.subject,
        "message": message.text,
    }
    if message.stop_page:
        body["actions"] = [{"action": "view", "label": _STOP, "url": message.stop_page}]
    return body


def _webhook_body(message: Reminder) -> dict[str, object]:
    """Return what a webhook gets: its text under the names that Slack, Mattermost and Discord use.

    Nobody is mentioned by it, and links get no preview.
    """
    text = f"{message.subject}\n\n{message.text}"
    return {
        "text": text,
        "content": text,
        "mrkdwn": False,
        "allowed_mentions": {"parse": []},
        "flags": 4,
        "stop_code": message.stop_code,
        "stop_page": message.stop_page,
    }
