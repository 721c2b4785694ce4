"""Who reigns, and who wins (S18–S21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.contract import Outcome
from games.siam.constants import BRITISH, FACTION_LETTERS, FACTIONS, Control, Faction, Trio
from games.siam.position import Position

TEAM_GAME_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class SiamOutcome(Outcome):
    """How a game of King of Siam ended.

    Attributes:
        faction: the faction that reigns; None if Siam became a colony.
        reason: what decided between the seats, as a sentence for people.
    """

    faction: Faction | None
    reason: str


def rank(controls: Iterable[Control | None]) -> tuple[Faction, ...]:
    """Rank the factions (S18): most provinces first, ties by who won a province last.

    Args:
        controls: who won each struggle, in the order they were resolved.

    >>> rank([0, 1, 1, 0, 1, 2, 0, 3])  # Rama and Lao three each, Rama was last to win one
    (0, 1, 2)
    """
    won = list(controls)
    last = {faction: slot for slot, faction in enumerate(won)}
    present = [faction for faction in FACTIONS if faction in last]
    present.sort(key=lambda faction: (won.count(faction), last[faction]), reverse=True)
    return tuple(present)


def reign(position: Position) -> tuple[Faction, ...]:
    """Rank the factions by the provinces resolved so far."""
    return rank(position.controls[province] for province in position.queue)


def outcome(position: Position) -> SiamOutcome | None:
    """Return how the game ended, or None while it runs."""
    if not position.over:
        return None
    taken = [seat.followers for seat in position.seats]
    if position.colony:
        winners, reason = _colony_winners(taken, position.recency)
        result = f"colony seats {','.join(map(str, winners))}"
        return SiamOutcome(winners, result, None, reason)
    ranking = reign(position)
    names = [position.map.faction_names[faction] for faction in ranking]
    winners, reason = _reign_winners(taken, position.recency, ranking, names)
    result = f"faction {FACTION_LETTERS[ranking[0]]} seats {','.join(map(str, winners))}"
    return SiamOutcome(winners, result, ranking[0], reason)


def sets(followers: Iterable[Trio]) -> int:
    """Count the complete sets among several seats' followers pooled (S19, S21).

    >>> sets([(4, 3, 2), (2, 0, 5)])  # together 6 Rama, 3 Lao and 7 Malay
    3
    """
    rama, lao, malay = map(sum, zip(*followers, strict=True))
    return min(rama, lao, malay)


def winners_of(
    taken: Sequence[Trio], recency: Sequence[int], ranking: Sequence[Faction] | None
) -> tuple[int, ...]:
    """Return who wins with these followers under a ranking of factions, or a colony (None)."""
    if ranking is None:
        return _colony_winners(taken, recency)[0]
    return _reign_winners(taken, recency, ranking, ["", "", ""])[0]


def _with_partners(seats: Iterable[int], count: int) -> tuple[int, ...]:
    """Add the seats opposite when four play (S6)."""
    if count != TEAM_GAME_SEATS:
        return tuple(sorted(seats))
    return tuple(sorted({partner for seat in seats for partner in (seat, (seat + 2) % 4)}))


def _reign_winners(
    taken: Sequence[Trio], recency: Sequence[int], ranking: Sequence[Faction], names: Sequence[str]
) -> tuple[tuple[int, ...], str]:
    """Find the winner seat by seat (S18), then add the partner (S20)."""
    tied = list(range(len(taken)))
    reason = ""
    for faction, name in zip(ranking[:2], names, strict=False):
        most = max(taken[seat][faction] for seat in tied)
        tied = [seat for seat in tied if taken[seat][faction] == most]
        reason = f"most {name} followers ({most})"
        if len(tied) == 1:
            return _with_partners(tied, len(taken)), reason
    idle = [seat for seat in tied if seat not in recency]
    if len(idle) > 1:
        return _with_partners(idle, len(taken)), "tied, and none of them ever played a card"
    oldest = idle or [seat for seat in reversed(recency) if seat in tied][:1]
    return _with_partners(oldest, len(taken)), "tied on followers, and the last card is the oldest"


def _colony_winners(taken: Sequence[Trio], recency: Sequence[int]) -> tuple[tuple[int, ...], str]:
    """Find the side with most complete sets: a seat (S19), of four players a team (S21)."""
    count = len(taken)
    sides = [(0, 2), (1, 3)] if count == TEAM_GAME_SEATS else [(seat,) for seat in range(count)]
    scores = [sets(taken[seat] for seat in side) for side in sides]
    most = max(scores)
    tied = [side for side, score in zip(sides, scores, strict=True) if score == most]
    if len(tied) == 1:
        return tied[0], f"most complete sets ({most})"
    newest = next((side for seat in recency for side in tied if seat in side), None)
    if newest is not None:
        return newest, f"tied on complete sets ({most}), and played a card last"
    everybody = tuple(sorted(seat for side in tied for seat in side))
    return everybody, f"tied on complete sets ({most}), and none of them ever played a card"


def majority(followers: Trio) -> Control:
    """Return who wins a struggle over a province with these followers (S16).

    >>> majority((2, 1, 0)), majority((2, 2, 1)), majority((0, 0, 0))
    (0, 3, 3)
    """
    rama, lao, malay = followers
    if rama > lao and rama > malay:
        return 0
    if lao > rama and lao > malay:
        return 1
    if malay > rama and malay > lao:
        return 2
    return BRITISH
