"""The engine protocol: the rules for programs of any language, line by line, as UCI is for chess.

`Engine` is pure but for a clock and map files: a line in, lines out. `main` is the thin loop around
it on stdin and stdout.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from difflib import get_close_matches
from random import Random
from typing import Any, BinaryIO, Final

from games.contract import EngineSupport, Game, GameError, GameSpec
from games.own_program import other_end_gone
from games.quoting import quote
from games.registry import game_names, game_of, spec_of
from games.search import Limits, Searchable, Team, Thought, thoughts

TeamOf = Callable[[Game[Any, Any]], Team[Any, Any]]
"""Returns the processes that think about a game together, by its rules."""
MAX_DIGITS: Final = 80
"""A seed up to 2**256 - 1 has 78 digits; longer numbers are not even looked at."""
MAX_COMMAND: Final = 8192
"""Bytes of a command, its newline included; more are not kept in memory."""
MAX_LIMIT: Final = 10**9
"""Milliseconds or positions that may be thought about a move."""
_LONGEST_WORD: Final = 40
"""Characters of a word that are compared with the commands."""
_NEW_POSITION: Final = "position new players=2 seed=1"
_PLAYOUTS: Final = "playouts 100 seed=1"
_EXAMPLE: Final = f"for example: {_NEW_POSITION}"
_EXAMPLES: Final = {
    "game": f"game {game_names()[0]}",
    "go": "go movetime 1000",
    "position": _NEW_POSITION,
    "view": "view 0",
}
"""What to write where an error has no example of its own; else the command's name alone."""
_SECONDS_AFTER_END: Final = 2.0
"""How long one thought may take once the input has ended."""
_GAMES_AT_ONCE: Final = 500
"""Random games, some tens of milliseconds, after which the reader is looked for again."""


class CommandError(ValueError):
    """A command that cannot be obeyed; its text says why."""


