"""What is to be done from time to time in all parts of a server: clocks, idle tables and more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeAlias

from protocol.topics import LIST_PART
from server.cluster.part import RunningPart
from server.idle import IdleLimits
from server.running import repeat
from server.service import Service

CLOCK_SECONDS = 0.5
PRESENCE_SECONDS = 5.0
IDLE_SECONDS = 60.0
ARCHIVE_SECONDS = 60.0
OWNER_SECONDS = 30.0
"""A broker of several nodes may lose a message when one of them fails."""
CONTESTED_SECONDS = 1.0
"""Where strangers may publish, one can repeat what the lobby once said of an earlier owner."""

Work: TypeAlias = Callable[[Service], Coroutine[Any, Any, None]]


async def make_rounds(parts: Mapping[int, RunningPart], idle_limits: IdleLimits) -> None:
    """Do all that for ever, in one task for all parts: most parts have nothing to do."""

    async def for_each(work: Work) -> None:
        for part in tuple(parts.values()):
            if part.is_owned and (part.service.lobby.tables or part.part == LIST_PART):
                await work(part.service)

    async def bound_archive() -> None:
        if (part := parts.get(LIST_PART)) is not None and part.is_owned:
            await part.service.bound_archive()

    async def publish_owners(*, contested: bool = False) -> None:
        for part in tuple(parts.values()):
            if part.is_owned and (part.is_contested or not contested):
                await part.publish_owner()

    idle_check = min(IDLE_SECONDS, idle_limits.least / 10)
    async with asyncio.TaskGroup() as group:
        group.create_task(repeat(lambda: for_each(Service.run_clocks), CLOCK_SECONDS))
        group.create_task(repeat(lambda: for_each(Service.send_attendances), PRESENCE_SECONDS))
        group.create_task(repeat(lambda: for_each(Service.close_idle), idle_check))
        group.create_task(repeat(bound_archive, ARCHIVE_SECONDS))
        group.create_task(repeat(publish_owners, OWNER_SECONDS))
        group.create_task(repeat(lambda: publish_owners(contested=True), CONTESTED_SECONDS))
