"""The page in a real browser: what it checks, draws and says."""

from __future__ import annotations

import pytest
from attrs import evolve

from protocol.links import BrokerAddress, Link
from protocol.states import LobbyState, TableState, TableSummary
from siam_tui.model.start import ssh_command, table_login
from tests.doors.web.chromium import Tab
from tests.doors.web.open_page import TABLE, open_page, state_of

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

SIGN = "document.querySelector('.verdict .sign')?.textContent"
TEXT = "document.getElementById('page').innerText"


def flipped(frame: bytes, at: int = 400) -> bytes:
    return frame[:at] + bytes([frame[at] ^ 1]) + frame[at + 1 :]


async def test_a_signed_table_is_drawn_and_ticked(tab: Tab) -> None:
    async with open_page() as page:
        state = state_of("siam", 3, 6)
        page.publish(state)
        await tab.open(page.url())
        await tab.until(f"{SIGN} === '✓'")
        assert await tab.run("document.querySelectorAll('.map .province').length") == 8
        assert await tab.run("document.querySelectorAll('.strip .tile').length") == 8
        assert await tab.run("document.querySelectorAll('.seat').length") == 3
        assert await tab.run("document.querySelectorAll('.moves li').length") == 6
        assert "to move" in await tab.run(TEXT)


async def test_one_flipped_byte_is_never_shown(tab: Tab) -> None:
    async with open_page() as page:
        topic = page.feed.topics.table(TABLE)
        for at in (6, 69, 75, 400, -1):
            page.feed.receive(topic, b"")
            frame = page.frame(state_of("siam", 2, 3))
            page.feed.receive(topic, flipped(frame, at % len(frame)))
            await tab.open(page.url())
            await tab.until(f"{SIGN} === '✗'")
            assert await tab.run("document.querySelectorAll('.province').length") == 0
            assert "Ann" not in await tab.run(TEXT)


async def test_what_passed_stays_when_a_forged_message_follows(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        await tab.open(page.url())
        await tab.until(f"{SIGN} === '✓'")
        later = page.frame(state_of("siam", 2, 4))
        page.feed.receive(page.feed.topics.table(TABLE), flipped(later))
        await tab.until(f"{SIGN} === '✗'")
        assert await tab.run("document.querySelectorAll('.moves li').length") == 3
        page.publish(evolve(state_of("siam", 2, 5), revision=9))
        await tab.until(f"{SIGN} === '✓'")
        assert await tab.run("document.querySelectorAll('.moves li').length") == 5


async def test_without_a_key_nothing_is_ticked(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        await tab.open(page.url().partition("#")[0])
        await tab.until(f"{SIGN} === '?'")
        assert await tab.run("document.querySelectorAll('.province').length") == 8
        await tab.open(page.url()[:-1])
        await tab.until(f"{SIGN} === '✗'")
        assert await tab.run("document.querySelectorAll('.province').length") == 0


async def test_a_message_for_another_table_or_an_older_one_is_not_shown(tab: Tab) -> None:
    async with open_page() as page:
        topic = page.feed.topics.table(TABLE)
        page.feed.receive(topic, page.frame(evolve(state_of("siam", 2, 3), table="other")))
        await tab.open(page.url())
        await tab.until(f"{SIGN} === '✗'")
        old, new = (page.frame(state_of("siam", 2, plies)) for plies in (3, 5))
        page.feed.receive(topic, new)
        await tab.until("document.querySelectorAll('.moves li').length === 5")
        page.feed.receive(topic, old)
        page.publish(evolve(state_of("siam", 2, 5), revision=20, host_name="Dao"))
        restarted = page.frame(evolve(state_of("siam", 2, 4), revision=1), boot=bytes(16))
        page.feed.receive(topic, restarted)
        await tab.until("document.querySelectorAll('.moves li').length === 4")


async def test_a_private_table_opens_with_its_key_alone(tab: Tab) -> None:
    key = bytes(range(32))
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3), key)
        await tab.open(page.url())
        await tab.until(f"{SIGN} === '✗' && {TEXT}.includes('private')")
        await tab.open(page.url(table_key=bytes(32)))
        await tab.until(f"{SIGN} === '✗' && {TEXT}.includes('failed')")
        link = Link(BrokerAddress("mqtt", "lan", 1883), page.server.public).to_table(TABLE, key)
        command = ssh_command("lan", 2222, table_login(TABLE, key))
        for invitation in (link, command):
            await tab.open(page.url("/"))
            await tab.until("document.getElementById('link')")
            await tab.run(f"document.getElementById('link').value = '{invitation}'")
            await tab.run("document.querySelector('.link button').click()")
            await tab.until(f"location.pathname === '/table/{TABLE}' && {SIGN} === '✓'")
            assert await tab.run("document.querySelectorAll('.province').length") == 8


