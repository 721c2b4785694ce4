"""What people read and hear has right plurals and no names of the code, in every game."""

import re
from dataclasses import replace
from random import Random

import pytest

from games.contract import GameError
from games.registry import game_names, game_of, spec_of
from siam_tui.appearance.style import Look
from siam_tui.games.game_texts import YOU
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog, chapters
from siam_tui.model.table_view import see
from siam_tui.profile.user_error import UserError
from siam_tui.table.log_lines import log_lines
from siam_tui.table.move_draft import MoveDraft
from tests.siam_tui.table.stage import NAMES, Stage, person

LOOK, SEED = Look(), 0
CASES = [(name, players) for name in game_names() for players in spec_of(name).players]
NO_NOUN = "vs|is|as|was|has|less|this|yours|Congress"
PLURAL_OF_ONE = re.compile(rf"(?<![\w.,>+:-])1 (?:[A-Z]?[a-z]+ )?(?!(?:{NO_NOUN})\b)[a-z]+s\b")
NAME_OF_CODE = re.compile(
    r"\w+(?:Error|Exception)\b|\b[a-z]+_[a-z]+\b|\bNone\b|\b[a-z]+[A-Z][a-z]\w*"
)


def played(name, players, seed):
    """Play a game at random; return a table at its end."""
    game, random = game_of(name), Random(seed)
    positions, moves = [game.new(players, seed)], []
    while game.turn(positions[-1]) is not None:
        move = game.random_move(positions[-1], random)
        moves.append(game.format_move(move))
        positions.append(game.play(positions[-1], move))
    seats = tuple(person(seat) for seat in range(players))
    return Stage(game, positions, moves, seats)


def told_at(stage):
    """Iterate over all sentences about a table as it is."""
    view = see(stage.state(), stage.me)
    game, ui = view.game, ui_of(view.game.name)
    texts = ui.texts
    log = MoveLog(1, game.format(game.view(stage.positions[0], None)), 0, tuple(stage.entries()))
    yield from texts.tell_situation(view)
    yield from texts.tell_board(view)
    for seat in range(view.seat_count):
        yield texts.tell_seat(view, seat)
    for fact in texts.facts:
        try:
            yield from fact.answer(view, "")
        except (UserError, GameError) as error:
            yield str(error)
    yield from (each.plain for each in texts.title_forms(view, LOOK))
    yield texts.remaining(view.position)
    for chapter in chapters(log, view):
        yield texts.chapter_title(view, chapter, "full")
        yield texts.chapter_end(view, chapter, "full")
        if report := texts.chapter_report(view, chapter):
            yield from (report.title, *report.spoken, *report.sentences)
    for width in (33, 76):
        yield from (each.plain for each in log_lines(log, view, width, LOOK))
        for heading, lines in texts.overview(view, width, LOOK):
            yield from (heading, *(each.plain for each in lines))
        if view.outcome:
            yield from (each.plain for each in texts.standings(view, width, LOOK))
            yield from (each.plain for each in texts.game_chart(log, view, width, LOOK))
    if view.outcome:
        yield from texts.tell_result(view)
        yield from (texts.result(view), *texts.explain_result(view))
        yield texts.record_result(view.outcome.text, view.seat_names)
    if len(stage.positions) > 1 and stage.positions[-2].turn is not None:
        yield from texts.tell_progress(view, stage.positions[-2], stage.positions[-1])
    if view.my_turn:
        yield from texts.tell_standing(view)
        yield from texts.tell_own_turn(view)
        yield from told_of_moves(view)


def told_of_moves(view):
    """Iterate over what is said while a random move is built."""
    game, ui, random = view.game, ui_of(view.game.name), Random(1)
    draft = MoveDraft(ui.move_builder(game, view.position, view.seat_names), game)
    while True:
        prompt = draft.prompt
        yield from (prompt.move, prompt.longer, prompt.question, *prompt.change)
        for option in draft.options:
            yield from (f"{option.label}.", f"{option.explanation}.", option.brief)
        if draft.move is not None:
            move = game.parse_move(draft.move)
            yield ui.texts.explain_advice(view, move)
            yield f"{ui.texts.advise_move(game, move)}."
            yield f"{ui.texts.describe_deficit(view)}."
            yield ui.texts.tell_move(game, move, YOU)
            yield from (ui.texts.name_move(game, move, each) for each in ("full", "short"))
            return
        draft.choose(random.choice(draft.options).choice)


@pytest.mark.parametrize(("name", "players"), CASES)
def test_nothing_is_counted_wrongly_and_no_name_of_the_code_is_shown(name, players):
    wrong, whole = set(), played(name, players, SEED)
    last = len(whole.texts)
    for ply in {last, *Random(SEED).sample(range(last), 6)}:
        turn = whole.game.turn(whole.positions[ply])
        stage = replace(
            whole,
            positions=whole.positions[: ply + 1],
            texts=whole.texts[:ply],
            me=f"key-{NAMES[0 if turn is None or turn >= players else turn]}",
            status="over" if ply == last else "running",
        )
        for plain in told_at(stage):
            for pattern in (PLURAL_OF_ONE, NAME_OF_CODE):
                wrong |= {f"{each[0]}: {plain}" for each in pattern.finditer(plain)}
    assert sorted(wrong) == []
