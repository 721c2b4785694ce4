"""Two computers on a network of their own, made of network namespaces."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.requirements import need_program

_ADDRESSES = ("10.77.0.1", "10.77.0.2")


def _ip(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run((need_program("ip"), *arguments), capture_output=True, check=False)


@contextmanager
def two_computers() -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield the computers' addresses, each with the command that runs a program there.

    Skips the test where namespaces cannot be made.
    """
    need_program("ip")
    if os.getuid():
        pytest.skip("only root can make network namespaces")
    names = [f"siam{os.getpid()}{side}" for side in "ab"]
    try:
        made = [_ip("netns", "add", name).returncode for name in names]
        first, second = names
        veth = ("type", "veth", "peer", "name", "lan", "netns", second)
        made.append(_ip("link", "add", "lan", "netns", first, *veth).returncode)
        if any(made):
            pytest.skip("this machine lets nobody make network namespaces")
        for name, address in zip(names, _ADDRESSES, strict=True):
            _ip("-n", name, "addr", "add", f"{address}/24", "dev", "lan")
            _ip("-n", name, "link", "set", "lan", "up")
        computers = zip(_ADDRESSES, names, strict=True)
        yield {address: (need_program("ip"), "netns", "exec", name) for address, name in computers}
    finally:
        for name in names:
            _ip("netns", "del", name)
