"""A real OpenSSH server on the loopback address, and logins to it."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.brokers import free_port
from tests.e2e.terminals import Screen, on_screen
from tests.patience import PATIENCE
from tests.programs import environment
from tests.requirements import need_program

_PRIVILEGE_SEPARATION = Path("/run/sshd")

_CONFIGURATION = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host_key
AuthorizedKeysFile {folder}/login_key.pub
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
AcceptEnv SIAM_* XDG_* PYTHONPATH LANG
"""


@dataclass(frozen=True)
class SshServer:
    """OpenSSH's server, for logins to the account that runs the tests.

    Attributes:
        port: where it listens.
        folder: its keys, and the home of those who log in.
    """

    port: int
    folder: Path

    def login(
        self, profile: str, *arguments: str
    ) -> AbstractAsyncContextManager[tuple[Screen, asyncio.subprocess.Process]]:
        """Log in as one of the players of this account, and run ``siam`` there."""
        ours = environment(self.folder, SIAM_PROFILE=profile, LANG="C.UTF-8")
        sent = ("SIAM_", "XDG_", "PYTHONPATH", "LANG")
        sets = [f"{name}={value}" for name, value in ours.items() if name.startswith(sent)]
        options = [
            f"Port={self.port}",
            f"IdentityFile={self.folder}/login_key",
            "IdentitiesOnly=yes",
            f"UserKnownHostsFile={self.folder}/known_hosts",
            "StrictHostKeyChecking=yes",
            "BatchMode=yes",
            "LogLevel=ERROR",
            "SetEnv=" + " ".join(sets),
        ]
        flags = [flag for option in options for flag in ("-o", option)]
        siam = f"exec {sys.executable} -m siam_tui {' '.join(arguments)}"
        return on_screen(
            *(
                need_program("ssh"),
                "-F",
                "none",
                "-tt",
                *flags,
                f"{getpass.getuser()}@127.0.0.1",
                siam,
            ),
            environment={"PATH": os.environ["PATH"], "TERM": "xterm-256color"},
        )


@asynccontextmanager
async def openssh_server(folder: Path) -> AsyncIterator[SshServer]:
    """Run OpenSSH's server with keys of its own for as long as the context lasts."""
    sshd, keygen = need_program("sshd"), need_program("ssh-keygen")
    for key in ("host_key", "login_key"):
        await _run(keygen, "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key))
    port = free_port()
    host_key = (folder / "host_key.pub").read_text()
    (folder / "known_hosts").write_text(f"[127.0.0.1]:{port} {host_key}")
    configuration = folder / "sshd_config"
    configuration.write_text(_CONFIGURATION.format(port=port, folder=folder))
    if os.getuid() == 0:
        await asyncio.to_thread(_PRIVILEGE_SEPARATION.mkdir, exist_ok=True)  # as its service would
    process = await asyncio.create_subprocess_exec(
        *(sshd, "-D", "-e", "-f", str(configuration)), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        said = [b""]
        while b"Server listening" not in said[-1]:
            said.append(await asyncio.wait_for(process.stderr.readline(), PATIENCE))
            assert said[-1], f"sshd did not start: {said}"
        draining = asyncio.create_task(process.stderr.read())
        yield SshServer(port, folder)
    finally:
        process.terminate()
        await process.wait()
    await draining


async def _run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(*command)
    assert await process.wait() == 0
