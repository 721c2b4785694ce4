"""``siam match``: two levels or programs play each other without a server."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from random import Random
from statistics import mean
from threading import Event
from typing import Any

from client.bots.levels import LEVELS, Level, find_level
from client.bots.offline_game import TWO_SIDES, Z_95, Board, Levels, Pairing, Spent, Times
from client.bots.program import Program, ProgramError
from games.contract import Game, GameError
from games.registry import game_of, spec_of
from siam_tui.appearance.cells import cut_text, pad_end, pad_start
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.standard_streams import redraw_line
from siam_tui.ui.text import capitalized, did_you_mean
from texts import Noun, tell


class MatchInterrupted(Exception):  # noqa: N818 - no error: the person has seen enough
    """The person has pressed Ctrl-C."""


@contextmanager
def interruptible(levels: Mapping[str, Level]) -> Iterator[Levels]:
    """Return players that raise `MatchInterrupted` at their next move after Ctrl-C.

    An exception from the signal itself would be lost where compiled code calls Python.
    """
    pressed = Event()
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield {name: _stopping(level, pressed) for name, level in levels.items()}
    finally:
        signal.signal(signal.SIGINT, before)


def _stopping(level: Level, pressed: Event) -> Level:
    def choose(
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool],
    ) -> Any:  # noqa: ANN401 - any game's
        try:
            move = level(game, view, random, lambda: pressed.is_set() or stop())
        except ProgramError:
            if not pressed.is_set():
                raise
        if pressed.is_set():
            raise MatchInterrupted
        return move

    return choose


_WIDTH = 24
"""Characters of a player's name in the table."""
_STOPPED = 130
"""Exit code after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What to play.

    Attributes:
        one: a level, or the command line of a program.
        other: the same for the other one.
        game: the game's short name.
        games: the least number of games; a setup is always played with all its seatings.
        players: how many play; one sits alone, the other on all other sides.
        seconds: how long a player may think about a move.
        map_name: a built-in map, or the path of a map file; empty for the usual one.
        options: the game's options.
        seed: of the setups.
        opening: how many moves of each setup are random.
    """

    one: str
    other: str
    game: str
    games: int
    players: int
    seconds: float
    map_name: str
    options: frozenset[str]
    seed: int
    opening: int


def play_match(settings: MatchSettings) -> None:
    """Play the games and print a table of the results; after Ctrl-C, of those that were played.

    Raises:
        UserError: the game cannot be played like this, or a program fails.
        SystemExit: it was stopped by Ctrl-C.
    """
    try:
        board = _make_board(settings)
        with ExitStack() as programs:
            levels = _find_players(settings, programs)
            one, other = levels
            pairing = Pairing(one, other, len(board.sides))
            times: Times = defaultdict(Spent)
            is_whole = _play_setups(settings, board, levels, pairing, times)
    except ProgramError as error:
        raise UserError(str(error)) from error
    except GameError as error:
        reason = str(error).rstrip(".")
        raise UserError(f"{capitalized(reason)}.") from error
    lines = describe_match(settings, pairing, times) if pairing.setups else ()
    for line in lines:
        sys.stdout.write(f"{line}\n")
    if not is_whole:
        sys.stdout.write(f"{_tell_interruption(settings, pairing)}\n")
        sys.exit(_STOPPED)


def _tell_interruption(settings: MatchSettings, pairing: Pairing) -> str:
    if not pairing.setups:
        return tell("cli/match/nothing")
    return tell("cli/match/stopped", played=_count_games(pairing), wanted=settings.games)


def _make_board(settings: MatchSettings) -> Board:
    spec = spec_of(settings.game)
    if settings.players not in spec.players:
        raise UserError(tell("cli/match/not-for", title=spec.title, players=tuple(spec.players)))
    text = spec.load_map(settings.map_name).toml if settings.map_name else None
    game = game_of(settings.game, map_text=text, options=settings.options)
    opening, clock = settings.opening, time.perf_counter
    return Board(game, spec.searchable(game), settings.players, opening, clock)


