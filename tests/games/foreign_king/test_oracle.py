"""The rules compared with the oracle, an independent and slower reading of the same documents.

Everything is compared as text, on positions of random games and on made-up ones. Some eighty
positions by default; ``--long`` takes some three hundred times as many. A failure names the
position and the batch (a seed) that led to it.
"""

import base64
import dataclasses
import functools
import itertools
import random

import pytest

from games.contract import InvalidRecordError
from games.engine import Engine
from games.foreign_king import ForeignKing, Position, parse_map
from games.record import parse_record
from games.registry import spec_of
from tests.games.agreement import assert_refused_alike, canonical_if_legal, parametrize_batches
from tests.games.foreign_king import made_up, misfits, oracle
from tests.games.foreign_king.oracle.actions import spaces

BATCHES = 3
BATCHES_IF_LONG = 900
MADE_UP_A_BATCH = 20
PLAYED_A_BATCH = 6
MOVES_PLAYED_A_POSITION = 20
DAMAGED_A_POSITION = 30
MOST_MOVES_LISTED = 5_000
MOST_MOVES_FOR_PERFT = 60
SPEC = spec_of("foreign-king")
ANSWERS = ["skip", "yes", "no", "shut", "virtual", "done", "loan", "repay"]


@functools.cache
def rules_on(game_map):
    if game_map == "belgium":
        return ForeignKing()
    return ForeignKing(parse_map(map_text(game_map)))


def map_text(game_map):
    return made_up.toml(oracle.MAPS[game_map])


def map_of(batch):
    """The built-in map, or for every third batch one drawn by lot."""
    if batch % 3 < 2:
        return "belgium"
    name = f"drawn {batch}"
    oracle.MAPS[name] = made_up.draw_map(random.Random(name))
    return name


def pytest_generate_tests(metafunc):
    parametrize_batches(metafunc, BATCHES, BATCHES_IF_LONG)


@dataclasses.dataclass
class Case:
    """A position to compare, and where further chance comes from."""

    text: str
    map: str
    rng: random.Random

    @property
    def game(self) -> ForeignKing:
        return rules_on(self.map)

    @functools.cached_property
    def position(self) -> Position:
        return self.game.parse(self.text)

    @property
    def asks(self):
        return self.text.rpartition(" ")[2].partition(".")[0]

    @functools.cached_property
    def count(self):
        return oracle.count_moves(self.text, self.map)

    @functools.cached_property
    def legal(self):
        """The legal moves by the oracle, where they are not too many."""
        assert self.count <= MOST_MOVES_LISTED
        return listed(self.text, self.map)

    @functools.cached_property
    def judged(self):
        """Whether a text is a legal move by the oracle, also where there are very many."""
        return self.legal.__contains__ if self.count <= MOST_MOVES_LISTED else self._in_long_list

    def _in_long_list(self, move):
        return oracle.is_legal(self.text, move, self.map)

    def canonical_if_legal(self, text):
        return canonical_if_legal(self.game, self.position, text)


@pytest.fixture
def cases(batch):
    rng = random.Random(f"chance within batch {batch}")
    return [Case(text, game_map, rng) for text, game_map in draw(batch)]


@functools.lru_cache(maxsize=2)
def draw(batch):
    """The positions of a batch: some made up, some of a random game from a fresh setup."""
    rng = random.Random(batch)
    game_map = map_of(batch)
    texts = [made_up.made_up(rng, game_map) for _ in range(MADE_UP_A_BATCH)]
    start = made_up.fresh(rng, rng.choice([2, 3, 4]))
    game = [text for text, _ in made_up.walk(rng, start, game_map)]
    texts += [game[0], *rng.sample(game, PLAYED_A_BATCH), game[-1]]
    return [(text, game_map) for text in texts]


@functools.lru_cache(maxsize=4 * MADE_UP_A_BATCH)
def listed(text, game_map):
    return oracle.legal_moves(text, game_map)


@pytest.mark.parametrize(
    ("players", "nodes"),
    [(2, [83, 2531, 58449]), (3, [84, 2688, 42936]), (4, [150, 12740, 625830])],
)
def test_the_oracle_counts_lines_as_the_notation_does(players, nodes, request):
    start = made_up.setup(range(players))
    for depth in range(1, 4 if request.config.getoption("--long") else 3):
        assert oracle.perft(start, depth, "belgium") == nodes[depth - 1]


