"""Reads whom a private lobby admits, from the options of ``siam serve``."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.keys import is_fingerprint
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError

_OTHER_BROKER = (
    "--private needs the embedded broker: another broker decides itself whom it admits. "
    "Omit --broker, or use --pipe instead of --private."
)
_ADMITS_EVERYBODY = (
    "--admit is for a private lobby, and this one would admit everybody: add --private, or omit "
    "--admit."
)
_NO_FINGERPRINT = (
    "--admit needs a whole fingerprint, which has 24 letters and digits, and {text!r} is none. "
    "`siam key` prints a player's: ask the person whom you want to admit for it."
)
_SHOWN = 40
"""Characters of a wrong fingerprint that are repeated."""


def read_admitted(
    admit: Sequence[str], profile: Profile, *, private: bool, broker: str
) -> frozenset[str] | None:
    """Return the fingerprints of the keys that a private lobby admits; None to admit everybody.

    Args:
        admit: the fingerprints that the host gave.
        profile: the host's, whose key is admitted if none is given.
        private: whether the lobby is private.
        broker: the URL of another broker; empty for the embedded one.

    Raises:
        UserError: another broker is used, the lobby is not private, or a fingerprint is none.
    """
    if not private:
        if admit:
            raise UserError(_ADMITS_EVERYBODY)
        return None
    if broker:
        raise UserError(_OTHER_BROKER)
    for text in admit:
        if not is_fingerprint(text):
            raise UserError(_NO_FINGERPRINT.format(text=text[:_SHOWN]))
    return frozenset(admit) or frozenset((profile.player_key().public.fingerprint,))
