"""The command ``reminders`` of text mode."""

from __future__ import annotations

from collections.abc import Iterator

from siam_tui.profile.user_error import UserError
from siam_tui.reminders import reminder_words
from siam_tui.reminders.reminder_requests import ReminderRequests, Requester
from siam_tui.reminders.reminder_words import tell_reminders, tell_setting

USAGE = "[email ADDRESS, ntfy URL, webhook URL, code CODE, test, or stop [CODE]]"
"""What may follow the command."""
_HOW = f"Type reminders {USAGE}."


async def run_reminders(client: Requester, rest: str) -> Iterator[str]:
    """Do what was typed behind ``reminders``; return what there is to say.

    Raises:
        UserError: it cannot be done; says why.
    """
    requests = ReminderRequests(client)
    word, _, behind = rest.partition(" ")
    behind = behind.strip()
    match word.lower(), bool(behind):
        case "", _:
            return tell_reminders(await requests.ask())
        case ("email" | "ntfy" | "webhook") as kind, True:
            await requests.choose(kind, behind)
            return iter((reminder_words.CODE_SENT, *tell_setting(await requests.ask())))
        case "code", True:
            stopped = await requests.enter_code(behind)
            return iter((_told_of_code(stopped=stopped),))
        case "test", False:
            await requests.send_test()
            return iter((reminder_words.TESTED,))
        case "stop", False:
            await requests.stop()
            return iter((reminder_words.STOPPED,))
        case "stop", True:
            await requests.stop_by_code(behind)
            return iter((reminder_words.STOPPED_BY_CODE,))
    raise UserError(_HOW)


def _told_of_code(*, stopped: bool) -> str:
    return reminder_words.STOPPED_BY_CODE if stopped else reminder_words.CONFIRMED
