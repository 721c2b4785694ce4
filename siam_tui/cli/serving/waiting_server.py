"""Loads the server, then waits to be told how to serve; runs as a program of its own.

Its standard input is one line, a JSON object: ``{"arguments": [...], "password": "..."}``, with the
arguments of ``siam`` and the broker's password. It ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys

from siam_tui.cli import main
from siam_tui.cli.serving import serve as _serve  # noqa: F401 - to load it is what this program is for

_INPUT = 0


def wait_and_serve() -> None:
    """Serve as the first line of the input says; do nothing if it ends before."""
    with open(_INPUT, "rb", buffering=0, closefd=False) as lines:  # the server reads the rest
        line = lines.readline()
    if not line:
        return
    order = json.loads(line)
    os.environ.pop("SIAM_BROKER_PASSWORD", None)
    if order["password"]:
        os.environ["SIAM_BROKER_PASSWORD"] = order["password"]
    sys.argv[1:] = order["arguments"]
    main()


if __name__ == "__main__":
    wait_and_serve()
