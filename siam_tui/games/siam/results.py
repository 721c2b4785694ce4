"""How a game ended, in sentences, step by step, and as a small table. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from games.plural import count_of
from games.siam import FACTIONS, Faction
from games.siam.scoring import ages, reign_scores, sets
from siam_tui.appearance.style import Look, chip
from siam_tui.games.game_texts import name_winners, tell_winners
from siam_tui.games.map_board.labels import joined
from siam_tui.games.siam.facts import SiamView, sides
from siam_tui.games.siam.names import side_letters
from siam_tui.model.seat_facts import team_letters
from siam_tui.ui.text import capitalized, listed


def tell_outcome(view: SiamView) -> Iterator[str]:
    """Iterate over who reigns, who won, and what decided."""
    outcome = view.game.outcome(view.begun_position)
    assert outcome is not None
    yield reign(view)
    yield f"{tell_winners(view, outcome.winners)}: {outcome.reason}."


def reign(view: SiamView) -> str:
    """Return who reigns, and what decided a tie for most provinces."""
    position = view.begun_position
    if position.colony:
        return f"The {view.game.map.occupier} hold four provinces: a colony."
    names, held = view.game.map.faction_names, position.controls
    ranking = view.game.reign(position)
    first, most = names[ranking[0]], held.count(ranking[0])
    tied = [names[faction] for faction in ranking if held.count(faction) == most]
    if len(tied) > 1:
        return f"{listed(tied)} hold {most} each; the {first} won a province last, so they reign."
    others = ", ".join(f"{names[faction]} {held.count(faction)}" for faction in ranking[1:])
    beside = f" ({others})" if others else ""
    return f"The {first} reign with {count_of(most, 'province')}{beside}."


def standings(view: SiamView, width: int, look: Look) -> list[Content]:
    """Return the final standings, one line for each seat, the best first; none if nobody won.

    The followers stand in the order in which they count: those of the faction that reigns, of the
    second, of the third. Of a colony the complete sets stand behind, of a team both partners'.
    """
    outcome, position = view.outcome, view.position
    if outcome is None or position is None:
        return []
    taken = [seat.followers for seat in position.seats]
    ranking = () if position.colony else view.game.reign(position)
    if ranking:
        found = reign_scores(taken, ages(len(taken), position.recency), ranking)
        scores: dict[int, tuple[int, ...]] = dict(enumerate(found))
    else:  # a team's sets are counted together (S21)
        pooled = {
            side: sets([taken[seat] for seat in side]) for side in sides(view.game, len(taken))
        }
        scores = {seat: (count,) for side, count in pooled.items() for seat in side}
    order = sorted(
        range(len(taken)),
        key=lambda seat: (seat in outcome.winners, *scores[seat]),
        reverse=True,
    )
    factions = (*ranking, *(f for f in FACTIONS if f not in ranking))
    letters = side_letters(view.game.map)
    lines = [Content.styled("Final standings", "bold underline")]
    for seat in order:
        counts = joined([chip(f, look, f"{letters[f]}{taken[seat][f]}") for f in factions])
        right = counts if ranking else Content.assemble(counts, f" {_count_words(scores[seat][0])}")
        lines.append(_line(view, seat, right, width, look))
    return lines


def _line(view: SiamView, seat: int, right: Content, width: int, look: Look) -> Content:
    outcome = view.outcome
    won = outcome is not None and seat in outcome.winners
    letter = team_letters(view.game, len(view.state.seats)).get(seat)
    team = f"{letter}: " if letter else ""
    sign = look.glyphs.king if won else " "
    style = look.palette.strong if won else ""
    left = Content.styled(f"{sign} {team}{view.name(seat)}", style)
    left = left.truncate(max(0, width - right.cell_length - 1), ellipsis=True)
    return Content.assemble(left, " " * (width - left.cell_length - right.cell_length), right)


def _count_words(count: int) -> str:
    return f"{count_of(count, 'set'):6}"


# Step by step (S18 to S21)


def tell_scoring(view: SiamView) -> Iterator[str]:
    """Iterate over the sentences that explain the result, from the provinces to the winners."""
    position = view.begun_position
    yield reign(view)
    yield from _colony(view) if position.colony else _reigned(view, view.game.reign(position))


def _reigned(view: SiamView, ranking: Sequence[Faction]) -> list[str]:
    """Explain S18: followers of the first faction, of the second, then the oldest last card."""
    said: list[str] = []
    seats = view.begun_position.seats
    tied = list(range(len(seats)))
    for place, faction in zip(("", "second-placed "), ranking, strict=False):
        name = view.game.map.faction_names[faction]
        counts = {seat: seats[seat].followers[faction] for seat in tied}
        best = max(counts.values())
        lead = f"{_equal(view, tied)}, so most" if place else "Most"
        said.append(f"{lead} followers of the {place}{name} win: {_counted(view, counts)}.")
        tied = [seat for seat in tied if counts[seat] == best]
        if len(tied) == 1:
            return [*said, *_won(view)]
    return [*said, *_oldest(view, tied), *_won(view)]


def _oldest(view: SiamView, tied: Sequence[int]) -> list[str]:
    recency = view.begun_position.recency
    oldest = ages(len(view.begun_position.seats), recency)
    first = [seat for seat in tied if oldest[seat] == max(oldest[seat] for seat in tied)]
    equal = f"{_equal(view, tied)}, so the last card played longest ago wins"
    if len(first) > 1:
        return [f"{equal}; {view.names(tuple(first))} never played one and share the win."]
    if first[0] not in recency:
        return [f"{equal}; {view.name(first[0])}, who never played one, wins."]
    return [f"{equal}: that of {view.name(first[0])}."]


def _colony(view: SiamView) -> list[str]:
    """Explain S19 and S21: complete sets (in a team, of both), then the newest last card."""
    seats = view.begun_position.seats
    letters, found = team_letters(view.game, len(seats)), sides(view.game, len(seats))
    counts = [sets([seats[seat].followers for seat in side]) for side in found]
    names = [f"team {letters[first]}" if letters else view.name(first) for first, *_ in found]
    each = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
    rama, lao, malay = view.game.map.faction_names
    said = [f"Most complete sets of one {rama}, one {lao} and one {malay} win: {each}."]
    tied = [side for side, count in zip(found, counts, strict=True) if count == max(counts)]
    if len(tied) > 1:
        players = [seat for side in tied for seat in side]
        newest = [seat for seat in view.begun_position.recency if seat in players][:1]
        sides_tied = [name for name, side in zip(names, found, strict=True) if side in tied]
        equal = capitalized(listed(sides_tied))
        if newest:
            said.append(
                f"{equal} are equal, so the last card played latest wins: "
                f"that of {view.name(newest[0])}."
            )
        else:
            said.append(f"{equal} are equal and never played a card: they share the win.")
    return [*said, *_won(view)]


def _won(view: SiamView) -> list[str]:
    assert view.outcome is not None
    winners = view.outcome.winners
    together = ", as partners do" if winners in view.game.teams(len(view.state.seats)) else ""
    return [f"{name_winners([view.name(seat) for seat in winners])}{together}."]


def _equal(view: SiamView, tied: Sequence[int]) -> str:
    return f"{view.names(tuple(tied))} are equal"


def _counted(view: SiamView, counts: dict[int, int]) -> str:
    best_first = sorted(counts, key=lambda seat: -counts[seat])
    return ", ".join(f"{view.name(seat)} {counts[seat]}" for seat in best_first)
