"""What is said about reminders, on the screen and in text mode. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from protocol.reminders.reminder_messages import ReminderKind, Reminders
from siam_tui.profile.user_error import UserError
from siam_tui.reminders.reminder_requests import ReminderRequests, Requester
from texts import Noun, tell


def offered_ways(reminders: Reminders) -> tuple[ReminderKind, ...]:
    """Return the ways in which a lobby sends reminders."""
    ways: tuple[ReminderKind, ...] = ("email",) if reminders.email else ()
    ways += ("ntfy",) if reminders.ntfy_hosts else ()
    return ways + (("webhook",) if reminders.webhook_hosts else ())


def example_of(reminders: Reminders, kind: ReminderKind) -> str:
    """Return what an address looks like for this lobby."""
    hosts = {"ntfy": reminders.ntfy_hosts, "webhook": reminders.webhook_hosts}.get(kind, ())
    return tell("reminders/example", way=kind, host=next(iter(hosts), ""))


def tell_reminders(reminders: Reminders) -> Iterator[str]:
    """Yield what a lobby offers and what is set, in sentences."""
    yield tell("reminders/introduction")
    for kind, hosts in (("ntfy", reminders.ntfy_hosts), ("webhook", reminders.webhook_hosts)):
        if hosts:
            yield tell("reminders/hosts", way=kind, hosts=tuple(hosts))
    yield from tell_setting(reminders)


def tell_setting(reminders: Reminders) -> Iterator[str]:
    """Yield what is set, in sentences."""
    if not reminders.kind:
        yield tell("reminders/none")
        return
    yield tell(
        "reminders/used" if reminders.confirmed else "reminders/awaited",
        way=Noun("reminders/way", reminders.kind),
        address=reminders.address,
    )
    if reminders.trouble:
        yield tell("reminders/trouble", trouble=reminders.trouble)
    elif reminders.sent:
        date = datetime.fromtimestamp(reminders.sent).astimezone()
        yield tell("reminders/sent", date=f"{date:%Y-%m-%d %H:%M}")


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
            return iter((tell("reminders/code-sent"), *tell_setting(await requests.ask())))
        case "code", True:
            stopped = await requests.enter_code(behind)
            return iter((tell("reminders/stopped-by-code" if stopped else "reminders/confirmed"),))
        case "test", False:
            await requests.send_test()
            return iter((tell("reminders/tested"),))
        case "stop", False:
            await requests.stop()
            return iter((tell("reminders/stopped"),))
        case "stop", True:
            await requests.stop_by_code(behind)
            return iter((tell("reminders/stopped-by-code"),))
    raise UserError(tell("reminders/how"))
