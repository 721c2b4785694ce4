"""How a game ended and went: sentences, standings and a chart. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual.content import Content

from games.siam import BRITISH, FACTIONS, Control, Faction, Map, Trio
from games.siam.scoring import ages, reign_scores, sets
from siam_tui.appearance.cells import cut_text, pad_end, text_width
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board.canvas import joined
from siam_tui.games.map_board.place_names import ids
from siam_tui.games.siam.board import controller, counts
from siam_tui.games.siam.facts import SiamView, sides
from siam_tui.games.siam.names import places, side_letters
from siam_tui.model.move_log import Chapter, MoveLog, chapters
from siam_tui.model.seat_facts import brief_names, team_letters
from siam_tui.ui.fitting import at_left, first_fit
from texts import say, tell


def tell_outcome(view: SiamView) -> Iterator[str]:
    """Iterate over who reigns, who won, and what decided."""
    outcome = view.game.outcome(view.begun_position)
    assert outcome is not None
    yield reign(view)
    who = tuple(map(view.named if outcome.winners[1:] else view.who, outcome.winners))
    yield tell("siam/result/won", who=who, decided_by=outcome.decided_by)


def reign(view: SiamView) -> str:
    """Return who reigns, and what decided a tie for most provinces."""
    position, side = view.begun_position, view.game.map.side
    if position.colony:
        return tell("siam/result/colony", side=side(BRITISH))
    held, ranking = position.controls, view.game.reign(position)
    first, most = side(ranking[0]), held.count(ranking[0])
    tied = tuple(side(faction) for faction in ranking if held.count(faction) == most)
    if len(tied) > 1:
        return tell("siam/result/reign-last", tied=tied, n=most, side=first)
    others = tuple(say("siam/held", side=side(each), n=held.count(each)) for each in ranking[1:])
    return tell("siam/result/reign", side=first, n=most, others=others)


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
    lines = [Content.styled(tell("siam/standings"), "bold underline")]
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
    return f"{tell('siam/counted-sets', n=count):6}"


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
    for place, faction in enumerate(ranking[:2]):
        side = view.game.map.side(faction)
        counts = {seat: seats[seat].followers[faction] for seat in tied}
        best_first = sorted(counts, key=lambda seat: -counts[seat])
        told = tuple(say("siam/result/count", who=view.named(s), n=counts[s]) for s in best_first)
        if place:
            equal = tuple(map(view.named, tied))
            said.append(tell("siam/result/second", equal=equal, side=side, counts=told))
        else:
            said.append(tell("siam/result/first", side=side, counts=told))
        tied = [seat for seat in tied if counts[seat] == max(counts.values())]
        if len(tied) == 1:
            return [*said, _won(view)]
    return [*said, _oldest(view, tied), _won(view)]


def _oldest(view: SiamView, tied: Sequence[int]) -> str:
    recency = view.begun_position.recency
    oldest = ages(len(view.begun_position.seats), recency)
    first = [seat for seat in tied if oldest[seat] == max(oldest[seat] for seat in tied)]
    equal, who = tuple(map(view.named, tied)), tuple(map(view.named, first))
    if first[0] in recency:
        return tell("siam/result/oldest", equal=equal, who=who)
    return tell("siam/result/never-played", equal=equal, who=who)


def _colony(view: SiamView) -> list[str]:
    """Explain S19 and S21: complete sets (in a team, of both), then the newest last card."""
    seats = view.begun_position.seats
    letters, found = team_letters(view.game, len(seats)), sides(view.game, len(seats))
    counts = [sets([seats[seat].followers for seat in side]) for side in found]
    names = [
        say("siam/result/team", letter=letters[first]) if letters else view.named(first)
        for first, *_ in found
    ]
    told = tuple(
        say("siam/result/count", who=name, n=n) for name, n in zip(names, counts, strict=True)
    )
    rama, lao, malay = map(view.game.map.side, FACTIONS)
    said = [tell("siam/result/sets", rama=rama, lao=lao, malay=malay, counts=told)]
    tied = [side for side, count in zip(found, counts, strict=True) if count == max(counts)]
    if len(tied) > 1:
        players = [seat for side in tied for seat in side]
        newest = next((seat for seat in view.begun_position.recency if seat in players), None)
        equal = tuple(name for name, side in zip(names, found, strict=True) if side in tied)
        who = None if newest is None else view.named(newest)
        said.append(tell("siam/result/latest", equal=equal, who=who))
    return [*said, _won(view)]


def _won(view: SiamView) -> str:
    assert view.outcome is not None
    winners = view.outcome.winners
    together = winners in view.game.teams(len(view.state.seats))
    return tell("siam/result/winners", who=tuple(map(view.named, winners)), together=together)


_NAME, _HOLDER, _STOOD = 22, 13, 12
"""Widths of the chart's columns where there is room: province, controller (least), followers."""
_BESIDE = 6
"""Characters beside a province's name where there is less room: its number and who took it."""
_TAKEN, _TAKEN_TIGHT = 7, 6
"""Widths of the column with the followers a seat has taken, and where there is least room."""


