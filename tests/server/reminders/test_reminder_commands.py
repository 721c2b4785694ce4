"""What players do with their address: choose it, confirm it, try it, stop it."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from protocol.commands import OpenTable
from protocol.messages import Done, Refused
from protocol.owner import BanPlayer
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    Reminders,
    SetReminder,
    StopReminders,
    TryReminder,
)
from server.reminders.reminder_desk import read_book
from server.store.errors import StoreError
from tests.server.desk import KEY, Caller, come, desk
from tests.server.reminders.postal import DAY, HOUR, LINK, lobby, stop_code_in

ADDRESS = "ann@example.org"


async def test_a_lobby_without_reminders_refuses_every_command_about_them() -> None:
    async with desk(None) as here:
        (ann,) = await come(here, "Ann")
        for command in (
            AskReminders(),
            SetReminder("email", ADDRESS),
            ConfirmReminder("x"),
            TryReminder(),
            StopReminders(),
        ):
            answer = await ann.ask(here, command)
            assert isinstance(answer, Refused)
            assert answer.code == "no_reminders"


async def test_an_address_is_used_once_its_code_was_entered() -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        offered = await ann.ask(here.desk, AskReminders())
        assert offered == Reminders(True, ("ntfy.sh",), ("hooks.example",))
        code = await here.set(ann, ADDRESS)
        known = await ann.ask(here.desk, AskReminders())
        assert (known.kind, known.address, known.confirmed) == ("email", ADDRESS, False)
        assert await here.refusal(ann, TryReminder()) == "not_confirmed"
        await ann.ask(here.desk, ConfirmReminder(f" {code.lower().replace('-', ' ')} "))
        assert (await ann.ask(here.desk, AskReminders())).confirmed
        await ann.ask(here.desk, TryReminder())
        (test,) = here.taken()
        assert test.address == ADDRESS
        assert LINK in test.text


async def test_a_code_message_says_who_asked_and_how_to_get_no_more() -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        await ann.ask(here.desk, SetReminder("email", ADDRESS))
        (sent,) = here.taken()
        assert f"Ann (key {ann.key.public.short}) asked Ann's lobby" in sent.text
        assert "If it was not you, do nothing." in sent.text
        assert sent.stop_code == stop_code_in(sent.text)


async def test_the_result_of_a_message_is_shown_to_its_player() -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        await ann.ask(here.desk, SetReminder("email", ADDRESS))
        (sent,) = here.taken()
        here.postbox.on_result(sent.number, "The mail server refused it.", 7.0)
        known = await ann.ask(here.desk, AskReminders())
        assert known.trouble == "The mail server refused it."
        here.postbox.on_result(sent.number, "", 7.0)  # only the first answer counts
        assert (await ann.ask(here.desk, AskReminders())).sent == 0


async def test_five_wrong_codes_end_the_attempt() -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        code = await here.set(ann, ADDRESS)
        for _ in range(5):
            assert await here.refusal(ann, ConfirmReminder("ABCD-EFGH")) == "wrong_code"
        assert await here.refusal(ann, ConfirmReminder(code)) == "too_many_tries"
        assert not (await ann.ask(here.desk, AskReminders())).confirmed


async def test_another_key_cannot_confirm_or_stop_an_address() -> None:
    async with lobby() as here:
        ann, eve = await come(here.desk, "Ann", "Eve")
        code = await here.set(ann, ADDRESS)
        assert await here.refusal(eve, ConfirmReminder(code)) == "nothing_asked"
        assert await here.refusal(eve, StopReminders()) == "nothing_set"
        assert (await eve.ask(here.desk, AskReminders())).address == ""
        assert (await ann.ask(here.desk, AskReminders())).address == ADDRESS


async def test_a_code_is_good_for_a_day() -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        code = await here.set(ann, ADDRESS)
        await here.pass_time(DAY + HOUR)
        assert (await ann.ask(here.desk, AskReminders())).address == ""
        assert await here.refusal(ann, ConfirmReminder(code)) == "nothing_asked"


class TestStopping:
    async def test_a_player_who_asks_is_forgotten_on_the_disk_too(self, tmp_path: Path) -> None:
        async with lobby(tmp_path) as here:
            (ann,) = await come(here.desk, "Ann")
            await here.confirmed(ann, ADDRESS)
            file = tmp_path / "lobby.reminders"
            assert ADDRESS in file.read_text()
            assert isinstance(await ann.ask(here.desk, StopReminders()), Done)
            assert "example.org" not in file.read_text()
            assert (await ann.ask(here.desk, AskReminders())).address == ""

    async def test_anybody_with_the_stop_code_stops_what_was_confirmed(self) -> None:
        async with lobby() as here:
            ann, friend = await come(here.desk, "Ann", "Friend")
            await here.confirmed(ann, ADDRESS)
            await ann.ask(here.desk, TryReminder())
            code = stop_code_in(here.taken()[0].text)
            assert isinstance(await friend.ask(here.desk, StopReminders(code.lower())), Done)
            assert (await ann.ask(here.desk, AskReminders())).address == ""
            assert await here.refusal(friend, StopReminders(code)) == "wrong_stop_code"
            await here.confirmed(ann, ADDRESS)  # their own wish counts again

    async def test_a_stranger_who_was_sent_a_code_gets_no_more(self) -> None:
        async with lobby() as here:
            eve, stranger = await come(here.desk, "Eve", "Stranger")
            await eve.ask(here.desk, SetReminder("email", "Victim+one@example.org"))
            code = stop_code_in(here.taken()[0].text)
            await here.pass_time(5 * DAY)  # mail is read late
            await stranger.ask(here.desk, StopReminders(code))
            again = SetReminder("email", "victim+two@example.org")
            assert await here.refusal(eve, again) == "address_blocked"
            assert await here.refusal(stranger, again) == "address_blocked"
            assert here.taken() == []

    async def test_no_more_codes_hold_for_a_mailbox_not_for_a_spelling(self) -> None:
        async with lobby() as here:
            eve, stranger = await come(here.desk, "Eve", "Stranger")
            await eve.ask(here.desk, SetReminder("email", "v.ictim@gmail.com"))
            await stranger.ask(here.desk, StopReminders(stop_code_in(here.taken()[0].text)))
            again = SetReminder("email", "V.i.c.t.i.m+x@googlemail.com")
            assert await here.refusal(eve, again) == "address_blocked"
            await here.set(eve, "v.ictim@example.org")

    async def test_what_an_earlier_release_has_blocked_stays_blocked(self) -> None:
        async with lobby() as here:
            (eve,) = await come(here.desk, "Eve")
            book = here.reminders.book
            earlier = book.hash("email:v.ictim@gmail.com")
            now = here.date.now
            here.reminders.change(replace(book, blocked={earlier: now}))
            refused = SetReminder("email", "V.ictim+1@gmail.com")
            assert await here.refusal(eve, refused) == "address_blocked"

    async def test_a_ban_forgets_the_address(self, tmp_path: Path) -> None:
        async with lobby(tmp_path) as here:
            ann, owner = Caller("Ann"), Caller("Owner", KEY)
            for each in (ann, owner):
                await each.hello(here.desk)
            await here.confirmed(ann, ADDRESS)
            await owner.ask(here.desk, BanPlayer(ann.me))
            assert "ann@" not in (tmp_path / "lobby.reminders").read_text()


class TestLimits:
    async def test_of_one_key(self) -> None:
        async with lobby() as here:
            (eve,) = await come(here.desk, "Eve")
            for number in range(3):
                await here.set(eve, f"a{number}@example.org")
            more = SetReminder("email", "b@example.org")
            assert await here.refusal(eve, more) == "too_many_codes"
            assert here.taken() == []
            await here.pass_time(DAY)
            await here.set(eve, "b@example.org")

    async def test_of_one_address_whoever_asks(self) -> None:
        async with lobby() as here:
            eves = await come(here.desk, *(f"Eve {number}" for number in range(12)))
            sent = 0
            for day in range(4):
                for number in range(3):
                    address = f"Victim+{day}{number}@example.org"
                    await eves[3 * day + number].ask(here.desk, SetReminder("email", address))
                    sent += len(here.taken())
                await here.pass_time(DAY)
            assert sent == 6

    async def test_of_one_mailbox_however_it_is_written(self) -> None:
        async with lobby() as here:
            eves = await come(here.desk, "Eve 1", "Eve 2", "Eve 3")
            spellings = ("victim@gmail.com", "vic.tim@gmail.com", "victim@googlemail.com")
            for eve, spelling in zip(eves, spellings, strict=True):
                await eve.ask(here.desk, SetReminder("email", spelling))
            assert [each.address for each in here.taken()] == list(spellings[:2])

    async def test_of_one_domain_and_of_all(self) -> None:
        async with lobby() as here:
            eves = await come(here.desk, *(f"E{number}x" for number in range(45)))
            for number, eve in enumerate(eves[:25]):
                await eve.ask(here.desk, SetReminder("email", f"a{number}@example.org"))
            assert len(here.taken()) == 20
            for number, eve in enumerate(eves):
                await eve.ask(here.desk, SetReminder("email", f"a@host{number}.example"))
            assert len(here.taken()) == 20  # 20 more are kept for regular players


class TestTheFile:
    async def test_only_the_owner_reads_it_and_a_restart_keeps_it(self, tmp_path: Path) -> None:
        async with lobby(tmp_path) as here:
            (ann,) = await come(here.desk, "Ann")
            await here.confirmed(ann, ADDRESS)
        file = tmp_path / "lobby.reminders"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        async with lobby(tmp_path) as here:
            await ann.hello(here.desk)
            known = await ann.ask(here.desk, AskReminders())
            assert (known.address, known.confirmed) == (ADDRESS, True)

    async def test_no_address_is_anywhere_else(self, tmp_path: Path) -> None:
        async with lobby(tmp_path) as here:
            ann, ben = await come(here.desk, "Ann", "Ben")
            await here.confirmed(ann, ADDRESS)
            await ben.ask(here.desk, OpenTable("siam", 2))
            assert all(b"ann@" not in payload for _, payload, _ in here.desk.said)
            assert files_with(tmp_path, b"ann@") == {"lobby.reminders"}
            assert "ann@" not in repr(here.desk.service.lobby)
        sent = here.taken()
        assert all("ann@" not in repr(each) for each in sent)

    async def test_a_file_that_others_can_read_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "lobby.reminders"
        async with lobby(tmp_path) as here:
            (ann,) = await come(here.desk, "Ann")
            await here.confirmed(ann, ADDRESS)
        file.chmod(0o640)
        with pytest.raises(StoreError, match="chmod 600"):
            read_book(file)

    @pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 2}', '{"format": 1, "salt": 3}'])
    def test_a_damaged_file_is_refused(self, tmp_path: Path, text: str) -> None:
        file = tmp_path / "book"
        file.touch(mode=0o600)
        file.write_text(text)
        with pytest.raises(StoreError, match="damaged"):
            read_book(file)

    async def test_what_cannot_be_written_is_refused_and_not_sent(self, tmp_path: Path) -> None:
        async with lobby(tmp_path) as here:
            (ann,) = await come(here.desk, "Ann")
            await here.confirmed(ann, ADDRESS)
            file = tmp_path / "lobby.reminders"
            before = file.read_text()
            file.unlink()
            file.mkdir()
            (file / "in the way").touch()
            refused = SetReminder("email", "other@example.org")
            assert await here.refusal(ann, refused) == "store_failed"
            assert here.taken() == []
            assert here.desk.told
            assert (await ann.ask(here.desk, AskReminders())).address == ADDRESS
            (file / "in the way").unlink()
            file.rmdir()
            await ann.ask(here.desk, StopReminders())
            assert json.loads(file.read_text())["salt"] == json.loads(before)["salt"]
            assert "ann@" not in file.read_text()

    async def test_nothing_is_changed_if_the_store_fails(self, tmp_path: Path) -> None:
        async with lobby(tmp_path) as here:
            ann, ben = await come(here.desk, "Ann", "Ben")
            await here.confirmed(ann, ADDRESS)
            here.desk.break_store()
            assert await here.refusal(ben, OpenTable("siam", 2)) == "store_failed"
            here.desk.mend_store()
            assert (await ann.ask(here.desk, AskReminders())).address == ADDRESS


def files_with(folder: Path, text: bytes) -> set[str]:
    """Return the names of the files that contain a text."""
    return {each.name for each in folder.iterdir() if text in each.read_bytes()}


async def test_a_repeated_command_sends_no_second_code() -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        number = bytes(15) + b"7"
        for _ in range(2):
            await ann.ask(here.desk, SetReminder("email", ADDRESS), number)
        assert len(here.taken()) == 1
