"""The card of a finished game: its result, turning point and chances, as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from games.plural import count_of
from games.search import Mark
from siam_tui.analysis.verdict_text import certainty, leader, per_cent
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.cells import cut_text, pad_end, text_width, wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import Replay
from siam_tui.terminal.foreign_text import clean_text
from siam_tui.ui.text import listed

WIDTH: Final = 72
"""Characters across of a card as text."""
_MOST_NAME: Final = 24
"""Characters of a side's name at most."""
_BEHIND: Final = 6
_TITLE: Final = "{game} · {players}"
_TEAM: Final = "{names} ({team})"
_LENGTH: Final = "{date} · {moves}"
_UNDATED: Final = "{moves}"
_THINKING: Final = "The turning point and the chances follow: {done} of {all} are analysed."
_STEADY: Final = "Nobody gave anything away that decided this game."
_TURN: Final = "Turning point, move {ply}: {mover} {did}. It gave away {lost} % of the chances."
_NEW_LEADER: Final = (
    "Turning point, move {ply}: {mover} {did}. "
    "It gave away {lost} % of the chances, and {leader} took the lead."
)
_GAVE_WIN_AWAY: Final = (
    "Turning point, move {ply}: {mover} {did}. It gave the win away, which was certain with {best}."
)
_CERTAIN_FROM: Final = "Certain from move {ply} on: {certainty}"


@dataclass(frozen=True, slots=True)
class EndCard:
    """What the card says of a game.

    Attributes:
        title: the game and its players.
        length: when it was played, and how long it was.
        result: how it ended, in a sentence or two.
        turning_point: the move that cost most, or that there is none, or how far the analysis is.
        sides: the names of the sides that can win.
        chances: for each side its chance to win at each moment, from 0 to 1; empty until the
            analysis is complete.
        chapters: the number of moves played when each chapter began.
        turned_at: the number of moves before the turning point, or None.
    """

    title: str
    length: str
    result: str
    turning_point: str
    sides: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    chapters: tuple[int, ...]
    turned_at: int | None

    @property
    def to_share(self) -> EndCard:
        """The card without word of an analysis that still runs."""
        return self if self.chances else replace(self, turning_point="")


def end_card(replay: Replay, found: Sequence[Verdict]) -> EndCard:
    """Return the card of a whole game.

    Args:
        replay: the game.
        found: the verdicts on its first moves, as many as there are yet.
    """
    game, last = replay.game, replay.last
    date = (replay.record.date or "").replace(".", "-")
    is_complete = len(found) == last and last > 0
    turn = turning_point(found) if is_complete else None
    template = _LENGTH if date else _UNDATED
    thinking = _THINKING.format(done=len(found), all=count_of(last, "move"))
    return EndCard(
        title=_TITLE.format(game=game.title, players=_name_players(replay)),
        length=template.format(date=_clean(date), moves=count_of(last, "move")),
        result=_clean(ui_of(game.name).texts.result(replay.at(last).view)),
        turning_point=_tell_course(replay, found, turn) if is_complete else thinking,
        sides=tuple(_clean(side) for side in replay.sides),
        chances=tuple(_chances(found, side) for side in range(len(replay.sides)))
        if is_complete
        else (),
        chapters=replay.chapters,
        turned_at=None if turn is None else turn.ply,
    )


def _name_players(replay: Replay) -> str:
    """Return who played, in a team game by teams."""
    names = [_clean(name) for name in replay.names]
    teams = replay.game.teams(len(names))
    if not teams:
        return listed(names)
    told = (
        _TEAM.format(names=listed([names[seat] for seat in members]), team=side)
        for side, members in zip(replay.sides, teams, strict=True)
    )
    return " against ".join(told)


def turning_point(found: Sequence[Verdict]) -> Verdict | None:
    """Return the costliest of the moves that gave the lead away, else the costliest of all.

    Of equals it is the last one: what came before it was given back.
    """
    marked = [each for each in found if each.mark is not Mark.NONE]
    return max(marked, key=lambda each: (each.turned, each.loss, each.ply), default=None)


def card_text(card: EndCard, glyphs: Glyphs) -> str:
    """Return the card as lines of text, ready to be pasted anywhere."""
    course = ("", card.turning_point) if card.turning_point else ()
    told = (card.title, card.length, "", card.result, *course)
    lines = [line for each in told for line in wrapped(each, WIDTH) or [""]]
    return "\n".join([*lines, *_charts(card, glyphs)]) + "\n"


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines; a number and its per cent sign stay together."""
    lines = wrap_text(text.replace(" %", "\N{NO-BREAK SPACE}%"), width)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _charts(card: EndCard, glyphs: Glyphs) -> Iterator[str]:
    """Iterate over a line of the chances for each side, and where each chapter began."""
    if not card.chances:
        return
    yield ""
    names = [cut_text(name, _MOST_NAME, "") for name in card.sides]
    before = max(map(text_width, names)) + 2
    width, last = WIDTH - before - _BEHIND, len(card.chances[0]) - 1
    steps = len(glyphs.levels) - 1  # type: ignore[characters]
    for name, values in zip(names, card.chances, strict=True):
        bar = "".join(
            glyphs.levels[round(values[x * last // (width - 1)] * steps)] for x in range(width)
        )
        yield f"{pad_end(name, before)}{bar}{per_cent(values[-1]):>4} %"
    if len(card.chapters) == 1:
        return
    marks = [" "] * width
    for number, ply in enumerate(card.chapters, start=1):
        marks[min(width - 1, -(-ply * (width - 1) // last))] = str(number)[-1]
    yield f"{' ' * before}{''.join(marks)}".rstrip()


def _chances(found: Sequence[Verdict], side: int) -> tuple[float, ...]:
    return (found[0].before[side], *(each.after[side] for each in found))


def _tell_course(replay: Replay, found: Sequence[Verdict], turn: Verdict | None) -> str:
    """Return the turning point, and from where on the win was proven and kept."""
    last = next(groupby(reversed(found), lambda each: (each.solved, each.after)))
    (is_solved, _), kept = last[0], list(last[1])
    told = _tell_turn(replay, turn)
    if not is_solved or len(kept) == 1:
        return told
    certain = certainty(replay, kept[-1])
    return f"{told} {_CERTAIN_FROM.format(ply=kept[-1].ply + 1, certainty=_clean(certain))}"


def _tell_turn(replay: Replay, turn: Verdict | None) -> str:
    if turn is None:
        return _STEADY
    game = replay.game
    move = game.format_move(replay.record.moves[turn.ply])
    template = _NEW_LEADER if turn.turned else _TURN
    if turn.gave_win_away:
        template = _GAVE_WIN_AWAY
    best = game.parse_move(turn.best)
    return template.format(
        ply=turn.ply + 1,
        mover=_clean(replay.mover_name(turn.ply)),
        did=ui_of(game.name).texts.describe_move(game, move, "full").replace("\xa0", " "),
        lost=per_cent(turn.loss),
        leader=_clean(leader(replay, turn)),
        best=ui_of(game.name).texts.name_move(game, best, "full").replace("\xa0", " "),
    )


def _clean(text: str) -> str:
    """Return a text on one line that is safe to paste; names may be a stranger's."""
    return " ".join(clean_text(text).split())
