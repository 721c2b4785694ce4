"""The file of `siam serve --notify`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siam_tui.cli.serving.notify_file import NotifyOptions, read_notify_file
from siam_tui.doors.notifier.notifier_settings import PASSWORD_VARIABLE, MailServer
from siam_tui.profile.user_error import UserError

MAIL = """\
[email]
server = "mail.example"
user = "siam"
from = "siam@mail.example"
password = "secret"
"""


def read(folder: Path, text: str, mode: int = 0o600) -> NotifyOptions:
    file = folder / "notify.toml"
    file.write_text(text)
    file.chmod(mode)
    return read_notify_file(file, None)


def test_mail_is_encrypted_by_default(tmp_path: Path) -> None:
    mail = read(tmp_path, MAIL).notifier.mail
    assert mail == MailServer(
        "mail.example", 587, "starttls", "siam@mail.example", "siam", "secret"
    )


def test_only_named_hosts_are_allowed_and_never_this_computer(tmp_path: Path) -> None:
    options = read(tmp_path, 'stop_page = "https://s.example/"\n[ntfy]\nhosts = ["ntfy.sh"]\n')
    assert options.reminders.ntfy_hosts == options.notifier.ntfy_hosts == ("ntfy.sh",)
    assert options.reminders.webhook_hosts == options.notifier.webhook_hosts == ()
    assert options.reminders.stop_page == "https://s.example"
    assert not options.reminders.email
    assert not options.notifier.allow_loopback
    assert not options.reminders.plain_http


def test_a_password_that_others_can_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UserError, match="chmod 600"):
        read(tmp_path, MAIL, 0o640)
    monkeypatch.setenv(PASSWORD_VARIABLE, "from the environment")
    mail = read(tmp_path, MAIL.replace('password = "secret"\n', ""), 0o644).notifier.mail
    assert mail is not None
    assert mail.password == "from the environment"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no way to send reminders"),
        ('[email]\nserver = "a"\n', "email.from must be a text"),
        ('[email]\nserver = "a"\nfrom = "x\\r\\ny@b.example"\n', "email.from must be"),
        ('[email]\nserver = "a"\nfrom = "a@b.example"\nsecurity = "ssl"\n', "email.security is"),
        (
            '[email]\nserver = "a"\nfrom = "a@b.example"\nsecurity = "none"\nuser = "u"\n',
            "readable for everyone",
        ),
        ('[ntfy]\nhosts = ["https://ntfy.sh"]\n', "no host such as ntfy.sh"),
        ('[ntfy]\nhost = ["ntfy.sh"]\n', "ntfy.host is not known"),
        ('[webhook]\nhosts = "ntfy.sh"\n', "webhook.hosts must be a list"),
        ('stop_page = "ftp://x"\n[ntfy]\nhosts = ["ntfy.sh"]\n', "stop_page begins with"),
        (f"[ntfy]\nhosts = {['ntfy.sh'] * 21}\n", "ntfy.hosts has more than 20 hosts"),
        ("[email\n", "(at line 1"),
    ],
)
def test_a_file_that_is_wrong_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(UserError, match=re.escape(why)):
        read(tmp_path, text)
