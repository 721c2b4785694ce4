"""The rules held against the oracle, an independent and much slower reading of the same documents.

Everything is compared as text, on positions of random games and on far-fetched ones. A hundred
positions by default; ``--long`` takes three hundred times as many. A failure names the position and
the batch (a seed) that led to it.
"""

import base64
import dataclasses
import functools
import itertools
import random

import pytest

from games.contract import InvalidRecordError
from games.engine import Engine
from games.record import parse_record
from games.siam import BUILT_IN_MAPS, Position, Siam, load_map, parse_map
from tests.games import oracle, positions
from tests.games.agreement import assert_refused_alike, canonical_if_legal, parametrize_batches
from tests.games.oracle.notation import FACTIONS

BATCHES = 4
BATCHES_IF_LONG = 1200
FAR_FETCHED_A_BATCH = 20
PLAYED_A_BATCH = 6
MOVES_PLAYED_A_POSITION = 20
DAMAGED_A_POSITION = 30
MOST_MOVES_FOR_PERFT = 60


@functools.cache
def siam_on(game_map, open_discards=False):
    board = load_map(game_map) if game_map in BUILT_IN_MAPS else parse_map(map_text(game_map))
    return Siam(board, frozenset(["open_discards"] if open_discards else []))


def map_text(game_map):
    return positions.toml(oracle.MAPS[game_map])


def map_of(batch):
    """A built-in map, or for every third batch one drawn by lot."""
    if batch % 3 < 2:
        return BUILT_IN_MAPS[batch % 3]
    name = f"drawn {batch}"
    oracle.MAPS[name] = positions.game_map(random.Random(name))
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
    def siam(self) -> Siam:
        return siam_on(self.map)

    @functools.cached_property
    def position(self) -> Position:
        return self.siam.parse(self.text)


@pytest.fixture
def cases(batch):
    rng = random.Random(f"chance within batch {batch}")
    return [Case(text, game_map, rng) for text, game_map in draw(batch)]


@functools.lru_cache(maxsize=2)
def draw(batch):
    """The positions of a batch: some far-fetched, some of a random game from a fresh setup."""
    rng = random.Random(batch)
    game_map = map_of(batch)
    texts = [positions.far_fetched(rng, game_map) for _ in range(FAR_FETCHED_A_BATCH)]
    start = positions.fresh(rng, rng.choice([2, 3, 4]), game_map)
    walk = positions.walk(rng, start, game_map, rng.choice([0.1, 0.35, 0.6]))
    game = [text for text, _ in walk]
    texts += [game[0], *rng.sample(game, PLAYED_A_BATCH), game[-1]]
    return [(text, game_map) for text in texts]


@functools.lru_cache(maxsize=4 * FAR_FETCHED_A_BATCH)
def legal_moves(text, game_map):
    return oracle.legal_moves(text, game_map)


def test_positions_read_print_and_end_alike(cases):
    for case in cases:
        assert str(case.position) == case.text
        outcome = case.siam.outcome(case.position)
        expected = oracle.result(case.text, case.map)
        assert (outcome.text if outcome else None) == expected, case.text
        if outcome:
            assert expected.endswith("seats " + ",".join(map(str, outcome.winners))), case.text


def test_the_end_if_all_pass_is_alike(cases):
    for case in cases:
        end = case.siam.if_all_pass(case.position)
        expected = oracle.if_all_pass(case.text, case.map)
        assert str(end).split(" ")[0] == expected.split(" ")[0], case.text
        assert case.siam.outcome(end).text == oracle.result(expected, case.map), case.text


def test_the_same_moves_are_legal(cases):
    for case in cases:
        siam, position = case.siam, case.position
        listed = [siam.format_move(move) for move in siam.moves(position)]
        expected = legal_moves(case.text, case.map)
        assert set(listed) == expected, case.text
        assert len(listed) == len(expected), f"a move twice in {case.text}"
        assert siam.count(position) == len(expected), case.text
        assert {*siam.cards(position)} == {move[0] for move in expected - {"pass"}}, case.text
        assert siam.can_pass(position) == ("pass" in expected), case.text
        for _ in range(5 if expected else 0):
            drawn = siam.format_move(siam.random_move(position, case.rng))
            assert drawn in expected, case.text


