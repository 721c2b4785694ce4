"""The page in a real browser: what it shows, draws and says."""

from __future__ import annotations

import pytest
from attrs import evolve

from protocol.keys import encode_key
from protocol.links import BrokerAddress, Link
from protocol.states import LobbyState, TableState, TableSummary
from siam_tui.model.start import ssh_command, table_login
from tests.doors.web.chromium import Tab
from tests.doors.web.open_page import TABLE, open_page, state_of

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

STATUS = "document.querySelector('.status')?.textContent"
MOVES = "document.querySelectorAll('.moves li').length"
TEXT = "document.getElementById('page').innerText"


def flipped(frame: bytes, at: int = 400) -> bytes:
    return frame[:at] + bytes([frame[at] ^ 1]) + frame[at + 1 :]


async def test_a_signed_table_is_drawn(tab: Tab) -> None:
    async with open_page() as page:
        state = state_of("siam", 3, 6)
        page.publish(state)
        await tab.open(page.url())
        await tab.until(f"{MOVES} === 6 && {STATUS} === 'Live.'")
        assert await tab.run("document.querySelectorAll('.map .province').length") == 8
        assert await tab.run("document.querySelectorAll('.strip .tile').length") == 8
        assert await tab.run("document.querySelectorAll('.seat').length") == 3
        assert "to move" in await tab.run(TEXT)


async def test_one_flipped_byte_is_never_shown(tab: Tab) -> None:
    async with open_page() as page:
        topic = page.feed.topics.table(TABLE)
        for at in (6, 69, 75, 400, -1):
            page.feed.receive(topic, b"")
            frame = page.frame(state_of("siam", 2, 3))
            page.feed.receive(topic, flipped(frame, at % len(frame)))
            await tab.open(page.url())
            await tab.until(f"{STATUS}.includes('nothing of that name')")
            assert await tab.run("document.querySelectorAll('.province').length") == 0
            assert "Ann" not in await tab.run(TEXT)


async def test_what_passed_stays_when_a_forged_message_follows(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        await tab.open(page.url())
        await tab.until(f"{MOVES} === 3")
        later = page.frame(state_of("siam", 2, 4))
        page.feed.receive(page.feed.topics.table(TABLE), flipped(later))
        assert await tab.run(MOVES) == 3
        page.publish(evolve(state_of("siam", 2, 5), revision=9))
        await tab.until(f"{MOVES} === 5")


async def test_older_addresses_have_the_lobbys_key_which_is_not_needed(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        key = encode_key(page.server.public.raw)
        for fragment in ("", f"#{key}", f"#{key[:-1]}"):
            await tab.open(page.url() + fragment)
            await tab.until(f"{MOVES} === 3")
        await tab.open(f"{page.url()}#{key}.{key[:-1]}")
        await tab.until(f"{STATUS}.includes('damaged')")
        assert await tab.run(MOVES) == 0


async def test_a_message_for_another_table_or_an_older_one_is_not_shown(tab: Tab) -> None:
    async with open_page() as page:
        topic = page.feed.topics.table(TABLE)
        page.feed.receive(topic, page.frame(evolve(state_of("siam", 2, 3), table="other")))
        await tab.open(page.url())
        await tab.until(f"{STATUS}.includes('nothing of that name')")
        old, new = (page.frame(state_of("siam", 2, plies)) for plies in (3, 5))
        page.feed.receive(topic, new)
        await tab.until(f"{MOVES} === 5")
        page.feed.receive(topic, old)
        page.publish(evolve(state_of("siam", 2, 5), revision=20, host_name="Dao"))
        restarted = page.frame(evolve(state_of("siam", 2, 4), revision=1), boot=bytes(16))
        page.feed.receive(topic, restarted)
        await tab.until(f"{MOVES} === 4")


async def test_a_private_table_opens_with_its_key_alone(tab: Tab) -> None:
    key = bytes(range(32))
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3), key)
        await tab.open(page.url())
        await tab.until(f"{STATUS}.includes('private')")
        await tab.open(page.url(table_key=bytes(32)))
        await tab.until(f"{STATUS}.includes('does not open')")
        link = Link(BrokerAddress("mqtt", "lan", 1883), page.server.public).to_table(TABLE, key)
        command = ssh_command("lan", 2222, table_login(TABLE, key))
        for invitation in (link, command):
            await tab.open(page.url("/"))
            await tab.until("document.getElementById('link')")
            await tab.run(f"document.getElementById('link').value = '{invitation}'")
            await tab.act("document.querySelector('.link button').click()")
            await tab.until(f"location.pathname === '/table/{TABLE}' && {MOVES} === 3")
            assert await tab.run("document.querySelectorAll('.province').length") == 8
        await tab.open(f"{page.url()}#{encode_key(page.server.public.raw)}.{encode_key(key)}")
        await tab.until(f"{MOVES} === 3")


async def test_a_page_of_another_release_is_told_to_reload(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        await tab.open(page.url("/"))
        await tab.until(f"{STATUS} === 'Live.'")
        await tab.run("""(async () => {
          const {Status, follow} = await import('/assets/live.js');
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function () { send.call(this, 'older '); };
          const status = new Status(document.querySelector('.status'));
          follow('lobby', '', ({told}) => status.note({told}), () => {});
        })()""")
        await tab.until(f"{STATUS}.includes('Reload')")
        answer = "fetch('/replay?older', {method: 'POST', body: 'x'}).then((each) => each.text())"
        assert "Reload" in await tab.run(answer)


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
        await tab.until(f"{MOVES} === 3")
        assert MARKUP in await tab.run(TEXT)
        assert await tab.run(FOREIGN) == 0
        page.publish(lobby(evil, BIDI))
        await tab.open(page.url("/"))
        await tab.until("document.querySelector('a.table')")
        assert (await tab.run(TEXT)).startswith("evil")
        assert await tab.run(FOREIGN) == 0


def lobby(state: TableState, name: str) -> LobbyState:
    summary = TableSummary(
        state.table, state.game, "<b>map</b>", (), state.status, state.host_name, state.seats
    )
    return LobbyState(1, "siam", (), (summary,), sealed=(b"x" * 80,), name=name)


async def test_the_list_leads_to_a_table(tab: Tab) -> None:
    async with open_page() as page:
        state = state_of("siam", 2, 3)
        page.publish(lobby(state, "Evening"))
        page.publish(state)
        await tab.open(page.url("/"))
        await tab.until("document.querySelector('a.table')")
        assert "1 private table is not listed" in await tab.run(TEXT)
        await tab.act("document.querySelector('a.table').click()")
        await tab.until("document.querySelectorAll('.province').length === 8")


async def test_moves_are_told_to_those_who_hear_the_page(tab: Tab) -> None:
    async with open_page() as page:
        page.publish(state_of("siam", 2, 3))
        await tab.open(page.url())
        await tab.until(f"{MOVES} === 3")
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
