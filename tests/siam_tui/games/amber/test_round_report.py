"""What is shown and told when a round of Reino de Ámbar has ended."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from textual.geometry import Size

from games.amber import Amber
from games.amber.constants import PROBLEMS
from protocol.states import Entry
from siam_tui.appearance.style import Look
from siam_tui.games.amber.facts import wall_facts
from siam_tui.games.amber.round_report import chapter_report, round_end, tell_solved
from siam_tui.games.amber.texts import TEXTS
from siam_tui.model.move_log import Chapter, MoveLog, chapters, latest_ended_chapter
from siam_tui.model.table_view import see
from siam_tui.plain.table_news import tell_news
from siam_tui.table.bar.bars import report_bar
from siam_tui.table.bar.move_bar import bar_lines
from siam_tui.table.bar.options import Bar
from siam_tui.table.controller import LatestReport
from siam_tui.ui.key_footer import key_label
from tests.siam_tui.games.amber.moments import GAME, MOMENTS, view_at
from tests.siam_tui.table.stage import Stage, Theatre, person

FOURTH = Chapter(
    GAME.parse(MOMENTS["attempts"]),
    (Entry(2, "CS:CAS", "player", ""), Entry(0, "CK:^CAS", "player", "")),
    GAME.view(GAME.parse(MOMENTS["next round"]), None),
)
"""The fourth round of the design: the Bard and the Windfall are solved, the Betrayal is not."""


ROWS = """\
If they came now:  Ann   wall 6 = 6 - 3 + 3 markers   lost: 9 Merchant   holds: 3 Painter   \
3 points   4 more markers would hold all
                   Ben   wall 5 = 6 - 3 + 2 markers   2 Problems kept: any 5, 8 or 9 would be lost
                   Chai  wall 5 = 6 - 3 + 2 markers   1 Problem kept: any 5, 8 or 9 would be lost"""


def report_to(me, chapter=FOURTH, game=GAME):
    return chapter_report(replace(view_at("next round", me), game=game), chapter)


def test_the_facts_are_those_of_the_round():
    end = round_end(view_at("next round"), FOURTH)
    assert [(seat, PROBLEMS[move.problem]) for seat, move in end.solved] == [(2, "CS"), (0, "CK")]
    assert [PROBLEMS[problem] for problem in end.unsolved] == ["8YK"]
    assert (end.round, end.ends_period, end.power, end.first) == (4, False, (2, 3), (1, 2))
    own, ben, _ = end.walls
    assert (own.wall, own.missing, own.final.points) == (6, 4, 3)
    assert (ben.wall, ben.final, ben.falling) == (5, None, (5, 8, 9))
    assert wall_facts(FOURTH.before, 0).defenders == 3
    assert round_end(view_at("attempts"), Chapter(FOURTH.before, (), FOURTH.before)) is None


def test_the_page_says_who_solved_what_and_what_would_be_lost():
    report = report_to(0)
    chai = "Chai solved Bard in the Castle."
    you = "You solved Windfall by moving the Confidant to the Castle."
    grown = "Nobody solved Betrayal: the Barbarians grow from 2 to 3, and each wall loses 1."
    own = (
        "Your wall is 6: 9 Merchant would be lost, 3 Painter would hold, 3 points. "
        "4 more markers in the Borderland would hold all."
    )
    others = (
        "Ben: wall 5, 2 Problems kept; any 5, 8 or 9 would be lost. "
        "Chai: wall 5, 1 Problem kept; any 5, 8 or 9 would be lost."
    )
    assert report.title == "End of round 4"
    assert report.sentences == (f"{chai} {you} {grown}", own, others)
    assert report.spoken == (chai, you, grown, own, others)
    assert "\n".join(report.rows[1:]) == ROWS


def test_each_player_has_one_sentence_for_all_they_solved():
    end = round_end(view_at("next round"), FOURTH)
    moves = ("3SK:keep", "CS:^PEN", "4MS:keep", "8YK:CAS")
    solved = tuple((0, GAME.parse_move(move)) for move in moves)
    end = replace(end, solved=(*solved, *end.solved[:1]))
    told = list(tell_solved(view_at("next round"), end))
    assert told[0] == (
        "You kept 3 Painter and 4 Mountain, solved Bard by moving the Confidant to the Penitent "
        "and solved Betrayal in the Castle."
    )
    assert len(told) == 2


def test_the_walls_are_those_of_now_while_the_next_round_is_played():
    text = MOMENTS["next round"].replace("BOR3.2.2", "BOR2.2.2")
    end = round_end(view_at("next round", 0, text), FOURTH)
    assert [facts.wall for facts in end.walls] == [5, 5, 5]
    assert round_end(view_at("attempts"), FOURTH).walls[0].wall == 6


def test_a_spectator_reads_no_kept_problem_by_name():
    told = " ".join((*report_to(None).sentences, *report_to(None).rows))
    assert "Painter" not in told
    assert "Merchant" not in told
    assert "Ann: wall 6, 2 Problems kept; any 8 or 9 would be lost." in told


def test_all_solved_and_the_greatest_power():
    row = FOURTH.before._replace(row=FOURTH.before.row[1:])
    solved = report_to(0, replace(FOURTH, before=row, after=FOURTH.after._replace(power=2)))
    assert "No Problem stays unsolved: the Barbarians stay at 2." in solved.spoken
    full = replace(
        FOURTH, before=FOURTH.before._replace(power=6), after=FOURTH.after._replace(power=6)
    )
    assert "Nobody solved Betrayal. The Barbarians stay at 6, the most there can be." in (
        report_to(0, full).spoken
    )


@pytest.mark.parametrize(
    ("kept", "own"),
    [
        ((), "Your wall is 6, and you have kept no Problem."),
        ((4,), "Your wall is 6: 3 Painter would hold, 3 points."),
        (
            (12, 17),
            "Your wall is 6: 8 Diplomat and 9 Merchant would be lost, nothing would hold.",
        ),
    ],
)
def test_the_own_wall_in_every_case(kept, own):
    view = view_at("next round")
    seats = view.position.seats
    mine = seats[0]._replace(kept=kept, problems=len(kept))
    position = view.position._replace(seats=(mine, *seats[1:]))
    after = GAME.view(position, None)
    report = chapter_report(replace(view, position=position), replace(FOURTH, after=after))
    assert any(sentence.startswith(own) for sentence in report.spoken)


def test_the_end_of_the_first_period_says_what_comes_back():
    game = Amber(frozenset({"two_periods"}))
    random, position, entries = Random(1), game.new(2, 1), []
    start = position
    while position.period == 1:
        move, seat = game.random_move(position, random), position.turn
        position = game.play(position, move)
        shown = game.format(game.view(position, None))
        entries.append(Entry(seat, game.format_move(move), "player", shown))
    view = replace(view_at("attempts", None), game=game, position=position, all_open=True)
    log = MoveLog(1, game.format(game.view(start, None)), 0, tuple(entries))
    last = chapters(log, view)[-2]
    report = chapter_report(view, last)
    assert report.title == "End of round 7 and of the first period"
    assert report.spoken[-2].startswith("Second period: all cards are back in the hands")
    assert "4 more influence" in report.sentences[-1]


def test_the_game_itself_ends_with_the_result_not_with_a_round():
    assert report_to(0, replace(FOURTH, after=GAME.parse(MOMENTS["over"]))) is None


def test_headings_and_ends_of_rounds_are_whole_in_a_narrow_log():
    assert TEXTS.draw_chapter_end(view_at("next round"), FOURTH, 27, Look()).plain == (
        "Barbarians 2 > 3: Betrayal unsolved"
    )


# Whole rounds, played at a table


def table_of(rounds=1, more=0, seed=3):
    """Return two people's table: so many rounds and moves are played, and Ann is to move."""
    game, random = Amber(), Random(seed)
    positions, texts = [game.new(2, seed)], []
    left = more
    while positions[-1].round <= rounds or left:
        left -= positions[-1].round > rounds
        move = game.random_move(positions[-1], random)
        texts.append(game.format_move(move))
        positions.append(game.play(positions[-1], move))
    seats = [person(0), person(1)]
    if positions[-1].turn == 1:
        seats.reverse()
    return Stage(game, positions, texts, tuple(seats))