def _find_players(settings: MatchSettings, programs: ExitStack) -> Levels:
    levels: Levels = {}
    for text in (settings.one, settings.other):
        name = text if text not in levels else f"{text} (2)"
        levels[name] = _find_player(text, settings.seconds, programs)
    return levels


def _find_player(text: str, seconds: float, programs: ExitStack) -> Level:
    if text in LEVELS:
        return find_level(text, seconds)
    try:
        command = shlex.split(text)
    except ValueError as error:
        no_command = tell("cli/match/no-command", text=repr(text), reason=str(error))
        raise UserError(no_command) from error
    if not command:
        raise UserError(tell("cli/match/name-one", levels=tuple(LEVELS)))
    try:
        return programs.enter_context(Program(command, seconds))
    except ProgramError as error:
        raise UserError(f"{error}{did_you_mean(text, LEVELS)}") from error


def _play_setups(
    settings: MatchSettings, board: Board, levels: Levels, pairing: Pairing, times: Times
) -> bool:
    """Play setup after setup, and show on a terminal how it stands.

    Returns:
        Whether all were played, rather than stopped by Ctrl-C.
    """
    title, wanted = spec_of(settings.game).title, settings.games
    try:
        with interruptible(levels) as players:
            while (games := _count_games(pairing)) < settings.games:
                told = tell("cli/match/progress", played=games, wanted=wanted, title=title)
                redraw_line(sys.stderr, told)
                played = board.meet(players, pairing, settings.seed + len(pairing.setups))
                pairing.setups.append(played.columns)
                for name, spent in played.spent.items():
                    times[name].add(spent)
    except MatchInterrupted:
        return False
    finally:
        redraw_line(sys.stderr, "")
    return True


def _count_games(pairing: Pairing) -> int:
    return sum(len(column) for setup in pairing.setups for column in setup)


def describe_match(settings: MatchSettings, pairing: Pairing, times: Times) -> Iterator[str]:
    """Return the lines of the result: what was played, a table, and the score.

    Args:
        settings: what was played.
        pairing: the results.
        times: what the moves took.
    """
    yield tell(
        "cli/match/heading",
        title=spec_of(settings.game).title,
        players=settings.players,
        one=pairing.one,
        other=pairing.other,
        games=_count_games(pairing),
    )
    if pairing.sides > 1:
        yield tell("cli/match/swapped")
    yield ""
    played = "alone" if pairing.sides > TWO_SIDES else "games"
    columns = ((played, 8), ("won", 8), ("share", 8), ("time", 10), ("longest", 9))
    heading = pad_end(tell(Noun("cli/match/column", "player")), _WIDTH - 1)
    yield heading + "".join(
        pad_start(tell(Noun("cli/match/column", name)), wide) for name, wide in columns
    )
    for name, won, of in pairing.wins():
        spent = times[name]
        each = spent.total / spent.moves if spent.moves else 0.0
        label = pad_end(cut_text(name, _WIDTH - 1), _WIDTH)
        share = 100 * won / of
        yield (f"{label}{of:>7}{won:>8.4g}{share:>6.0f} %{each:>10.3f}{spent.longest:>9.2f}")
    yield ""
    yield from _describe_score(pairing)


def _describe_score(pairing: Pairing) -> Iterator[str]:
    score, error = mean(pairing.scores), Z_95 * pairing.error()
    score_told, error_told = f"{100 * score:.0f}", f"{100 * error:.0f}"
    yield tell("cli/match/score", one=pairing.one, score=score_told, error=error_told)
    if abs(score - 0.5) > error:
        stronger = pairing.one if score > 0.5 else pairing.other
        yield tell("cli/match/stronger", name=stronger)
    else:
        yield tell("cli/match/too-few")
    if nobody := pairing.shared_and_lost()[1]:
        yield tell("cli/match/nobody", share=f"{100 * nobody:.0f}")
