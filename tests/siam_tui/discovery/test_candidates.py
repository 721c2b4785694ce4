"""Which announcements are followed, and in which order their lobbies are shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from zeroconf import ServiceStateChange, Zeroconf

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.discovery import network_search
from siam_tui.discovery.network_announcer import (
    SERVICE,
)
from siam_tui.discovery.network_candidates import (
    MAX_CANDIDATES,
    MAX_OF_ADDRESS,
    Candidate,
    Candidates,
)
from siam_tui.discovery.network_search import NetworkSearch
from siam_tui.discovery.search import FoundLobby
from tests.patience import PATIENCE
from tests.siam_tui.discovery.lobbies import ANN, BEN, HERE, found_on_network


def watched(candidates: Candidates) -> dict[str, Candidate]:
    return {each.name: each for each in candidates}


async def sit(candidate: Candidate) -> None:
    """Watch an announcement for ever."""
    await asyncio.Future()


@pytest.fixture
async def candidates() -> AsyncIterator[Candidates]:
    found = Candidates()
    yield found
    await found.clear()
    assert not len(found)


class TestPlacesForAnnouncements:
    async def test_a_flood_is_bounded_and_hides_no_lobby_that_answers(
        self, candidates: Candidates
    ) -> None:
        candidates.add("real", sit)
        watched(candidates)["real"].lobby = found_on_network(ANN, "Friday club")
        for number in range(3 * MAX_CANDIDATES):
            candidates.add(f"fake {number}", sit)
        assert len(candidates) == MAX_CANDIDATES
        assert {"real", f"fake {3 * MAX_CANDIDATES - 1}"} <= watched(candidates).keys()

    async def test_an_address_with_many_lobbies_gives_way_to_others(
        self, candidates: Candidates
    ) -> None:
        """All answer, even those of the stranger."""
        for number in range(2 * MAX_CANDIDATES):
            candidates.add(f"{number}", sit)
            each = watched(candidates)[f"{number}"]
            each.address = "10.0.0.9" if number % 2 else f"10.0.1.{number}"
            each.lobby = found_on_network(ANN, "x", each.address)
        strangers = [each for each in candidates if each.address == "10.0.0.9"]
        assert len(candidates) == MAX_CANDIDATES
        assert len(strangers) <= 2

    async def test_a_lobby_that_the_player_knows_keeps_its_place(
        self, candidates: Candidates
    ) -> None:
        for number in range(MAX_CANDIDATES):
            candidates.add(f"{number}", sit)
            watched(candidates)[f"{number}"].is_kept = True
        candidates.add("late", sit)
        assert "late" not in candidates

    async def test_an_address_has_a_share_and_who_answers_keeps_it(
        self, candidates: Candidates
    ) -> None:
        for number in range(MAX_OF_ADDRESS + 1):
            candidates.add(f"{number}", sit)
        *others, late = candidates
        assert not candidates.claim_share(late)
        for each in others[1:]:
            each.lobby = found_on_network(ANN, "x")
        others[0].failures = 1
        assert candidates.claim_share(late)
        assert others[0].name not in candidates

    async def test_a_place_is_free_again_when_its_probe_fails(self, candidates: Candidates) -> None:
        async def fail(_: Candidate) -> None:
            raise RuntimeError("a bug")

        candidates.add("bug", fail)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert "bug" not in candidates


async def test_an_address_that_is_told_late_has_no_more_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Announcements that answer no question at first have no address until they do."""
    monkeypatch.setattr(network_search, "PROBE_SECONDS", 0.001)
    monkeypatch.setattr(network_search, "_NEW_PROBE_SECONDS", 0.0)
    search = NetworkSearch(lambda: True, asyncio.Event())
    link = Link(BrokerAddress("mqtt", HERE, 2000), ANN.public)
    asked: set[str] = set()
    answered = asyncio.Event()

    async def read_late(_: object, candidate: Candidate) -> tuple[Link, ...]:
        if candidate.name not in asked:
            asked.add(candidate.name)
            return ()
        candidate.address = HERE
        return (link,)

    async def answer(candidate: Candidate, links: tuple[Link, ...]) -> FoundLobby | None:
        if candidate.lobby:
            await asyncio.Future()  # one answer of each is enough
        if links:
            answered.set()
        return found_on_network(ANN, "x") if links else None

    monkeypatch.setattr(search, "_read_announcement", read_late)
    monkeypatch.setattr(search, "_probe", answer)
    for number in range(3 * MAX_OF_ADDRESS):
        answered.clear()
        search._note(Zeroconf, SERVICE, f"{number}.{SERVICE}", ServiceStateChange.Added)  # type: ignore[arg-type]
        _, watching = search._candidates._tasks[f"{number}.{SERVICE}"]
        waiting = {watching, asyncio.create_task(answered.wait())}
        await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    assert len(search._candidates) == MAX_OF_ADDRESS
    await search._candidates.clear()


class TestOrder:
    def search(self, *lobbies: FoundLobby, **visited: str) -> NetworkSearch:
        keys = {"ann": ANN.public, "ben": BEN.public}
        places = {keys[name]: place for name, place in visited.items()}
        search = NetworkSearch(lambda: True, asyncio.Event(), places.get)
        found = [Candidate(f"{number}", lobby=each) for number, each in enumerate(lobbies)]
        search._candidates._tasks = {each.name: (each, None) for each in found}  # type: ignore[misc]
        return search

    def test_known_lobbies_come_first_and_each_address_has_its_turn(self) -> None:
        many = [
            found_on_network(SecretKey.generate(), f"A {number:02}", "10.0.0.9")
            for number in range(25)
        ]
        bens, anns = found_on_network(BEN, "Zoo"), found_on_network(ANN, "Zzz", "10.0.0.9")
        search = self.search(*many, bens, anns, ann="10.0.0.9")
        assert [each.title for each in search.lobbies][:4] == ["Zzz", "A 00", "Zoo", "A 01"]
        assert len(search.lobbies) == 27

    def test_a_key_is_shown_where_it_worked_whoever_else_announces_it(self) -> None:
        real = found_on_network(ANN, "Friday club", "10.0.0.1")
        posing = found_on_network(ANN, "Friday club", "10.0.0.9")
        assert self.search(real, posing).lobbies == (real,)
        assert self.search(posing, real, ann="10.0.0.1").lobbies == (real,)
        assert self.search(posing, real, ann="").lobbies == (posing,)

    def test_another_place_of_a_key_is_told(self) -> None:
        real = found_on_network(ANN, "Friday club", "10.0.0.1")
        posing = found_on_network(ANN, "Friday club", "10.0.0.9")
        search = self.search(real, posing)
        assert search.lobbies == (real,)
        search._candidates._tasks.pop("0")
        (shown,) = search.lobbies
        assert shown.place == "10.0.0.9 on your network, before at 10.0.0.1"
        (shown,) = self.search(posing, ann="10.0.0.1").lobbies
        assert shown.earlier == "10.0.0.1"
