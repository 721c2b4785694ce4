"""What is said about reminders, on the screen and in text mode. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from protocol.reminders.reminder_messages import ReminderKind, Reminders
from siam_tui.profile.user_error import UserError
from siam_tui.reminders.reminder_requests import ReminderRequests, Requester

WAYS: Final[dict[ReminderKind, str]] = {"email": "e-mail", "ntfy": "ntfy", "webhook": "webhook"}
"""What each way is called."""
EXAMPLES: Final[dict[ReminderKind, str]] = {
    "email": "name@example.org",
    "ntfy": "https://{host}/my-topic",
    "webhook": "https://{host}/...",
}
"""What an address looks like."""

_ABOUT: Final = (
    "When you are away and it is your turn, this lobby can remind you: at most twice a day, and "
    "once before your clock ends. Never with your cards."
)
_HOSTS: Final = "With {way}, you can use {hosts}."
_NONE: Final = "You have set no address. Nobody but the host of the lobby can see it."
_AWAITED: Final = "A code was sent by {way} to {address}. Enter it within a day."
_USED: Final = "You are reminded by {way} at {address}."
_TROUBLE: Final = "The latest message did not arrive: {trouble}"
_DELIVERED: Final = "The latest message was sent on {date}."

ABOUT_REMINDERS: Final = "Be told by e-mail or phone that it is your turn when you are away"
NOT_FOR_GUESTS: Final = (
    "You are a guest: when you leave, nobody can know you again, so there is no turn to remind you "
    "of. Log in with an SSH key."
)
CODE_SENT: Final = "A code is on its way. Enter it here when it has arrived."
CONFIRMED: Final = "From now on you are reminded there."
TESTED: Final = "A test message is on its way."
STOPPED: Final = "The lobby has forgotten your address. You get no more reminders."
STOPPED_BY_CODE: Final = "This address gets no more messages from this lobby."


def offered_ways(reminders: Reminders) -> tuple[ReminderKind, ...]:
    """Return the ways in which a lobby sends reminders."""
    ways: tuple[ReminderKind, ...] = ("email",) if reminders.email else ()
    ways += ("ntfy",) if reminders.ntfy_hosts else ()
    return ways + (("webhook",) if reminders.webhook_hosts else ())


def example_of(reminders: Reminders, kind: ReminderKind) -> str:
    """Return what an address looks like for this lobby."""
    hosts = {"ntfy": reminders.ntfy_hosts, "webhook": reminders.webhook_hosts}.get(kind, ())
    return EXAMPLES[kind].format(host=next(iter(hosts), ""))


def tell_reminders(reminders: Reminders) -> Iterator[str]:
    """Yield what a lobby offers and what is set, in sentences."""
    yield _ABOUT
    for kind, hosts in (("ntfy", reminders.ntfy_hosts), ("webhook", reminders.webhook_hosts)):
        if hosts:
            yield _HOSTS.format(way=kind, hosts=", ".join(hosts))
    yield from tell_setting(reminders)


def tell_setting(reminders: Reminders) -> Iterator[str]:
    """Yield what is set, in sentences."""
    if not reminders.kind:
        yield _NONE
        return
    form = _USED if reminders.confirmed else _AWAITED
    yield form.format(way=WAYS[reminders.kind], address=reminders.address)
    if reminders.trouble:
        yield _TROUBLE.format(trouble=reminders.trouble)
    elif reminders.sent:
        date = datetime.fromtimestamp(reminders.sent).astimezone()
        yield _DELIVERED.format(date=f"{date:%Y-%m-%d %H:%M}")


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
            return iter((CODE_SENT, *tell_setting(await requests.ask())))
        case "code", True:
            stopped = await requests.enter_code(behind)
            return iter((_told_of_code(stopped=stopped),))
        case "test", False:
            await requests.send_test()
            return iter((TESTED,))
        case "stop", False:
            await requests.stop()
            return iter((STOPPED,))
        case "stop", True:
            await requests.stop_by_code(behind)
            return iter((STOPPED_BY_CODE,))
    raise UserError(_HOW)


def _told_of_code(*, stopped: bool) -> str:
    return STOPPED_BY_CODE if stopped else CONFIRMED
