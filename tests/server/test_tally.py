"""What a server rejects is counted by reason, and nobody's flood is another's wait."""

from __future__ import annotations

import secrets

import pytest

from protocol.commands import AskCounts, Look, OpenTable
from protocol.messages import Count, Counts, Refused
from server.rejection_stats import WORDS, RejectionStats
from server.service import MAX_WAITING
from tests.server.desk import KEY, Caller, desk


async def test_one_who_floods_waits_and_the_others_do_not() -> None:
    ann, ben = Caller("Ann"), Caller("Ben")
    async with desk(None) as here:
        await ann.hello(here)
        await ben.hello(here)
        frames = [ann.frame(Look("nowhere"), secrets.token_bytes(16)) for _ in range(3000)]
        bens = secrets.token_bytes(16)
        for frame in frames:
            here.service.receive(*frame, False)
        here.service.receive(*ben.frame(Look("nowhere"), bens), False)
        before = len(here.said)
        await here.until(lambda: ben.heard(here, bens))
        assert [topic.endswith(ben.me) for topic, _, _ in here.said[before:]].index(True) < 5
        await here.service._waiting.join()
        assert here.service.tally.messages["flood"] == 3001 - MAX_WAITING


async def test_the_host_and_nobody_else_is_told_the_counts() -> None:
    host, ann = Caller("Host", KEY), Caller("Ann")
    async with desk(None) as here:
        await host.hello(here)
        await ann.hello(here)
        here.service.receive(*ann.frame(Look("t"), secrets.token_bytes(16))[:1], b"garbage", False)
        assert isinstance(await ann.ask(here, OpenTable("chess", 2)), Refused)
        assert isinstance(await ann.ask(here, AskCounts()), Refused)
        counts = await host.ask(here, AskCounts())
        assert isinstance(counts, Counts)
        assert set(counts.rejected) == {
            Count("message: unreadable", 1),
            Count("message: unknown game", 1),
            Count("message: that only the host may send", 1),
        }


@pytest.mark.parametrize("reason", WORDS)
def test_every_reason_in_words_fits_into_an_answer(reason: str) -> None:
    tally = RejectionStats()
    tally.messages[reason] = 1
    tally.connections[reason] = 1
    assert len([Count(words, times) for words, times in tally.by_reason()]) == 2


def test_counts_are_told_the_most_frequent_first() -> None:
    tally = RejectionStats()
    assert tally.text() == "No message and no connection was rejected."
    tally.messages.update(TooDeepError=3, not_your_turn=120)
    tally.connections.update({"publishing elsewhere": 7})
    assert tally.total == 130
    assert tally.text().splitlines() == [
        "Rejected since the lobby was opened, which changed no game:",
        "  120  message: not your turn",
        "    7  connection: publishing elsewhere",
        "    3  message: too deep",
    ]
