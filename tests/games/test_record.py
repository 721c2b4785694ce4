"""Records: a game saved as text gives the same game again."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import InvalidRecordError
from games.record import Record, format_record, parse_record
from games.siam import Siam, load_map, parse_map


def random_record(players=3, seed=1, board=None, *, open_discards=False):
    siam = Siam(board, frozenset(["open_discards"] if open_discards else []))
    random = Random(seed)
    start = position = siam.new(players, seed)
    moves = []
    while not position.over:
        moves.append(siam.random_move(position, random))
        position = siam.play(position, moves[-1])
    return Record(siam, start, tuple(moves), siam.outcome(position).text)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_record_is_read_back_the_same(players):
    record = replace(
        random_record(players, open_discards=True),
        seats=("Alfred", 'Ben "B\\" jamin'),
        date="2026.11.21",
        comments=((0, "let us begin"), (2, "hm")),
        proof="c2VjcmV0",
        tags={"Site": "Berlin"},
    )
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert max(map(len, text.split("\n\n")[1].splitlines())) <= 96


def test_a_record_looks_as_documented():
    siam = Siam()
    start = siam.new(2, 1)
    text = format_record(Record(siam, start, (siam.parse_move("pass"),), seats=("Alfred",)))
    assert text == (
        '[Game "King of Siam"]\n[Map "siam"]\n[Format "3"]\n[Seat0 "Alfred"]\n'
        f'[Start "{start}"]\n[Result "*"]\n\npass\n'
    )


def test_a_map_that_is_not_built_in_travels_with_the_record():
    board = parse_map(load_map("albion").toml.replace('name = "albion"', 'name = "mine"'))
    record = random_record(board=board)
    assert "[MapData " in format_record(record)
    assert parse_record(format_record(record)).start.map == board
    assert "[MapData " not in format_record(random_record(board=load_map("albion")))


def test_an_unfinished_record_ends_with_a_star():
    record = random_record()
    part = replace(record, moves=record.moves[:5], result="*")
    assert parse_record(format_record(part)) == part


def test_an_illegal_move_is_named_by_its_number():
    record = random_record()
    text = format_record(replace(record, moves=record.moves * 2))
    with pytest.raises(InvalidRecordError, match=rf"move {len(record.moves) + 1} .*over"):
        parse_record(text)
    siam = Siam()
    bad = (siam.parse_move("pass"), siam.parse_move("K:-x-"))
    with pytest.raises(InvalidRecordError, match=r"move 2 \(K:-x-\): Maharacha must be carried"):
        parse_record(format_record(Record(siam, siam.new(3, 1), bad)))


def test_a_result_the_moves_do_not_give_is_refused():
    record = random_record()
    for result in ("*", "colony seats 0,1,2", "nonsense"):
        with pytest.raises(InvalidRecordError, match="the record says"):
            parse_record(format_record(replace(record, result=result)))
    part = replace(record, moves=record.moves[:5])
    with pytest.raises(InvalidRecordError, match="after move 5"):
        parse_record(format_record(part))


def test_what_is_wrong_is_named_by_its_line():
    record = random_record()
    lines = format_record(record).splitlines()
    first = lines.index("") + 1
    broken = [*lines[: first + 1], "{a comment", "over two lines} K:hello", *lines[first + 1 :]]
    with pytest.raises(InvalidRecordError, match=rf"^line {first + 4 - 1}, move \d+: cannot read"):
        parse_record("\n".join(broken))
    again = [*lines, "pass"]
    number = len(record.moves) + 1
    with pytest.raises(InvalidRecordError, match=rf"^line {len(again)}, move {number} .*over"):
        parse_record("\n".join(again))
    result = next(n for n, line in enumerate(lines, start=1) if line.startswith("[Result"))
    text = "\n".join(lines).replace(record.result, "colony seats 0,1,2")
    with pytest.raises(InvalidRecordError, match=rf"^line {result}: after move .* the record says"):
        parse_record(text)


class TestAPartOfARunningGame:
    """Its start may hide hands, as the log of a running game does (S23)."""

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_can_be_read_and_replayed_and_hides_what_it_hid(self, players):
        whole = random_record(players)
        siam = Siam()
        positions = list(whole.replay())
        for first in range(0, len(whole.moves) - 6, 5):
            start = siam.view(positions[first], None)
            part = Record(siam, start, whole.moves[first : first + 6])
            read = parse_record(format_record(part))
            assert read == part
            found = list(read.replay())
            expected = positions[first : first + 7]
            assert [siam.view(p, None) for p in expected] == found

    def test_one_seat_s_own_hand_may_be_open(self):
        whole = random_record()
        siam = Siam()
        start = siam.view(whole.start, 1)
        for position in Record(siam, start, whole.moves[:9]).replay():
            hidden = [seat.hand is None for seat in position.seats]
            assert hidden == [True, False, True]

    def test_a_card_that_a_hidden_hand_cannot_hold_is_refused(self):
        siam = Siam()
        start = siam.view(siam.new(2, 1), None)
        first = next(m for m in siam.moves(siam.new(2, 1)) if m.card == "R")
        moves = (first, siam.parse_move("pass"), first)
        with pytest.raises(InvalidRecordError, match=r"move 3 \(R:"):
            list(Record(siam, start, moves).replay())

    def test_but_not_once_the_game_has_a_result(self):
        whole = random_record()
        start = Siam().view(whole.start, None)
        with pytest.raises(InvalidRecordError, match="hides the hand of seat 0"):
            parse_record(format_record(replace(whole, start=start)))


GOOD = format_record(random_record())


@pytest.mark.parametrize(
    ("old", "new", "because"),
    [
        ('[Game "King of Siam"]', '[Game "Chess"]', "a record starts with"),
        ('[Game "King of Siam"]\n', "", "a record starts with"),
        ('[Map "siam"]', '[Map "atlantis"]', "MapData is missing"),
        ('[Map "siam"]', '[Map "siam"]\n[MapData "!"]', "no base64"),
        ('[Map "siam"]', '[Map "siam"]\n[MapData "eA=="]', "no valid TOML"),
        ('[Map "siam"]', '[Map "siam"]\n[Map "siam"]', "line 3: the tag Map is there twice"),
        ('[Map "siam"]', '[Map "siam]', "line 2: cannot read the tag"),
        ('[Map "siam"]', '[Map "siam"]\n[Options "fast"]', "unknown option 'fast'"),
        ("[Start ", "[Begin ", "the tag Start is missing"),
        ("KTT12RLM.", "?8.", "hides the hand of seat 0"),
        ("KTT12RLM.", "KTT12RL.", "seats: seat 0"),
        ("\n\n", "\n\n{ ", "braces"),
        ("\n\n", "\n\nhello ", "move 1: cannot read 'hello'"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_the_reason(old, new, because):
    assert old in GOOD
    with pytest.raises(InvalidRecordError, match=because):
        parse_record(GOOD.replace(old, new, 1))


def test_what_a_record_cannot_hold_is_refused_when_printing():
    record = random_record()
    with pytest.raises(InvalidRecordError, match="Seat0"):
        format_record(replace(record, seats=("a\nb",)))
    with pytest.raises(InvalidRecordError, match="comment"):
        format_record(replace(record, comments=((0, "}"),)))


@given(st.text(max_size=60))
def test_any_text_is_refused_properly(text):
    with pytest.raises(InvalidRecordError):
        parse_record(text)
    with pytest.raises(InvalidRecordError):
        parse_record(GOOD + "\n" + text + " x{")


@pytest.mark.parametrize("sign", ["\x1b", "\x00", "\x07", "\x9b", "\u202e", "\u200b", "\ud800"])
def test_control_characters_are_refused_on_the_line_they_stand_on(sign):
    text = format_record(replace(random_record(), seats=("Ann",), comments=((0, "begin"),)))
    code_point = f"{ord(sign):04X}"
    for old, where in (('"Ann"', "the tag Seat0"), ("{begin", "after move 0: a comment")):
        spoilt = text.replace(old, old[0] + sign + old[1:], 1)
        number = 1 + spoilt[: spoilt.index(sign)].count("\n")
        with pytest.raises(InvalidRecordError, match=rf"line {number}.*{where}.*U\+{code_point}"):
            parse_record(spoilt)
    unknown = f'[Site "{sign}"]\n{text}'
    with pytest.raises(InvalidRecordError, match="line 1: the tag Site holds"):
        parse_record(unknown)


def test_a_comment_may_hold_emoji_and_tags_are_bounded():
    record = replace(random_record(), comments=((0, "begin"),))
    text = format_record(record)
    family = "\U0001f468\u200d\U0001f469"
    read = parse_record(text.replace("{begin}", "{" + family + " begin}"))
    assert read.comments == ((0, "\U0001f468\U0001f469 begin"),)
    assert parse_record(format_record(read)) == read
    with pytest.raises(InvalidRecordError, match="line 1: the tag Site may have at most 1000"):
        parse_record(f'[Site "{"x" * 1001}"]\n{text}')
