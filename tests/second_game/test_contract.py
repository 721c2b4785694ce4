"""What the house asks of every game, held against ours and Nim."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from games.contract import Game, GameError, GameSpec
from games.record import Record, format_record, parse_record
from games.registry import game_names, game_of, spec_of
from protocol.limits import MAX_MAP, MAX_MOVE, MAX_POSITION, MAX_SEATS

GAMES = {"siam": 1, "foreign-king": 3, "amber": 1, "nim": 8}
"""How many games of each are played for every choice of options and number of players."""


MANY_OPTIONS = 3


def rules_of(spec: GameSpec) -> Iterator[Game[Any, Any]]:
    """Iterate over a game's rules with every choice of options, or of many, with none and most."""
    names = sorted(spec.option_names)
    if len(names) > MANY_OPTIONS:
        yield game_of(spec.name)
        yield most_options(spec)
        return
    sizes = range(len(names) + 1)
    for chosen in chain.from_iterable(combinations(names, size) for size in sizes):
        yield game_of(spec.name, options=frozenset(chosen))


def most_options(spec: GameSpec) -> Game[Any, Any]:
    """Return a game's rules with all options that do not exclude an earlier one."""
    game = game_of(spec.name)
    for name in sorted(spec.option_names):
        with suppress(GameError):
            game = game_of(spec.name, options=game.options | {name})
    return game


def random_game(game: Game[Any, Any], players: int, seed: int) -> list[tuple[Any, Any]]:
    """Return the positions of a game, each with the move played there, and the end with None."""
    position, random = game.new(players, seed), Random(seed)
    played = []
    while game.turn(position) is not None:
        move = game.forced(position) or game.random_move(position, random)
        played.append((position, move))
        position = game.play(position, move)
    return [*played, (position, None)]


def games_of(name: str) -> Iterator[tuple[Game[Any, Any], int, list[tuple[Any, Any]]]]:
    """Iterate over random games: the rules, the players, and what was played."""
    spec = spec_of(name)
    for game in rules_of(spec):
        for players in spec.players:
            for seed in range(GAMES[name]):
                yield game, players, random_game(game, players, seed)


def test_a_game_that_is_installed_is_known_and_ours_come_first() -> None:
    assert game_names() == tuple(GAMES)
    with pytest.raises(GameError, match=f"there is: {', '.join(GAMES)}"):
        spec_of("chess")


@pytest.mark.parametrize("name", GAMES)
class TestEveryGame:
    def test_its_rules_are_equal_by_their_options(self, name: str) -> None:
        rules = list(rules_of(spec_of(name)))
        assert rules == list(rules_of(spec_of(name)))
        assert len(set(rules)) == len(rules)

    def test_its_limits_fit_the_wire(self, name: str) -> None:
        spec = spec_of(name)
        assert spec.name == name
        assert spec.max_position <= MAX_POSITION
        assert spec.max_move <= MAX_MOVE
        assert spec.max_map_bytes <= MAX_MAP
        assert all(spec.count_seats(players) <= MAX_SEATS for players in spec.players)

    def test_a_setup_is_the_same_for_a_seed_and_only_players_of_the_table_are_counted(
        self, name: str
    ) -> None:
        spec, game = spec_of(name), game_of(name)
        for players in spec.players:
            start = game.new(players, 2**256 - 1)
            assert start == game.new(players, 2**256 - 1)
            assert game.count_seats(start) == spec.count_seats(players)
            assert any(game.new(players, seed) != start for seed in range(8))
        for players in (spec.players[0] - 1, spec.players[-1] + 1):
            with pytest.raises(ValueError):  # noqa: PT011 - each game in its own words
                game.new(players, 0)

    def test_positions_views_and_moves_are_printed_and_read(self, name: str) -> None:
        spec = spec_of(name)
        for game, _, played in games_of(name):
            for position, move in played:
                seats = range(game.count_seats(position))
                for seen in (position, *(game.view(position, seat) for seat in (None, *seats))):
                    text = game.format(seen)
                    assert len(text) <= spec.max_position
                    assert game.parse(text) == seen
                if move is not None:
                    text = game.format_move(move)
                    assert len(text) <= spec.max_move
                    assert game.parse_move(text.upper()) == move
                with pytest.raises(ValueError, match="seat"):
                    game.view(position, len(seats))

    def test_every_seat_can_make_its_moves_from_what_it_knows(self, name: str) -> None:
        for game, players, played in games_of(name):
            for position, move in played[:-1]:
                seat = game.turn(position)
                assert seat is not None
                if seat < players:
                    game.check(position, game.idle(position))
                    view = game.view(position, seat)
                    game.check(view, move)
                    try:
                        assert game.format(game.play(view, move))
                    except GameError:
                        assert not game.may_take_back(position, move)  # it shows something
                    assert game.idle(view) == game.idle(position)
                    assert game.forced(view) == game.forced(position)
                else:
                    assert list(game.moves(position)) == [game.forced(position)]
            end, _ = played[-1]
            outcome = game.outcome(end)
            assert outcome is not None
            assert set(outcome.winners) <= set(range(game.count_seats(end)))
            assert game.name_hidden_part(game.view(end, None)) is None

    def test_the_log_that_a_spectator_saw_is_a_record_that_replays(self, name: str) -> None:
        for game, _, played in games_of(name):
            for first in (0, len(played) // 2):
                shown = [game.view(position, None) for position, _ in played[first:-1]]
                moves = tuple(move for _, move in played[first:-2])
                start = game.known_start(shown)
                skipped = list(map(game.chapter, shown)).index(game.chapter(start))
                begun = shown[skipped]
                assert game.hide_same_parts(begun, start) in (begun, start)
                record = parse_record(format_record(Record(game, start, moves[skipped:])))
                assert len(list(record.replay())) == len(shown) - skipped
                whole = [position for position, _ in played[first:-2]][skipped:]
                assert record.forced == tuple(game.forced(each) is not None for each in whole)

    def test_typing_leads_to_every_legal_move_and_to_no_other(self, name: str) -> None:
        spec, random = spec_of(name), Random(1)
        for game, _, played in games_of(name):
            for position, move in played[:-1:20]:
                completions, text = spec.completions(game, position), ""
                while pieces := completions.after(text):
                    text += random.choice(pieces)
                game.check(position, game.parse_move(text))
                typed = game.format_move(move)
                assert completions.reach(f"{typed}#") == len(typed)
                assert completions.count(typed) == len(list(completions.moves(typed))) >= 1
                assert spec.engine_support(game).count_moves(position) >= completions.count("")
