"""Explains the result of a game step by step (S18 to S21). Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from games.siam import Faction
from games.siam.scoring import ages, sets
from siam_tui.games.siam.facts import sides
from siam_tui.games.siam.results import reign
from siam_tui.games.siam.seen import SiamView
from siam_tui.model.seat_facts import team_letters
from siam_tui.ui.text import listed


def explain_result(view: SiamView) -> list[str]:
    """Return the sentences that explain the result, from the provinces to the winners."""
    position, outcome = view.position, view.outcome
    if position is None or outcome is None:
        return ["Everybody seated agreed to end the game early. Nobody wins."]
    if position.colony:
        return [reign(view), *_colony(view)]
    return [reign(view), *_reigned(view, view.game.reign(position))]


def _reigned(view: SiamView, ranking: Sequence[Faction]) -> list[str]:
    """Explain S18: followers of the first faction, of the second, then the oldest last card."""
    assert view.position is not None
    said: list[str] = []
    tied = list(range(len(view.position.seats)))
    for place, faction in zip(("", "second-placed "), ranking, strict=False):
        name = view.game.map.faction_names[faction]
        counts = {seat: view.position.seats[seat].followers[faction] for seat in tied}
        best = max(counts.values())
        lead = f"{_equal(view, tied)}, so most" if place else "Most"
        said.append(f"{lead} followers of the {place}{name} win: {_counted(view, counts)}.")
        tied = [seat for seat in tied if counts[seat] == best]
        if len(tied) == 1:
            return [*said, *_won(view)]
    return [*said, *_oldest(view, tied), *_won(view)]


def _oldest(view: SiamView, tied: Sequence[int]) -> list[str]:
    assert view.position is not None
    recency = view.position.recency
    oldest = ages(len(view.position.seats), recency)
    first = [seat for seat in tied if oldest[seat] == max(oldest[seat] for seat in tied)]
    equal = f"{_equal(view, tied)}, so the last card played longest ago wins"
    if len(first) > 1:
        return [f"{equal}; {view.names(tuple(first))} never played one and share the win."]
    if first[0] not in recency:
        return [f"{equal}; {view.name(first[0])}, who never played one, wins."]
    return [f"{equal}: that of {view.name(first[0])}."]


def _colony(view: SiamView) -> list[str]:
    """Explain S19 and S21: complete sets (in a team, of both), then the newest last card."""
    assert view.position is not None
    seats = view.position.seats
    letters, found = team_letters(view.game, len(seats)), sides(view.game, len(seats))
    counts = [sets([seats[seat].followers for seat in side]) for side in found]
    names = [f"team {letters[first]}" if letters else view.name(first) for first, *_ in found]
    each = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    said = [f"Most complete sets of one Rama, one Lao and one Malay win: {each}."]
    tied = [side for side, count in zip(found, counts, strict=True) if count == max(counts)]
    if len(tied) > 1:
        players = [seat for side in tied for seat in side]
        newest = [seat for seat in view.position.recency if seat in players][:1]
        equal = listed([n for n, side in zip(names, found, strict=True) if side in tied])
        equal = equal[0].upper() + equal[1:]
        if newest:
            said.append(
                f"{equal} are equal, so the last card played latest wins: "
                f"that of {view.name(newest[0])}."
            )
        else:
            said.append(f"{equal} are equal and never played a card: they share the win.")
    return [_own_factions(view, said[0]), *said[1:], *_won(view)]


def _own_factions(view: SiamView, sentence: str) -> str:
    """Replace the names of the factions by those of the map."""
    rama, lao, malay = view.game.map.faction_names
    return sentence.replace(
        "one Rama, one Lao and one Malay", f"one {rama}, one {lao} and one {malay}"
    )


def _won(view: SiamView) -> list[str]:
    assert view.outcome is not None
    winners = view.outcome.winners
    verb = "wins" if len(winners) == 1 else "win"
    together = ", as partners do" if winners in view.game.teams(len(view.state.seats)) else ""
    return [f"{view.names(winners)} {verb}{together}."]


def _equal(view: SiamView, tied: Sequence[int]) -> str:
    return f"{view.names(tuple(tied))} are equal"


def _counted(view: SiamView, counts: dict[int, int]) -> str:
    best_first = sorted(counts, key=lambda seat: -counts[seat])
    return ", ".join(f"{view.name(seat)} {counts[seat]}" for seat in best_first)
