"""Which e-mail addresses lead to the same mailbox. Pure.

Limits must hold for a mailbox, since a provider may deliver any number of spellings to it. A rule
stands here only if the provider says so. Too wide a rule would do little harm: people who get
reminders would share a few limits.
"""

from __future__ import annotations

import re
from typing import Final

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
