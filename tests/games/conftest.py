"""Positions built field by field, for the tests of the rules."""

from collections.abc import Callable

import pytest

from games.siam import Position, Siam

FIELDS = {
    "board": "R1L1M2/L3M1/R3M1/R2L2/R3M1/R1L2M1/R2L2/M4",
    "queue": "LAN,LUA,SUK,KHO,AYU,NAK,PAT,KED",
    "seats": "KTT12RLM.R1L1.-|KTT12RLM.R1M1.-|KTT12RLM.L1M1.-",
    "turn": "0",
    "passes": "0",
    "recency": "-",
    "exchange": "-",
}


@pytest.fixture(scope="session")
def siam() -> Siam:
    return Siam()


@pytest.fixture(scope="session")
def build(siam: Siam) -> Callable[..., Position]:
    def position(**fields: str) -> Position:
        """Return a position that differs from the usual one in the fields named."""
        assert fields.keys() <= FIELDS.keys()
        return siam.parse(" ".join((FIELDS | fields).values()))

    return position


@pytest.fixture(scope="session")
def texts(siam: Siam) -> Callable[..., set[str]]:
    def legal(position: Position, card: str = "") -> set[str]:
        """Return the legal moves as text, of one card or of all."""
        found = [siam.format_move(move) for move in siam.moves(position)]
        assert len(found) == len(set(found))
        return {text for text in found if text.startswith(card)}

    return legal


@pytest.fixture(scope="session")
def actions(texts: Callable[..., set[str]]) -> Callable[..., set[str]]:
    def legal(position: Position, card: str) -> set[str]:
        """Return the legal actions of a card as text, without the follower taken."""
        return {text[2:].rpartition("x")[0] for text in texts(position, card)}

    return legal