FOREIGN = "document.querySelectorAll('main img, main i, main script').length"
MARKUP = "<img src=x onerror=alert(1)>"
BIDI = "\u202eevil\u2066"


async def test_foreign_markup_and_control_characters_are_text(tab: Tab) -> None:
    async with open_page() as page:
        state = state_of("siam", 2, 3)
        seats = tuple(evolve(seat, name=f"{MARKUP[:20]}{n}") for n, seat in enumerate(state.seats))
        board = state.map.replace("Sukothai", MARKUP).replace("Gulf of Siam", "<b>sea</b>")
        news = tuple(evolve(entry, move=f"{MARKUP}{entry.seat}") for entry in state.news)
        evil = evolve(state, seats=seats, map=board, news=news, host_name="<i>")
        page.publish(evil)
        await tab.open(page.url())
        await tab.until(f"{SIGN} === '✓'")
        assert MARKUP in await tab.run(TEXT)
        assert await tab.run(FOREIGN) == 0
        page.publish(lobby(evil, BIDI))
        await tab.open(page.url("/"))
        await tab.until(f"{SIGN} === '✓'")
        assert (await tab.run(TEXT)).startswith("evil")
        assert await tab.run(FOREIGN) == 0


def lobby(state: TableState, name: str) -> LobbyState:
    summary = TableSummary(
        state.table, state.game, "<b>map</b>", (), state.status, state.host_name, state.seats
    )
    return LobbyState(1, "siam", (), (summary,), sealed=(b"x" * 80,), name=name)


async def test_the_list_leads_to_a_table_and_keeps_the_key(tab: Tab) -> None:
    async with open_page() as page:
        state = state_of("siam", 2, 3)
        page.publish(lobby(state, "Evening"))
        page.publish(state)
        await tab.open(page.url("/"))
        await tab.until(f"{SIGN} === '✓'")
        assert "1 private table is not listed" in await tab.run(TEXT)
        await tab.run("document.querySelector('a.table').click()")
        await tab.until("document.querySelectorAll('.province').length === 8")
        await tab.until(f"{SIGN} === '✓'")


async def test_moves_are_told_to_those_who_hear_the_page(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        await tab.open(page.url())
        await tab.until(f"{SIGN} === '✓'")
        page.publish(state_of("siam", 2, 4))
        told = await tab.until("document.querySelector('[aria-live=polite]').textContent")
        assert told.startswith(("Ann p", "Ben p"))
        assert "to move." in told


async def test_the_switch_chooses_the_colours(tab: Tab) -> None:
    async with open_page() as page:
        ground = "getComputedStyle(document.body).backgroundColor"
        await tab.resize((390, 844), "dark")
        await tab.open(page.url("/"))
        await tab.until("document.querySelector('.theme')")
        dark = await tab.run(ground)
        await tab.run("document.querySelector('.theme').click()")
        assert await tab.run(ground) != dark
        await tab.run("document.querySelector('.theme').click()")
        assert await tab.run(ground) == dark
        assert await tab.run("document.documentElement.scrollWidth") <= 390