def test_choosing_a_move_in_steps_offers_the_same_moves(cases):
    for case in cases:
        siam, position = case.siam, case.position
        expected = legal_moves(case.text, case.map)
        for card in siam.cards(position):
            actions = siam.actions(position, card)
            assert len(set(actions)) == len(actions), case.text
            moves = [siam.parse_move(move) for move in expected if move[0] == card]
            assert {move.action for move in moves} == {*actions}, (case.text, card)
            action = case.rng.choice(actions)
            followers = {move.follower for move in moves if move.action == action}
            assert {*siam.takes(position, card, action)} == followers, (case.text, card, action)


def test_a_move_leads_to_the_same_position(cases):
    for case in cases:

        def some(moves, rng=case.rng):
            return {*rng.sample(moves, min(len(moves), MOVES_PLAYED_A_POSITION)), *moves[-1:]}

        for move, expected in oracle.play_all(case.text, case.map, some).items():
            after = case.siam.play(case.position, case.siam.parse_move(move))
            assert str(after) == expected, (case.text, move)


def test_lines_of_two_moves_count_alike(cases):
    for case in cases:
        moves = legal_moves(case.text, case.map)
        if len(moves) <= MOST_MOVES_FOR_PERFT:
            afters = oracle.play_all(case.text, case.map).values()
            nodes = sum(len(legal_moves(after, case.map)) for after in afters)
            assert case.siam.perft(case.position, 2) == nodes, case.text


def test_everybody_sees_the_same(cases):
    for case in cases:
        for seat in (None, *range(len(case.position.seats))):
            for open_discards in (False, True):
                siam = siam_on(case.map, open_discards)
                expected = oracle.view(case.text, seat, open_discards, case.map)
                assert str(siam.view(case.position, seat)) == expected, (case.text, seat)
                assert str(siam.parse(expected)) == expected


def test_the_mover_finds_all_moves_in_the_own_view(cases):
    for case in cases:
        view = case.siam.view(case.position, case.position.turn)
        listed = {case.siam.format_move(move) for move in case.siam.moves(view)}
        assert listed == legal_moves(case.text, case.map), case.text


