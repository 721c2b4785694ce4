"""Visitors of the SSH door read their language: asked for once, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.ssh_door import OpenDoor, make_key
from tests.e2e.terminals import Screen

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.xdist_group("ssh-door"),
]
GERMAN = ("-o", "SetEnv=LANG=de_DE.UTF-8")


async def test_the_language_of_the_first_visit_is_kept_for_the_app_and_text_mode(
    door: OpenDoor, tmp_path: Path
) -> None:
    key = (make_key(tmp_path, "lea"),)
    async with door.login("lea", key, *GERMAN, kind=Screen) as (screen, _):
        await screen.until_seen("Deine Sprache")
        screen.type(b"\x1b[A")
        await screen.until_seen("La tua lingua")
        screen.type(b"\r")
        await screen.until_seen("Apri tavolo")
    async with door.login("plain", key, *GERMAN, kind=Screen) as (screen, client):
        await screen.until_seen("Sei nella lobby.")
        screen.type(b"language fr\r")
        await screen.until_seen("Tu lis en Français.")
        screen.type(b"language klingon\r")
        await screen.until_seen("siam ne parle pas 'klingon'")
        screen.type(b"quit\r")
        assert await client.wait() == 0
    async with door.login("lea", key, *GERMAN, kind=Screen) as (screen, _):
        await screen.until_seen("Ouvrir table")


async def test_a_guest_of_the_text_mode_is_asked_and_may_go_on_at_once(door: OpenDoor) -> None:
    async with door.login("plain", (), *GERMAN, kind=Screen) as (screen, _):
        await screen.until_seen("1 English, 2 Español, 3 Français, 4 Italiano, 5 Deutsch")
        await screen.until_seen("Tippe die Nummer deiner Sprache")
        screen.type(b"2\r")
        await screen.until_seen("Estás en la sala.")
    async with door.login("plain", kind=Screen) as (screen, _):
        await screen.until_seen("press Enter for English")
        screen.type(b"link\r")
        await screen.until_seen(f"ssh -p {door.port} 127.0.0.1")


@pytest.mark.parametrize("locale", ["../../etc", "[red]x[/red]", "d" * 4000, "C.UTF-8"])
async def test_a_strange_locale_is_english(door: OpenDoor, locale: str) -> None:
    options = ("-o", f"SetEnv=LANG={locale}")
    async with door.login("plain", (), *options, kind=Screen) as (screen, _):
        await screen.until_seen("press Enter for English")


async def test_a_script_reads_english_whatever_its_locale(door: OpenDoor) -> None:
    code, said = await door.run(("-T", *GERMAN), lines="status\nleave\nquit\n")
    assert code == 0, said
    assert "You have left." in said
