"""The question for each step of building a move, and what a finished move brings. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.amber import Position
from games.amber.constants import BOR, CARDS, PAWNS, VALUES
from games.amber.moves import Attempt, Decline, Keep, Move, Pass, RemoveMarker
from siam_tui.games.amber.building.move_builder import Builder, Draft
from siam_tui.games.amber.building.option_labels import attempt_label, wall_ahead
from siam_tui.games.amber.choice_kinds import AREA_KINDS, CROWN, Kind, Path
from siam_tui.games.amber.effect_words import effect_of, effect_sentence, way_of
from siam_tui.games.amber.facts import strengths
from siam_tui.games.amber.names import BARE_AREA_NAMES, CARD_NAMES, PROBLEM_NAMES, area_name
from siam_tui.games.move_builder import Choice
from siam_tui.ui.text import listed

_ORIGIN: Final = "Your supply is empty. Which area does your marker come from?"
_LEADS: Final = {
    Kind.AREA: "",
    Kind.ORIGIN: "from ",
    Kind.GOAL: "to ",
    Kind.CONFIDANT: "Confidant to ",
    Kind.RAID: "rival from ",
}
_WORDS: Final = {
    Kind.TAKE: "take it",
    Kind.CROWN: "crown",
    Kind.PASS: "pass",
    Kind.COUNT: "{} of them",
}
_LAST: Final = " You speak last."


def question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    """Return the question for the next choice, or what the finished move brings."""
    progress = builder.progress(draft)
    if progress.is_done:
        return " ".join(_consequences(builder, draft))
    position, rest, step = progress.here.freeze(), progress.rest, progress.here.step
    if step == "act":
        return _ORIGIN if len(rest) > 1 else _card_question(position, rest)
    if step == "declare":
        return _attempt_question(position)
    if step.endswith("CAV"):
        return "The Cave: from where does a marker of a rival go back to its reserve?"
    if step.endswith("CHA"):
        return _moving_question(position, rest)
    if step.endswith("PEN"):
        if not rest:
            return "The Penitent: which Problem do you solve, for 1 gold?"
        rest = rest[1:]
    return _solving_question(position, rest)


def _card_question(position: Position, rest: Path) -> str:
    if rest:
        card = CARDS[rest[0].value]
        does = "does the" if card in PAWNS else "do"
        return f"In which area {does} {CARD_NAMES[card]} act?"
    supply = position.seats[position.turn or 0].influence
    empty = "" if supply else " Your supply is empty: a marker comes from another area."
    return f"Which card do you play? It acts in one area of its suit.{empty}"


def _attempt_question(position: Position) -> str:
    seat = position.turn
    assert seat is not None
    gold = position.seats[seat].gold
    last = _LAST if position.turn_order()[-1] == seat else ""
    paid = "your only gold" if gold == 1 else f"1 of your {gold} gold"
    return f"Which Problem do you attempt, for {paid}?{last}"


def _moving_question(position: Position, rest: Path) -> str:
    if not rest:
        return "The Chance Meeting: from where do 1 or 2 of your markers move?"
    count = min(2, position.markers_of(position.turn or 0)[rest[0].value])
    markers = "the 2 markers" if count > 1 else "the marker"
    return f"To where do {markers} go?" if count > 1 else f"To where does {markers} go?"


def _solving_question(position: Position, rest: Path) -> str:
    if rest and rest[0] == CROWN:
        return "To which area does the Confidant go? It works there for you."
    if rest:
        return _ORIGIN
    empty = "" if position.seats[position.turn or 0].influence else " Your supply is empty."
    return f"How do you solve it?{empty}"


# What a finished move brings


def _consequences(builder: Builder, draft: Draft) -> Iterator[str]:
    """Iterate over what the moves of a draft bring together."""
    progress, before = builder.progress(draft), builder.position
    seat, move = before.turn, progress.moves[-1]
    assert seat is not None
    if isinstance(move, Attempt):
        told = attempt_label(builder, move.problem)
        yield f"{PROBLEM_NAMES[move.problem]} for 1 gold: {told}."
    elif isinstance(move, Pass):
        yield "You attempt no Problem and keep your gold."
    else:
        yield from _tell_last(builder, progress.before, move)
        after = builder.preview(draft)
        if means := _means(before, after, seat, move):
            yield f"Then: {', '.join(means)}."
        if sums := _changed_sums(before, after, seat):
            yield f"{listed(sums)}."


def _tell_last(builder: Builder, before: Position, move: Move) -> Iterator[str]:
    """Iterate over what the last move of a draft does."""
    seat = before.turn
    assert seat is not None
    match move:
        case Keep(problem):
            value, wall = VALUES[problem], before.wall(seat)
            later = wall_ahead(before, builder.game.chosen)
            if later <= value < wall:
                yield f"{value} points for you, lost when your wall falls to {later} this round."
                return
            holds = "it holds" if value < wall else "it would be lost"
            yield f"{value} points for you; at your wall of {wall} {holds}."
        case RemoveMarker(rival, area):
            yield f"A marker of {builder.name_seat(rival)} goes back from {area_name(area)}."
        case Decline():
            yield "No marker moves, and no area works."
    effect = effect_of(before, move)
    if effect is not None:
        told = effect_sentence(effect, before, seat)
        yield f"The {BARE_AREA_NAMES[effect.area]}: {told}."


def _means(before: Position, after: Position, seat: int, move: Move) -> list[str]:
    """Return what a seat has afterwards, as far as it has changed and the move has not told it."""
    changes = {
        "supply": (before.seats[seat].influence, after.seats[seat].influence),
        "reserve": (before.reserve(seat), after.reserve(seat)),
        "gold": (before.seats[seat].gold, after.seats[seat].gold),
        "wall": (before.wall(seat), after.wall(seat)),
    }
    if (way := way_of(move)) is not None and way[0] == BOR:
        del changes["wall"]
    return [f"{name} {now}" for name, (was, now) in changes.items() if was != now]


def _changed_sums(before: Position, after: Position, seat: int) -> list[str]:
    """Return how the strengths on the Problems of the row change, such as ``Painter 5 to 2``."""
    told = []
    for each in after.row:
        now = strengths(after, each.problem)
        if now != strengths(before, each.problem):
            others = max(sum_ for rival, sum_ in enumerate(now) if rival != seat)
            told.append(f"{PROBLEM_NAMES[each.problem]} {now[seat]} to {others}")
    return told


# The move so far


def words_so_far(builder: Builder, choices: Path) -> str:
    """Return some choices in a few words."""
    return " > ".join(_word(builder, choice) for choice in choices)


def _word(builder: Builder, choice: Choice) -> str:
    value = choice.value
    if choice.kind in AREA_KINDS:
        return f"{_LEADS[Kind(choice.kind)]}{area_name(value, 'short')}"
    match choice.kind:
        case Kind.CARD:
            return CARD_NAMES[CARDS[value]]
        case Kind.PROBLEM:
            return PROBLEM_NAMES[value]
        case Kind.SEAT:
            return builder.name_seat(value)
        case Kind.PASS if builder.position.step != "declare":
            return "no marker"
    return _WORDS[Kind(choice.kind)].format(value)
