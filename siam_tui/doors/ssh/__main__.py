"""``python -m siam_tui.doors.ssh``: the SSH door, which `siam serve --ssh PORT` starts.

The fork server must be made first: it may neither have threads nor see what the front reads.
"""

from __future__ import annotations

import logging
import os
import signal
import socket

from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.user_error import UserError, exit_with_error


def main() -> None:
    """Run the door until its standard input ends."""
    front, fork_server = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        front.close()
        _serve_forks(fork_server)
    fork_server.close()
    _run_front(front)


def _serve_forks(connection: socket.socket) -> None:
    """Become the fork server; `siam serve` must not wait for its output."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    try:
        log_to(log_file("ssh-door"))
        from siam_tui.doors.ssh.fork_server import ForkServer  # noqa: PLC0415 - not for the front

        ForkServer(connection).run()
    except Exception:
        logging.getLogger(__name__).critical("the fork server failed", exc_info=True)
    finally:
        os._exit(0)


def _run_front(connection: socket.socket) -> None:
    import asyncio  # noqa: PLC0415 - not for the fork server

    from siam_tui.doors.ssh.door import run_door  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for `siam serve`, which then ends this
    log_to(log_file("ssh-door"))
    logging.getLogger("asyncssh").setLevel(logging.ERROR)  # strangers would fill the log
    try:
        asyncio.run(run_door(connection))
    except UserError as error:
        exit_with_error(str(error))


if __name__ == "__main__":
    main()
