"""The texts of reminders: they fit where they go, and name every way to come and to stop."""

from __future__ import annotations

from server.reminders.due_reminders import WaitingTurn
from server.reminders.reminder_texts import MessageFrame, reminder_text

LONG = MessageFrame(
    "L" * 24, "siam://" + "l" * 150, "https://" + "p" * 40, "ssh -p 2222 " + "h" * 40
)
TURN = WaitingTurn("m", "t" * 8, "Reino de Ámbar", "H" * 24, 1e6, ends_soon=False)
CODE = "ABCD-EFGH-JKLM-NPQR"


def test_the_longest_digest_fits_a_chat_service() -> None:
    text = reminder_text(LONG, (TURN,) * 30, CODE, is_last_call=False)
    assert len(f"{text.subject}\n\n" + "\n".join(text.lines)) <= 2000
    assert "- 18 more tables." in text.lines


def test_every_way_to_come_and_to_stop_is_named() -> None:
    lines = reminder_text(LONG, (TURN,), CODE, is_last_call=True).lines
    assert f"To play:  siam join {LONG.link}" in lines
    assert f"To play with nothing but ssh:  {LONG.ssh_command}" in lines
    assert f"To stop them in a browser: {LONG.stop_page}/stop/{CODE}" in lines
    assert any(f"with the stop code {CODE}" in line for line in lines)
