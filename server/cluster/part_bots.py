"""The bots that the seats in all parts of a server need, run together."""

from __future__ import annotations

from collections.abc import Mapping

from server.bots.bot_seats import BotSeat
from server.bots.bot_supervisor import BotSupervisor


class PartBots:
    """Runs the bots of several parts in one worker process."""

    def __init__(self, supervisor: BotSupervisor) -> None:
        """Prepare.

        Args:
            supervisor: runs the bots of the whole server.
        """
        self._supervisor = supervisor
        self._bots: dict[int, Mapping[tuple[str, int], BotSeat]] = {}

    def set_bots(self, part: int, bots: Mapping[tuple[str, int], BotSeat]) -> None:
        """Run the bots that the seats of a part need, and end its other ones."""
        self._bots[part] = bots
        if not bots:
            del self._bots[part]
        self._supervisor.set_bots(
            {seat: bot for each in self._bots.values() for seat, bot in each.items()}
        )

    async def stop(self) -> None:
        """End all bots and wait until they have ended."""
        await self._supervisor.stop_bots()
