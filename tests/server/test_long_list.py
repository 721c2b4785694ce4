"""A long list of tables is not sent to everybody at each of many changes."""

from __future__ import annotations

import pytest

from protocol.keys import SecretKey
from protocol.states import TableSummary
from server.lobby.listing import Listing
from server.messaging.outbox import LONG_LIST, RECENT_SECONDS, Outbox, list_seconds


def listing(revision: int, tables: int) -> Listing:
    listed = {
        f"t{number}": (TableSummary(f"t{number}", "siam", "Siam", (), "open", "Ann", ()), b"")
        for number in range(tables)
    }
    return Listing("siam", (), revision=revision, tables=listed)


@pytest.mark.parametrize(
    ("tables", "sent"),
    [(LONG_LIST, [1, 2, 3, 4]), (LONG_LIST + 1, [1, 3, 4]), (10 * LONG_LIST, [1, 3, 4])],
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
        outbox.queue_lobby(listing(revision, tables))  # nothing has changed
        await outbox.send_news()
        now[0] += list_seconds(tables) * 0.6
    outbox.discard()  # it was not committed: the next list is sent at once
    outbox.queue_lobby(listing(4, tables))
    await outbox.send_news()
    assert told == sent


@pytest.mark.parametrize(("tables", "is_recent"), [(LONG_LIST, False), (LONG_LIST + 1, True)])
async def test_who_knows_a_long_list_of_a_moment_ago_need_not_get_it_again(
    tables: int, is_recent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("server.messaging.outbox.monotonic", lambda: now[0])
    outbox = Outbox(SecretKey.generate(), bytes(16), lambda *_: None, lambda _: None)
    for revision in (1, 2):
        outbox.queue_lobby(listing(revision, tables))
        now[0] += 1.0
    assert [outbox.is_recent(revision) for revision in (0, 1, 2, 3)] == [
        *(False, is_recent, is_recent, False)
    ]
    now[0] += RECENT_SECONDS
    assert not outbox.is_recent(2)


def test_the_list_of_very_many_tables_is_sent_all_the_same() -> None:
    assert list_seconds(100_000) == list_seconds(10_000) < 60
