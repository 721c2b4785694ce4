"""``python -m client.bots N``: a worker process, with at most N bots that think at once."""

from __future__ import annotations

import asyncio
import os
import sys

from client.bots.thinker import fork_thinker_starter
from client.bots.thinkers import Thinkers
from client.bots.worker import run_worker

_NICENESS = 5
"""Below the server and people; their thinkers are lower still."""


def main() -> None:
    """Play bots at a low priority."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    starter, pid = fork_thinker_starter()
    with starter:
        asyncio.run(run_worker(Thinkers(starter, count)))
    os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
