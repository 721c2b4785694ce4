"""Why a game ended as it did, step by step as the rules decide it (S18 to S21). Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from games.siam import Faction
from games.siam.scoring import TEAM_GAME_SEATS, ages, sets
from siam_tui.games.siam.names import TEAMS
from siam_tui.games.siam.results import reign
from siam_tui.games.siam.seen import SiamView
from siam_tui.ui.text import listed


def explain_result(sight: SiamView) -> list[str]:
    """Return the sentences that lead from the provinces to the winners."""
    position, outcome = sight.position, sight.outcome
    if position is None or outcome is None:
        return ["Everybody seated agreed to end the game early. Nobody wins."]
    if position.colony:
        return [reign(sight), *_colony(sight)]
    return [reign(sight), *_reigned(sight, sight.game.reign(position))]


def _reigned(sight: SiamView, ranking: Sequence[Faction]) -> list[str]:
    """Tell S18: followers of the first faction, of the second, and the oldest last card."""
    assert sight.position is not None
    said: list[str] = []
    tied = list(range(len(sight.position.seats)))
    for place, faction in zip(("", "second-placed "), ranking, strict=False):
        name = sight.game.map.faction_names[faction]
        counts = {seat: sight.position.seats[seat].followers[faction] for seat in tied}
        best = max(counts.values())
        lead = f"{_equal(sight, tied)}, so most" if place else "Most"
        said.append(f"{lead} followers of the {place}{name} win: {_counted(sight, counts)}.")
        tied = [seat for seat in tied if counts[seat] == best]
        if len(tied) == 1:
            return [*said, *_won(sight)]
    return [*said, *_oldest(sight, tied), *_won(sight)]


def _oldest(sight: SiamView, tied: Sequence[int]) -> list[str]:
    assert sight.position is not None
    recency = sight.position.recency
    oldest = ages(len(sight.position.seats), recency)
    first = [seat for seat in tied if oldest[seat] == max(oldest[seat] for seat in tied)]
    equal = f"{_equal(sight, tied)}, so the last card played longest ago wins"
    if len(first) > 1:
        return [f"{equal}; {sight.names(tuple(first))} never played one and share the win."]
    if first[0] not in recency:
        return [f"{equal}; {sight.name(first[0])}, who never played one, wins."]
    return [f"{equal}: that of {sight.name(first[0])}."]


def _colony(sight: SiamView) -> list[str]:
    """Tell S19 and S21: complete sets, of a team both partners', and the newest last card."""
    assert sight.position is not None
    seats = sight.position.seats
    teams = len(seats) == TEAM_GAME_SEATS
    sides = [(0, 2), (1, 3)] if teams else [(seat,) for seat in range(len(seats))]
    counts = [sets([seats[seat].followers for seat in side]) for side in sides]
    names = [f"team {TEAMS[side[0]]}" if teams else sight.name(side[0]) for side in sides]
    each = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    said = [f"Most complete sets of one Rama, one Lao and one Malay win: {each}."]
    tied = [side for side, count in zip(sides, counts, strict=True) if count == max(counts)]
    if len(tied) > 1:
        players = [seat for side in tied for seat in side]
        newest = [seat for seat in sight.position.recency if seat in players][:1]
        equal = listed([n for n, side in zip(names, sides, strict=True) if side in tied])
        equal = equal[0].upper() + equal[1:]
        if newest:
            said.append(
                f"{equal} are equal, so the last card played latest wins: "
                f"that of {sight.name(newest[0])}."
            )
        else:
            said.append(f"{equal} are equal and never played a card: they share the win.")
    return [_own_factions(sight, said[0]), *said[1:], *_won(sight)]


def _own_factions(sight: SiamView, sentence: str) -> str:
    """Call the factions as the map does."""
    rama, lao, malay = sight.game.map.faction_names
    return sentence.replace(
        "one Rama, one Lao and one Malay", f"one {rama}, one {lao} and one {malay}"
    )


def _won(sight: SiamView) -> list[str]:
    assert sight.outcome is not None
    winners = sight.outcome.winners
    verb = "wins" if len(winners) == 1 else "win"
    partners = len(sight.state.seats) == TEAM_GAME_SEATS and len(winners) == 2
    together = ", as partners do" if partners else ""
    return [f"{sight.names(winners)} {verb}{together}."]


def _equal(sight: SiamView, tied: Sequence[int]) -> str:
    return f"{sight.names(tuple(tied))} are equal"


def _counted(sight: SiamView, counts: dict[int, int]) -> str:
    best_first = sorted(counts, key=lambda seat: -counts[seat])
    return ", ".join(f"{sight.name(seat)} {counts[seat]}" for seat in best_first)
