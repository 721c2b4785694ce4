"""Reads whom a private lobby admits, from the options of ``siam serve``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from protocol.keys import is_fingerprint
from siam_tui.discovery.audience import Audience
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
_NO_DOORS = (
    "--private admits only you and those whom --admit names, so it has no doors. Omit --private, "
    "or --ssh, --web and --notify."
)
_NOT_ANNOUNCED = (
    "--private admits only you and those whom --admit names, so the lobby is not announced. Omit "
    "--private, or --announce {}."
)
_SHOWN = 40
"""Characters of a wrong fingerprint that are repeated."""


def refuse_guests(announce: Audience | None, *, private: bool, doors: Iterable[object]) -> None:
    """Return if nothing brings others into a lobby that is private.

    Args:
        announce: who is to find the lobby, if the host said it.
        private: whether the lobby is private.
        doors: the options that open doors; None for each that is not given.

    Raises:
        UserError: it has doors or is announced.
    """
    if private and any(each is not None for each in doors):
        raise UserError(_NO_DOORS)
    if private and announce not in (None, Audience.NOBODY):
        raise UserError(_NOT_ANNOUNCED.format(announce))


def read_admitted(
    admit: Sequence[str] | None, profile: Profile, broker: str, *, private: bool
) -> frozenset[str] | None:
    """Return the fingerprints of the keys that a private lobby admits; None to admit everybody.

    Args:
        admit: the fingerprints that the host gave, if any.
        profile: the host's, whose key is admitted if none is given.
        broker: the URL of another broker; empty for the embedded one.
        private: whether the lobby is private.

    Raises:
        UserError: the options do not go together, or a fingerprint is none.
    """
    if not private:
        if admit:
            raise UserError(_ADMITS_EVERYBODY)
        return None
    if broker:
        raise UserError(_OTHER_BROKER)
    for text in admit or ():
        if not is_fingerprint(text):
            raise UserError(_NO_FINGERPRINT.format(text=text[:_SHOWN]))
    return frozenset(admit or ()) or frozenset((profile.player_key().public.fingerprint,))
