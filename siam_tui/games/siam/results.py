"""How a game ended, in sentences and as a small table. Pure functions."""

from __future__ import annotations

from textual.content import Content

from games.siam import FACTIONS
from games.siam.scoring import ages, reign_scores, sets
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board.labels import joined
from siam_tui.games.siam.facts import sides
from siam_tui.games.siam.names import side_letters
from siam_tui.games.siam.seen import SiamView
from siam_tui.model.seat_facts import team_letters
from siam_tui.ui.text import listed


def result(view: SiamView) -> str:
    """Return the result as sentences: who reigns, who won, and what decided."""
    outcome = view.game.outcome(view.position) if view.outcome and view.position else None
    if outcome is None:
        return "Everybody seated agreed to end the game early. Nobody wins."
    if outcome.winners == (view.seat,):
        winners = "You win"
    else:
        many = len(outcome.winners) > 1
        winners = f"{view.names(outcome.winners)} win{'' if many else 's'}"
    return f"{reign(view)} {winners}: {outcome.reason}."


def reign(view: SiamView) -> str:
    """Return who reigns, and what decided a tie for most provinces."""
    assert view.position is not None
    if view.position.colony:
        return f"The {view.game.map.occupier} hold four provinces: a colony."
    names, held = view.game.map.faction_names, view.position.controls
    ranking = view.game.reign(view.position)
    first, most = names[ranking[0]], held.count(ranking[0])
    tied = [names[faction] for faction in ranking if held.count(faction) == most]
    if len(tied) > 1:
        return f"{listed(tied)} hold {most} each; the {first} won a province last, so they reign."
    others = ", ".join(f"{names[faction]} {held.count(faction)}" for faction in ranking[1:])
    beside = f" ({others})" if others else ""
    return f"The {first} reign with {most} province{'s' * (most > 1)}{beside}."


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
    return f"{count} set{' ' if count == 1 else 's'}"
