"""A long list of tables is not sent to everybody at each of many changes."""

from __future__ import annotations

import pytest

from protocol.keys import SecretKey
from protocol.messages import LobbyState, TableSummary
from server.messaging.outbox import LONG_LIST, LONG_LIST_SECONDS, Outbox


def listing(revision: int, tables: int) -> LobbyState:
    table = TableSummary("t", "siam", "Siam", (), "open", "Ann", ())
    return LobbyState(revision, "siam", (), (table,) * tables)


@pytest.mark.parametrize(
    ("tables", "sent"), [(LONG_LIST, [1, 2, 3, 4]), (LONG_LIST + 1, [1, 3, 4])]
)
async def test_a_long_list_that_was_sent_a_moment_ago_waits(
    tables: int, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("server.messaging.outbox.monotonic", lambda: now[0])
    told: list[int] = []
    outbox = Outbox(SecretKey.generate(), bytes(16), lambda *_: None, lambda _: None)
    monkeypatch.setattr(
        outbox.publisher, "publish_lobby", lambda state: told.append(state.revision)
    )
    for revision in (1, 2, 3):
        outbox.queue_lobby(listing(revision, tables))
        await outbox.send_news()
        now[0] += LONG_LIST_SECONDS * 0.6
    outbox.discard()  # it was not committed: the next list is sent at once
    outbox.queue_lobby(listing(4, tables))
    await outbox.send_news()
    assert told == sent