@dataclass(frozen=True, slots=True)
class Struggle:
    """The outcome of one struggle.

    Attributes:
        number: which one, from 1.
        province: what it was about in the end.
        control: who won it; None while it goes on.
        standing: the followers that stood there when it ended.
        taken: for each seat the followers it took meanwhile, from anywhere.
    """

    number: int
    province: int
    control: Control | None
    standing: Trio
    taken: tuple[Trio, ...]


def province_of(chapter: Chapter) -> int:
    """Return the province won in the end, or contested now; a Maharacha may have changed it."""
    province: int = chapter.after.queue[chapter.before.resolved]
    return province


def struggles(log: MoveLog, view: SiamView) -> list[Struggle]:
    """Return the outcome of each struggle in the log that may be read now."""
    game = view.game
    found = []
    for chapter in chapters(log, view):
        *_, last = [chapter.before, *(game.parse(entry.position) for entry in chapter.moves[:-1])]
        province = province_of(chapter)
        taken = [[0, 0, 0] for _ in chapter.before.seats]
        for entry in chapter.moves:
            follower = game.parse_move(entry.move).follower
            if follower is not None:
                taken[entry.seat][follower.faction] += 1
        found.append(
            Struggle(
                chapter.before.resolved + 1,
                province,
                chapter.after.control(province),
                last.followers(province),
                tuple((rama, lao, malay) for rama, lao, malay in taken),
            )
        )
    return found


def game_chart(log: MoveLog, view: SiamView, width: int, look: Look) -> list[Content]:
    """Return the chart: a heading with the seats, then one line for each struggle."""
    found = struggles(log, view)
    if not found:
        return []
    seats, holder = len(view.state.seats), _holder_width(view.game.map, look)
    lead = _NAME + holder + _STOOD
    roomy = width >= lead + seats * _TAKEN
    names = tuple(tell(place) for place in places(view.game.map, "short"))
    if not roomy:
        named = max(map(text_width, names)) + _BESIDE
        if width < named + seats * _TAKEN:
            names = ids(view.game.map)
        lead = max(map(text_width, names)) + _BESIDE
    column = max(_TAKEN_TIGHT, min(16, (width - lead) // seats))
    stood = pad_end(tell("siam/chart/stood"), _STOOD) if roomy else ""
    over = f"{pad_end(tell('siam/chart/struggle'), lead - text_width(stood))}{stood}"
    told = "".join(pad_end(name, column) for name in brief_names(view, range(seats), column - 1))
    lines = [
        Content.styled(
            cut_text(f"{pad_end(over, lead)}{told}", width, "").rstrip(), "bold underline"
        )
    ]
    for struggle in found:
        name = pad_end(names[struggle.province], lead - _BESIDE)
        parts = (
            _full_lead(struggle, view, holder, look) if roomy else _lead(struggle, view, look, name)
        )
        cells = [_cell(view.game.map, trio, column, look) for trio in struggle.taken]
        lines.append(Content("").join([*parts, *cells]).truncate(width))
    return lines


def _holder_width(board: Map, look: Look) -> int:
    """Return the width of the column with who took a province: a map may have long names."""
    held = (controller(board, control, look) for control in range(len(board.faction_names) + 1))
    return max(_HOLDER, *(each.cell_length + 1 for each in held))


def _full_lead(struggle: Struggle, view: SiamView, holder: int, look: Look) -> Iterator[Content]:
    board, control = view.game.map, struggle.control
    name = tell(board.place(struggle.province))
    yield _padded(Content(f"{struggle.number} {name}"), _NAME)
    held = Content("") if control is None else controller(board, control, look)
    yield _padded(held, holder)
    stood = counts(board, struggle.standing, look)
    yield _padded(stood or Content.styled(tell("siam/nobody"), look.palette.faint), _STOOD)


def _lead(struggle: Struggle, view: SiamView, look: Look, name: str) -> Iterator[Content]:
    control = struggle.control
    yield Content(f"{struggle.number} {name} ")
    letter = "" if control is None else f"{look.glyphs.flag}{side_letters(view.game.map)[control]}"
    yield _padded(Content("") if control is None else chip(control, look, letter), 3)


def _cell(board: Map, trio: Trio, column: int, look: Look) -> Content:
    shown = _taken(board, trio, column, look) if any(trio) else None
    cell = shown or Content.styled(look.glyphs.dash, look.palette.faint)
    return at_left(cell, column, ellipsis=True)


def _taken(board: Map, trio: Trio, column: int, look: Look) -> Content:
    """Return followers letter by letter in their colours, or counted where that is too wide."""
    shown = [faction for faction in FACTIONS if trio[faction]]
    letters = side_letters(board)
    in_rows = [chip(faction, look, letters[faction] * trio[faction]) for faction in shown]
    counted = [chip(faction, look, f"{letters[faction]}{trio[faction]}") for faction in shown]
    forms = (joined(in_rows), joined(counted), joined(in_rows, ""))
    return first_fit(forms, column - 1, joined(counted, ""))


def _padded(text: Content, width: int) -> Content:
    return at_left(text, width - 1, ellipsis=True).pad_right(1)
