"""``python -m siam_tui.browser.replay_worker LANGUAGE`` plays a record through, beside the door.

It reads a stranger's record on its standard input, and writes its data in that language as lines of
JSON: all but the moments, then each moment.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from typing import Final

from games.record import parse_record
from siam_tui.browser.page_data import record_data
from siam_tui.ui.text import reason
from texts import set_language, tell

MODULE: Final = "siam_tui.browser.replay_worker"
MOST_BYTES: Final = 64 * 1024
"""Bytes of a record that a stranger may have replayed."""
MOST_DATA: Final = 4 * 1024 * 1024
"""Bytes of its data: about 800 moves."""
CPU_SECONDS: Final = 10
MEMORY: Final = 1 << 30


def data_lines(content: bytes) -> Iterator[str]:
    """Iterate over the lines of JSON with a record's data, or with why there is none."""
    try:
        data = record_data(parse_record(content.decode()))
    except ValueError as error:  # the rules' own errors are, too
        yield json.dumps({"refused": tell("browser/refused", reason=reason(error))})
        return
    moments = data.pop("moments")
    lines = tuple(map(json.dumps, (data, *moments)))
    if sum(map(len, lines)) > MOST_DATA:
        yield json.dumps({"refused": tell("browser/page/too-long")})
        return
    yield from lines


def main() -> None:
    """Write the data of a record, or why there is none."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    set_language(sys.argv[1])
    for line in data_lines(sys.stdin.buffer.read(MOST_BYTES + 1)):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
