"""Sends messages by e-mail, and to ntfy topics and webhooks on the public Internet only.

The address is checked where it counts: on the socket that is about to be connected. So neither odd
spellings of an address nor a name that changes between check and use lead to an inner host.

The tables are IANA's, since `ipaddress` knows them as they were when Python was released. A block
in which some addresses are reachable and others are not, such as 192.0.0.0/24, counts as a whole.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from types import TracebackType
from typing import Any, Final, Self

import aiohttp
import aiosmtplib
from yarl import URL

from protocol.reminders.reminder_addresses import AddressError, HttpAddress, read_email, read_http
from siam_tui.doors.notifier.notifier_settings import MailServer, NotifierSettings, Reminder
from texts import Message, say, tell

NOT_PUBLIC_V4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the customers of a provider
            "127.0.0.0/8",  # this computer
            "169.254.0.0/16",  # this link
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocols
            "192.0.2.0/24",  # examples
            "192.88.99.0/24",  # 6to4 relays, until 2015
            "192.168.0.0/16",  # private
            "198.18.0.0/15",  # measurements
            "198.51.100.0/24",  # examples
            "203.0.113.0/24",  # examples
            "224.0.0.0/3",  # multicast and reserved
        ),
    )
)
"""https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast."""
_UNICAST: Final = IPv6Network("2000::/3")
"""All public IPv6 addresses are in it, so a reserved range cannot be forgotten."""
NOT_PUBLIC_V6: Final = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocols; Teredo is read before
            "2001:db8::/32",  # examples
            "3fff::/20",  # examples
        ),
    )
)
"""https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it is in 2000::/3."""
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Behind a translator (NAT64), the last 32 bits are an IPv4 address."""


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public Internet.

    Loopback, private, link-local, shared (CGNAT), reserved, multicast and unspecified addresses do
    not, also where an IPv6 address contains one.

    >>> is_public("1.1.1.1"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        return _is_public_v4(address)
    inner = _inner_address(address)
    if inner is not None:
        return _is_public_v4(inner)
    return address in _UNICAST and not any(address in each for each in NOT_PUBLIC_V6)


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in each for each in NOT_PUBLIC_V4)


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address to which an IPv6 address leads, if it is of such a kind."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address.teredo is not None:
        return address.teredo[1]
    return address.ipv4_mapped or address.sixtofour


class SendingError(Exception):
    """A message could not be sent; the text is a short sentence for its player.

    It never contains what a foreign server said.

    Attributes:
        sentence: what to tell the player.
        may_pass: whether another attempt may succeed.
    """

    def __init__(self, sentence: Message, *, may_pass: bool) -> None:
        super().__init__(sentence)
        self.sentence, self.may_pass = sentence, may_pass