def seen_by(stage):
    return see(stage.state(), stage.me)


def log_of(stage):
    start = stage.game.format(stage.game.view(stage.positions[0], None))
    return MoveLog(1, start, 0, tuple(stage.entries()))


def test_it_is_news_until_one_has_moved_and_for_a_spectator_until_all_have():
    stage = table_of(more=0)
    assert latest_ended_chapter(log_of(stage), seen_by(stage)).before.round == 1
    watched = replace(seen_by(stage), seat=None)
    assert latest_ended_chapter(log_of(stage), watched).before.round == 1
    once = table_of(more=1)
    other = seen_by(once)
    mover = once.positions[-2].turn
    assert latest_ended_chapter(log_of(once), replace(other, seat=1 - mover)) is not None
    assert latest_ended_chapter(log_of(once), replace(other, seat=mover)) is None
    assert latest_ended_chapter(log_of(once), replace(other, seat=None)) is not None
    twice = table_of(more=2)
    assert latest_ended_chapter(log_of(twice), replace(seen_by(twice), seat=None)) is None


def test_a_report_that_was_closed_stays_closed_until_the_next():
    reports, stage = LatestReport(), table_of(more=1)
    view, log = seen_by(stage), log_of(stage)
    waiting = replace(view, seat=1 - stage.positions[-2].turn)
    assert reports.of(log, waiting).title == "End of round 1"
    reports.close()
    assert reports.of(log, waiting) is None
    later = table_of(rounds=2)
    assert reports.of(log_of(later), seen_by(later)).title == "End of round 2"


