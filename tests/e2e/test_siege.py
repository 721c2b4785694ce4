"""A short siege: strangers attack a lobby in every way at once while games are played there."""

from __future__ import annotations

from pathlib import Path

from bench.siege import MEMORY_BOUND, OTHER_ADDRESSES, TABLES, measure
from bench.strangers import ATTACKS
from tests.patience import PATIENCE
from tests.programs import serving


async def test_games_are_played_to_their_end_and_newcomers_come_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as (process, link):
        figures = await measure(link, process, tuple(ATTACKS), OTHER_ADDRESSES, 0.05, PATIENCE)
    assert figures.begun == figures.ended == TABLES + 1
    assert figures.lost == 0
    assert figures.newcomers
    assert figures.strangers.keys() == set(ATTACKS)
    assert all(figures.strangers.values())  # none broke off
    assert figures.memory < MEMORY_BOUND
