"""One name for several addresses, as a name server has it; as a program, `siam` with such a name.

::

    python -m tests.several_addresses ADDRESS,ADDRESS serve …
"""

from __future__ import annotations

import random
import runpy
import socket
import sys
from collections.abc import Sequence
from typing import Any

NAME = "brokers.test"
"""The name; no name server knows it."""


def answer_for_name(addresses: Sequence[str]) -> None:
    """Find these addresses for the name from now on, each time beginning with any of them."""
    usual = socket.getaddrinfo

    def find(host: Any, *rest: Any, **more: Any) -> Any:
        if host != NAME:
            return usual(host, *rest, **more)
        ordered = random.sample(addresses, len(addresses))
        return [found for each in ordered for found in usual(each, *rest, **more)]

    socket.getaddrinfo = find


if __name__ == "__main__":
    answer_for_name(sys.argv[1].split(","))
    sys.argv = ["siam", *sys.argv[2:]]
    runpy.run_module("siam_tui", run_name="__main__")
