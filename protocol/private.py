"""Private tables: their summaries in the lobby, sealed with each table's key."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from protocol.codec import pack, summary_from_plain, summary_to_plain, unpack
from protocol.errors import ProtocolError
from protocol.states import TableSummary

TABLE_KEY_BYTES = SecretBox.KEY_SIZE


def new_table_key() -> bytes:
    """Return the key of a new private table."""
    return secrets.token_bytes(TABLE_KEY_BYTES)


def seal_summary(summary: TableSummary, table_key: bytes) -> bytes:
    """Return a table's summary, readable only with its key."""
    return bytes(SecretBox(table_key).encrypt(pack(summary_to_plain(summary))))


def open_summaries(sealed: Iterable[bytes], keys: Iterable[bytes]) -> tuple[TableSummary, ...]:
    """Return the sealed summaries that one of these keys opens."""
    boxes = [SecretBox(key) for key in keys]
    found = (_opened(each, box) for each in sealed for box in boxes)
    return tuple(summary for summary in found if summary is not None)


def _opened(sealed: bytes, box: SecretBox) -> TableSummary | None:
    try:
        return summary_from_plain(unpack(box.decrypt(sealed)))
    except (CryptoError, ProtocolError, ValueError):
        return None
