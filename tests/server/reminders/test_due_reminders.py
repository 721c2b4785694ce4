"""When reminders are sent: only to who is away, rarely, and before a clock ends."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from protocol.commands import AskLobby, LeaveTable, OpenTable, StartGame, TakeSeat
from protocol.reminders.reminder_messages import StopReminders
from protocol.states import ClockTerms, Terms
from server.reminders.address_book import AddressBook, Subscription
from server.reminders.due_reminders import MOST_AT_ONCE, Absence, WaitingTurn, due_reminders
from tests.server.desk import Caller, come
from tests.server.reminders.postal import DAY, FRAME, HOUR, LINK, Lobby, lobby

MINUTE = 60.0


async def two_playing(here: Lobby) -> tuple[str, Caller, Caller]:
    """Return a table, who is to move there and is reminded, and the other."""
    ann, ben = await come(here.desk, "Ann", "Ben")
    table = await here.playing(ann, ben)
    mover = here.to_move(table, ann, ben)
    await here.confirmed(mover)
    return table, mover, ben if mover is ann else ann


def in_order(here: Lobby, table: str, *players: Caller) -> list[Caller]:
    """Return players by their seats."""
    return sorted(players, key=lambda each: here.desk.tables[table].seat_of(each.me) or 0)


async def test_a_digest_tells_the_table_and_the_link_and_no_hand() -> None:
    async with lobby() as here:
        table, _, _ = await two_playing(here)
        (sent,) = await here.pass_time(11 * MINUTE)
        assert sent.subject == "Your turn at a table in Ann's lobby"
        assert f"King of Siam, table {table} of Ann. There is no clock." in sent.text
        assert f"siam join {LINK}" in sent.text
        state = here.desk.tables[table]
        secret = [state.game.format(state.game.view(state.position, seat)) for seat in (0, 1)]
        assert all(each not in sent.text for each in secret)


async def test_who_is_connected_gets_none() -> None:
    async with lobby() as here:
        _, mover, _ = await two_playing(here)
        for _ in range(100):
            assert await here.pass_time(40.0) == []
            await mover.ask(here.desk, AskLobby())


async def test_a_turn_is_told_once() -> None:
    async with lobby() as here:
        await two_playing(here)
        assert len(await here.pass_time(11 * MINUTE)) == 1
        for _ in range(20):
            assert await here.pass_time(7 * HOUR) == []


async def test_at_most_two_digests_in_any_24_hours() -> None:
    async with lobby() as here:
        table, mover, other = await two_playing(here)
        order = in_order(here, table, mover, other)
        times = []
        for hour in range(4 * 24):  # with new turns all the time
            if await here.pass_time(HOUR):
                times.append(hour)
            if hour % 2 == 0:
                await here.next_turn(mover, table, *order)
        assert len(times) > 2
        assert all(after - before >= 6 for before, after in pairwise(times))
        assert all(third - first >= 24 for first, third in zip(times, times[2:], strict=False))


async def test_one_digest_has_all_tables() -> None:
    async with lobby() as here:
        ann, ben = await come(here.desk, "Ann", "Ben")
        tables = [await here.playing(ann, ben) for _ in range(3)]
        for table in tables:
            if here.to_move(table, ann, ben) is not ann:
                await here.move(table, ann, ben)
        await here.confirmed(ann)
        waiting = [each for each in tables if here.to_move(each, ann, ben) is ann]
        (sent,) = await here.pass_time(11 * MINUTE)
        assert len(waiting) == 3
        assert all(f"table {table} of Ann" in sent.text for table in waiting)
        assert sent.subject == "Your turn at 3 tables in Ann's lobby"


async def test_a_restart_tells_nothing_again(tmp_path: Path) -> None:
    async with lobby(tmp_path) as here:
        await two_playing(here)
        assert len(await here.pass_time(11 * MINUTE)) == 1
        now = here.date.now
    async with lobby(tmp_path, now=now) as here:
        for _ in range(5):
            assert await here.pass_time(7 * HOUR) == []


async def test_nothing_is_sent_before_it_is_on_the_disk(tmp_path: Path) -> None:
    async with lobby(tmp_path) as here:
        await two_playing(here)
        file = tmp_path / "lobby.reminders"
        kept = file.read_bytes()
        file.unlink()
        file.mkdir()
        (file / "in the way").touch()
        assert await here.pass_time(11 * MINUTE) == []
        (file / "in the way").unlink()
        file.rmdir()
        file.touch(mode=0o600)
        file.write_bytes(kept)
        assert len(await here.pass_time(MINUTE)) == 1


async def test_who_was_replaced_by_a_bot_or_stopped_gets_none() -> None:
    async with lobby() as here:
        table, mover, other = await two_playing(here)
        await mover.ask(here.desk, LeaveTable(table))
        assert await here.pass_time(11 * MINUTE) == []
        await mover.ask(here.desk, TakeSeat(table, here.desk.tables[table].seat_of(mover.me) or 0))
        await mover.ask(here.desk, StopReminders())
        assert await here.pass_time(11 * MINUTE) == []
        assert other.name in ("Ann", "Ben")


async def timed(here: Lobby, clock: ClockTerms, key: bytes = b"") -> tuple[str, Caller, Caller]:
    """Return a table with a clock, who is to move there and is reminded, and the other."""
    ann, ben = await come(here.desk, "Ann", "Ben")
    opening = OpenTable("siam", 2, terms=Terms(clock=clock), key=key)
    table = (await ann.ask(here.desk, opening)).table
    await ben.ask(here.desk, TakeSeat(table, 1, key))
    await ann.ask(here.desk, StartGame(table))
    mover = here.to_move(table, ann, ben)
    await here.confirmed(mover)
    return table, mover, ben if mover is ann else ann


async def test_one_more_is_sent_before_the_clock_ends() -> None:
    async with lobby() as here:
        await timed(here, ClockTerms(int(2 * DAY)))
        (digest,) = await here.pass_time(11 * MINUTE)
        assert "Your clock ends in 47 h 49 min." in digest.text
        assert await here.pass_time(35 * HOUR) == []
        (last,) = await here.pass_time(HOUR)  # less than 12 hours are left
        assert last.subject == "Your clock ends soon in Ann's lobby"
        assert "Your clock ends in 11 h 49 min." in last.text
        for _ in range(5):
            assert await here.pass_time(2 * HOUR) == []


async def test_a_quarter_of_a_shorter_clock_is_left_when_its_end_is_told() -> None:
    async with lobby() as here:
        await timed(here, ClockTerms(3600))
        await here.pass_time(30 * MINUTE)
        (last,) = await here.pass_time(16 * MINUTE)
        assert "Your clock ends in 14 min." in last.text


async def test_the_end_of_a_short_clock_is_not_told() -> None:
    async with lobby() as here:
        await timed(here, ClockTerms(180))
        assert await here.pass_time(150.0) == []


async def test_no_more_than_twelve_messages_a_day() -> None:
    async with lobby() as here:
        table, mover, other = await timed(here, ClockTerms(3600))
        order = in_order(here, table, mover, other)
        sent = 0
        for _ in range(16):
            sent += len(await here.pass_time(50 * MINUTE))
            await here.next_turn(mover, table, *order)
        assert sent == 12


async def test_a_private_table_is_told_without_its_id_host_or_key() -> None:
    async with lobby() as here:
        key = bytes(range(32))
        table, _, _ = await timed(here, ClockTerms(3600), key)
        await here.pass_time(11 * MINUTE)
        (last,) = await here.pass_time(36 * MINUTE)
        assert "- King of Siam, a private table." in last.text
        assert table not in last.text
        assert "of Ann" not in last.text
        assert last.text.count("#") == 1  # the lobby's link, without a table's key


async def test_hostile_names_add_nothing_to_a_message() -> None:
    hostile = "[b]x\n@all <u>e.vil/"
    async with lobby(frame=FRAME._replace(lobby=hostile)) as here:
        ann, ben = await come(here.desk, hostile, "Ben")
        table = await here.playing(ann, ben)
        mover = here.to_move(table, ann, ben)
        await here.confirmed(mover)
        (sent,) = await here.pass_time(11 * MINUTE)
        assert "\n" not in sent.subject
        for sign in "[]<>@":
            assert sign not in sent.subject + sent.text.replace(LINK, "")
        assert "e.vil" not in sent.text


def test_many_reminders_are_sent_a_part_at_a_time() -> None:
    turn = WaitingTurn("t/1/0/0", "t", "King of Siam", "Ann", None, ends_soon=False)
    players = [f"player {number}" for number in range(MOST_AT_ONCE + 50)]
    known = Subscription("email", "a@b.example", "C", 0.0, confirmed=True)
    book = AddressBook(bytes(32), dict.fromkeys(players, known))
    waiting = dict.fromkeys(players, (turn,))
    absences = dict.fromkeys(players, Absence(HOUR, {turn.moment: HOUR}))
    sent = []
    for _ in range(3):
        book, due = due_reminders(book, waiting, absences, quiet=MINUTE, now=DAY)
        sent.append(len(due))
    assert sent == [MOST_AT_ONCE, 50, 0]
