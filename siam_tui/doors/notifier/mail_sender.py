"""Sends messages by e-mail, through the mail server of the lobby's owner."""

from __future__ import annotations

import asyncio
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Final

import aiosmtplib

from protocol.reminders.reminder_addresses import AddressError, read_email
from siam_tui.doors.notifier.notifier_settings import MailServer, Reminder
from siam_tui.doors.notifier.sending_error import SendingError

_OFF: Final = "This lobby sends no e-mail any more."
_NO_ADDRESS: Final = "This is no e-mail address that is used."
_NO_ANSWER: Final = "The mail server cannot be reached."
_NOT_PROVEN: Final = "The certificate of the mail server is not valid."
_LOGIN: Final = "The mail server refused the lobby's login."
_REFUSED: Final = "The mail server refused it ({code})."
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
            raise SendingError(_OFF, may_pass=False)
        try:
            recipient = read_email(message.address)
        except AddressError as error:
            raise SendingError(_NO_ADDRESS, may_pass=False) from error
        try:
            async with asyncio.timeout(_STEPS * self._seconds):
                await self._deliver(mail_of(message, recipient, server.sender), recipient, server)
        except aiosmtplib.SMTPAuthenticationError as error:
            raise SendingError(_LOGIN, may_pass=False) from error
        except aiosmtplib.SMTPRecipientsRefused as error:
            code = error.recipients[0].code
            raise SendingError(_REFUSED.format(code=code), may_pass=code in _PASSES) from error
        except aiosmtplib.SMTPResponseException as error:
            refused = _REFUSED.format(code=error.code)
            raise SendingError(refused, may_pass=error.code in _PASSES) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            if isinstance(error.__cause__, ssl.SSLError) or isinstance(error, ssl.SSLError):
                raise SendingError(_NOT_PROVEN, may_pass=False) from error
            raise SendingError(_NO_ANSWER, may_pass=True) from error

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
    mail["Message-ID"] = make_msgid(domain=_domain(sender))
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
