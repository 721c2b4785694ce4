"""What can be the address of a reminder, and which addresses lead to one mailbox. Pure.

The rules are narrower than the standards. What is refused here cannot be read by two programs in
two ways, cannot add a line to a message, and cannot name another host than it seems to. Limits
must hold for a mailbox, since a provider may deliver any number of spellings to it. A rule about
that stands here only if the provider says so. Too wide a rule would do little harm: people who get
reminders would share a few limits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from protocol.reminders.reminder_messages import MAX_ADDRESS, ReminderKind
from texts import Message, say

_GOOGLE: Final = frozenset({"gmail.com", "googlemail.com"})
"""Dots do not matter (https://support.google.com/mail/answer/7436150), in these domains only."""
_APPLE: Final = frozenset({"icloud.com", "me.com", "mac.com"})
"""Names for the same mailbox (https://support.apple.com/118230)."""
_PROTON: Final = frozenset({"proton.me", "protonmail.com", "protonmail.ch", "pm.me"})
"""One account's names (https://proton.me/support/addresses-and-aliases).

Dots, hyphens and underscores do not matter, as in Proton's own WebClients (`removeEmailAlias`).
"""
_YANDEX: Final = frozenset(
    {"yandex.ru", "ya.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "yandex.com.tr"}
)
"""A user name has an address in each (https://yandex.com/support/id/authorization/email.html).

A dot is a hyphen (https://yandex.com/support/passport/authorization/registration.html).
"""
_FASTMAIL: Final = re.compile(r"(?P<user>[^.]+)\.(?P<domain>fastmail\.(?:com|fm))")
"""Anything before a user's own subdomain (https://www.fastmail.help/hc/en-us/articles/360060591053)."""
_YAHOO: Final = "yahoo."
"""``name-tag`` are one mailbox's temporary addresses (https://help.yahoo.com/kb/SLN28815.html)."""


def mailbox_of(address: str) -> str:
    """Return what all addresses of a mailbox have in common; it need be no address itself.

    What follows a ``+`` is a tag nearly everywhere, so it never counts.

    >>> mailbox_of("A.nn+siam@GoogleMail.com"), mailbox_of("Ann-1@yahoo.com")
    ('ann@gmail.com', 'ann@yahoo.com')
    """
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0]
    if domain in _GOOGLE:
        local, domain = local.replace(".", ""), "gmail.com"
    elif domain in _APPLE:
        domain = "icloud.com"
    elif domain in _PROTON:
        local, domain = re.sub("[._-]", "", local), "proton.me"
    elif domain in _YANDEX:
        local, domain = local.replace(".", "-"), "yandex.ru"
    elif domain.startswith(_YAHOO):
        local = local.partition("-")[0]
    elif found := _FASTMAIL.fullmatch(domain):
        local, domain = found["user"], found["domain"]
    return f"{local}@{domain}"


_LOCAL: Final = r"[A-Za-z0-9_+&'=~-]+(?:\.[A-Za-z0-9_+&'=~-]+)*"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOMAIN: Final = rf"(?:{_LABEL}\.)+[A-Za-z][A-Za-z0-9-]{{0,61}}[A-Za-z0-9]"
_EMAIL: Final = re.compile(rf"(?P<local>{_LOCAL})@(?P<domain>{_DOMAIN})")
_MAX_LOCAL: Final = 64
_MAX_EMAIL: Final = 254
_URL: Final = re.compile(
    r"(?P<scheme>https?)://(?P<place>[A-Za-z0-9.-]+(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](?::[0-9]{1,5})?)"
    r"(?P<path>/[A-Za-z0-9._~%/=&?+,:@!*()-]*)"
)
_TOPIC: Final = re.compile(r"/[A-Za-z0-9_-]{1,64}")


class AddressError(ValueError):
    """An address cannot be used; the message does not repeat it.

    Attributes:
        message: why, to be told in the reader's language.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class HttpAddress:
    """The address of an ntfy topic or a webhook, taken apart.

    Attributes:
        base: scheme, host and port, such as ``https://ntfy.sh``.
        place: host and port as the lobby's owner allows them.
        path: what follows, with the ``/``.
    """

    base: str
    place: str
    path: str

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.base}{self.path}"


def read_email(address: str) -> str:
    """Return an e-mail address, its domain in lower case.

    Raises:
        AddressError: it is none, or of a form that is not used.

    >>> read_email("Ann+siam@Example.org")
    'Ann+siam@example.org'
    """
    found = _EMAIL.fullmatch(address) if len(address) <= _MAX_EMAIL else None
    if found is None or len(found["local"]) > _MAX_LOCAL:
        raise AddressError(say("protocol/address/no-email"))
    return f"{found['local']}@{found['domain'].lower()}"


def read_http(
    address: str, allowed: tuple[str, ...], *, topic: bool, plain: bool = False
) -> HttpAddress:
    """Return the address of an ntfy topic or a webhook.

    Args:
        address: the URL.
        allowed: the hosts that the lobby's owner allows, with a port where it is not the usual one.
        topic: whether it must be an ntfy topic.
        plain: whether ``http`` is allowed as well, for tests.

    Raises:
        AddressError: it cannot be used.

    >>> read_http("https://ntfy.sh/siam-ann", ("ntfy.sh",), topic=True).path
    '/siam-ann'
    """
    found = _URL.fullmatch(address) if len(address) <= MAX_ADDRESS else None
    if found is None:
        raise AddressError(say("protocol/address/no-url"))
    scheme = found["scheme"]
    if scheme != "https" and not plain:
        raise AddressError(say("protocol/address/not-https"))
    usual = ":443" if scheme == "https" else ":80"
    place = found["place"].lower().removesuffix(usual)
    if place not in allowed:
        raise AddressError(say("protocol/address/other-host", hosts=allowed))
    if topic and not _TOPIC.fullmatch(found["path"]):
        raise AddressError(say("protocol/address/no-topic", host=place))
    return HttpAddress(f"{scheme}://{place}", place, found["path"])


def is_place(text: str) -> bool:
    """Return whether a text names a host that an owner can allow, such as ``ntfy.sh``."""
    found = _URL.fullmatch(f"https://{text}/")
    return found is not None and text == text.lower() and found["place"] == text


def address_key(kind: ReminderKind, address: str) -> str:
    """Return what two addresses have in common that reach the same person, for limits.

    >>> address_key("email", "Ann+one@example.org") == address_key("email", "ann+two@example.org")
    True
    """
    return f"{kind}:{mailbox_of(address) if kind == 'email' else address}"


def spelling_key(kind: ReminderKind, address: str) -> str:
    """Return what `address_key` returned before it knew mailboxes; books still contain it."""
    if kind != "email":
        return address_key(kind, address)
    local, _, domain = address.lower().rpartition("@")
    return f"email:{local.partition('+')[0]}@{domain}"


def domain_of(kind: ReminderKind, address: str) -> str:
    """Return the domain or host of an address that was read; one for all names of a mailbox."""
    if kind == "email":
        return mailbox_of(address).rpartition("@")[2]
    return address.split("/", 3)[2].lower()
