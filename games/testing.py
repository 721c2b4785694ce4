"""What every game must pass.

A third party runs it with one line in a test file::

    from games.testing import laws

    TestMorris = laws("morris")

The game must be installed, so that `games.registry` finds it. pytest collects and reports the laws;
nothing here imports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, combinations
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from games.author import Game as Authored
from games.author.game import MAX_MOVE, MAX_POSITION
from games.author.marks import MOST_SEATS
from games.contract import Game, GameError, GameSpec, IllegalMoveError
from games.map_files import MAX_MAP_BYTES
from games.record import Record, format_record, parse_record
from games.registry import game_of, spec_of

_ROUNDING: Final = 1e-6
_FEW_OPTIONS: Final = 3
_FEW_MOVES: Final = 400
"""Up to so many moves, laws about all moves of a position are tried."""


class Played(NamedTuple):
    """A random game.

    Attributes:
        game: the rules.
        players: how many played.
        positions: the position before each move, and the last one.
        moves: the moves.
    """

    game: Game[Any, Any]
    players: int
    positions: tuple[Any, ...]
    moves: tuple[Any, ...]


def rules_of(spec: GameSpec) -> Iterator[Game[Any, Any]]:
    """Iterate over a game's rules with every choice of options, or of many, with none and most."""
    names = sorted(spec.option_names)
    if len(names) > _FEW_OPTIONS:
        yield game_of(spec.name)
        yield _with_most_options(spec)
        return
    sizes = range(len(names) + 1)
    for chosen in chain.from_iterable(combinations(names, size) for size in sizes):
        yield game_of(spec.name, options=frozenset(chosen))


def _with_most_options(spec: GameSpec) -> Game[Any, Any]:
    """Return a game's rules with all options that do not exclude an earlier one."""
    game = game_of(spec.name)
    for name in sorted(spec.option_names):
        with suppress(GameError):
            game = game_of(spec.name, options=game.options | {name})
    return game


def play_random_game(game: Game[Any, Any], players: int, seed: int) -> Played:
    """Play a game of random moves to its end."""
    positions, moves, random = [game.new(players, seed)], [], Random(seed)  # noqa: S311 - any will do
    while game.turn(position := positions[-1]) is not None:
        moves.append(game.forced(position) or game.random_move(position, random))
        positions.append(game.play(position, moves[-1]))
    return Played(game, players, tuple(positions), tuple(moves))


def _is_fact(fact: Any, players: int) -> bool:  # noqa: ANN401 - whatever an author returns
    """Return whether a fact is a tuple of a name, a seat or None for the table, and a number."""
    match fact:
        case (str(), None | int() as seat, int()):
            return seat is None or 0 <= seat < players
    return False


