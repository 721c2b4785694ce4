"""What would happen now, as values and in words. Pure functions.

It follows from what everybody sees, so it is worth the same to whoever looks. Cards and coins that
are hidden are never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.amber import Position
from games.amber.constants import DUMMY, Problem
from games.amber.dummy import choose
from games.amber.moves import Attempt
from games.amber.mutable_position import MutablePosition
from games.amber.options import Options
from siam_tui.games.amber.facts import leaders, strengths, strongest
from siam_tui.games.amber.names import PROBLEM_NAMES
from siam_tui.ui.text import listed


@dataclass(frozen=True, slots=True)
class ProblemForecast:
    """What would become of a Problem.

    Attributes:
        problem: the Problem.
        sums: the sum of each seat.
        leaders: the seats with the highest sum; none where all have nothing.
        claims: the seats that attempt it, in the order they spoke.
        winner: to whom it is awarded, or would be if the attempts were settled now.
    """

    problem: Problem
    sums: tuple[int, ...]
    leaders: tuple[int, ...]
    claims: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """What would happen now.

    Attributes:
        phase: what is going on: cards, attempts, or solving.
        problems: those of the row.
        power: of the barbarians, now and if no more Problems of the row are solved.
        dummy_attempts: what the dummy would attempt as things stand; None if it would pass.
        dummy_speaks: whether the dummy has still to speak.
        dummy_is_first: whether it speaks before the person.
    """

    phase: str
    problems: tuple[ProblemForecast, ...]
    power: tuple[int, int]
    dummy_attempts: Problem | None
    dummy_speaks: bool
    dummy_is_first: bool

    @property
    def has_claims(self) -> bool:
        """Whether anybody has attempted a Problem."""
        return any(each.claims for each in self.problems)

    @property
    def unsolved(self) -> tuple[Problem, ...]:
        """The Problems that nobody would solve."""
        return tuple(each.problem for each in self.problems if each.winner is None)


def forecast(position: Position, options: Options) -> Forecast:
    """Return what would happen now."""
    found = tuple(_problem_forecasts(position, options))
    phase = position.step.partition("+")[0]
    unsolved = sum(each.winner is None for each in found)
    speaks = position.dummy is not None and (
        phase == "act" or (phase == "declare" and _has_to_speak(position, DUMMY))
    )
    return Forecast(
        phase,
        found,
        (position.power, min(options.most_power, position.power + unsolved)),
        _dummy_attempt(position, options) if speaks else None,
        speaks,
        position.first == DUMMY,
    )


def _problem_forecasts(position: Position, options: Options) -> Iterator[ProblemForecast]:
    for each in position.row:
        winner = each.winner
        if winner is None:
            ties = options.dummy_wins_ties
            winner = strongest(position, each.problem, each.claims, dummy_wins_ties=ties)
        yield ProblemForecast(
            each.problem,
            strengths(position, each.problem),
            leaders(position, each.problem),
            each.claims,
            winner,
        )


def _has_to_speak(position: Position, seat: int) -> bool:
    order = position.turn_order()
    return position.turn is not None and order.index(seat) >= order.index(position.turn)


def _dummy_attempt(position: Position, options: Options) -> Problem | None:
    """Return what the dummy would attempt as things stand (A19)."""
    here = MutablePosition(position, options)
    here.turn, here.step = DUMMY, "declare"
    move = choose(here)
    return move.problem if isinstance(move, Attempt) else None


# In words


def describe_forecast(
    found: Forecast, names: tuple[str, ...], seat: int | None, *, brief: bool = False
) -> str:
    """Return a forecast in a sentence or two, which begins small: ``you lead both Problems.``.

    Args:
        found: the forecast.
        names: what the seats are called.
        seat: the person's own, or None for a spectator.
        brief: whether to leave out what is understood without it.
    """
    if not found.problems:
        return ""
    told = _describe_problems(found, names, seat, brief=brief)
    return "; ".join(told) + "." + _describe_dummy(found, names, brief=brief)


def shorter_forecasts(found: Forecast, names: tuple[str, ...], seat: int | None) -> Iterator[str]:
    """Iterate over a forecast in fewer and fewer words, each whole: the rest is left out.

    The arguments are those of `describe_forecast`.
    """
    told = _describe_problems(found, names, seat, brief=True) if found.problems else []
    dummy = _describe_dummy(found, names, brief=True)
    for count in range(len(told), 0, -1):
        yield "; ".join(told[:count]) + "." + dummy
    if told:
        yield f"{told[0]}."


def _describe_problems(
    found: Forecast, names: tuple[str, ...], seat: int | None, *, brief: bool
) -> list[str]:
    if found.phase == "act" or (found.phase == "declare" and not found.has_claims):
        return _describe_leads(found, names, seat, brief=brief)
    if found.phase == "declare":
        return _describe_attempts(found, names, seat, brief=brief)
    return _describe_awards(found, names, seat, brief=brief)


def _seat_or_you(names: tuple[str, ...], seat: int, own: int | None) -> str:
    return "you" if seat == own else names[seat]


def _name_problems(problems: list[Problem], count: int) -> str:
    """Return the names of some Problems, or that they are all of the row."""
    if len(problems) == count > 1:
        return "both Problems" if count == 2 else f"all {count} Problems"
    return listed([PROBLEM_NAMES[problem] for problem in problems])


def _describe_leads(
    found: Forecast, names: tuple[str, ...], own: int | None, *, brief: bool
) -> list[str]:
    """Return who is strongest on which Problems, the own seat first."""
    by_leader: dict[tuple[int, ...], list[Problem]] = {}
    for each in found.problems:
        by_leader.setdefault(each.leaders, []).append(each.problem)
    count, told = len(found.problems), []
    for those in sorted(by_leader, key=lambda those: (own not in those, len(those) != 1, those)):
        problems = _name_problems(by_leader[those], count)
        if not those:
            named = [PROBLEM_NAMES[problem] for problem in by_leader[those]]
            told.append(f"nobody has a marker for {listed(named, 'or')}")
        elif len(those) > 1:
            who = listed([_seat_or_you(names, seat, own) for seat in those])
            told.append(f"{who} {'level' if brief else 'are level'} on {problems}")
        else:
            verb = "lead" if those[0] == own else "leads"
            told.append(f"{_seat_or_you(names, those[0], own)} {verb} {problems}")
    return told


def _describe_attempts(
    found: Forecast, names: tuple[str, ...], own: int | None, *, brief: bool
) -> list[str]:
    """Return who would be awarded which Problem if the attempts were settled now."""
    told = []
    for each in found.problems:
        if each.winner is None:
            continue
        verb = "have" if each.winner == own else "has"
        others = [seat for seat in each.claims if seat != each.winner]
        how = " alone"
        if others:
            best = max(each.sums[seat] for seat in others)
            how = f", {each.sums[each.winner]} to {best}"
        told.append(
            f"{_seat_or_you(names, each.winner, own)} {verb} {PROBLEM_NAMES[each.problem]}"
            f"{'' if brief else how}"
        )
    left = list(found.unsolved)
    if left:
        named = listed([PROBLEM_NAMES[problem] for problem in left], "or")
        told.append(f"nobody tries {named}")
    return told


def _describe_awards(
    found: Forecast, names: tuple[str, ...], own: int | None, *, brief: bool
) -> list[str]:
    """Return what was awarded to whom, and what stays unsolved."""
    told = []
    for each in found.problems:
        if each.winner is not None:
            whose = "yours" if each.winner == own else f"{names[each.winner]}'s"
            told.append(f"{PROBLEM_NAMES[each.problem]} is {whose}")
    before, after = found.power
    left = list(found.unsolved)
    if not left:
        stay = f"Barbarians stay at {before}"
        return [*told, stay if brief else f"nothing is left unsolved, the {stay}"]
    names_left = listed([PROBLEM_NAMES[problem] for problem in left])
    stays = f"{names_left} {'stays' if len(left) == 1 else 'stay'} unsolved"
    return [*told, f"{stays}: Barbarians {before} > {after}"]


_DUMMY: Final = (" {name} would attempt {problem}.", " {name} would pass.")
_DUMMY_FIRST: Final = (
    " {name} speaks first and would attempt {problem}.",
    " {name} speaks first and would pass.",
)
_BRIEF: Final = (" {name} would try {problem}.", " {name} would pass.")
_BRIEF_FIRST: Final = (" First {name} would try {problem}.", " First {name} would pass.")
"""What the dummy would do, with a Problem or without."""


def _describe_dummy(found: Forecast, names: tuple[str, ...], *, brief: bool) -> str:
    """Return what the dummy would do as things stand; empty if it has spoken, or there is none."""
    if not found.dummy_speaks:
        return ""
    is_first = found.dummy_is_first and found.phase == "act"
    forms = (_DUMMY, _DUMMY_FIRST, _BRIEF, _BRIEF_FIRST)[2 * brief + is_first]
    problem = found.dummy_attempts
    named = "" if problem is None else PROBLEM_NAMES[problem]
    return forms[problem is None].format(name=names[DUMMY], problem=named)