def bar_of(app):
    return app.screen.bar.bar


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_whoever_comes_back_reads_it_until_a_key_closes_it(key):
    app = Theatre(table_of())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert bar_of(app).title == "End of round 1: Your move"
        keys = app.screen.active_bindings.values()
        assert "Go on" in [key_label(each.binding.description) for each in keys]
        await pilot.press(key)
        assert bar_of(app).title == "Your move"


async def test_the_keys_of_a_move_work_all_the_same():
    stage = table_of()
    app = Theatre(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        key = next(option.key for option in bar_of(app).options if option.key in "MSWVYK")
        await pilot.press(key.lower())
        assert bar_of(app).title.startswith("Your move  ")
        assert app.screen.draft.choices
        await pilot.press("escape")
        assert bar_of(app).title == "End of round 1: Your move"


@pytest.mark.parametrize("size", [(80, 22), (80, 24), (120, 36)])
async def test_it_comes_with_the_move_that_ends_the_round_also_to_a_spectator(size):
    played = table_of()
    stage = Stage(played.game, played.positions[:-1], played.texts[:-1], played.seats, me="key-Eve")
    app = Theatre(stage)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "You are watching." in bar_of(app).question
        stage.play(played.texts[-1])
        stage.tell(news=1)
        await pilot.pause()
        assert bar_of(app).title.startswith("End of round 1: ")
        shown = [line.plain for line in app.screen.bar.lines()]
        assert all(len(line) <= size[0] for line in shown)
        assert "Enter" in shown[-1]
        await pilot.press("enter")
        assert "You are watching." in bar_of(app).question


async def test_a_question_comes_before_it():
    stage = table_of()
    stage.undoable, stage.back = 1 - stage.seat, (1 - stage.seat,)
    app = Theatre(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app.screen.shows_report
        assert "U" in {option.key for option in bar_of(app).options}  # answers the wish


def test_text_mode_tells_it_before_the_new_round():
    stage = table_of()
    now, log = seen_by(stage), log_of(stage)
    earlier = Stage(stage.game, stage.positions[:-1], stage.texts[:-1], stage.seats)
    entries = log.entries[-1:]
    told = list(tell_news(seen_by(earlier), now, entries, stage.positions[-2], log=log))
    at = told.index("End of round 1.")
    assert any("the Barbarians" in line for line in told[at:])
    assert any(line.startswith("Your wall is") for line in told[at:])
    assert next(i for i, line in enumerate(told) if line.startswith("Round 2 of 7.")) > at


@pytest.mark.parametrize("before", ["", "You solved Calamity in the Cave. " * 3])
def test_a_wide_bar_shows_every_wall_and_leaves_out_what_was_solved_first(before):
    """A row that is cut off would hide a player."""
    report = report_to(0)
    first, *rows = report.rows
    bar = report_bar(replace(report, rows=(f"{before}{first}", *rows)), Bar("Your move", "", ()))
    lines = [line.plain.strip() for line in bar_lines(bar, Size(120, 6), Look())]
    assert [line[:60] for line in lines[-4:-1]] == [row.strip()[:60] for row in rows]
    assert lines[1].endswith("and each wall loses 1.")
    assert "go on" in lines[-1]
