"""The rules compared with the oracle, an independent and slower reading of the same documents.

Everything is compared as text, on positions of random games and on made-up ones, with options drawn
by lot: 78 positions by default, 23,400 with ``--long``, a third each for 1, 2 and 3 players. A
failure names the position and the batch (a seed) that led to it.
"""

import dataclasses
import functools
import random
import re

import pytest

from games.contract import GameError, InvalidRecordError
from games.engine import Engine
from games.record import parse_record
from games.registry import spec_of
from tests.games.agreement import assert_refused_alike, canonical_if_legal, parametrize_batches
from tests.games.amber import made_up, misfits, oracle
from tests.games.amber.oracle import notation
from tests.games.amber.oracle.facts import PROBLEMS

BATCHES = 3
BATCHES_IF_LONG = 900
MADE_UP_A_BATCH = 18
PLAYED_A_BATCH = 6
MOVES_PLAYED_A_POSITION = 12
DAMAGED_A_POSITION = 30
SPEC = spec_of("amber")
DECISION_WORDS = ["try", "pass", "CAV", "CHA"]


def pytest_generate_tests(metafunc):
    parametrize_batches(metafunc, BATCHES, BATCHES_IF_LONG)


@functools.cache
def rules_with(options):
    return SPEC.bind(None, options)


@dataclasses.dataclass
class Case:
    """A position to compare, by which options, and where further chance comes from."""

    text: str
    options: frozenset[str]
    rng: random.Random

    @property
    def game(self):
        return rules_with(self.options)

    @functools.cached_property
    def position(self):
        return self.game.parse(self.text)

    @functools.cached_property
    def legal(self):
        """The legal moves by the oracle."""
        return listed(self.text, self.options)

    @property
    def seats(self):
        return range(self.game.count_seats(self.position))

    def draw_moves(self, number):
        return self.rng.sample(self.legal, min(number, len(self.legal)))


@pytest.fixture
def cases(batch):
    rng = random.Random(f"chance within batch {batch}")
    return [Case(text, options, rng) for text, options in draw(batch)]


@functools.lru_cache(maxsize=2)
def draw(batch):
    """The positions of a batch: some made up, some of a random game from a fresh setup."""
    rng = random.Random(batch)
    players, options = 1 + batch % 3, made_up.draw_options(rng)
    texts = [made_up.made_up(rng, options, players) for _ in range(MADE_UP_A_BATCH)]
    start = oracle.fresh(players, rng.getrandbits(256), options)
    game = [text for text, _ in made_up.walk(rng, start, options)]
    texts += [game[0], *rng.sample(game, PLAYED_A_BATCH), game[-1]]
    return [(text, options) for text in texts]


@functools.lru_cache(maxsize=4 * MADE_UP_A_BATCH)
def listed(text, options):
    return oracle.legal_moves(text, options)


def moves_found(game, position):
    return sorted(game.format_move(move) for move in game.moves(position))


def text_or_error(function, *arguments):
    """What a function of the rules says, or None if it depends on something hidden."""
    try:
        return function(*arguments)
    except (GameError, oracle.HiddenError):
        return None


def test_the_oracle_reads_the_examples_of_the_notation():
    board = "CAV0.1/MAR2.1*/PEN1.0/LUN0.0/CAS1.0/CHA0.0/BOR3.0"
    seats = "MSVY.H.K.1.4.9MS|>LKSW.L.V.0.3.2SY+5YK"
    known = {"9MS", "2SY", "5YK", "CM", "4YK", "2WV", "CS", "8YK"}
    deck = ",".join(problem for problem in PROBLEMS if problem not in known)
    text = f"{board} {seats} CM,4YK 2WV,8YK,CS 1.4 3 0 0 0 act {deck} 010011010 -"
    assert oracle.refusal(text, frozenset()) is None
    legal = oracle.legal_moves(text, frozenset())
    assert legal == [
        *("M:CHA", "M:LUN", "S:CAS", "S:PEN", "V:BOR", "V:CHA", "V:MAR", "Y:BOR", "Y:CAV", "Y:PEN"),
    ]
    view = oracle.view(text, 0, frozenset()).split(" ")
    assert view[1] == "MSVY.H.K.1.4.9MS|>?4.?.V.0.3.?2"
    assert view[10:] == ["?16", "?", "-"]
    after = oracle.play(text, "V:BOR", frozenset())
    assert oracle.legal_moves(after, frozenset()) == ["L:CAV>BOR"]  # A15: the lowest place
    assert oracle.play(text, "S:CAS", frozenset()).startswith(
        "CAV0.1/MAR2.1*/PEN1.0/LUN0.0/CAS2.0/CHA0.0/BOR3.0 MVY.H.S.2.4.9MS|"
    )


