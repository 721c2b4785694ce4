"""Size limits of message fields."""

from __future__ import annotations

MAX_NAME = 24
"""Characters in the name of a person."""
MAX_MOVE = 64
"""Characters in the text of a move."""
MAX_POSITION = 512
"""Characters in the text of a position."""
MAX_MAP = 32 * 1024
"""Characters in the text of a map."""
MAX_SEATS = 8
"""Seats at a table of any game."""
MAX_TABLES = 200
"""Tables in one lobby."""
MAX_ENTRIES = 100
"""Log entries in one answer; more need further requests."""
MAX_REASON = 100
"""Characters in the reason for sending somebody away."""
MAX_TAKEN = 20
"""Moves taken back that a state lists."""
MAX_SPECTATORS = 50
"""Spectators of one table who are listed and receive the attendance."""
MAX_REASONS = 100
"""Reasons in one answer with counts of rejections."""
MAX_RECORD = 60 * 1024
"""Characters in the text of a record, so that it fits a frame."""
SESSION_BYTES = 16
"""Bytes of a session, a boot, a nonce and a command id."""
MAX_PARTS = 64
"""Parts of a cluster; the most that a client believes."""
MAX_TALK = 200
"""Characters in one line of talk."""
KEPT_TALK = 50
"""Lines of talk a table keeps; all of them fit one message."""
