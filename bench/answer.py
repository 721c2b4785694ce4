"""What a move's answer is made of: where the time goes between the command and its answer.

Run it from the top of the project::

    python -m bench.answer [moves, 300 by default] [folder of the store]

One embedded broker, a lobby that commits to a file, its players and a bare request and answer
between two aiomqtt clients, all in one process and measured in turns, as `bench.store` does. Each
stage is the median from the end of the one before to its own end, beside a bare request's.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import Any

from bench.store import FREE, NoRules, bare, lobby, table
from client import client as client_module
from client.links.connection import Connection
from client.links.session import Session
from server import command_processor
from server.broker.embedded import embedded_broker
from server.command_processor import CommandProcessor
from server.messaging.inbox import Inbox
from server.messaging.wire import Wire
from server.store.sqlite.database import SqliteDatabase
from server.store.store import Store
from transport.mqtt_client import MqttClient

ROUNDS = 10

STAGES: tuple[tuple[str, type | ModuleType, str, bool], ...] = (
    ("client: move signed", client_module, "sign_move", True),
    ("client: command sealed", Session, "seal_command", True),
    ("client: given to the socket", Connection, "send", True),
    ("broker: brought to the server", MqttClient, "_on_message", False),
    ("server: command opened", Inbox, "open", True),
    ("server: its turn", CommandProcessor, "process", False),
    ("server: signature checked, move played", command_processor, "carry_out", True),
    ("server: view made and sealed", CommandProcessor, "process", True),
    ("store: rows written", SqliteDatabase, "_to_disk", False),
    ("store: on the disk", Store, "commit", True),
    ("server: answer given to the socket", Wire, "send", True),
    ("broker: brought to the client", MqttClient, "_on_message", False),
    ("client: answer opened", Session, "open_answer", True),
)
"""What a stage is called, and the call at whose end, or else beginning, it ends."""
LAST = "client: whoever asked goes on"


class Marks:
    """When each stage of the move that is under way ended."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def watch(self) -> None:
        """Have every stage tell when it ends."""
        for number, (_, owner, name, after) in enumerate(STAGES):
            setattr(owner, name, self._marking(getattr(owner, name), number, after=after))

    def _mark(self, stage: int) -> None:
        if len(self.times) == stage + 1:  # the first time is the beginning
            self.times.append(perf_counter())

    def _marking(self, call: Callable[..., Any], stage: int, *, after: bool) -> Callable[..., Any]:
        async def marked_later(*args: object) -> object:
            if not after:
                self._mark(stage)
            result: object = await call(*args)
            if after:
                self._mark(stage)
            return result

        def marked(*args: object, **options: object) -> object:
            if not after:
                self._mark(stage)
            result: object = call(*args, **options)
            if after:
                self._mark(stage)
            return result

        return marked_later if asyncio.iscoroutinefunction(call) else marked


async def main(moves: int, folder: Path) -> None:
    """Measure, and print each stage."""
    marks = Marks()
    marks.watch()
    taken: list[list[float]] = []

    def begun() -> None:
        marks.times = [perf_counter()]

    def ended() -> None:
        marks.times.append(perf_counter())
        if len(marks.times) == len(STAGES) + 2:
            taken.append([after - before for before, after in pairwise(marks.times)])
        marks.times = []

    async with AsyncExitStack() as stack:
        embedded = embedded_broker("127.0.0.1", 0, NoRules(), FREE)
        address = (await stack.enter_async_context(embedded)).address
        server, link = await stack.enter_async_context(lobby(address, folder / "bench.db"))
        ask, play = await bare(stack, address), await table(stack, server, link, begun, ended)
        alone: list[float] = []
        for _ in range(ROUNDS):
            alone += await ask(moves // ROUNDS)
            await play(moves // ROUNDS)
    base = median(alone)
    print(f"{'a bare request and answer':<40} {base * 1000:5.2f} ms")
    names = [name for name, *_ in STAGES]
    for name, each in zip([*names, LAST], zip(*taken, strict=True), strict=True):
        print(f"{name:<40} {median(each) * 1000:5.2f} ms  {median(each) / base:5.2f} ×")
    whole = median(sum(each) for each in taken)
    print(f"{'a move until its answer':<40} {whole * 1000:5.2f} ms  {whole / base:5.2f} ×")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as temporary:
        asyncio.run(main(count, Path(temporary)))
