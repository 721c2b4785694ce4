"""Pool of thinking processes for the bots of a worker."""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import dataclass, field
from typing import Self

from client.bots.thinker import Question, request_thinker

_MAX_ANSWER = 2**20


class ThinkingError(Exception):
    """A question got no answer; the text says why."""


@dataclass(slots=True)
class _Thinker:
    """The connection to one thinking process."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    is_last: bool = False

    async def choose_move(self, question: Question) -> str:
        self.writer.write(question.to_line())
        line = await self.reader.readline()
        if not line.endswith(b"\n"):
            raise ThinkingError("the process that thought about the move has ended")
        answer = json.loads(line)
        self.is_last = answer["last"]
        if "fault" in answer:
            raise ThinkingError(answer["fault"])
        return str(answer["move"])


@dataclass(slots=True)
class Thinkers:
    """Lets a limited number of bots think at once, each in its own process; the others wait.

    A process is forked when it is needed. Use as
    ``async with Thinkers(starter, count) as thinkers``.

    Attributes:
        starter: forks them; see `fork_thinker_starter`.
        count: the most processes at a time.
    """

    starter: socket.socket
    count: int
    _free: list[_Thinker] = field(default_factory=list)
    _places: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(self.count)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for thinker in self._free:
            thinker.writer.close()
        self._free.clear()

    async def choose_move(self, question: Question) -> str:
        """Return a legal move in the game's notation.

        Raises:
            ThinkingError: the question has no answer, or the process has ended.
            OSError: no process can be started.
        """
        async with self._places:
            thinker = self._free.pop() if self._free else await self._start_thinker()
            kept = False
            try:
                move = await thinker.choose_move(question)
                kept = not thinker.is_last
            except OSError as error:
                raise ThinkingError("the process that was to think has ended") from error
            finally:
                if kept:
                    self._free.append(thinker)
                else:
                    thinker.writer.close()  # this ends the search
            return move

    async def _start_thinker(self) -> _Thinker:
        connection = request_thinker(self.starter)
        return _Thinker(*await asyncio.open_connection(sock=connection, limit=_MAX_ANSWER))
