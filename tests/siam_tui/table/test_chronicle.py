"""The log: news joined to what is known, and no chapter older than S23 opens."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from siam_tui.appearance.style import Look
from siam_tui.games.map_board.place_names import full_names, ids
from siam_tui.games.siam.board import changed_provinces
from siam_tui.games.siam.move_text import describe_move
from siam_tui.games.siam.results import game_chart
from siam_tui.model.move_log import MoveLog, chapters, last_seen_position
from siam_tui.model.seat_facts import tell_partners
from siam_tui.model.table_view import see
from siam_tui.table.log_lines import log_lines
from siam_tui.table.log_panel import log_text
from siam_tui.table.people.requests import PlayerRequests
from tests.siam_tui.table.stage import NAMES, evolve, stage

LOOK = Look()


def log_of(stage_):
    game = stage_.game
    start = str(game.view(stage_.positions[0], None))
    return MoveLog(1, start, 0, tuple(stage_.entries()))


def text_of(stage_, width=60):
    sight = see(stage_.state(), "key-Ann")
    return "\n".join(line.plain for line in log_lines(log_of(stage_), sight, width, LOOK))


def test_news_that_follow_are_added():
    table = stage(3, 6)
    known = replace(log_of(table), entries=tuple(table.entries())[:4])
    assert known.followed_by(table.state(news=2)) == log_of(table)


def test_news_that_overlap_are_added_once():
    table = stage(3, 6)
    known = replace(log_of(table), entries=tuple(table.entries())[:5])
    assert known.followed_by(table.state(news=2)) == log_of(table)
    assert log_of(table).followed_by(table.state(news=2)) == log_of(table)


def test_a_gap_or_another_game_needs_the_history_anew():
    table = stage(3, 6)
    known = replace(log_of(table), entries=tuple(table.entries())[:3])
    assert known.followed_by(table.state(news=2)) is None
    assert log_of(table).followed_by(evolve(table.state(), game_number=2)) is None


def test_s23_while_the_game_runs_only_this_chapter_and_the_one_before_are_open():
    table = next(made for n in range(20, 90) if (made := stage(2, n)).position.resolved == 4)
    told = [line for line in text_of(table).splitlines() if line.startswith("Struggle")]
    assert [line.split(":")[0] for line in told] == ["Struggle 4", "Struggle 5"]


def test_s23_all_chapters_open_when_the_game_is_over():
    table = stage(2, 400)
    sight = see(table.state(), "key-Ann")
    assert len(chapters(log_of(table), sight)) == table.position.resolved
    assert text_of(table).startswith("Struggle 1: ")


def test_the_log_tells_who_won_each_struggle():
    table = stage(2, 400)
    won = text_of(table).count(" win ")
    assert won == table.position.resolved


def test_the_log_calls_provinces_by_their_ids_where_room_is_scarce():
    table = stage(3, 12)
    card = next(text for text in table.texts if text != "pass")
    narrow, wide = text_of(table, width=33), text_of(table, width=80)
    assert card not in narrow
    assert all(len(line) <= 33 for line in narrow.splitlines())
    assert not any(line.endswith((" R", " L", " M")) for line in narrow.splitlines())
    flat = " ".join(narrow.split())
    siam = table.game
    assert describe_move(siam.map, siam.parse_move(card), ids(siam.map)) in flat
    assert describe_move(siam.map, siam.parse_move(card), full_names(siam.map)) in " ".join(
        wide.split()
    )


def touched(log, view):
    since = last_seen_position(log, view)
    return changed_provinces(since, view.position) if since else frozenset()


@pytest.mark.parametrize(("height", "below"), [(11, False), (8, True)])
def test_the_final_table_has_its_heads_also_below_it_where_they_are_out_of_sight(height, below):
    table = stage(4, 500, seed=3)
    log, view = log_of(table), see(table.state(), table.me)
    shown = SimpleNamespace(
        shown_log=log, verdict=None, invite="", draw_warnings=(), requests=PlayerRequests()
    )
    make = log_text(shown, view, LOOK, get_height=lambda: height, with_standings=False)
    text = [line.rstrip() for line in make(33).plain.split("\n")]
    heads = game_chart(log, view, 33, LOOK)[0].plain
    assert {"Struggle", *NAMES} == set(heads.split())
    assert (text[-1] == heads) is below
    assert text.count(heads) == 1 + below


def test_partners_are_named_just_before_the_first_move():
    table = stage(4, 1)
    view = see(table.state(), table.me)
    shown = SimpleNamespace(
        shown_log=log_of(table),
        verdict=None,
        invite="",
        draw_warnings=(),
        requests=PlayerRequests(),
    )
    text = log_text(shown, view, LOOK, get_height=lambda: 6, with_standings=False)(80).plain.split(
        "\n"
    )
    named = text.index(tell_partners(view))
    assert text[named + 1].startswith("Struggle 1: ")


def test_the_provinces_touched_since_one_s_own_last_move_are_known():
    table = stage(3, 9)
    sight = see(table.state(), "key-Ann")
    played_at = max(ply for ply, at in enumerate(table.positions[:-1]) if at.turn == sight.seat)
    then, now = table.positions[played_at + 1], table.position
    found = touched(log_of(table), sight)
    changed = {p for p in range(8) if then.followers(p) != now.followers(p)}
    assert changed <= found
    assert found < set(range(8))
    last = see(replace_viewer(table, then), "key-Ann")
    assert touched(
        replace(log_of(table), entries=log_of(table).entries[: played_at + 1]), last
    ) == (frozenset())


def test_nothing_is_marked_for_a_spectator():
    table = stage(3, 9)
    assert touched(log_of(table), see(table.state(), "key-Zoe")) == frozenset()


def replace_viewer(table, position):
    """The table's state as the own seat saw it at an earlier position."""
    return evolve(table.state(), position=str(table.game.view(position, table.seat)))
