"""A private table's damaged link: what it says, and that the right link works after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from client.client import Client
from protocol.commands import OpenTable
from protocol.links import Link
from protocol.messages import Done
from protocol.private import new_table_key
from siam_tui.model.start import Start
from siam_tui.profile.profiles import Profile
from siam_tui.profile.table_secrets import PrivateTables
from siam_tui.table.screen import TableScreen
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen


def kept_in(folder: Path) -> dict[str, bytes]:
    """Return the keys of private tables that the player keeps."""
    return PrivateTables.in_profile(Profile.named(folder, "default").folder)._keys


async def told_at(folder: Path, link: Link) -> str:
    """Go to a table by a link; return what its screen says, empty once it has the table."""
    app = app_of(folder, Start(link))
    async with piloted(app) as pilot:
        screen = await until_screen(pilot, TableScreen)
        assert isinstance(screen, TableScreen)
        assert app.session is not None
        client = app.session.client
        await until(pilot, lambda: screen.controller.notice or client.table(link.table))
        if not screen.controller.notice:
            await until(pilot, lambda: kept_in(folder))
        return screen.controller.notice


async def test_the_right_link_works_at_once_after_a_damaged_one(
    tmp_path: Path, link: Link, ben: Client
) -> None:
    key = new_table_key()
    reply = await ben.request(OpenTable("siam", 2, key=key))
    assert isinstance(reply, Done)
    right = link.to_table(reply.table, key)
    damaged = replace(right, table_key=key[:-1] + bytes([key[-1] ^ 1]))
    assert "its link is damaged or incomplete: copy the whole link" in await told_at(
        tmp_path, damaged
    )
    assert not kept_in(tmp_path)
    assert await told_at(tmp_path, right) == ""
