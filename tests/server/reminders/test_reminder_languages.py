"""Reminders come in the language in which their address was chosen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from protocol.reminders.reminder_messages import ConfirmReminder, SetReminder, TryReminder
from server.reminders.due_reminders import WaitingTurn
from server.reminders.reminder_texts import MessageFrame, code_text, reminder_text
from tests.server.desk import Caller, come
from tests.server.reminders.postal import DAY, HOUR, Lobby, lobby
from texts import LANGUAGES, speaking

ADDRESS = "ann@example.org"


async def subscribed(here: Lobby, caller: Caller, language: str) -> str:
    """Choose an address in a language, confirm it, and return what was sent there."""
    await caller.ask(here.desk, SetReminder("email", ADDRESS, language))
    (sent,) = here.taken()
    (code,) = re.findall(r"(?<![A-Z2-9-])[A-Z2-9]{4}-[A-Z2-9]{4}(?![A-Z2-9-])", sent.text)
    await caller.ask(here.desk, ConfirmReminder(code))
    assert sent.language == (language if language in LANGUAGES else "en")
    return sent.text


async def test_code_test_and_reminder_are_german_to_who_set_them_in_german(tmp_path: Path) -> None:
    async with lobby(tmp_path) as here:
        ann, ben = await come(here.desk, "Ann", "Ben")
        assert "in siam diesen Code ein" in await subscribed(here, ann, "de")
        await ann.ask(here.desk, TryReminder())
        (test,) = here.taken()
        assert "Deine Erinnerungen kommen hier an." in test.text
        table = await here.playing(ann, ben)
        if here.to_move(table, ann, ben) is not ann:
            await here.next_turn(ann, table, ann, ben)
    async with lobby(tmp_path, now=1_800_000_000.0 + DAY) as here:
        (sent,) = await here.pass_time(12 * HOUR)
        assert (sent.address, sent.language) == (ADDRESS, "de")
        assert "Du bist am Zug (Ann's lobby):" in sent.text


@pytest.mark.parametrize("language", ["", "pt", "../x", "EN"])
async def test_other_languages_and_older_clients_get_english(language: str) -> None:
    async with lobby() as here:
        (ann,) = await come(here.desk, "Ann")
        assert "type this code in siam" in await subscribed(here, ann, language)


async def test_a_book_of_an_earlier_release_is_english(tmp_path: Path) -> None:
    async with lobby(tmp_path) as here:
        (ann,) = await come(here.desk, "Ann")
        await subscribed(here, ann, "de")
    file = tmp_path / "lobby.reminders"
    plain = json.loads(file.read_text())
    for each in plain["subscriptions"].values():
        assert each.pop("language") == "de"
    file.write_text(json.dumps(plain))
    async with lobby(tmp_path) as here:
        (known,) = here.reminders.book.subscriptions.values()
        assert (known.address, known.language) == (ADDRESS, "en")


LONG = MessageFrame("L" * 24, "siam://" + "l" * 150, "https://" + "p" * 40, "ssh " + "h" * 50)
TURN = WaitingTurn("m", "t" * 8, "Reino de Ámbar", "H" * 24, 1e6, ends_soon=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_texts_fit_a_chat_service_in_every_language(language: str) -> None:
    with speaking(language):
        for text in (
            reminder_text(LONG, (TURN,) * 30, "ABCD-EFGH-JKLM-NPQR", is_last_call=False),
            code_text(LONG, "N" * 24, "f" * 52, "ABCD-EFGH", "ABCD-EFGH-JKLM-NPQR"),
        ):
            assert len(f"{text.subject}\n\n" + "\n".join(text.lines)) <= 2000
