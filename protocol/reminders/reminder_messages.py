"""Reminders: messages outside siam that tell an absent player that it is their turn.

The commands are sealed to the server, so nobody else can read an address.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen, validators

from protocol.fields import MOMENT, REASON, line, lines

MAX_ADDRESS: Final = 400
"""Characters of an address."""
MAX_CODE: Final = 40
"""Characters of a code, blanks and hyphens too."""
MAX_LANGUAGE: Final = 16
"""Characters of the name of a language."""
MAX_HOSTS: Final = 20
"""Hosts that a lobby allows for one kind of reminder."""

ReminderKind: TypeAlias = Literal["email", "ntfy", "webhook"]
"""How reminders are sent."""

_address: Any = validators.and_(validators.min_len(1), validators.max_len(MAX_ADDRESS))
_maybe_address: Any = validators.max_len(MAX_ADDRESS)
_code: Any = validators.max_len(MAX_CODE)
_hosts: Any = validators.and_(
    validators.max_len(MAX_HOSTS), validators.deep_iterable(validators.max_len(MAX_ADDRESS))
)


@frozen
class AskReminders:
    """Request what the lobby offers and what this player has set; the answer is `Reminders`."""


@frozen
class SetReminder:
    """Choose where reminders go, instead of the address before; a code is sent there at once.

    Attributes:
        kind: how they are sent.
        address: an e-mail address, or the URL of an ntfy topic or a webhook.
        language: the language to write in, such as ``es``; one that the server does not know, and
            an empty one, mean English.
    """

    kind: ReminderKind
    address: str = field(validator=_address)
    language: str = field(default="", validator=validators.max_len(MAX_LANGUAGE))


@frozen
class ConfirmReminder:
    """Prove with the code that what is sent to the address arrives; from then on it is used.

    Attributes:
        code: the code, in any case, with or without blanks and hyphens.
    """

    code: str = field(validator=_code)


@frozen
class TryReminder:
    """Have a test message sent to the confirmed address."""


@frozen
class StopReminders:
    """Forget an address.

    Attributes:
        code: the stop code of a message, which anybody who got it may use; empty for the player's
            own address.
    """

    code: str = field(default="", validator=_code)


@frozen
class Reminders:
    """What a lobby offers, and what this player has set.

    Attributes:
        ntfy_hosts: hosts whose ntfy topics may be chosen; empty if ntfy is not offered.
        webhook_hosts: hosts whose webhooks may be chosen.
        email: whether e-mail is offered.
        kind: how reminders are sent; empty if nothing is set.
        address: where they go.
        confirmed: whether the code was entered.
        trouble: why the latest message was not delivered; empty if it was.
        sent: when the latest message was delivered, in seconds since 1970; 0 for never.
    """

    email: bool
    ntfy_hosts: tuple[str, ...] = field(default=(), converter=lines, validator=_hosts)
    webhook_hosts: tuple[str, ...] = field(default=(), converter=lines, validator=_hosts)
    kind: Literal["", "email", "ntfy", "webhook"] = ""
    address: str = field(default="", converter=line, validator=_maybe_address)
    confirmed: bool = False
    trouble: str = field(default="", converter=line, validator=REASON)
    sent: int = field(default=0, validator=MOMENT)


ReminderCommand: TypeAlias = (
    AskReminders | SetReminder | ConfirmReminder | TryReminder | StopReminders
)
"""Commands about reminders; a lobby that sends none refuses them with ``no_reminders``."""