def test_positions_read_print_and_end_alike(cases):
    for case in cases:
        assert case.game.format(case.position) == case.text
        assert case.game.turn(case.position) == oracle.turn(case.text, case.map), case.text
        outcome = case.game.outcome(case.position)
        expected = oracle.result(case.text, case.map)
        assert (outcome.text if outcome else None) == expected, case.text
        if outcome:
            names = expected.split(" ")[1].split(",")
            assert outcome.winners == tuple(int(name) for name in names if name != "V"), case.text


def test_everybody_sees_the_whole_position(cases):
    for case in cases:
        for seat in (None, *range(case.game.count_seats(case.position))):
            assert case.game.view(case.position, seat) == case.position, case.text


def test_the_same_moves_are_legal(cases):
    for case in cases:
        assert case.game.count(case.position) == case.count, case.text
        if case.count <= MOST_MOVES_LISTED:
            found = [case.game.format_move(move) for move in case.game.moves(case.position)]
            assert set(found) == case.legal, case.text
            assert len(found) == case.count, f"a move twice in {case.text}"


def test_moves_by_chance_are_legal(cases):
    for case in cases:
        for _ in range(5 if case.count else 0):
            drawn = case.game.random_move(case.position, case.rng)
            assert case.judged(case.game.format_move(drawn)), case.text


def test_the_table_plays_the_same_by_itself(cases):
    for case in cases:
        if case.count:
            forced = case.game.forced(case.position)
            forced = forced and case.game.format_move(forced)
            assert forced == ("skip" if case.judged("skip") else None), case.text
            idle = case.game.format_move(case.game.idle(case.position))
            expected = oracle.idle_move(case.text, case.map)
            assert idle == expected if expected else case.judged(idle), case.text


def test_a_move_leads_to_the_same_position(cases):
    for case in cases:
        if case.count > MOST_MOVES_LISTED:
            drawn = [case.game.random_move(case.position, case.rng) for _ in range(10)]
            moves = {case.game.format_move(move) for move in drawn}
        else:
            moves = sorted(case.legal)
            moves = {*case.rng.sample(moves, min(case.count, MOVES_PLAYED_A_POSITION)), *moves[-1:]}
        for move in moves:
            after = case.game.play(case.position, case.game.parse_move(move))
            expected = oracle.play(case.text, move, case.map)
            assert case.game.format(after) == expected, (case.text, move)
            if oracle.refusal(expected, case.map) is None:  # see the virtual player's last citizen
                assert case.game.parse(expected) == after, (case.text, move)


def test_lines_of_two_moves_count_alike(cases):
    for case in cases:
        if case.count <= MOST_MOVES_FOR_PERFT:
            afters = [case.game.play(case.position, m) for m in case.game.moves(case.position)]
            nodes = sum(case.game.count(after) for after in afters)
            assert nodes == oracle.perft(case.text, 2, case.map), case.text


def test_damaged_positions_are_refused_alike(cases):
    for case in cases:
        for _ in range(DAMAGED_A_POSITION):
            damaged = misfits.damaged(case.rng, case.text, case.map)
            if case.rng.random() < 0.3:
                damaged = misfits.damaged(case.rng, damaged, case.map)
            assert_refused_alike(case.game, damaged, oracle.refusal(damaged, case.map))


def test_a_position_with_a_field_of_another_is_refused_alike(cases):
    for case, other in itertools.pairwise(cases):
        for field in range(8):
            fields = case.text.split(" ")
            fields[field] = other.text.split(" ")[field]
            mixed = " ".join(fields)
            assert_refused_alike(case.game, mixed, oracle.refusal(mixed, case.map))


def test_nearly_legal_moves_are_judged_alike(cases):
    for case in cases:
        known = sorted(case.legal) if case.count <= MOST_MOVES_LISTED else []
        for move in case.rng.choices(known, k=DAMAGED_A_POSITION if known else 0):
            damaged = misfits.damaged(case.rng, move, case.map)
            if case.rng.random() < 0.3:
                damaged = misfits.damaged(case.rng, damaged, case.map)
            assert_judged_alike(case, damaged)


def assert_judged_alike(case, text):
    move = oracle.tidy(text, case.map)
    assert case.canonical_if_legal(text) == (move if case.judged(move) else None), (case.text, text)