class Engine:
    """One conversation: the game and the position that were set.

    >>> engine = Engine()
    >>> engine.answer("position new players=2 seed=1")[-1], engine.answer("count")
    ('ok', ['moves 17419', 'ok'])
    >>> engine.answer("view 7")
    ['error there is no seat 7; seats are 0 to 1; for example: view 0']
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        team_of: TeamOf | None = None,
        input_ended: Callable[[], bool] = lambda: False,
        reader_gone: Callable[[], bool] = lambda: False,
    ) -> None:
        """Start with the first game on its usual map, and no position.

        Args:
            clock: seconds, for what `playouts` took.
            team_of: who thinks, where several processes are to.
            input_ended: whether no more commands can come; thinking is cut short then.
            reader_gone: whether nobody reads the answers; everything is broken off then.
        """
        self._team_of = team_of
        self._input_ended = input_ended
        self._reader_gone = reader_gone
        self.ended = False
        self._clock = clock
        self._rules: Game[Any, Any]
        self._support: EngineSupport[Any, Any]
        self._thinking: Searchable[Any, Any]
        self._team: Team[Any, Any] | None
        self._position: Any = None
        self._choose_game(game_names()[0], None, frozenset())
        self._commands: dict[str, tuple[str, Callable[[str], Iterator[str]]]] = {
            "count": ("", self._count_moves),
            "game": ("<name> [map=<name or file>] [<option> ...]", self._game),
            "go": ("movetime <ms> | nodes <N>", self._search),
            "help": ("", self._list_commands),
            "moves": ("[<kind>]", self._moves),
            "perft": ("<depth>", self._perft),
            "play": ("<move>", self._play_move),
            "playouts": ("<N> seed=<int>", self._playouts),
            "position": ("new players=<N> seed=<int> | <position>", self._set_position),
            "quit": ("", self._quit),
            "show": ("", self._show_position),
            "status": ("", self._status),
            "view": ("<seat> | spectator", self._view),
        }

    def answer(self, line: str) -> list[str]:
        """Return the answer to a command; its last line is ``ok`` or ``error <reason>``."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word not in self._commands:
                near = _nearest(word, self._commands)
                known = f"there are: {' '.join(self._commands)}; for example: help"
                meant = f"did you mean {near}?" if near else known
                raise CommandError(f"no command {quote(word)}; {meant}")
            return [*self._commands[word][1](rest.strip()), "ok"]
        except ValueError as error:
            return [f"error {_with_example(word, error)}"]

    def _now(self) -> Any:  # noqa: ANN401 - a position of whichever game
        if self._position is None:
            raise CommandError(f"no position is set; {_EXAMPLE}")
        return self._position

    def _running(self) -> Any:  # noqa: ANN401 - a position of whichever game
        position = self._now()
        if self._rules.turn(position) is None:
            raise CommandError(f"the game is over; {_EXAMPLE}")
        return position

    def _list_commands(self, rest: str) -> Iterator[str]:
        """One line a command: its name and what it takes."""
        _nothing_more(rest)
        for word, (form, _) in self._commands.items():
            yield f"help {word} {form}".rstrip()

    def _choose_game(self, name: str, map_name: str | None, options: frozenset[str]) -> None:
        spec = spec_of(name)
        text = None if map_name is None else spec.load_map(map_name).toml
        self._rules = game_of(name, map_text=text, options=options)
        self._support = spec.engine_support(self._rules)
        self._thinking = spec.searchable(self._rules)
        self._team = self._team_of(self._rules) if self._team_of is not None else None
        self._position = None

    def _game(self, rest: str) -> Iterator[str]:
        name, *words = shlex.split(rest) or [""]
        if name not in game_names():
            near = _nearest(name, game_names())
            meant = f"; did you mean {near}?" if near else ""
            raise CommandError(f"no game {quote(name)}; there is: {', '.join(game_names())}{meant}")
        spec = spec_of(name)
        known = spec.option_names
        map_name: str | None = None
        for word in words:
            if word.startswith("map="):
                map_name = word.removeprefix("map=")
            elif word not in known:
                raise CommandError(f"cannot read {quote(word)}; {_words_after(spec)}")
        self._choose_game(name, map_name, known.intersection(words))
        yield from ()

    def _set_position(self, rest: str) -> Iterator[str]:
        if rest == "new" or rest.startswith("new "):
            given = _named_numbers(rest.removeprefix("new"), ("players", "seed"), _NEW_POSITION)
            self._position = self._rules.new(given["players"], given["seed"])
            yield from self._show_position("")
        else:
            try:
                self._position = self._rules.parse(rest)
            except GameError as error:
                raise CommandError(f"{error}; {_EXAMPLE}") from error

    def _show_position(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        yield f"position {self._rules.format(self._now())}"

    def _moves(self, rest: str) -> Iterator[str]:
        return self._support.list_moves(self._now(), rest)

    def _count_moves(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        yield f"moves {self._support.count_moves(self._now())}"

    def _play_move(self, rest: str) -> Iterator[str]:
        position = self._running()
        try:
            self._position = self._rules.play(position, self._rules.parse_move(rest))
        except GameError as error:
            reason = str(error).rstrip(".")
            raise CommandError(f"{reason}{self._move_example(position)}") from error
        yield from self._show_position("")

    def _move_example(self, position: object) -> str:
        """Return a legal move as an example; empty if the hand to move is hidden."""
        try:
            move = next(iter(self._rules.moves(position)))
        except GameError:
            return ""
        return f"; for example: play {self._rules.format_move(move)}"

    def _status(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        position = self._now()
        outcome = self._rules.outcome(position)
        yield f"over {outcome.text}" if outcome else f"turn {self._rules.turn(position)}"

    def _view(self, rest: str) -> Iterator[str]:
        position = self._now()
        seat = (
            None
            if rest == "spectator"
            else _number(rest, "a view is of a seat or 'spectator'", "view 0")
        )
        yield f"view {self._rules.format(self._rules.view(position, seat))}"

    def _perft(self, rest: str) -> Iterator[str]:
        position = self._now()
        depth = _number(rest, "perft needs a depth", "perft 1")
        yield f"nodes {self._count_lines(position, depth)}"

    def _count_lines(self, position: object, depth: int) -> int:
        self._refuse_without_reader()
        if depth == 0:
            return 1
        if depth == 1:
            return self._support.count_moves(position)
        game = self._rules
        moves = game.moves(position)
        return sum(self._count_lines(game.play(position, move), depth - 1) for move in moves)

    def _refuse_without_reader(self) -> None:
        if self._reader_gone():
            raise CommandError("nobody reads the answer")

    def _search(self, rest: str) -> Iterator[str]:
        """Think: one ``info`` line each time twice as many positions were looked at."""
        position = self._running()
        self._support.check_can_think(position)
        format_move = self._rules.format_move
        for thought in self._thoughts(position, _limits(rest)):
            values = " ".join(f"{value:.3f}" for value in thought.values)
            line = " ".join(map(format_move, thought.line))
            yield (
                f"info nodes {thought.nodes} time {thought.seconds * 1000:.0f} values {values}"
                f"{' solved' * thought.solved} line {line}"
            )
        sentence = self._support.describe_solved(position, thought.line) if thought.solved else None
        if sentence is not None:
            yield f"info string {sentence}"
        yield f"bestmove {format_move(thought.move)}"

    def _thoughts(self, position: object, limits: Limits) -> Iterable[Thought[Any]]:
        random = Random(0)  # noqa: S311 - any seed
        until = time.monotonic() + _SECONDS_AFTER_END

        def stop() -> bool:
            return self._reader_gone() or (self._input_ended() and time.monotonic() >= until)

        if self._team is not None:
            return [self._team.think(position, limits, random, stop=stop)]
        return thoughts(self._thinking, position, limits, random, stop=stop)

    def _playouts(self, rest: str) -> Iterator[str]:
        position = self._now()
        games, _, seed = rest.partition(" ")
        number = _number(games, "playouts needs a number of games", _PLAYOUTS)
        seeded = _named_numbers(seed, ("seed",), _PLAYOUTS, signed=True)["seed"]
        random = Random(seeded)  # noqa: S311 - games played for their statistics
        start = self._clock()
        played: Counter[str] = Counter()
        for first in range(0, number, _GAMES_AT_ONCE):
            self._refuse_without_reader()
            at_once = min(_GAMES_AT_ONCE, number - first)
            played.update(self._support.play_random_games(position, at_once, random))
        counts = " ".join(f"{name} {count}" for name, count in played.items())
        yield f"playouts {number} {counts} seconds {self._clock() - start:.6f}"

    def _quit(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        self.ended = True
        yield from ()


def _words_after(spec: GameSpec) -> str:
    """Return what may follow a game's name, for people."""
    words = [*(["map=<name or file>"] if spec.maps else []), *sorted(spec.option_names)]
    return f"write {' or '.join(words)}" if words else f"nothing follows game {spec.name}"


def _limits(text: str) -> Limits:
    kind, _, number = text.partition(" ")
    if kind not in ("movetime", "nodes"):
        form = "write go movetime <ms> or go nodes <N>"
        raise CommandError(f"cannot read {quote(text)}; {form}; for example: go movetime 1000")
    example = f"go {kind} {1000 if kind == 'movetime' else 5000}"
    limit = _number(number, f"go {kind} needs a number", example)
    if not 0 < limit <= MAX_LIMIT:
        raise CommandError(f"go {kind} needs a number from 1 to {MAX_LIMIT}")
    return Limits(seconds=limit / 1000) if kind == "movetime" else Limits(nodes=limit)


def _with_example(word: str, error: ValueError) -> str:
    """Return what is wrong in one line, with an example if it is how the command is written."""
    reason = " ".join(str(error).split())
    is_told = "; for example: " in reason or "; did you mean " in reason
    if is_told or not (isinstance(error, CommandError) or word == "view"):
        return reason
    return f"{reason}; for example: {_EXAMPLES.get(word, word)}"


def _nothing_more(rest: str) -> None:
    if rest:
        raise CommandError(f"nothing may follow here, but there is {quote(rest)}")


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like one that was typed; empty if none is."""
    near = get_close_matches(word[:_LONGEST_WORD], list(known), n=1)
    return near[0] if near else ""


def _number(text: str, what: str, example: str, *, signed: bool = False) -> int:
    digits = text.removeprefix("-") if signed else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > MAX_DIGITS:
        raise CommandError(f"{what}, not {quote(text)}; for example: {example}")
    return int(text)


def _named_numbers(
    text: str, names: tuple[str, ...], example: str, *, signed: bool = False
) -> dict[str, int]:
    given = dict(word.partition("=")[::2] for word in text.split())
    if set(given) != set(names):
        form = " ".join(f"{name}=<number>" for name in names)
        raise CommandError(
            f"cannot read {quote(text.strip())}; write {form}; for example: {example}"
        )
    return {
        name: _number(given[name], f"{name} must be a number", example, signed=signed)
        for name in names
    }


def main(lines: BinaryIO | None = None, out: BinaryIO | None = None, processes: int = 1) -> None:
    """Answer commands from stdin on stdout until ``quit`` or the end of input.

    Every command that was sent is answered. Once the input has ended, a thought takes two seconds
    at most; so a program that ends leaves no engine thinking. Commands from a file on the disk are
    carried out in full. When nobody reads the answers any more, everything is broken off.

    Args:
        lines: in place of stdin.
        out: in place of stdout.
        processes: how many think, each as long as it may.
    """
    lines = lines or sys.stdin.buffer
    out = out or sys.stdout.buffer
    try:
        with ExitStack() as stack:
            engine = Engine(
                team_of=_teams(stack, processes),
                input_ended=other_end_gone(lines),
                reader_gone=other_end_gone(out),
            )
            _converse(engine, lines, out)
    except (BrokenPipeError, KeyboardInterrupt):
        return


def _teams(stack: ExitStack, processes: int) -> TeamOf | None:
    """Return who thinks about each game: one team at a time, kept while the rules stay the same."""
    if processes == 1:
        return None
    present = stack.enter_context(ExitStack())
    teams: dict[Game[Any, Any], Team[Any, Any]] = {}

    def team_of(rules: Game[Any, Any]) -> Team[Any, Any]:
        if rules not in teams:
            present.close()
            teams.clear()
            thinking = spec_of(rules.name).searchable(rules)
            teams[rules] = present.enter_context(Team(thinking, processes))
        return teams[rules]

    return team_of


def _converse(engine: Engine, lines: BinaryIO, out: BinaryIO) -> None:
    while line := lines.readline(MAX_COMMAND + 1):
        if len(line) > MAX_COMMAND:
            while line and not line.endswith(b"\n"):
                line = lines.readline(MAX_COMMAND)
            answer = [f"error a command has at most {MAX_COMMAND} bytes"]
        else:
            answer = engine.answer(line.decode(errors="replace"))
        out.write("".join(f"{text}\n" for text in answer).encode(errors="replace"))
        out.flush()
        if engine.ended:
            return
