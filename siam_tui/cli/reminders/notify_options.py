"""What `siam serve --notify` says, without loading what only reminders need."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from siam_tui.model.start import ssh_command

if TYPE_CHECKING:
    from siam_tui.cli.reminders.notify_file import NotifyOptions


def notify_options(
    file: Path | None, addresses: Path | None, ssh_place: tuple[int, str]
) -> NotifyOptions | None:
    """Return how players are reminded; None if they are not.

    Args:
        file: the file of `--notify`.
        addresses: where players' addresses are kept; None to forget them at the end.
        ssh_place: the port of the SSH door, 0 for none or a free one, and the host in invitations.

    Raises:
        UserError: the file cannot be used.
    """
    if file is None:
        return None
    from siam_tui.cli.reminders.notify_file import read_notify_file

    port, host = ssh_place
    return read_notify_file(file, addresses, ssh_command(host, port) if port else "")
