"""What would happen now, as values and in words. Pure functions.

It follows from what everybody sees, so it is worth the same to whoever looks. Cards and coins that
are hidden are never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.amber import Position
from games.amber.constants import DUMMY, Problem
from games.amber.dummy import choose
from games.amber.moves import Attempt
from games.amber.mutable_position import MutablePosition
from games.amber.options import Options
from siam_tui.games.amber.facts import leaders, strengths, strongest
from siam_tui.games.amber.names import problem_noun
from texts import Message, Noun, Person, say, tell


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
    return _in_a_row(_describe_problems(found, _people(names, seat), brief=brief)) + (
        _describe_dummy(found, names, brief=brief)
    )


def shorter_forecasts(found: Forecast, names: tuple[str, ...], seat: int | None) -> Iterator[str]:
    """Iterate over a forecast in fewer and fewer words, each whole: the rest is left out.

    The arguments are those of `describe_forecast`.
    """
    if not found.problems:
        return
    told = _describe_problems(found, _people(names, seat), brief=True)
    dummy = _describe_dummy(found, names, brief=True)
    for count in range(len(told), 0, -1):
        yield _in_a_row(told[:count]) + dummy
    yield _in_a_row(told[:1])


def _in_a_row(told: list[Message]) -> str:
    return f"{tell('games/in-a-row', each=tuple(told))}."


def _people(names: tuple[str, ...], own: int | None) -> tuple[Person, ...]:
    return tuple(Person(name, is_you=seat == own) for seat, name in enumerate(names))


def _describe_problems(
    found: Forecast, people: tuple[Person, ...], *, brief: bool
) -> list[Message]:
    if found.phase == "act" or (found.phase == "declare" and not found.has_claims):
        return _describe_leads(found, people, brief=brief)
    if found.phase == "declare":
        return _describe_attempts(found, people, brief=brief)
    return _describe_awards(found, people, brief=brief)


def _nouns(problems: Iterable[Problem]) -> tuple[Noun, ...]:
    return tuple(map(problem_noun, problems))


def _name_problems(problems: tuple[Noun, ...], count: int) -> tuple[Noun, ...] | Message:
    """Return the names of some Problems, or that they are all of the row."""
    return say("amber/forecast/all", n=count) if len(problems) == count > 1 else problems


def _describe_leads(found: Forecast, people: tuple[Person, ...], *, brief: bool) -> list[Message]:
    """Return who is strongest on which Problems, the own seat first."""
    by_leader: dict[tuple[int, ...], list[Problem]] = {}
    for each in found.problems:
        by_leader.setdefault(each.leaders, []).append(each.problem)
    own = next((seat for seat, who in enumerate(people) if who.is_you), None)
    told = []
    for those in sorted(by_leader, key=lambda those: (own not in those, len(those) != 1, those)):
        nouns, who = _nouns(by_leader[those]), tuple(people[seat] for seat in those)
        problems = _name_problems(nouns, len(found.problems))
        if not those:
            told.append(say("amber/forecast/nobody", problems=nouns))
        elif len(those) > 1:
            told.append(say("amber/forecast/level", who=who, brief=brief, problems=problems))
        else:
            told.append(say("amber/forecast/leads", who=who, problems=problems))
    return told


def _describe_attempts(
    found: Forecast, people: tuple[Person, ...], *, brief: bool
) -> list[Message]:
    """Return who would be awarded which Problem if the attempts were settled now."""
    told = []
    for each in found.problems:
        if each.winner is None:
            continue
        who, problem = people[each.winner], problem_noun(each.problem)
        others = [each.sums[seat] for seat in each.claims if seat != each.winner]
        if brief or not others:
            text = say(
                "amber/forecast/has" if brief else "amber/forecast/has-alone",
                who=who,
                problem=problem,
            )
        else:
            text = say(
                "amber/forecast/has-against",
                who=who,
                problem=problem,
                own=each.sums[each.winner],
                best=max(others),
            )
        told.append(text)
    if found.unsolved:
        told.append(say("amber/forecast/untried", problems=_nouns(found.unsolved)))
    return told


def _describe_awards(found: Forecast, people: tuple[Person, ...], *, brief: bool) -> list[Message]:
    """Return what was awarded to whom, and what stays unsolved."""
    told = [
        say("amber/forecast/award", problem=problem_noun(each.problem), who=people[each.winner])
        for each in found.problems
        if each.winner is not None
    ]
    (before, after), left = found.power, _nouns(found.unsolved)
    if left:
        return [*told, say("amber/forecast/unsolved", problems=left, was=before, now=after)]
    return [
        *told,
        say("amber/forecast/stays" if brief else "amber/forecast/nothing-left", power=before),
    ]


def _describe_dummy(found: Forecast, names: tuple[str, ...], *, brief: bool) -> str:
    """Return what the dummy would do as things stand, behind a blank.

    It is empty if the dummy has spoken, or there is none.
    """
    if not found.dummy_speaks:
        return ""
    is_first = found.dummy_is_first and found.phase == "act"
    attempt = found.dummy_attempts
    problem = None if attempt is None else problem_noun(attempt)
    told = tell(
        "amber/forecast/dummy-brief" if brief else "amber/forecast/dummy",
        is_first=is_first,
        who=Person(names[DUMMY]),
        problem=problem,
    )
    return f" {told}"
