"""Forecasts the result if everyone passes from now on. Pure functions.

Followers, controllers and the queue are open to everybody, and a pass needs no hand, so a
forecast is worth the same to whoever looks; no hidden card enters it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.siam import (
    BRITISH,
    FACTIONS,
    Control,
    Faction,
    Map,
    Position,
    Siam,
    SiamOutcome,
)
from games.siam.scoring import ages, reign_scores, sets
from siam_tui.games.siam.facts import sides
from texts import say, tell


@dataclass(frozen=True, slots=True)
class Standing:
    """How one side compares with the best other side.

    Attributes:
        rivals: the seats of the best other side.
        by: by how much the side is ahead; less than 0 if it is behind.
        in_what: index of the faction whose followers decide; None for complete sets.
        ahead: whether the side would win; True also where the time of the last card decides.
        tied_in: index of the reigning faction if both sides have as many of it and another one
            decides; else None.
    """

    rivals: tuple[int, ...]
    by: int
    in_what: Faction | None
    ahead: bool
    tied_in: Faction | None = None


@dataclass(frozen=True, slots=True)
class Forecast:
    """The end of the game if everyone passes from now on.

    Attributes:
        held: for Rama, Lao, Malay and the British, how many provinces they would hold.
        outcome: who would reign and win, and why.
        by_last: whether a faction would reign only for having won a province last (S18).
        mine: how one's own seat, or team, stands; None for a spectator.
    """

    held: tuple[int, int, int, int]
    outcome: SiamOutcome
    by_last: bool
    mine: Standing | None


def forecast(game: Siam, position: Position, seat: int | None) -> Forecast | None:
    """Return the forecast of a position or a view; None when the game is over.

    Args:
        game: the rules.
        position: what the person sees.
        seat: the person's own, or None for a spectator.
    """
    if position.over:
        return None
    end = game.if_all_pass(position)
    outcome = game.outcome(end)
    assert outcome is not None
    rama, lao, malay, british = (end.controls.count(control) for control in (*FACTIONS, BRITISH))
    held = rama, lao, malay, british
    ranking = () if end.colony else game.reign(end)
    return Forecast(
        held=held,
        outcome=outcome,
        by_last=bool(ranking) and held[:3].count(max(held[:3])) > 1,
        mine=None if seat is None else _standing(game, end, ranking, seat, outcome.winners),
    )


def _standing(
    game: Siam, end: Position, ranking: Sequence[Faction], seat: int, winners: tuple[int, ...]
) -> Standing:
    """Compare a seat's side with the best other side, by what decides the game (S18 to S21)."""
    taken = [each.followers for each in end.seats]
    every = sides(game, len(taken))
    if ranking:
        scores = reign_scores(taken, ages(len(taken), end.recency), ranking)
        # Of a team the better of the two counts (S20).
        worth: dict[tuple[int, ...], tuple[int, ...]] = {
            side: max(scores[each] for each in side) for side in every
        }
    else:
        worth = {side: (sets([taken[each] for each in side]),) for side in every}
    mine = next(side for side in every if seat in side)
    rival = max((side for side in every if side != mine), key=worth.__getitem__)
    ahead = seat in winners
    factions = [*ranking[:2]] if ranking else [None]
    for mine_of, rivals_of, in_what in zip(worth[mine], worth[rival], factions, strict=False):
        if mine_of != rivals_of:
            tied = None if in_what == factions[0] else factions[0]
            return Standing(rival, mine_of - rivals_of, in_what, ahead, tied)
    return Standing(rival, 0, factions[0], ahead)


def describe_forecast(
    found: Forecast, board: Map, names: Sequence[str], seat: int | None, *, ahead: bool = False
) -> Iterator[tuple[str, str]]:
    """Iterate over the forecast in two sentences, shorter each time: the reign, and who wins.

    Args:
        found: the forecast.
        board: the map, for what the factions are called.
        names: what the seats are called.
        seat: the person's own, or None for a spectator.
        ahead: whether it is about the position after a move that is being built.
    """
    first, *others = _order(found)
    end = "colony" if found.outcome.faction is None else "last" if found.by_last else "reign"
    side, count = board.side(first), found.held[first]
    rest = tuple(say("siam/held", side=board.side(each), n=found.held[each]) for each in others)
    full = tell("siam/forecast/full", ahead=ahead, end=end, side=side, n=count, others=rest)
    yield full, _for_whom(found, board, names, seat, brief=False)
    whom = _for_whom(found, board, names, seat, brief=True)
    yield tell("siam/forecast/short", ahead=ahead, end=end, side=side), whom
    shortest = tell("siam/forecast/shortest", ahead=ahead, end=end, side=side)
    yield shortest, whom
    if seat is not None and found.mine is not None:
        yield shortest, _verdict(found, seat)


def _verdict(found: Forecast, seat: int) -> str:
    """Return whether the person would win, without a reason."""
    mine = found.mine
    assert mine is not None
    shared = (
        not mine.by and seat in found.outcome.winners and mine.rivals[0] in found.outcome.winners
    )
    how = "share" if shared else "win" if (mine.by or mine.ahead) > 0 else "lose"
    return tell("siam/forecast/verdict", how=how, team=len(mine.rivals) > 1)


def _order(found: Forecast) -> list[Control]:
    """Return the sides that hold a province: the reigning one first, then by number."""
    holding = [control for control in (*FACTIONS, BRITISH) if found.held[control]]
    first = BRITISH if found.outcome.faction is None else found.outcome.faction
    return sorted(holding, key=lambda control: (control != first, -found.held[control]))


def _for_whom(
    found: Forecast, board: Map, names: Sequence[str], seat: int | None, *, brief: bool
) -> str:
    """Return who would win, as a sentence about the person's own seat or team if there is one."""
    mine, winners = found.mine, found.outcome.winners
    if seat is None or mine is None:
        return tell("siam/forecast/winners", who=tuple(names[winner] for winner in winners))
    team, rival = len(mine.rivals) > 1, tuple(names[each] for each in mine.rivals)
    if mine.by:
        by = abs(mine.by)
        return tell(
            "siam/forecast/lead" if mine.by > 0 else "siam/forecast/trail",
            team=team,
            tied=None if mine.tied_in is None else board.side(mine.tied_in),
            by=by,
            what=say("siam/sets", n=by) if mine.in_what is None else board.side(mine.in_what),
            rival=rival,
            brief=brief,
        )
    if seat in winners and mine.rivals[0] in winners:
        return tell("siam/forecast/share", team=team, rival=rival, brief=brief)
    return tell(
        "siam/forecast/win" if mine.ahead else "siam/forecast/lose",
        team=team,
        rival=rival,
        later=found.outcome.faction is None,  # of a colony, the last card played latest wins (S19)
        brief=brief,
    )