def test_a_setup_is_drawn_alike(batch):
    rng = random.Random(batch)
    for players in (1, 2, 3):
        options, seed = made_up.draw_options(rng), rng.getrandbits(rng.choice([1, 40, 256]))
        found = rules_with(options).format(rules_with(options).new(players, seed))
        assert found == oracle.fresh(players, seed, options), (players, seed, options)


def test_positions_read_print_and_end_alike(cases):
    for case in cases:
        assert case.game.format(case.position) == case.text
        assert notation.format_position(notation.parse(case.text, case.options)) == case.text
        assert case.game.turn(case.position) == oracle.turn(case.text, case.options), case.text
        outcome = case.game.outcome(case.position)
        expected = oracle.result(case.text, case.options)
        assert (outcome.text if outcome else None) == expected, case.text
        if outcome:
            names = expected.split(" ")[1] if expected.startswith("seats") else ""
            assert outcome.winners == tuple(map(int, filter(None, names.split(",")))), case.text


def test_the_same_moves_are_legal(cases):
    for case in cases:
        assert moves_found(case.game, case.position) == case.legal, case.text
        drawn = [case.game.random_move(case.position, case.rng) for _ in case.draw_moves(5)]
        assert {case.game.format_move(move) for move in drawn} <= {*case.legal}, case.text


def test_the_table_plays_the_same_by_itself(cases):
    for case in cases:
        if case.legal:
            forced = case.game.forced(case.position)
            expected = case.legal[0] if len(case.legal) == 1 else None
            assert (forced and case.game.format_move(forced)) == expected, case.text
            idle = case.game.format_move(case.game.idle(case.position))
            assert idle == oracle.idle_move(case.text, case.options), case.text


def test_a_move_leads_to_the_same_position(cases):
    for case in cases:
        for move in case.draw_moves(MOVES_PLAYED_A_POSITION):
            after = case.game.play(case.position, case.game.parse_move(move))
            expected = oracle.play(case.text, move, case.options)
            assert case.game.format(after) == expected, (case.text, move)
            assert case.game.parse(expected) == after, (case.text, move)


def test_everybody_sees_the_same(cases):
    for case in cases:
        for seat in (None, *case.seats):
            view = case.game.view(case.position, seat)
            text = oracle.view(case.text, seat, case.options)
            assert case.game.format(view) == text, (case.text, seat)
            assert case.game.parse(text) == view, (case.text, seat)
            assert case.game.turn(view) == case.game.turn(case.position)


def test_a_view_is_as_good_for_what_it_does_not_hide(cases):
    for case in cases:
        for seat in (None, *case.seats):
            text = oracle.view(case.text, seat, case.options)
            view = case.game.parse(text)
            found = text_or_error(moves_found, case.game, view)
            expected = text_or_error(oracle.legal_moves, text, case.options)
            assert found == expected, text
            if seat is not None and seat == case.game.turn(view) and not is_dummy(case, seat):
                assert found == case.legal, text
                idle = case.game.format_move(case.game.idle(view))
                assert idle == oracle.idle_move(text, case.options)
            for move in case.draw_moves(3) if expected else []:
                after = text_or_error(case.game.play, view, case.game.parse_move(move))
                expected = text_or_error(oracle.play, text, move, case.options)
                assert (after and case.game.format(after)) == expected, (text, move)


def is_dummy(case, seat):
    return seat == 1 and ">" in case.text.split(" ")[1]


def test_damaged_positions_are_refused_alike(cases):
    for case in cases:
        for _ in range(DAMAGED_A_POSITION):
            damaged = misfits.damaged(case.rng, case.text)
            if case.rng.random() < 0.3:
                damaged = misfits.damaged(case.rng, damaged)
            assert_refused_alike(case.game, damaged, oracle.refusal(damaged, case.options))


def test_damaged_views_are_refused_alike(cases):
    for case in cases:
        view = oracle.view(case.text, case.rng.choice([None, 0, 1]), case.options)
        for _ in range(DAMAGED_A_POSITION if "?" in view else 0):
            damaged = misfits.hidden_misfit(case.rng, view)
            assert_refused_alike(case.game, damaged, oracle.refusal(damaged, case.options))


def test_a_position_with_a_field_of_another_is_refused_alike(cases):
    for case in cases:
        other = case.rng.choice(cases).text.split(" ")
        for field in range(misfits.FIELDS):
            fields = case.text.split(" ")
            fields[field] = other[field]
            mixed = " ".join(fields)
            assert_refused_alike(case.game, mixed, oracle.refusal(mixed, case.options))


def test_nearly_legal_moves_are_judged_alike(cases):
    for case in cases:
        others = case.rng.choice(cases).legal
        attempts = [*misfits.tempting(case.rng, notation.parse(case.text, case.options)), *others]
        for move in case.rng.choices(case.legal, k=DAMAGED_A_POSITION if case.legal else 0):
            attempts.append(misfits.damaged(case.rng, move))
            attempts.append(case.rng.choice([move.lower(), move.upper(), move.swapcase()]))
        for attempt in attempts:
            move = oracle.tidy(attempt)
            expected = move if move in case.legal else None
            found = canonical_if_legal(case.game, case.position, attempt)
            assert found == expected, (case.text, attempt)