def test_damaged_positions_are_refused_alike(cases):
    for case in cases:
        seat = case.rng.randrange(len(case.position.seats))
        view = oracle.view(case.text, seat, False, case.map)
        for text in [case.text, view] * (DAMAGED_A_POSITION // 2):
            damaged = positions.damaged(case.rng, text)
            if case.rng.random() < 0.3:
                damaged = positions.damaged(case.rng, damaged)
            _assert_refused_alike(case, damaged)


def test_a_position_with_a_field_of_another_is_refused_alike(cases):
    for case, other in itertools.pairwise(cases):
        for field in range(7):
            fields = case.text.split(" ")
            fields[field] = other.text.split(" ")[field]
            _assert_refused_alike(case, " ".join(fields))


def test_king_markers_that_hidden_hands_cannot_explain_are_refused_alike(cases):
    for case in cases:
        for seat in (None, *range(len(case.position.seats))):
            view = oracle.view(case.text, seat, False, case.map)
            for _ in range(5):
                _assert_refused_alike(case, view)
                view = positions.crown(case.rng, view)


def _assert_refused_alike(case, text):
    why = "it is on the notation's list" if oracle.refuses(text, case.map) else None
    assert_refused_alike(case.siam, text, why)


def test_nearly_legal_moves_are_judged_alike(cases):
    for case in cases:
        legal = legal_moves(case.text, case.map)
        for move in case.rng.choices(sorted(legal), k=DAMAGED_A_POSITION if legal else 0):
            damaged = positions.damaged(case.rng, move)
            if case.rng.random() < 0.3:
                damaged = positions.damaged(case.rng, damaged)
            assert _canonical_if_legal(case, damaged) in {*legal, None}, (case.text, damaged)
            assert damaged not in legal or _canonical_if_legal(case, damaged) == damaged


def _canonical_if_legal(case, text):
    return canonical_if_legal(case.siam, case.position, text)


def test_moves_of_similar_positions_are_judged_alike(cases):
    for case, other in itertools.pairwise(cases):
        legal = legal_moves(case.text, case.map)
        elsewhere = sorted(legal_moves(other.text, case.map)) or ["pass"]
        for move in case.rng.choices(elsewhere, k=DAMAGED_A_POSITION):
            expected = move if move in legal else None
            assert _canonical_if_legal(case, move) == expected, (case.text, move)


def test_tempting_moves_are_judged_alike(cases):
    for case in cases:
        legal = legal_moves(case.text, case.map)
        for move in positions.tempting(case.text, case.map):
            expected = move if move in legal else None
            assert _canonical_if_legal(case, move) == expected, (case.text, move)


def test_moves_are_read_in_any_case_and_order(cases):
    for case in cases:
        legal = sorted(legal_moves(case.text, case.map))
        for move in case.rng.choices(legal, k=10 if legal else 0):
            untidy = positions.untidy(case.rng, move)
            assert case.siam.format_move(case.siam.parse_move(untidy)) == move, untidy


def test_the_engine_answers_as_the_oracle_does(cases, tmp_path):
    engine = Engine()
    game_map = cases[0].map
    if game_map not in BUILT_IN_MAPS:
        game_map = tmp_path / "a map.toml"
        game_map.write_text(map_text(cases[0].map))
    assert engine.answer(f"game siam 'map={game_map}'") == ["ok"]
    for case in cases[::3]:
        assert engine.answer(f"position {case.text}") == ["ok"]
        assert engine.answer("show") == [f"position {case.text}", "ok"]
        legal = legal_moves(case.text, case.map)
        *listed, ok = engine.answer("moves")
        assert ok == "ok"
        assert sorted(listed) == sorted(legal)
        for card in "KT12RLM":
            *listed, ok = engine.answer(f"moves {card}")
            assert sorted(listed) == sorted(move for move in legal if move.startswith(card))
        assert engine.answer("count") == [f"moves {len(legal)}", "ok"]
        result = oracle.result(case.text, case.map)
        turn = case.text.split(" ")[3]
        assert engine.answer("status") == [f"over {result}" if result else f"turn {turn}", "ok"]
        view = oracle.view(case.text, None, False, case.map)
        assert engine.answer("view spectator") == [f"view {view}", "ok"]
        if legal:
            move = case.rng.choice(sorted(legal))
            after = oracle.play(case.text, move, case.map)
            assert engine.answer(f"play {move}") == [f"position {after}", "ok"]
        else:
            (answer,) = engine.answer("play pass")
            assert answer.startswith("error ")


def test_a_record_written_by_hand_replays(batch):
    rng = random.Random(batch)
    game_map = map_of(batch)
    start = positions.fresh(rng, rng.choice([2, 3, 4]), game_map)
    texts, moves = zip(*positions.walk(rng, start, game_map, 0.35), strict=True)
    result = oracle.result(texts[-1], game_map)
    map_data = base64.b64encode(map_text(game_map).encode()).decode()
    tags = [
        '[Game "King of Siam"]',
        f'[Map "{game_map}"]' if game_map in BUILT_IN_MAPS else f'[MapData "{map_data}"]',
        f'[Start "{start}"]',
    ]
    text = "\n".join([*tags, f'[Result "{result}"]', "", *moves[1:]])
    assert [str(position) for position in parse_record(text).replay()] == [*texts]
    half = rng.randrange(1, len(moves))
    unfinished = "\n".join([*tags, '[Result "*"]', "", *moves[1:half]])
    assert len(parse_record(unfinished).moves) == half - 1
    other = "faction R seats 0" if result != "faction R seats 0" else "faction R seats 1"
    for damaged in (text.replace(result, other), text + " pass", text.removesuffix(moves[-1])):
        with pytest.raises(InvalidRecordError):
            parse_record(damaged)


def test_fresh_setups_are_what_the_rulebook_deals(batch):
    rng = random.Random(batch)
    game_map = map_of(batch)
    for players in (2, 3, 4):
        text = str(siam_on(game_map).new(players, rng.getrandbits(256)))
        position = oracle.parse(text, game_map)
        for province, counts in position["board"].items():
            assert sum(counts.values()) == 4, text
            home_of = [f for f, home in oracle.MAPS[game_map]["home"].items() if home == province]
            assert all(counts[faction] >= 2 for faction in home_of), text
        pairs = ["".join(f * seat["followers"][f] for f in FACTIONS) for seat in position["seats"]]
        assert text.split(" ")[2:] == [
            "|".join(f"KTT12RLM.{p[0]}1{p[1]}1.-" for p in pairs),
            str(_first_player(pairs)),
            "0",
            "-",
            "-",
        ]
        assert not position["kings"]


def _first_player(pairs):
    """Who holds the lowest help card (S3, S4), told from the followers dealt."""
    numbers = [{"RL": 1, "RM": 2, "LM": 3}[pair] for pair in pairs]
    if len(pairs) == 4:
        (fourth,) = [seat for seat in range(4) if pairs[seat] == pairs[(seat + 1) % 4]]
        numbers[fourth] = 4
    assert len(set(numbers)) == len(numbers)
    return numbers.index(min(numbers))
