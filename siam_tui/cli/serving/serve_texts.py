"""What `siam serve` says to the host, and whom a private lobby admits."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Sequence
from typing import Final, TextIO

from protocol.keys import is_fingerprint
from protocol.links import Link
from siam_tui.discovery.audience import Audience
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.wrapped_text import columns_of, wrap_lines

logger = logging.getLogger(__name__)

HERE_ONLY: Final = ("127.0.0.1", "localhost", "::1")
"""Hosts that name this computer, on whichever computer they are read."""
NOT_ON_NETWORK = (
    "Nobody on your network finds this lobby by itself ({reason}). The link works all the same."
)
NOT_ANNOUNCED = (
    "Nobody can find this lobby without its link: {folder} cannot be written ({reason})."
)
REACHED_AGAIN = "The broker is reached again."
FINDS_ON_NETWORK = "Everybody on this computer and on its network finds it by running `siam`."
FINDS = {
    Audience.EVERYONE: "Everybody on this computer finds it by running `siam`.",
    Audience.ACCOUNT: "All who use this Unix account find it by running `siam`.",
    Audience.NOBODY: "",
}
_NAMED = "Its name is {name}; `--lobby-name NAME` gives it another one. "
_UNNAMED = (
    "It has no name: others read your account or address, and from the next start on your own name "
    "if you give one meanwhile. `--lobby-name NAME` names it. "
)
_FAR = "Send it to the people you want to play with."
_NEAR = (
    "The link works on this computer only, also over SSH. Others on your network: run "
    "`siam serve --bind ADDRESS`."
)
_NEAR_BROKER = (
    "The link works on this computer only, because {broker} names this computer. Others on your "
    "network: give --broker the address by which they reach the broker."
)


def invitation(link: Link, finds: str, name: str, *, embedded: bool) -> str:
    """Return what the person who serves is told.

    Args:
        link: the invite link.
        finds: who finds the lobby without it.
        name: what the lobby is called; empty if it has no name.
        embedded: whether the lobby has a broker of its own.
    """
    reach = _who_reaches(link, embedded=embedded)
    named = _NAMED.format(name=name) if name else _UNNAMED
    return (
        f"Your lobby is open. {named}{finds}\nThe invite link:\n\n{link}\n\n"
        f"Players run `siam join LINK`, spectators `siam watch LINK`.\n{reach}\n"
        "Ctrl-C closes the lobby; `siam doctor LINK` checks it."
    )


def _who_reaches(link: Link, *, embedded: bool) -> str:
    """Return who can use the link."""
    if link.broker.host not in HERE_ONLY:
        return _FAR
    return _NEAR if embedded else _NEAR_BROKER.format(broker=link.broker)


def write_wrapped(text: str, stream: TextIO | None = None) -> None:
    """Write lines to standard output or another stream; on a terminal they break between words.

    If they cannot be written, such as on a full disk, the lobby stays open all the same.

    Raises:
        BrokenPipeError: nobody reads them.
    """
    to = stream or sys.stdout
    try:
        to.write(f"{wrap_lines(text, columns_of(to))}\n")
        to.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        logger.warning("a message to the host cannot be written: %s", error)


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