def test_a_move_can_be_typed_piece_by_piece(cases):
    for case in cases[::2]:
        ahead = SPEC.completions(case.game, case.position)
        assert ahead.count("") == len(case.legal), case.text
        for move in case.draw_moves(5):
            beginning = move[: case.rng.randrange(len(move))]
            typed = beginning.lower()
            expected = {other for other in case.legal if other.lower().startswith(typed)}
            assert {*ahead.moves(beginning)} == expected, (case.text, beginning)
            pieces = ahead.after(beginning)
            assert any(move.startswith(beginning + piece) for piece in pieces), beginning


def test_the_engine_answers_as_the_oracle_does(cases):
    engine = Engine()
    assert engine.answer(" ".join(["game amber", *sorted(cases[0].options)])) == ["ok"]
    for case in cases[::3]:
        assert engine.answer(f"position {case.text}") == ["ok"]
        assert engine.answer("count") == [f"moves {len(case.legal)}", "ok"]
        result = oracle.result(case.text, case.options)
        turn = oracle.turn(case.text, case.options)
        assert engine.answer("status") == [f"over {result}" if result else f"turn {turn}", "ok"]
        view = oracle.view(case.text, None, case.options)
        assert engine.answer("view spectator") == [f"view {view}", "ok"]
        heads = {move.partition(":")[0] for move in case.legal}
        for word in ("", *DECISION_WORDS, *heads, "9MS", "M"):
            *found, ok = engine.answer(f"moves {word}")
            assert ok == "ok"
            expected = {m for m in case.legal if not word or m.partition(":")[0] == word}
            assert sorted(found) == sorted(expected), (case.text, word)
        for move in case.draw_moves(1):
            after = oracle.play(case.text, move, case.options)
            assert engine.answer(f"play {move}") == [f"position {after}", "ok"]


def test_a_record_written_by_hand_replays(batch):
    rng = random.Random(batch)
    players, options = 1 + batch % 3, made_up.draw_options(rng)
    start = oracle.fresh(players, batch, options)
    texts, moves = zip(*made_up.walk(rng, start, options), strict=True)
    result = oracle.result(texts[-1], options)
    tags = ['[Game "Reino de Ámbar"]', f'[Start "{start}"]']
    if options:
        tags.insert(1, f'[Options "{" ".join(sorted(options))}"]')
    record = parse_record("\n".join([*tags, f'[Result "{result}"]', "", *moves[1:]]))
    assert [record.game.format(position) for position in record.replay()] == [*texts]
    wrong = result.replace("points ", "points 9")
    with pytest.raises(InvalidRecordError):
        parse_record("\n".join([*tags, f'[Result "{wrong}"]', "", *moves[1:]]))


def test_a_part_of_a_game_replays_from_a_view(batch):
    rng = random.Random(batch)
    players, options = 1 + batch % 3, made_up.draw_options(rng)
    start = oracle.fresh(players, batch, options)
    texts, moves = zip(*made_up.walk(rng, start, options), strict=True)
    fields = [text.split(" ") for text in texts]
    for seat in (None, *range(players)):
        first = rng.randrange(len(texts) - 2)
        after = range(first + 1, len(texts) - 1)
        last = rng.choice([n for n in after if fields[n][4][0] == fields[first][4][0]] or [first])
        decks = [notation.parse(text, options)["deck"] for text in texts[first : last + 1]]
        revealed = len(decks[0]) - len(decks[-1])
        expected = [
            with_known_head(oracle.view(text, seat, options), deck, revealed - len(decks[0]))
            for text, deck in zip(texts[first : last + 1], decks, strict=True)
        ]
        tags = ['[Game "Reino de Ámbar"]', f'[Start "{expected[0]}"]', '[Result "*"]']
        if options:
            tags.insert(1, f'[Options "{" ".join(sorted(options))}"]')
        record = parse_record("\n".join([*tags, "", *moves[first + 1 : last + 1]]))
        found = [record.game.format(position) for position in record.replay()]
        assert list(map(without_pawns, found)) == list(map(without_pawns, expected))


def with_known_head(view, deck, beyond):
    """A view of a deck whose first Problems are known, all but ``beyond`` (negative) of them."""
    known = deck[: len(deck) + beyond]
    fields = view.split(" ")
    fields[10] = ",".join([*known, f"?{-beyond}"])
    return " ".join(fields)


def without_pawns(view):
    """A view without the pawns of the seats that it hides: whoever saw one may remember it."""
    return re.sub(r"([?]\d)[.][?HTL]", r"\1", view)