_BUSY: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Answers after which another attempt may succeed."""
_USER_AGENT: Final = "siam-reminders"


class _InnerAddressError(OSError):
    """A name leads to an address that is not on the public Internet."""

    def __init__(self) -> None:
        super().__init__(errno.EACCES, os.strerror(errno.EACCES))


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
            await self._post(f"{address.base}/", _ntfy_body(message, address), message.name)
        else:
            await self._post(address.url, _webhook_body(message), message.name)

    def _read_address(self, message: Reminder) -> HttpAddress:
        """Read the address again: the owner may allow other hosts since it was chosen."""
        settings, topic = self._settings, message.kind == "ntfy"
        hosts = settings.ntfy_hosts if topic else settings.webhook_hosts
        try:
            return read_http(message.address, hosts, topic=topic, plain=settings.allow_loopback)
        except AddressError as error:
            raise SendingError(say("doors/notifier/not-allowed"), may_pass=False) from error

    async def _post(self, url: str, body: dict[str, object], name: str) -> None:
        assert self._session is not None
        headers = {"Content-Type": "application/json", "Idempotency-Key": f'"{name}"'}
        data = json.dumps(body).encode()
        try:
            async with self._session.post(
                URL(url, encoded=True), data=data, headers=headers, allow_redirects=False
            ) as answer:
                status = answer.status  # the body is never read
                answer.close()
        except TimeoutError as error:
            raise SendingError(say("doors/notifier/no-answer"), may_pass=True) from error
        except (aiohttp.ClientConnectorCertificateError, ssl.SSLError) as error:
            raise SendingError(say("doors/notifier/not-proven"), may_pass=False) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            if _is_inner(error):
                raise SendingError(say("doors/notifier/inner"), may_pass=False) from error
            raise SendingError(say("doors/notifier/not-reached"), may_pass=True) from error
        if not 200 <= status < 300:
            raise SendingError(
                say("doors/notifier/refused", status=status), may_pass=status in _BUSY
            )

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
        body["actions"] = [
            {"action": "view", "label": tell("doors/notifier/stop"), "url": message.stop_page}
        ]
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


_STEPS: Final = 3
"""How many times the time of one step all of them may take."""
_PASSES: Final = range(400, 500)
"""Answers after which another attempt may succeed."""


class MailSender:
    """Sends by SMTP; a connection for each message."""

    def __init__(self, server: MailServer | None, seconds: float) -> None:
        """Prepare.

        Args:
            server: the mail server; None refuses every message.
            seconds: how long each step of a connection may take.
        """
        self._server = server
        self._seconds = seconds
        self._tls = ssl.create_default_context()

    async def send(self, message: Reminder) -> None:
        """Send a message.

        Raises:
            SendingError: it was not delivered.
        """
        server = self._server
        if server is None:
            raise SendingError(say("doors/notifier/mail-off"), may_pass=False)
        try:
            recipient = read_email(message.address)
        except AddressError as error:
            raise SendingError(say("doors/notifier/mail-no-address"), may_pass=False) from error
        try:
            async with asyncio.timeout(_STEPS * self._seconds):
                await self._deliver(mail_of(message, recipient, server.sender), recipient, server)
        except aiosmtplib.SMTPAuthenticationError as error:
            raise SendingError(say("doors/notifier/mail-login"), may_pass=False) from error
        except aiosmtplib.SMTPRecipientsRefused as error:
            code = error.recipients[0].code
            raise SendingError(
                say("doors/notifier/mail-refused", code=code), may_pass=code in _PASSES
            ) from error
        except aiosmtplib.SMTPResponseException as error:
            refused = say("doors/notifier/mail-refused", code=error.code)
            raise SendingError(refused, may_pass=error.code in _PASSES) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            if isinstance(error.__cause__, ssl.SSLError) or isinstance(error, ssl.SSLError):
                raise SendingError(say("doors/notifier/mail-not-proven"), may_pass=False) from error
            raise SendingError(say("doors/notifier/mail-no-answer"), may_pass=True) from error

    async def _deliver(self, mail: EmailMessage, recipient: str, server: MailServer) -> None:
        await aiosmtplib.send(
            mail,
            sender=server.sender,
            recipients=[recipient],
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            local_hostname=_domain(server.sender),
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            tls_context=self._tls,
            timeout=self._seconds,
        )


def mail_of(message: Reminder, recipient: str, sender: str) -> EmailMessage:
    """Return a message as an e-mail.

    The library refuses a header with a line break, and encodes other characters.

    Args:
        message: the message.
        recipient: the address it goes to, as `read_email` returns it.
        sender: the address it comes from.
    """
    mail = EmailMessage(policy=SMTP)
    mail["From"] = sender
    mail["To"] = recipient
    mail["Subject"] = message.subject
    mail["Date"] = formatdate()
    # Many mailboxes show a mail once that arrives twice with the same id.
    mail["Message-ID"] = f"<{message.name}@{_domain(sender)}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = _unsubscribe(message, sender)
    if message.stop_page.startswith("https://"):
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(message.text + "\n", cte="quoted-printable")
    return mail


def _unsubscribe(message: Reminder, sender: str) -> str:
    """Return where mail programs stop messages: the page, or a mail to the lobby's owner."""
    by_mail = f"<mailto:{sender}?subject=stop%20{message.stop_code}>"
    return f"<{message.stop_page}>, {by_mail}" if message.stop_page else by_mail


def _domain(address: str) -> str:
    return address.rpartition("@")[2]
