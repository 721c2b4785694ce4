"""A program that prints how it stands with the server, until its standard input ends."""

from __future__ import annotations

import asyncio
import sys

from client.changes import Status, StatusChanged
from client.client import Client
from protocol.keys import SecretKey
from protocol.links import parse_link


async def tell(client: Client) -> None:
    last = Status.CONNECTING
    async with client.changes() as changes:
        async for change in changes:
            if isinstance(change, StatusChanged) and change.status is not last:
                last = change.status
                sys.stdout.write(f"{last.name}\n")
                sys.stdout.flush()


async def main() -> None:
    link = parse_link(sys.stdin.readline())
    async with Client(link, SecretKey.generate(), "Ann") as client:
        telling = asyncio.create_task(tell(client))
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await telling


if __name__ == "__main__":
    asyncio.run(main())
