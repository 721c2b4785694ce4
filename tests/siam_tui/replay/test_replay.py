"""A record as moments: each is the game after so many moves, as somebody sees it."""

from dataclasses import replace

import pytest

from games.siam import Siam
from siam_tui.analysis.graph import columns, timeline
from siam_tui.appearance.glyphs import UNICODE
from siam_tui.games.siam.board import changed_provinces
from siam_tui.model.move_log import chapters
from siam_tui.model.replay import OPEN, Replay
from tests.siam_tui.replay.games import part_of, recorded

GAME = Siam()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_moment_is_the_position_after_its_moves(players):
    record = recorded(players)
    replay = Replay.of(record)
    positions = list(record.replay())
    assert replay.last == len(record.moves)
    for ply, position in enumerate(positions):
        moment = replay.at(ply)
        assert moment.view.position == position
        assert len(moment.log.entries) == ply
        assert moment.view.state.status == ("over" if position.over else "running")


def test_a_seat_s_eyes_see_its_own_hand_and_a_spectator_s_none():
    record = recorded()
    replay = Replay.of(record)
    assert replay.eyes == (OPEN, 0, 1, 2, None)
    for eyes in (0, 1, 2, None):
        for ply in range(replay.last):
            moment = replay.at(ply, eyes)
            assert moment.view.position == GAME.view(replay.positions[ply], eyes)
            assert moment.view.seat == eyes
            assert not moment.view.my_turn


def test_with_all_hands_open_the_log_is_open_too_and_else_it_keeps_to_two_struggles():
    replay = Replay.of(recorded())
    ply = replay.start_of(5)
    log = [chapters(m.log, m.view) for m in (replay.at(ply), replay.at(ply, 1))]
    assert [chapter.before.resolved + 1 for chapter in log[0]] == [1, 2, 3, 4, 5]
    assert [chapter.before.resolved + 1 for chapter in log[1]] == [4, 5]


def test_struggles_begin_where_the_one_before_has_ended():
    replay = Replay.of(recorded())
    for number in range(1, 9):
        ply = replay.start_of(number)
        assert replay.positions[ply].resolved == number - 1
        assert ply == 0 or replay.positions[ply - 1].resolved == number - 2
        assert replay.chapter_at(ply) == number
    assert replay.start_of(9) is None


def test_what_a_move_changed_is_told():
    replay = Replay.of(recorded())
    assert replay.at(0).before is None
    for ply in range(1, replay.last + 1):
        then, now = replay.positions[ply - 1 : ply + 1]
        changed = changed_provinces(replay.at(ply).before, now)
        for province in range(8):
            if then.followers(province) != now.followers(province):
                assert province in changed
        assert bool(changed) == (then[1:5] != now[1:5])


def test_a_part_of_a_running_game_shows_no_more_than_it_knows():
    record = recorded()
    whole = Replay.of(record)
    first = whole.start_of(3)
    replay = Replay.of(part_of(record, first, GAME))
    assert replay.eyes == (None,)
    assert replay.first_chapter == 3
    assert replay.start_of(3) == 0
    assert replay.start_of(2) is None
    assert replay.start_of(4) == whole.start_of(4) - first
    hands = [seat.hand for p in replay.positions[:-1] for seat in p.seats]
    assert set(hands) == {None}


def test_a_seat_without_a_name_is_called_by_its_number():
    record = recorded()
    replay = Replay.of(replace(record, seats=("Ann",)))
    assert [replay.name(seat) for seat in range(3)] == ["Ann", "Seat 2", "Seat 3"]


@pytest.mark.parametrize("width", [20, 78, 198])
def test_the_line_of_the_game_fits_and_shows_each_struggle_and_the_moment(width):
    replay = Replay.of(recorded())
    places = columns(replay, width)
    assert places[0] == 0
    assert places[-1] == width - 1
    for ply in (0, 7, replay.last):
        line = timeline(replay, ply, width, UNICODE)
        assert len(line) == width
        assert line[places[ply]] == UNICODE.here
    if width > 20:
        line = timeline(replay, replay.last, width, UNICODE)
        assert [sign for sign in line if sign.isdigit()] == list("12345678")
