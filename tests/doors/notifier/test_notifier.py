"""The notifier sends by mail, ntfy and webhook to real servers, and to nobody else."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from siam_tui.doors.notifier.notifier import Notifier, sending
from siam_tui.doors.notifier.notifier_settings import (
    MailServer,
    NotifierSettings,
    Reminder,
    SendingResult,
)
from siam_tui.doors.notifier.senders import mail_of
from tests.certificates import TestAuthority
from tests.doors.notifier.receivers import HttpHost, Mailbox, http_host, mail_server
from tests.patience import PATIENCE

TEXT = "It is your turn in Änne's lobby:\n- King of Siam\n.\nFrom here"
SENDER = "lobby@siam.example"
NOT_PUBLIC = "Its host is not on the public Internet."


@dataclass
class Sending:
    """A notifier of this process, and what came of its messages."""

    notifier: Notifier
    results: asyncio.Queue[SendingResult] = field(default_factory=asyncio.Queue)

    async def send(self, message: Reminder) -> str:
        """Send a message, and return why it was not delivered."""
        await self.notifier.put(message)
        return (await asyncio.wait_for(self.results.get(), PATIENCE)).trouble


@asynccontextmanager
async def notifier(settings: NotifierSettings) -> AsyncIterator[Sending]:
    """Send in this process."""
    results: asyncio.Queue[SendingResult] = asyncio.Queue()
    async with sending(settings, results.put_nowait) as running:
        yield Sending(running, results)


NAME = "f00d"


def message(kind: str, address: str, **more: Any) -> Reminder:
    given = {"subject": "Your turn", "text": TEXT, "stop_page": "", "stop_code": "ABCD-EFGH"}
    given["name"] = NAME
    return Reminder(1, kind, address, **{**given, **more})


def local(host: HttpHost, **more: Any) -> NotifierSettings:
    """Return settings that allow a host of this computer."""
    places = {"ntfy_hosts": (host.place,), "webhook_hosts": (host.place,)}
    return NotifierSettings(**{**places, "allow_loopback": True, "retry_seconds": (), **more})


def mailing(box: Mailbox, **more: Any) -> NotifierSettings:
    """Return settings with a mail server of this computer."""
    server = MailServer("127.0.0.1", box.port, "none", SENDER)
    return NotifierSettings(mail=replace(server, **more), retry_seconds=())


@pytest.fixture
async def host() -> AsyncIterator[HttpHost]:
    async with http_host() as running:
        yield running


class TestMail:
    async def test_it_arrives_whole_and_names_how_to_stop(self) -> None:
        async with mail_server() as box, notifier(mailing(box)) as here:
            page = "https://siam.example/stop/ABCD-EFGH"
            assert await here.send(message("email", "ann@example.org", stop_page=page)) == ""
            envelope, mail = await box.next()
        assert (envelope.mail_from, envelope.rcpt_tos) == (SENDER, ["ann@example.org"])
        assert mail["Subject"] == "Your turn"
        assert mail.get_content().splitlines() == TEXT.splitlines()
        stop = f"<{page}>, <mailto:{SENDER}?subject=stop%20ABCD-EFGH>"
        assert mail["List-Unsubscribe"] == stop
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["Auto-Submitted"] == "auto-generated"

    @pytest.mark.parametrize(
        "address", ["a@b.example\r\nRCPT TO:<c@d.example>", "a@b.example, c@d.example", "a"]
    )
    async def test_an_address_with_more_in_it_is_not_used(self, address: str) -> None:
        async with mail_server() as box, notifier(mailing(box)) as here:
            assert await here.send(message("email", address))
            assert box.envelopes.empty()

    def test_no_header_can_be_added_by_a_subject(self) -> None:
        with pytest.raises(ValueError, match=r"linefeed|newline"):
            mail_of(message("email", "", subject="x\r\nBcc: all@b.example"), "a@b.example", SENDER)

    async def test_an_answer_that_may_pass_is_tried_again(self) -> None:
        async with mail_server() as box:
            box.answers = ["451 Later"]
            settings = replace(mailing(box), retry_seconds=(0.0,))
            async with notifier(settings) as here:
                assert await here.send(message("email", "ann@example.org")) == ""
                box.answers = ["550 No"]
                refused = await here.send(message("email", "ann@example.org"))
                assert refused == "The mail server refused it (550)."

    async def test_what_a_mail_server_says_is_never_repeated(self) -> None:
        async with mail_server() as box, notifier(mailing(box)) as here:
            box.answers = ["554 [b]see evil.example[/b]"]
            assert "evil" not in await here.send(message("email", "ann@example.org"))

    async def test_no_server_is_said(self) -> None:
        async with mail_server() as box:
            settings = mailing(box)
        async with notifier(settings) as here:
            assert await here.send(message("email", "a@b.example")) == (
                "The mail server cannot be reached."
            )


class TestEncryptedMail:
    @pytest.fixture(scope="class")
    def certificate(self, tmp_path_factory: pytest.TempPathFactory) -> Path:
        folder = tmp_path_factory.mktemp("tls")
        TestAuthority(folder).issue("mail", "127.0.0.1")
        return folder

    def context(self, certificate: Path) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate / "mail.pem", certificate / "mail.key")
        return context

    async def test_it_logs_in_over_a_certificate_that_is_trusted(
        self, certificate: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "ca.pem"))
        async with mail_server(self.context(certificate)) as box:
            login = {"security": "starttls", "user": "siam", "password": "right"}
            async with notifier(mailing(box, **login)) as here:
                assert await here.send(message("email", "ann@example.org")) == ""
            assert box.logins == [(b"siam", b"right")]
            assert box.encrypted == [True]
            async with notifier(mailing(box, **login | {"password": "wrong"})) as here:
                assert await here.send(message("email", "ann@example.org")) == (
                    "The mail server refused the lobby's login."
                )

    async def test_a_password_is_not_sent_to_a_server_that_nobody_vouches_for(
        self, certificate: Path
    ) -> None:
        async with mail_server(self.context(certificate)) as box:
            login = {"security": "starttls", "user": "siam", "password": "right"}
            async with notifier(mailing(box, **login)) as here:
                assert await here.send(message("email", "ann@example.org")) == (
                    "The certificate of the mail server is not valid."
                )
            assert box.logins == []

    async def test_a_server_without_encryption_gets_no_password(self) -> None:
        async with mail_server() as box:
            login = {"security": "starttls", "user": "siam", "password": "right"}
            async with notifier(mailing(box, **login)) as here:
                assert await here.send(message("email", "ann@example.org"))
            assert box.logins == []
            assert box.envelopes.empty()


class TestHttp:
    async def test_ntfy_gets_a_topic_a_title_and_a_button_that_stops(self, host: HttpHost) -> None:
        async with notifier(local(host)) as here:
            sent = message("ntfy", f"http://{host.place}/ann", stop_page="https://s.example/stop/A")
            assert await here.send(sent) == ""
        arrived = await host.next()
        assert arrived.path == "/"
        assert arrived.body["topic"] == "ann"
        assert (arrived.body["title"], arrived.body["message"]) == ("Your turn", TEXT)
        assert arrived.body["actions"][0]["url"] == "https://s.example/stop/A"

    async def test_a_webhook_gets_the_text_and_mentions_nobody(self, host: HttpHost) -> None:
        async with notifier(local(host)) as here:
            sent = message("webhook", f"http://{host.place}/a/b?wait=true")
            assert await here.send(sent) == ""
        arrived = await host.next()
        assert arrived.path == "/a/b?wait=true"
        assert arrived.headers["Host"] == host.place
        assert arrived.body["text"] == arrived.body["content"] == f"Your turn\n\n{TEXT}"
        assert arrived.body["allowed_mentions"] == {"parse": []}

    async def test_redirects_are_not_followed(self, host: HttpHost) -> None:
        async def elsewhere(_: object) -> web.Response:
            return web.Response(status=307, headers={"Location": f"http://{host.place}/secret"})

        host.answer = elsewhere
        async with notifier(local(host)) as here:
            refused = await here.send(message("webhook", f"http://{host.place}/a"))
        assert refused == "Its host refused it (HTTP 307)."
        assert (await host.next()).path == "/a"
        assert host.requests.empty()

    async def test_a_host_that_does_not_answer_is_given_up(self, host: HttpHost) -> None:
        held = asyncio.Event()

        async def silence(_: object) -> web.Response:
            await held.wait()
            return web.Response()

        host.answer = silence
        async with notifier(local(host, seconds=0.2)) as here:
            refused = await here.send(message("webhook", f"http://{host.place}/a"))
            held.set()
        assert refused == "Its host did not answer in time."

    async def test_an_endless_answer_is_not_read(self, host: HttpHost) -> None:
        cut_off = asyncio.Event()

        async def endless(request: web.BaseRequest) -> web.StreamResponse:
            answer = web.StreamResponse()
            await answer.prepare(request)
            try:
                while True:
                    await answer.write(bytes(1 << 16))
            finally:
                cut_off.set()

        host.answer = endless
        async with notifier(local(host)) as here:
            assert await here.send(message("webhook", f"http://{host.place}/a")) == ""
            await asyncio.wait_for(cut_off.wait(), PATIENCE)

    async def test_long_headers_are_not_read(self, host: HttpHost) -> None:
        async def long(_: object) -> web.Response:
            return web.Response(headers={"X": "x" * 100_000})

        host.answer = long
        async with notifier(local(host)) as here:
            assert await here.send(message("webhook", f"http://{host.place}/a"))

    async def test_a_cookie_is_not_kept(self, host: HttpHost) -> None:
        async def cookie(_: object) -> web.Response:
            return web.Response(headers={"Set-Cookie": "a=b; Path=/"})

        host.answer = cookie
        async with notifier(local(host)) as here:
            for _ in range(2):
                await here.send(message("webhook", f"http://{host.place}/a"))
                assert "Cookie" not in (await host.next()).headers


class TestInnerHosts:
    @pytest.mark.parametrize(
        "name",
        ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "017700000001", "[::1]"],
    )
    async def test_even_an_allowed_host_is_not_reached_on_this_computer(
        self, host: HttpHost, name: str
    ) -> None:
        """An owner may allow a name that leads here, or that a stranger has changed to do so."""
        place = f"{name}:{host.place.rpartition(':')[2]}"
        settings = replace(local(host, webhook_hosts=(place,)), allow_loopback=False)
        async with notifier(settings) as here:
            refused = await here.send(message("webhook", f"https://{place}/a"))
        assert refused in (NOT_PUBLIC, "Its host cannot be reached.")  # aiohttp knows odd numbers
        assert host.requests.empty()

    async def test_a_name_that_changes_its_address_is_checked_when_it_is_used(
        self, host: HttpHost, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whatever DNS said before: the socket is checked that is about to be connected."""
        port = int(host.place.rpartition(":")[2])
        asked = []

        async def resolve(_: object, name: str, *_args: Any, **_more: Any) -> list[Any]:
            asked.append(name)
            inner = {"hostname": name, "host": "127.0.0.1", "port": port}
            return [{**inner, "family": socket.AF_INET, "proto": 6, "flags": 0}]

        monkeypatch.setattr("aiohttp.resolver.ThreadedResolver.resolve", resolve)
        place = f"rebinding.example:{port}"
        settings = replace(local(host, webhook_hosts=(place,)), allow_loopback=False)
        async with notifier(settings) as here:
            refused = await here.send(message("webhook", f"https://{place}/a"))
        assert refused == NOT_PUBLIC
        assert asked == ["rebinding.example"]
        assert host.requests.empty()

    async def test_a_host_that_is_no_longer_allowed(self, host: HttpHost) -> None:
        async with notifier(local(host, webhook_hosts=("other.example",))) as here:
            refused = await here.send(message("webhook", f"http://{host.place}/a"))
        assert refused == "This lobby does not allow its host any more."
        assert host.requests.empty()


def test_settings_and_messages_come_back_from_their_lines() -> None:
    server = MailServer("mail.example", 587, "starttls", SENDER, "siam", "secret")
    settings = NotifierSettings(server, ("ntfy.sh",), (), seconds=3.0)
    assert NotifierSettings.of_line(settings.to_line()) == settings
    assert "secret" not in repr(settings)
    sent = message("ntfy", "https://ntfy.sh/a")
    assert Reminder.of_line(sent.to_line()) == sent
    assert "ntfy.sh" not in repr(sent)
    assert SendingResult.of_line(json.dumps({"number": 1, "trouble": ""})).trouble == ""
