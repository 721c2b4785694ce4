"""The engine protocol: the rules for programs of any language, line by line, as UCI is for chess.

`Engine` is pure but for a clock and map files: a line in, lines out. `main` is the thin loop around
it on stdin and stdout.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from random import Random
from typing import BinaryIO, Final

from games.other_end import other_end_gone
from games.quoting import quote
from games.search import Limits, Team, Thought, thoughts
from games.siam import Move, Position, Siam, load_map
from games.siam.foretelling import foretell
from games.siam.movetext import is_card
from games.siam.playouts import playouts
from games.siam.thinking import ThinkingSiam

MAX_DIGITS: Final = 80
"""A seed up to 2**256 - 1 has 78 digits; longer numbers are not even looked at."""
MAX_COMMAND: Final = 8192
"""Bytes of a command, its newline included; more are not kept in memory."""
MAX_LIMIT: Final = 10**9
"""Milliseconds or positions that may be thought about a move."""
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
    ['error there is no seat 7; seats are 0 to 1']
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        team: Team[Position, Move] | None = None,
        input_ended: Callable[[], bool] = lambda: False,
        reader_gone: Callable[[], bool] = lambda: False,
    ) -> None:
        """Start with King of Siam on its standard map, and no position.

        Args:
            clock: seconds, for what `playouts` took.
            team: who thinks, where several processes are to.
            input_ended: whether no more commands can come; thinking is cut short then.
            reader_gone: whether nobody reads the answers; everything is broken off then.
        """
        self._input_ended = input_ended
        self._reader_gone = reader_gone
        self._team = team
        self.ended = False
        self._siam = Siam()
        self._position: Position | None = None
        self._clock = clock
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "count": self._count,
            "game": self._game,
            "go": self._go,
            "moves": self._moves,
            "perft": self._perft,
            "play": self._play,
            "playouts": self._playouts,
            "position": self._set_position,
            "quit": self._quit,
            "show": self._show,
            "status": self._status,
            "view": self._view,
        }

    def answer(self, line: str) -> list[str]:
        """Return the answer to a command; its last line is ``ok`` or ``error <reason>``."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word not in self._commands:
                raise CommandError(
                    f"no command {quote(word)}; there are: {' '.join(self._commands)}"
                )
            return [*self._commands[word](rest.strip()), "ok"]
        except ValueError as error:
            # A reason is one line, whatever it quotes.
            return ["error " + " ".join(str(error).split())]

    def _now(self) -> Position:
        if self._position is None:
            raise CommandError("no position is set; send 'position …' first")
        return self._position

    def _running(self) -> Position:
        position = self._now()
        if position.over:
            raise CommandError("the game is over")
        return position

    def _game(self, rest: str) -> Iterator[str]:
        name, *words = shlex.split(rest) or [""]
        if name != Siam.name:
            raise CommandError(f"no game {quote(name)}; there is: {Siam.name}")
        board, open_discards = load_map("siam"), False
        for word in words:
            if word.startswith("map="):
                board = load_map(word.removeprefix("map="))
            elif word == "open_discards":
                open_discards = True
            else:
                raise CommandError(
                    f"cannot read {quote(word)}; write map=<name or file> or open_discards"
                )
        self._siam = Siam(board, open_discards=open_discards)
        self._position = None
        yield from ()

    def _set_position(self, rest: str) -> Iterator[str]:
        if rest == "new" or rest.startswith("new "):
            given = _named_numbers(rest.removeprefix("new"), ("players", "seed"))
            self._position = self._siam.new(given["players"], given["seed"])
            yield from self._show("")
        else:
            self._position = self._siam.parse(rest)

    def _show(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        yield f"position {self._now()}"

    def _moves(self, rest: str) -> Iterator[str]:
        position = self._now()
        wanted = rest.upper()
        if wanted not in ("", "PASS") and not is_card(wanted):
            raise CommandError(f"{quote(rest)} is no card; write K, T, 1, 2, R, L, M or pass")
        if wanted in ("", "PASS") and self._siam.can_pass(position):
            yield "pass"
        if wanted != "PASS":
            for card in self._siam.cards(position):
                if wanted in ("", card):
                    yield from self._siam.move_texts(position, card)

    def _count(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        yield f"moves {self._siam.count(self._now())}"

    def _play(self, rest: str) -> Iterator[str]:
        position = self._running()
        self._position = self._siam.play(position, self._siam.parse_move(rest))
        yield from self._show("")

    def _status(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        position = self._now()
        outcome = self._siam.outcome(position)
        yield f"over {outcome.text}" if outcome else f"turn {position.turn}"

    def _view(self, rest: str) -> Iterator[str]:
        position = self._now()
        seat = None if rest == "spectator" else _number(rest, "a view is of a seat or 'spectator'")
        yield f"view {self._siam.view(position, seat)}"

    def _perft(self, rest: str) -> Iterator[str]:
        position = self._now()
        yield f"nodes {self._lines_of(position, _number(rest, 'perft needs a depth'))}"

    def _lines_of(self, position: Position, depth: int) -> int:
        """Count the lines of that many moves; as `Siam.perft`, which cannot be broken off."""
        self._refuse_without_reader()
        if depth <= 1:
            return self._siam.perft(position, depth)
        siam = self._siam
        moves = siam.moves(position)
        return sum(self._lines_of(siam.play(position, move), depth - 1) for move in moves)

    def _refuse_without_reader(self) -> None:
        if self._reader_gone():
            raise CommandError("nobody reads the answer")

    def _go(self, rest: str) -> Iterator[str]:
        """Think: one ``info`` line each time twice as many positions were looked at."""
        position = self._running()
        if position.hand is None:
            raise CommandError(f"the hand of seat {position.turn} is hidden in this view")
        siam = self._siam
        for thought in self._thoughts(position, _limits(rest)):
            values = " ".join(f"{value:.3f}" for value in thought.values)
            line = " ".join(map(siam.format_move, thought.line))
            yield (
                f"info nodes {thought.nodes} time {thought.seconds * 1000:.0f} values {values}"
                f"{' solved' * thought.solved} line {line}"
            )
        foretold = foretell(position, thought.line) if thought.solved else None
        if foretold is not None:
            yield f"info string {foretold.sentence(position)}"
        yield f"bestmove {siam.format_move(thought.move)}"

    def _thoughts(self, position: Position, limits: Limits) -> Iterable[Thought[Move]]:
        random = Random(0)  # noqa: S311 - any seed
        until = time.monotonic() + _SECONDS_AFTER_END

        def stop() -> bool:
            return self._reader_gone() or (self._input_ended() and time.monotonic() >= until)

        if self._team is not None:
            return [self._team.think(position, limits, random, stop=stop)]
        return thoughts(ThinkingSiam(), position, limits, random, stop=stop)

    def _playouts(self, rest: str) -> Iterator[str]:
        position = self._now()
        games, _, seed = rest.partition(" ")
        number = _number(games, "playouts needs a number of games")
        seeded = _named_numbers(seed, ("seed",), signed=True)["seed"]
        random = Random(seeded)  # noqa: S311 - games played for their statistics
        start = self._clock()
        turns = cards = 0
        for first in range(0, number, _GAMES_AT_ONCE):
            self._refuse_without_reader()
            played = playouts(position, min(_GAMES_AT_ONCE, number - first), random)
            turns += played.turns
            cards += played.cards
        seconds = self._clock() - start
        yield f"playouts {number} turns {turns} cards {cards} seconds {seconds:.6f}"

    def _quit(self, rest: str) -> Iterator[str]:
        _nothing_more(rest)
        self.ended = True
        yield from ()


def _limits(text: str) -> Limits:
    kind, _, number = text.partition(" ")
    if kind not in ("movetime", "nodes"):
        raise CommandError(f"cannot read {quote(text)}; write go movetime <ms> or go nodes <N>")
    limit = _number(number, f"go {kind} needs a number")
    if not 0 < limit <= MAX_LIMIT:
        raise CommandError(f"go {kind} needs a number from 1 to {MAX_LIMIT}")
    return Limits(seconds=limit / 1000) if kind == "movetime" else Limits(nodes=limit)


def _nothing_more(rest: str) -> None:
    if rest:
        raise CommandError(f"nothing may follow here, but there is {quote(rest)}")


def _number(text: str, what: str, *, signed: bool = False) -> int:
    digits = text.removeprefix("-") if signed else text
    if not digits.isascii() or not digits.isdigit() or len(digits) > MAX_DIGITS:
        raise CommandError(f"{what}, not {quote(text)}")
    return int(text)


def _named_numbers(text: str, names: tuple[str, ...], *, signed: bool = False) -> dict[str, int]:
    given = dict(word.partition("=")[::2] for word in text.split())
    if set(given) != set(names):
        form = " ".join(f"{name}=<number>" for name in names)
        raise CommandError(f"cannot read {quote(text.strip())}; write {form}")
    return {name: _number(given[name], f"{name} must be a number", signed=signed) for name in names}


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
        with Team(ThinkingSiam(), processes) if processes > 1 else nullcontext() as team:
            engine = Engine(
                team=team, input_ended=other_end_gone(lines), reader_gone=other_end_gone(out)
            )
            _converse(engine, lines, out)
    except (BrokenPipeError, KeyboardInterrupt):
        return


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
