"""What holds in every position of random games with all options and numbers of players."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.amber import Amber, Position
from games.amber.bots.search_adapter import ThinkingAmber
from games.amber.moves import PlayCard
from games.author.platform import AuthoredCompletions
from games.contract import GameError, IllegalMoveError
from games.registry import spec_of
from games.search import Limits, think

CHOICES = (
    (),
    ("two_periods",),
    ("no_doubles", "goal_15"),
    ("two_periods", "barbarians_8", "dummy_wins_ties", "goal_10"),
)
SPEC = spec_of("amber")


def pytest_generate_tests(metafunc):
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", range(30 if metafunc.config.getoption("--long") else 2))


def games(seed):
    """Iterate over rules and the moves of a random game: positions, each with its move."""
    for options in CHOICES:
        game = Amber(frozenset(options))
        for players in SPEC.players:
            random = Random(f"{seed} {players}")
            position, played = game.new(players, seed), []
            while position.turn is not None:
                move = game.random_move(position, random)
                played.append((position, move))
                position = game.play(position, move)
            yield game, [*played, (position, None)]


def test_what_is_printed_is_read_and_nothing_is_lost(seed):
    for game, played in games(seed):
        for position, _ in played:
            seats = range(len(position.seats))
            for each in (position, *(game.view(position, seat) for seat in (None, *seats))):
                text = game.format(each)
                assert game.parse(text) == each
                assert len(text) <= SPEC.max_position
            assert position.gold_reserve >= 0
            for seat in seats:
                assert position.reserve(seat) >= 0
                hand = position.seats[seat].hand
                assert len(set(hand)) == len(hand) == position.seats[seat].cards


def test_moves_are_legal_and_all_others_are_not(seed):
    random, tried = Random(seed), Counter()
    for game, played in games(seed):
        every = {move for position, _ in played for move in game.moves(position)}
        some = sorted(every, key=game.format_move)
        for position, _ in played[::3]:
            listed = list(game.moves(position))
            assert len(set(listed)) == len(listed)
            for move in listed:
                assert game.parse_move(game.format_move(move)) == move
            for move in [*listed[:10], *random.sample(some, 40)]:
                try:
                    game.check(position, move)
                except IllegalMoveError:
                    assert move not in listed, (str(position), move)
                else:
                    assert move in listed, (str(position), move)
                tried[move in listed] += 1
            if position.turn is not None:
                assert game.idle(position) in listed
    assert min(tried.values()) > 500


def test_completions_list_count_and_reach_the_moves(seed):
    for game, played in games(seed):
        for position, move in played[:-1:5]:
            ahead = AuthoredCompletions(game, position)
            texts = [game.format_move(each) for each in game.moves(position)]
            assert sorted(ahead.moves("")) == sorted(texts)
            text = game.format_move(move)
            for end in range(len(text)):
                begin = text[:end]
                assert ahead.count(begin) == sum(each.startswith(begin) for each in texts)
                found = {begin + piece for piece in ahead.after(begin)}
                assert all(any(each.startswith(one) for each in texts) for one in found)
            assert ahead.reach(f"{text}#") == len(text)


def differing(game: Amber, position: Position, seat: int | None, random: Random) -> Position:
    """Return another position that looks the same to a seat: all that it cannot know is changed."""
    if position.over:
        return position
    view = game.view(position, seat)
    whose = position.seats if seat is None else position.seats[seat : seat + 1]
    pawns = [each.pawn for each in view.seats]
    assert whose
    spare = [pawn for pawn in "HTL" if pawn not in pawns]
    random.shuffle(spare)
    known = {each.problem for each in view.row}.union(view.discard)
    known = known.union(*(each.kept or () for each in view.seats))
    pool = [problem for problem in range(24) if problem not in known]
    random.shuffle(pool)
    seats = []
    for each, shown in zip(position.seats, view.seats, strict=True):
        if shown.hand is not None:
            seats.append(each)
            continue
        pawn = shown.pawn or spare.pop()
        cards = [card for card in f"MSWVYK{pawn}" if card != each.last]
        cards = random.sample(cards, each.cards)
        if not each.is_dummy:
            cards.sort(key="MSWVYKHTL".index)
        kept = sorted([problem for problem in pool if problem < 18][: each.problems])
        pool = [problem for problem in pool if problem not in kept]
        seats.append(each._replace(hand="".join(cards), pawn=pawn, kept=tuple(kept)))
    later = position.later
    if later is not None:
        order = random.sample(later.order, 24)
        pile = f"MSWVYK{seats[1].pawn}" if later.pile else ""
        later = later._replace(order=tuple(order), coins=later.coins[::-1], pile=pile)
    coins = "".join("10"[coin == "1"] for coin in position.coins)
    other = position._replace(seats=tuple(seats), deck=tuple(pool), coins=coins, later=later)
    assert game.parse(game.format(other)) == other
    return other


def test_what_a_seat_may_not_know_changes_nothing_that_it_sees(seed):
    """Equal views, log lines, completions and hints, whatever is hidden (A10)."""
    random, seen = Random(seed), Counter()
    for game, played in games(seed):
        search = ThinkingAmber(game.chosen)
        for ply, (position, move) in enumerate(played[:-1]):
            if ply % 4:
                continue
            for seat in (None, *range(len(position.seats))):
                if position.dummy == seat is not None:
                    continue
                other = differing(game, position, seat, random)
                assert game.view(other, seat) == game.view(position, seat)
                seen[other == position] += 1
                if seat != position.turn:
                    continue
                # The same move leads to the same line of the log, as long as nothing is revealed.
                if game.may_take_back(position, move):
                    after, line = game.play(position, move), game.play(other, move)
                    assert game.view(after, None) == game.view(line, None)
                    assert game.may_take_back(other, move)
                hints = []
                entries = [(each.turn, made) for each, made in played[:ply]]
                for whole in (position, other):
                    view = game.view(whole, seat)
                    memory = search.recall(view, entries)
                    texts = list(AuthoredCompletions(game, view).moves(""))
                    if ply % 40 == 0:
                        for known in (view, memory):
                            thought = think(search, known, Limits(nodes=20), Random(1))
                            texts.append(game.format_move(thought.move))
                    hints.append((texts, SPEC.greedy(game, view, Random(2)), memory))
                assert hints[0] == hints[1]
    assert seen[False] > 20 * seen[True]


def test_memory_is_true_and_a_guess_fits_the_view(seed):
    for game, played in games(seed):
        search, random = ThinkingAmber(game.chosen), Random(3)
        moves = []
        for position, move in played[:-1]:
            view = game.view(position, position.turn)
            memory = search.recall(view, moves)
            for now, known in zip(position.seats, memory.seats, strict=True):
                assert known.kept == now.kept
                assert set(known.hand) - set("HTL") == set(now.hand) - set("HTL")
                if position.period == 2:
                    assert sorted(known.hand) == sorted(now.hand)
            assert game.parse(game.format(memory)) == memory
            for seen in (view, memory):
                guess = search.guess(seen, random)
                assert search.known(guess)
                assert game.parse(game.format(guess)) == guess
                assert game.view(guess, position.turn) == view
            moves.append((position.turn, move))
            if isinstance(move, PlayCard) and len(moves) > 40:
                gap = search.recall(view, moves[:3])
                assert game.parse(game.format(gap)) == gap


def test_what_is_hidden_is_refused_and_never_read(seed):
    """The answer to a view is an error or that to every position that it may be of."""
    random = Random(seed)
    for game, played in games(seed):
        for position, move in played[:-1:6]:
            for seat in (None, *range(len(position.seats))):
                view = game.view(position, seat)
                try:
                    listed = list(game.moves(view))
                except GameError:
                    continue
                other = differing(game, position, seat, random)
                assert listed == list(game.moves(position)) == list(game.moves(other))
                try:
                    after = game.play(view, move)
                except GameError:
                    continue
                assert game.hide_same_parts(view, game.play(position, move)) == after


@pytest.mark.parametrize("options", CHOICES)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_greedy_and_search_play_whole_games(players, options):
    game, random = Amber(frozenset(options)), Random(5)
    search = ThinkingAmber(game.chosen)
    position, played = game.new(players, 3), []
    while position.turn is not None:
        move = game.forced(position)
        if move is None:
            view = search.recall(game.view(position, position.turn), played)
            if position.turn:
                move = SPEC.greedy(game, view, random)
            else:
                thought = think(search, view, Limits(nodes=7), random)
                assert sum(thought.values) <= 1 + 1e-9
                move = thought.move
            game.check(position, move)
        played.append((position.turn, move))
        position = game.play(position, move)
    end = game.outcome(position)
    values = search.certain(position)
    assert sum(values) == pytest.approx(0 if end.barbarians else 1)