def test_moves_of_similar_positions_are_judged_alike(cases):
    for case, other in itertools.pairwise(cases):
        known = sorted(other.legal) if 0 < other.count <= MOST_MOVES_LISTED else ["coins"]
        for move in case.rng.choices(known, k=DAMAGED_A_POSITION):
            assert_judged_alike(case, move)


def test_tempting_moves_are_judged_alike(cases):
    for case in cases:
        for move in misfits.tempting(case.rng, oracle.parse(case.text, case.map)):
            assert_judged_alike(case, move)


def test_moves_are_read_in_any_case_and_order(cases):
    for case in cases:
        known = sorted(case.legal) if 0 < case.count <= MOST_MOVES_LISTED else ["queen:coins"]
        for move in case.rng.choices(known, k=10):
            untidy = misfits.untidy(case.rng, move)
            assert case.game.format_move(case.game.parse_move(untidy)) == move, untidy


def test_a_move_can_be_typed_piece_by_piece(cases):
    for case in cases[::2]:
        ahead = SPEC.completions(case.game, case.position)
        assert ahead.count("") == case.count, case.text
        known = sorted(case.legal) if 0 < case.count <= MOST_MOVES_LISTED else []
        for move in case.rng.choices(known, k=5 if known else 0):
            beginning = move[: case.rng.randrange(len(move))]
            typed = beginning.lower()  # S leads to SUP and to supply
            expected = {other for other in known if other.lower().startswith(typed)}
            assert ahead.count(beginning) == len(expected), (case.text, beginning)
            if len(expected) <= MOVES_PLAYED_A_POSITION:
                assert {*ahead.moves(beginning)} == expected, (case.text, beginning)
            pieces = ahead.after(beginning)
            assert any(move.startswith(beginning + piece) for piece in pieces), beginning


def test_the_engine_answers_as_the_oracle_does(cases, tmp_path):
    engine = Engine()
    game_map = cases[0].map
    if game_map != "belgium":
        game_map = tmp_path / "a map.toml"
        game_map.write_text(map_text(cases[0].map))
    assert engine.answer(f"game foreign-king 'map={game_map}'") == ["ok"]
    for case in cases[::3]:
        assert engine.answer(f"position {case.text}") == ["ok"]
        assert engine.answer("show") == [f"position {case.text}", "ok"]
        assert engine.answer("count") == [f"moves {case.count}", "ok"]
        result, turn = oracle.result(case.text, case.map), oracle.turn(case.text, case.map)
        assert engine.answer("status") == [f"over {result}" if result else f"turn {turn}", "ok"]
        assert engine.answer("view spectator") == [f"view {case.text}", "ok"]
        if case.count > MOST_MOVES_LISTED:
            continue
        for word in (
            "",
            *spaces(4),
            *["skip", "yes", "no", "shut", "virtual", "done", "loan", "repay"],
        ):
            *found, ok = engine.answer(f"moves {word}")
            assert ok == "ok"
            expected = {m for m in case.legal if not word or m.partition(":")[0] == word}
            assert sorted(found) == sorted(expected), (case.text, word)
        if case.legal:
            move = case.rng.choice(sorted(case.legal))
            after = oracle.play(case.text, move, case.map)
            assert engine.answer(f"play {move}") == [f"position {after}", "ok"]
        else:
            (answer,) = engine.answer("play coins")
            assert answer.startswith("error ")


def test_a_record_written_by_hand_replays(batch):
    rng = random.Random(batch)
    game_map = map_of(batch)
    start = made_up.fresh(rng, rng.choice([2, 3, 4]))
    texts, moves = zip(*made_up.walk(rng, start, game_map), strict=True)
    result = oracle.result(texts[-1], game_map)
    drawn = game_map != "belgium" and base64.b64encode(map_text(game_map).encode()).decode()
    tags = [
        '[Game "The Foreign King"]',
        f'[MapData "{drawn}"]' if drawn else '[Map "belgium"]',
        f'[Start "{start}"]',
    ]
    record = parse_record("\n".join([*tags, f'[Result "{result}"]', "", *moves[1:]]))
    assert [record.game.format(position) for position in record.replay()] == [*texts]
    half = rng.randrange(1, len(moves))
    unfinished = "\n".join([*tags, '[Result "*"]', "", *moves[1:half]])
    assert len(parse_record(unfinished).moves) == half - 1
    wrong = result.replace("points ", "points 9")
    with pytest.raises(InvalidRecordError):
        parse_record("\n".join([*tags, f'[Result "{wrong}"]', "", *moves[1:]]))