class Laws:
    """The laws of one game; `laws` makes the class that tests it."""

    name: ClassVar[str]
    games: ClassVar[int]

    @property
    def _spec(self) -> GameSpec:
        return spec_of(self.name)

    def _played(self) -> Iterator[Played]:
        for game in rules_of(self._spec):
            for players in self._spec.players:
                for seed in range(self.games):
                    yield play_random_game(game, players, seed)

    def _decisions(self, every: int = 1) -> Iterator[tuple[Played, Any, Any]]:
        """Iterate over the positions that were played in, each with its game and its move."""
        for played in self._played():
            pairs = list(zip(played.positions, played.moves, strict=False))
            for position, move in pairs[::every]:
                yield played, position, move

    def _players_turns(self, every: int = 1) -> Iterator[tuple[Played, Any, int, Any]]:
        """Iterate over the decisions of players, with the seat that decides before the move."""
        for played, position, move in self._decisions(every):
            seat = played.game.turn(position)
            assert seat is not None, "somebody decides while the game runs"
            if seat < played.players:
                yield played, position, seat, move

    def _all_moves(self, game: Game[Any, Any], position: Any) -> list[Any]:  # noqa: ANN401
        """Return the legal moves, or nothing if they are very many."""
        few = self._spec.engine_support(game).count_moves(position) <= _FEW_MOVES
        return list(game.moves(position)) if few else []

    # Setups

    def test_rules_are_equal_by_their_options(self) -> None:
        """Two rules with the same options are equal, and have the same hash."""
        rules = list(rules_of(self._spec))
        assert rules == list(rules_of(self._spec))
        assert len(set(rules)) == len(rules)

    def test_its_limits_fit_the_wire(self) -> None:
        """Positions, moves, maps and seats are within what messages carry."""
        spec = self._spec
        assert spec.name == self.name
        assert spec.max_position <= MAX_POSITION
        assert spec.max_move <= MAX_MOVE
        assert spec.max_map_bytes <= MAX_MAP_BYTES
        assert all(spec.count_seats(players) <= MOST_SEATS for players in spec.players)

    def test_a_seed_always_gives_the_same_setup(self) -> None:
        """The same seed gives the same setup, and the seats of a setup are those of the spec."""
        game = game_of(self.name)
        for players in self._spec.players:
            start = game.new(players, 2**256 - 1)
            assert start == game.new(players, 2**256 - 1)
            assert game.count_seats(start) == self._spec.count_seats(players)
            assert self._spec.count_players(game, start) == players

    def test_other_numbers_of_players_and_seeds_are_refused(self) -> None:
        """A number of players or a seed out of range raises ValueError."""
        game, players = game_of(self.name), self._spec.players
        for count, seed in ((players[0] - 1, 0), (players[-1] + 1, 0), (players[0], 2**256)):
            _refuses(ValueError, lambda count=count, seed=seed: game.new(count, seed))

    # Text

    def test_positions_and_views_are_read_as_they_are_printed(self) -> None:
        """``parse(format(p)) == p`` for each position and each view of it."""
        for played in self._played():
            game = played.game
            for position in played.positions:
                seats = range(game.count_seats(position))
                for seen in (position, *(game.view(position, seat) for seat in (None, *seats))):
                    text = game.format(seen)
                    assert len(text) <= self._spec.max_position, text
                    assert game.parse(text) == seen, text
                _refuses(ValueError, lambda: game.view(position, len(seats)))  # noqa: B023

    def test_moves_are_read_as_they_are_printed_in_any_case(self) -> None:
        """``parse_move(format_move(m)) == m``, also in capitals."""
        for played, _, move in self._decisions():
            text = played.game.format_move(move)
            assert len(text) <= self._spec.max_move, text
            assert played.game.parse_move(text) == move, text
            assert played.game.parse_move(text.upper()) == move, text

    def test_nonsense_is_refused(self) -> None:
        """What is no position and no move raises an error of games, whatever it is."""
        game = game_of(self.name)
        start = game.format(game.new(self._spec.players[0], 1))
        for text in (
            "",
            " ",
            "?",
            "\0",
            "x" * 10_000,
            start + " ",
            start[:-1],
            start.upper() + "ß",
        ):
            _refuses(GameError, lambda text=text: game.parse(text))
            _refuses(GameError, lambda text=text: game.parse_move(text))

    # Moves

    def test_exactly_the_listed_moves_are_legal(self) -> None:
        """`check` agrees with `moves`, for moves of this position and of others of the game."""
        for played in self._played():
            others = set(played.moves[::3])
            for position in played.positions[:-1:5]:
                legal = self._all_moves(played.game, position)
                assert len(set(legal)) == len(legal), "each move is listed once"
                for move in legal:
                    played.game.check(position, move)
                for move in others.difference(legal) if legal else ():
                    _refuses(IllegalMoveError, lambda: played.game.check(position, move))  # noqa: B023

    def test_nothing_is_played_after_the_end(self) -> None:
        """A finished game has an outcome, hides nothing, and has no moves."""
        for played in self._played():
            game, end = played.game, played.positions[-1]
            outcome = game.outcome(end)
            assert outcome is not None
            assert list(outcome.winners) == sorted(set(outcome.winners))
            assert set(outcome.winners) <= set(range(game.count_seats(end)))
            assert not (outcome.is_draw and outcome.winners)
            assert game.name_hidden_part(game.view(end, None)) is None
            assert not list(game.moves(end))
            _refuses(IllegalMoveError, lambda: game.check(end, played.moves[-1]))  # noqa: B023
            assert all(game.outcome(each) is None for each in played.positions[:-1])

    def test_the_table_has_no_choice_in_its_own_seats(self) -> None:
        """Of a seat that the table plays there is one legal move, and it is `forced`."""
        for played, position, _ in self._decisions():
            seat = played.game.turn(position)
            if seat is not None and seat >= played.players:
                assert list(played.game.moves(position)) == [played.game.forced(position)]

    # Hidden parts

    def test_a_player_knows_enough_to_move(self) -> None:
        """Each move of a seat can be checked, chosen and played from what the seat knows."""
        for played, position, seat, move in self._players_turns():
            game, view = played.game, played.game.view(position, seat)
            game.check(position, game.idle(position))
            game.check(view, move)
            assert game.idle(view) == game.idle(position)
            assert game.forced(view) == game.forced(position)
            try:
                assert game.format(game.play(view, move))
            except GameError:
                assert not game.may_take_back(position, move), "a move that shows something"

    def test_what_a_seat_may_not_know_changes_nothing_for_it(self) -> None:
        """A position that fits a view looks as the view does, and has the same legal moves."""
        random = Random(1)  # noqa: S311 - any will do
        for played, position, seat, _ in self._players_turns(every=7):
            game, view = played.game, played.game.view(position, seat)
            guess = self._spec.searchable(game).guess(view, random)
            assert game.name_hidden_part(guess) is None
            assert game.view(guess, seat) == view, game.format(view)
            legal = self._all_moves(game, position)
            if legal:
                assert set(game.moves(view)) == set(legal)
                assert set(game.moves(guess)) == set(legal)

    def test_a_view_refuses_or_plays_each_move(self) -> None:
        """Each legal move either can be played in the views of all seats, or raises GameError."""
        for played, position, _ in self._decisions(every=7):
            game = played.game
            for seat in (None, *range(game.count_seats(position))):
                view = game.view(position, seat)
                for move in self._all_moves(game, position):
                    with suppress(GameError):
                        game.play(view, move)

    # What bots and screens ask for

    def test_chances_and_facts_have_their_form(self) -> None:
        """Chances, one a side, add up to at most 1; a fact is a name, a seat or None, a number."""
        for played, position, _, _ in self._players_turns(every=7):
            game = played.game
            searched = self._spec.searchable(game)
            chances = searched.judge(position)
            assert len(chances) > searched.side(position), "judge: one chance for each side"
            assert min(chances) >= 0, f"judge: {chances} has one below 0"
            assert sum(chances) <= 1 + _ROUNDING, f"judge: {chances} are more than 1"
            if isinstance(game, Authored):
                assert len(chances) == len(game.sides(position)), "judge: one chance for each side"
                for fact in game.facts(position):
                    assert _is_fact(fact, played.players), f"facts: {fact!r} is no (name, seat, 1)"

    # Records and typing

    def test_the_log_that_a_spectator_saw_is_a_record_that_replays(self) -> None:
        """The views of a spectator and the moves make a record, from the beginning and later."""
        for played in self._played():
            for first in (0, len(played.moves) // 2):
                self._check_record(played, first)

    def _check_record(self, played: Played, first: int) -> None:
        game, whole = played.game, played.positions[first:-1]
        shown = [game.view(position, None) for position in whole]
        moves = played.moves[first:-1]
        start = game.known_start(shown)
        skipped = list(map(game.chapter, shown)).index(game.chapter(start))
        assert game.hide_same_parts(shown[skipped], start) in (shown[skipped], start)
        record = parse_record(format_record(Record(game, start, moves[skipped:])))
        assert len(list(record.replay())) == len(shown) - skipped
        forced = tuple(game.forced(each) is not None for each in whole[:-1][skipped:])
        assert record.forced == forced

    def test_typing_leads_to_every_legal_move_and_to_no_other(self) -> None:
        """Completions, followed to their end, are legal moves; each legal move is among them."""
        random = Random(1)  # noqa: S311 - any will do
        for played, position, move in self._decisions(every=20):
            game = played.game
            completions, text = self._spec.completions(game, position), ""
            while pieces := completions.after(text):
                text += random.choice(pieces)
            game.check(position, game.parse_move(text))
            typed = game.format_move(move)
            assert completions.reach(f"{typed}#") == len(typed)
            assert completions.count(typed) == len(list(completions.moves(typed))) >= 1
            count = self._spec.engine_support(game).count_moves(position)
            assert count >= completions.count("")


def laws(name: str, games: int = 4) -> type[Laws]:
    """Return the class that tests a game.

    Args:
        name: the game's short name.
        games: how many random games are played for each choice of options and number of players.
    """
    return type("GameLaws", (Laws,), {"name": name, "games": games})


def _refuses(error: type[Exception], call: Any) -> None:  # noqa: ANN401 - a function without arguments
    """Check that a call raises an error of a family."""
    try:
        call()
    except error:
        return
    raise AssertionError(f"{error.__name__} was expected")
