"""Who reigns, and who wins (S18–S21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.contract import Outcome
from games.siam.constants import BRITISH, FACTION_LETTERS, FACTIONS, Control, Faction, Trio
from games.siam.position import Position
from texts import Message, say, tell

TEAM_GAME_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class SiamOutcome(Outcome):
    """How a game of King of Siam ended.

    Attributes:
        faction: the faction that reigns; None if Siam became a colony.
        decided_by: what decided between the seats, to be told behind who wins.
    """

    faction: Faction | None
    decided_by: Message

    @property
    def reason(self) -> str:
        """What decided, in the reader's language."""
        return tell(self.decided_by)


def rank(controls: Iterable[Control | None]) -> tuple[Faction, ...]:
    """Rank the factions (S18): most provinces first, ties by who won a province last.

    Args:
        controls: who won each struggle, in the order they were resolved.

    >>> rank([0, 1, 1, 0, 1, 2, 0, 3])  # Rama and Lao three each, Rama was last to win one
    (0, 1, 2)
    """
    # Eight for each province, and the slot of the last one to settle ties.
    scores = [0] * (BRITISH + 1)
    for slot, control in enumerate(controls):
        if control is not None:
            scores[control] = (scores[control] | 7) + 1 + slot
    present = [faction for faction in FACTIONS if scores[faction]]
    present.sort(key=scores.__getitem__, reverse=True)
    return tuple(present)


def reign(position: Position) -> tuple[Faction, ...]:
    """Rank the factions by the provinces resolved so far."""
    return rank(position.controls[province] for province in position.queue)


def outcome(position: Position) -> SiamOutcome | None:
    """Return how the game ended, or None while it runs."""
    if not position.over:
        return None
    taken = [seat.followers for seat in position.seats]
    ranking = None if position.colony else reign(position)
    winners = winners_of(taken, position.recency, ranking)
    seats = ",".join(map(str, winners))
    decided_by = _what_decided(position, ranking)
    if ranking is None:
        return SiamOutcome(winners, f"colony seats {seats}", None, decided_by)
    first = ranking[0]
    text = f"faction {FACTION_LETTERS[first]} seats {seats}"
    return SiamOutcome(winners, text, first, decided_by)


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
    """Return who wins with these followers under a ranking of factions, or a colony (None).

    >>> winners_of([(2, 3, 0), (2, 1, 0), (1, 5, 0)], recency=[0, 2, 1], ranking=(0, 1, 2))
    (0,)
    >>> winners_of([(1, 1, 1), (2, 2, 1)], recency=[1, 0], ranking=None)
    (1,)
    """
    if ranking is None:
        return _colony_winners(taken, recency)
    # Seat by seat (S18); the partner wins too when four play (S20).
    scores = reign_scores(taken, ages(len(taken), recency), ranking)
    best = max(scores)
    winners = {seat for seat, score in enumerate(scores) if score == best}
    if len(taken) == TEAM_GAME_SEATS:
        winners |= {(seat + 2) % TEAM_GAME_SEATS for seat in winners}  # S6
    return tuple(sorted(winners))


def ages(seats: int, recency: Sequence[int]) -> list[int]:
    """Return how old each seat's last card is; never to have played is older than any."""
    return [recency.index(seat) if seat in recency else seats for seat in range(seats)]


def reign_scores(
    taken: Sequence[Trio], ages: Sequence[int], ranking: Sequence[Faction]
) -> list[tuple[int, int, int]]:
    """Return what S18 compares, for each seat; the highest score wins.

    It is its followers of the first faction, those of the second (if there is one), and the age of
    its last card: the oldest wins.
    """
    first = ranking[0]
    if len(ranking) == 1:
        return [(trio[first], 0, age) for trio, age in zip(taken, ages, strict=True)]
    second = ranking[1]
    return [(trio[first], trio[second], age) for trio, age in zip(taken, ages, strict=True)]


def _colony_winners(taken: Sequence[Trio], recency: Sequence[int]) -> tuple[int, ...]:
    """Find the side with most complete sets: a seat (S19), of four players a team (S21).

    A tie goes to the side that played a card last; if none of those tied ever did, they share.
    """
    sides = seats_by_side(len(taken))
    scores = [sets([taken[seat] for seat in side]) for side in sides]
    tied = [side for side, score in zip(sides, scores, strict=True) if score == max(scores)]
    newest = [side for seat in recency for side in tied if seat in side][:1]
    return tuple(sorted(seat for side in newest or tied for seat in side))


def seats_by_side(seats: int) -> list[tuple[int, ...]]:
    """Return who wins a colony together: the seats, or of four players the teams (S6)."""
    if seats == TEAM_GAME_SEATS:
        return [(0, 2), (1, 3)]
    return [(seat,) for seat in range(seats)]


def _what_decided(position: Position, ranking: Sequence[Faction] | None) -> Message:
    taken = [seat.followers for seat in position.seats]
    if ranking is None:
        return _what_decided_colony(taken, position.recency)
    scores = reign_scores(taken, ages(len(taken), position.recency), ranking)
    best = max(scores)
    if sum(score[0] == best[0] for score in scores) == 1:
        return say("siam/decided/most", faction=position.map.side(ranking[0]), n=best[0])
    if sum(score[:2] == best[:2] for score in scores) == 1:
        first, second = map(position.map.side, ranking[:2])
        return say("siam/decided/second", first=first, n=best[0], second=second, m=best[1])
    if scores.count(best) == 1:
        return say("siam/decided/oldest")
    return say("siam/decided/never-played")


def _what_decided_colony(taken: Sequence[Trio], recency: Sequence[int]) -> Message:
    """Return what decided a colony (S19, S21)."""
    sides = seats_by_side(len(taken))
    scores = [sets([taken[seat] for seat in side]) for side in sides]
    best, *rest = sorted(scores, reverse=True)
    if best not in rest:
        return say("siam/decided/sets", n=best, others=tuple(rest))
    tied = [
        seat for side, score in zip(sides, scores, strict=True) if score == best for seat in side
    ]
    if any(seat in recency for seat in tied):
        return say("siam/decided/sets-latest", n=best)
    return say("siam/decided/sets-unplayed", n=best)


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
