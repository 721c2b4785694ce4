"""Sentences about an invitation, which is a link, or a command that logs in to the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class InviteText:
    """What the screens say about an invitation.

    Attributes:
        title: the title of its dialog.
        lobby: what stands above the lobby's.
        table: what stands above a table's.
        by_key: what stands at a table where there is no room for it.
        copy: what the key that copies it does, in the bar of a table.
        copy_briefly: the same where there is less room.
        about: what the command that copies it does.
        use: what others do with it.
        secret: what to know before it is passed on.
        told: what text mode says before it.
    """

    title: str
    lobby: str
    table: str
    by_key: str
    copy: str
    copy_briefly: str
    about: str
    use: str
    secret: str
    told: str


_SELECT: Final = (
    "Or select all of it: hold Shift while you drag the mouse over it. Whoever has {it} can come "
    "in, so send it only to those you want to play with."
)
_LINK: Final = InviteText(
    title="Invite link",
    lobby="Invite link (C copies it). Others type `siam join` and the link:",
    table="Invite others with this link:",
    by_key="Invite others with a link: C copies it and shows it in full.",
    copy="copy the invite link",
    copy_briefly="copy link",
    about="The whole invite link of this lobby",
    use="Others need siam. They type `siam join` and the link, or paste it at Join by link.",
    secret=_SELECT.format(it="the link"),
    told="The invite link:",
)
_COMMAND: Final = InviteText(
    title="Invitation",
    lobby="Others come with this command (C copies it):",
    table="Invite others with this command:",
    by_key="Invite others with a command: C copies it and shows it in full.",
    copy="copy the invitation",
    copy_briefly="copy",
    about="The command with which others come to this lobby",
    use="Others need nothing but ssh.",
    secret=_SELECT.format(it="it"),
    told="Others come with this command:",
)


def invite_text(invitation: str) -> InviteText:
    """Return the sentences about an invitation.

    >>> invite_text("ssh -p 2222 example.org").title
    'Invitation'
    """
    return _LINK if "://" in invitation else _COMMAND
