"""The SSH door, as `siam serve --ssh PORT` opens it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Final

from protocol.links import Link
from siam_tui.doors.ssh.door_settings import MODULE, DoorReady, DoorSettings
from siam_tui.model.start import ssh_command
from siam_tui.profile.paths import visitors_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError

_MISSING: Final = (
    "The SSH door needs asyncssh. In a clone of siam: `.venv/bin/pip install -e '.[ssh]'`. With a "
    "wheel: `pipx install --force 'FILE[ssh]'`."
)
_NOT_HERE: Final = "The SSH door runs on Linux only. Serve without --ssh here."
_OPEN: Final = """\
The SSH door is open. Others need nothing installed. They type:

  {command}

For the text mode they type `{plain}`, and to watch `{watch}`.
When they come for the first time, ssh shows them the door's key. It must be
{fingerprint}\
"""


@dataclass(frozen=True, slots=True)
class DoorOptions:
    """What the command line says about the door.

    Attributes:
        port: the port to listen on, or 0 for a free one.
        address: the address to listen on; empty for all.
        sessions: sessions at a time.
        idle_seconds: how long nothing may be typed in a session.
    """

    port: int
    address: str
    sessions: int
    idle_seconds: float

    def settings(self, profile: Profile, public_host: str, password: str | None) -> DoorSettings:
        """Return how the door serves; its link is still missing.

        Args:
            profile: whose door it is.
            public_host: the host in invitations.
            password: the broker's password, if it needs one.

        Raises:
            UserError: this system or installation cannot run it, its port cannot be used, or
                its secret cannot be read.
        """
        if sys.platform != "linux":
            raise UserError(_NOT_HERE)
        if find_spec("asyncssh") is None:
            raise UserError(_MISSING)
        settings = DoorSettings(
            link="",
            secret=profile.door_key().to_text(),
            folder=str(visitors_folder(profile.folder.name)),
            password=password or "",
            address=self.address,
            port=self.port,
            public_host=public_host,
            sessions=self.sessions,
            per_address=max(1, self.sessions // 4),
            idle_seconds=self.idle_seconds,
        )
        settings.place.check()
        return settings


class SshDoor:
    """The SSH door, as a `DoorKind`."""

    title = "SSH door"
    module = MODULE

    def __init__(self, settings: DoorSettings) -> None:
        """Prepare.

        Args:
            settings: how it serves, without the link.
        """
        self._settings = settings

    def settings_line(self, link: Link, local_link: Link) -> str:
        """Return what the door reads on its standard input."""
        del link
        return replace(self._settings, link=str(local_link)).to_line()

    def opened(self, line: str) -> str:
        """Keep the port, and return how people come."""
        ready, host = DoorReady.of_line(line), self._settings.public_host
        self._settings = replace(self._settings, port=ready.port)
        return _OPEN.format(
            command=ssh_command(host, ready.port),
            plain=ssh_command(host, ready.port, "plain"),
            watch=ssh_command(host, ready.port, "watch"),
            fingerprint=ready.fingerprint,
        )
